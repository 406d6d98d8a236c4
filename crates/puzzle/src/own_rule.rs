//! Rules that belong to one puzzle.

use super::Param;
use serde::{Deserialize, Serialize};

/// A rule that a puzzle states for itself, as it is written: the rule book's language says what it
/// means. It may name the puzzle's cells, letters and layers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRule {
    /// Its name: lower case, words joined by hyphens.
    pub name: String,
    /// The name of its shape: `line`, `global`.
    pub shape: String,
    /// Its parameters with their defaults, in order.
    pub params: Vec<(String, Param)>,
    /// The rule as told to solvers.
    pub text: String,
    /// The formulas that must hold.
    pub relation: Vec<String>,
    /// Redundant truths that only strengthen.
    pub implied: Vec<String>,
    /// Whether a clue may name a cell twice in one slot.
    pub repeats: bool,
    /// What a setter calls one clue; `None` for a name made of the rule's.
    pub label: Option<String>,
}
