//! The result of lowering.

use super::Statement;

/// A clue, restated as statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    /// The clue's index in `Puzzle::clues`.
    pub clue: usize,
    /// Statements that are equivalent to the clue when taken together.
    pub statements: Vec<Statement>,
    /// Redundant statements, which follow from the clue and strengthen propagation.
    pub implied: Vec<Statement>,
}
