//! From a puzzle to what the engines run.

use crate::model::Model;
use crate::puzzle::Puzzle;
use crate::rules::{Book, ClueError};

/// Compiles a puzzle: its clues are restated by the book's rules, its relations made ready to run.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn compile(puzzle: &Puzzle, book: &Book) -> Result<Model, ClueError> {
    let parts = book.lower(puzzle)?;
    Ok(Model::new(puzzle, &parts))
}
