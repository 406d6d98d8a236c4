//! Changes to a puzzle that a program can apply.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One change to a puzzle's clues or givens. Indices refer to the puzzle before any edit of the list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Remove a clue or given.
    Remove {
        /// The rule of the clue, or `given`.
        rule: String,
        /// The index of the clue or given among those of the puzzle, from 0.
        index: usize,
    },
    /// Replace a clue or given.
    Replace {
        /// The rule of the old clue, or `given`.
        rule: String,
        /// The index of the clue or given among those of the puzzle, from 0.
        index: usize,
        /// The replacement: the `clues` of a puzzle file with one clue, `{ "killer-cage": "27: R1C3 R1C4" }`, or its
        /// `marks` with one given, `{ "R1C1": "5" }`.
        new: serde_json::Map<String, serde_json::Value>,
    },
    /// Add a clue or given.
    Add {
        /// The rule of the new clue, or `given`.
        rule: String,
        /// The addition, in the form of `replace`.
        new: serde_json::Map<String, serde_json::Value>,
    },
}

/// The name of givens in edits, used in place of a rule.
pub const GIVEN: &str = "given";
