//! A picture of a puzzle.

use super::svg::Canvas;
use crate::puzzle::Puzzle;
use crate::rules::Book;

/// The puzzle as an SVG document: its grid, givens and clues; clues without a shape are named below the grid.
#[must_use]
pub fn puzzle_svg(book: &Book, puzzle: &Puzzle) -> String {
    let mut canvas = Canvas::new(book, puzzle);
    for clue in &puzzle.clues {
        canvas.clue(clue, false);
    }
    canvas.givens(|_| false);
    canvas.finish()
}
