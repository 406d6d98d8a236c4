//! Edits: changes to a puzzle that a program can apply.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change to a puzzle's clues or givens. In a list of edits, indices refer to the puzzle before the first edit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum Edit {
    /// Remove a clue or given.
    Remove {
        /// The rule of the clue, or `given`.
        rule: String,
        /// The index of the clue or given in the puzzle, counted from 0.
        index: usize,
    },
    /// Replace a clue or given.
    Replace {
        /// The rule of the old clue, or `given`.
        rule: String,
        /// The index of the clue or given in the puzzle, counted from 0.
        index: usize,
        /// The replacement, in the form of a puzzle file: `clues` with one clue, such as `{ "killer-cage": "27: R1C3
        /// R1C4" }`, or `marks` with one given, such as `{ "R1C1": "5" }`.
        new: serde_json::Map<String, serde_json::Value>,
    },
    /// Add a clue or given.
    Add {
        /// The rule of the new clue, or `given`.
        rule: String,
        /// The new clue or given, in the same form as in `replace`.
        new: serde_json::Map<String, serde_json::Value>,
    },
}

/// The name that edits use for givens in place of a rule.
pub const GIVEN: &str = "given";
