//! The JSON form of checked certificates.

use crate::{Certified, CompareKind, Part};
use schemars::JsonSchema;
use serde::Serialize;

/// A certificate that has been checked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CertifiedJson {
    /// The folder that contains the certificate.
    pub puzzle: String,
    /// The proven verdict: `unique`, `none` or `several`.
    pub certified: &'static str,
    /// Number of clauses in the formula.
    pub clauses: usize,
    /// Number of lemmas in the proof.
    pub lemmas: usize,
    /// The parts of the puzzle, in the order of their clauses.
    pub parts: Vec<PartJson>,
}

/// A given, house or clue whose clauses were compared with its rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartJson {
    /// The name of the clue or house, such as "the 27 cage at R1C3".
    pub name: String,
    /// The index of the clue, counted from 0; left out for the layout and the givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clue: Option<usize>,
    /// How the clauses were compared with the rule: `clauses` if one by one, `all` if on all assignments to
    /// the part's cells, and `drawn` if on random assignments.
    pub compared: &'static str,
    /// Number of tested assignments; left out if the clauses were compared one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignments: Option<usize>,
}

impl Certified {
    /// Converts the result to its JSON form. `folder` is the folder of the certificate.
    #[must_use]
    pub fn to_json(&self, folder: &str) -> CertifiedJson {
        CertifiedJson {
            puzzle: folder.to_owned(),
            certified: self.claim.name(),
            clauses: self.clauses,
            lemmas: self.lemmas,
            parts: self.parts.iter().map(PartJson::from).collect(),
        }
    }
}

impl From<&Part> for PartJson {
    fn from(part: &Part) -> Self {
        let (compared, assignments) = match part.compared {
            CompareKind::Clauses => ("clauses", None),
            CompareKind::All(count) => ("all", Some(count)),
            CompareKind::Drawn(count) => ("drawn", Some(count)),
        };
        Self {
            name: part.name.clone(),
            clue: part.clue,
            compared,
            assignments,
        }
    }
}
