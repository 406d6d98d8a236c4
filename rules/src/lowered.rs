//! The result of lowering.

use super::Statement;

/// A clue as statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    /// The clue's index in `Puzzle::clues`.
    pub clue: usize,
    /// Statements that together are equivalent to the clue.
    pub statements: Vec<Statement>,
    /// Statements that follow from the clue and strengthen propagation.
    pub implied: Vec<Statement>,
}
