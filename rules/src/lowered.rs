//! What lowering gives.

use super::Statement;

/// A clue as statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lowered {
    /// The clue's place in `Puzzle::clues`.
    pub clue: usize,
    /// What the clue says: all of them together, exactly.
    pub statements: Vec<Statement>,
    /// What follows from it and strengthens.
    pub implied: Vec<Statement>,
}
