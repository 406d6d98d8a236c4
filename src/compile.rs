//! From a puzzle to what the engines run.

use crate::model::{Cite, Model, Part};
use crate::puzzle::Puzzle;
use crate::rules::{Book, ClueError, Lowered, lower};

/// Compiles a puzzle: its clues are restated by the book's rules, and their relations made ready to
/// run.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn compile(puzzle: &Puzzle, book: &Book) -> Result<Model, ClueError> {
    Ok(Model::new(puzzle, &parts(puzzle, book)?))
}

/// What a puzzle's clues say, as statements that rest on them.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn parts(puzzle: &Puzzle, book: &Book) -> Result<Vec<Part>, ClueError> {
    Ok(lower(puzzle, book)?.into_iter().flat_map(said).collect())
}

/// What a clue says and what follows from it, both resting on the clue.
fn said(lowered: Lowered) -> impl Iterator<Item = Part> {
    let cite = Cite::Clue(lowered.clue as u16);
    let statements = lowered.statements.into_iter().chain(lowered.implied);
    statements.map(move |statement| Part { cite, statement })
}
