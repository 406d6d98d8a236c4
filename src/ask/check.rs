//! Proofs that a puzzle has no solution, one or several.

use super::{Ask, Bounds, Host, Refusal};
use crate::Prepared;
use cluewright_engine::search::Answer;
use cluewright_puzzle::Unread;
use cluewright_setter::diagnose::{Checked, compare_with_file};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Proves that a puzzle has no solution, exactly one, or several. Compares the solution with the one in the file.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Check {
    /// The limits of the search.
    pub limits: Bounds,
}

impl Ask for Check {
    type Reply = Checked;

    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Checked, Refusal> {
        let answer = self.prove(prepared, host);
        Ok(compare_with_file(
            prepared.book(),
            prepared.puzzle(),
            answer,
        ))
    }
}

impl Check {
    /// Returns the verdict and its proof.
    pub(super) fn prove(&self, prepared: &Prepared, host: &Host<'_>) -> Answer {
        let limits = host.limits(self.limits, 2);
        host.searching(|run| prepared.check(limits, run))
    }
}

/// The answer for a puzzle with drawings that may be rules. It gives no verdict, because a verdict about the clues
/// alone might not hold for the puzzle that the setter means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Unchecked {
    /// Always `unchecked`.
    pub verdict: &'static str,
    /// The drawings and sentences that could not be interpreted.
    pub unread: Vec<Unread>,
}

impl From<Vec<Unread>> for Unchecked {
    fn from(unread: Vec<Unread>) -> Self {
        Self {
            verdict: "unchecked",
            unread,
        }
    }
}
