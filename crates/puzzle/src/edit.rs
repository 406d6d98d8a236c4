//! Changes of a puzzle that a program can carry out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One change of a puzzle's clues or givens. Places are those before any edit of the same list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Take something away.
    Remove {
        /// The rule of the clue, or `given`.
        rule: String,
        /// Its place among the puzzle's clues, or among its givens, from 0.
        index: usize,
    },
    /// Put something in the place of something.
    Replace {
        /// The rule of the clue that goes, or `given`.
        rule: String,
        /// Its place among the puzzle's clues, or among its givens, from 0.
        index: usize,
        /// What comes: the `clues` of a puzzle file with one clue, `{ "killer-cage": "27: R1C3 R1C4" }`, or its
        /// `marks` with one given, `{ "R1C1": "5" }`.
        new: serde_json::Map<String, serde_json::Value>,
    },
    /// Add something.
    Add {
        /// The rule of the new clue, or `given`.
        rule: String,
        /// What comes, as in `replace`.
        new: serde_json::Map<String, serde_json::Value>,
    },
}

/// What edits call a given, in place of a rule.
pub const GIVEN: &str = "given";
