//! Rules that a puzzle defines for itself.

use super::{Param, Puzzle};
use serde::{Deserialize, Serialize};

/// A rule that a puzzle defines for itself, in the language of the rule book. Its formulas may refer to the puzzle's
/// cells, letters and layers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRule {
    /// The name of the rule, in lower case, with words joined by hyphens.
    pub name: String,
    /// The name of the rule's shape, such as `line` or `global`.
    pub shape: String,
    /// The parameters in order, each with its default.
    pub params: Vec<(String, Param)>,
    /// The text of the rule that solvers read.
    pub text: String,
    /// The formulas of the relation. All of them must hold.
    pub relation: Vec<String>,
    /// Formulas that the relation implies. They only strengthen propagation.
    pub implied: Vec<String>,
    /// `true` if a slot of a clue may contain a cell twice.
    pub repeats: bool,
    /// The name of a clue in generated sentences; `None` to derive it from the rule's name.
    pub label: Option<String>,
    /// The colour of the rule's clues in hexadecimal HTML notation, such as `#67b35f`; `None` for the default colour of
    /// the shape.
    pub colour: Option<String>,
}

/// Returns `true` if a puzzle defines a rule with this name. Clues with the name then have nothing in common with the rule of
/// the rule book that has the same name.
#[must_use]
pub fn has_own_rule(puzzle: &Puzzle, name: &str) -> bool {
    puzzle.own_rules.iter().any(|own| own.name == name)
}
