//! Rules that a puzzle defines for itself.

use super::Param;
use serde::{Deserialize, Serialize};

/// A rule that a puzzle defines for itself, in the language of the rule book. Its formulas may name the puzzle's cells, letters
/// and layers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRule {
    /// The name of the rule, in lower case, with words joined by hyphens.
    pub name: String,
    /// The name of the rule's shape, such as `line` or `global`.
    pub shape: String,
    /// The parameters in order, each with its default.
    pub params: Vec<(String, Param)>,
    /// The rule's text for solvers.
    pub text: String,
    /// The formulas of the relation, all of which must hold.
    pub relation: Vec<String>,
    /// Redundant formulas, which only strengthen propagation.
    pub implied: Vec<String>,
    /// `true` if a clue may name a cell twice in one slot.
    pub repeats: bool,
    /// The name of a clue in sentences; `None` to derive it from the rule's name.
    pub label: Option<String>,
    /// The colour of the rule's clues in the notation of HTML, such as `#67b35f`; `None` for the default colour of the shape.
    pub colour: Option<String>,
}
