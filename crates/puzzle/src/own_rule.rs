//! Rules that belong to one puzzle.

use super::Param;
use serde::{Deserialize, Serialize};

/// A rule that a puzzle defines for itself, in the language of the rule book. It may name the puzzle's cells, letters and layers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRule {
    /// The name of the rule: lower case, words joined by hyphens.
    pub name: String,
    /// The name of the rule's shape: `line`, `global`.
    pub shape: String,
    /// The parameters with their defaults, in order.
    pub params: Vec<(String, Param)>,
    /// The rule's text for solvers.
    pub text: String,
    /// The formulas that must hold.
    pub relation: Vec<String>,
    /// Redundant formulas that only strengthen propagation.
    pub implied: Vec<String>,
    /// `true` if a clue may name a cell twice in one slot.
    pub repeats: bool,
    /// The name of one clue in sentences; `None` to derive it from the rule's name.
    pub label: Option<String>,
    /// The colour of the rule's clues, as in HTML: `#67b35f`; `None` for the default colour of its shape.
    pub colour: Option<String>,
}
