//! A puzzle that is ready for questions.

use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, ClueError};
use std::ops::Deref;
use std::sync::Arc;

/// A compiled puzzle: its clues are lowered by the rules of a book and compiled to relations.
///
/// [`Prepared::ask`] answers questions. A `Prepared` also dereferences to the engine's own type, whose methods
/// may change with any version.
#[derive(Debug)]
pub struct Prepared(cluewright_logic::Prepared);

impl Prepared {
    /// Lowers a puzzle's clues by the rules of a book and compiles them.
    ///
    /// # Errors
    /// Returns an error for the first clue that does not fit its rule.
    pub fn new(puzzle: impl Into<Arc<Puzzle>>, book: &Book) -> Result<Self, ClueError> {
        cluewright_logic::Prepared::new(puzzle, book).map(Self)
    }
}

// The engine's type needs a wrapper, because Rust allows inherent methods such as `ask` only on types of this crate.
impl Deref for Prepared {
    type Target = cluewright_logic::Prepared;

    fn deref(&self) -> &cluewright_logic::Prepared {
        &self.0
    }
}
