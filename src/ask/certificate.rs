//! Certificates: proofs of the verdict that others can check.

#[cfg(feature = "certificates")]
mod prove;

use super::{Ask, Bounds, Host, Refusal};
use crate::Prepared;
use cluewright_engine::search::{Stop, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Makes a certificate: a formula that expresses the rules, and a proof that it has no other solution.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("examples" = [{ "ask": "certificate", "puzzle": "12.4341.2143.321" }]))]
#[non_exhaustive]
pub struct Certificate {
    /// The limits. `nodes` is the maximum number of conflicts in the SAT solver (5,000,000 if left out).
    pub limits: Bounds,
}

/// A certificate as the contents of its files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CertificateFiles {
    /// The verdict that the certificate proves; null if a limit was reached first.
    pub certified: Option<Verdict>,
    /// The limit that was reached; left out if there is a certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// The files of the certificate, by name; none if a limit was reached.
    pub files: BTreeMap<String, String>,
}

impl Ask for Certificate {
    type Reply = CertificateFiles;

    /// # Errors
    ///
    /// Returns an error if the puzzle has no formula, or if the SAT solver contradicts the search.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<CertificateFiles, Refusal> {
        self.prove(prepared, host)
    }
}

/// The page's build excludes the SAT solver, because every visitor would otherwise have to download it. The
/// page therefore refuses this question.
#[cfg(not(feature = "certificates"))]
impl Certificate {
    fn prove(&self, _: &Prepared, _: &Host<'_>) -> Result<CertificateFiles, Refusal> {
        Err(Refusal::new("this build cannot make certificates")
            .help("use `cluewright check PUZZLE --certificate FOLDER`"))
    }
}
