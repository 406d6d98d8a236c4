//! Pictures of puzzles.

use super::svg::{Canvas, Ink, Picture};
use cluewright_puzzle::{Cell, DigitSet, Puzzle, digit_of_char};
use cluewright_rules::Book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The content of a picture in addition to the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beside<'a> {
    /// The cells, clues and givens to highlight.
    pub highlight: Highlight,
    /// The candidates of each cell in reading order, as strings of digits.
    pub candidates: &'a [String],
    /// The digits of a solution, with one character for each cell in reading order. A character that is not a digit
    /// leaves its cell empty.
    pub solution: &'a str,
    /// Small text in cells, keyed by the name of the cell.
    pub marks: BTreeMap<String, String>,
    /// `true` to omit the names of rows and columns.
    pub unlabelled: bool,
}

/// The cells, clues and givens to highlight in a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Highlight {
    /// The names of the cells to highlight.
    pub cells: Vec<String>,
    /// The clues to highlight, by their indices among the puzzle's clues, from 0.
    pub clues: Vec<usize>,
    /// The givens to highlight, by their indices among the puzzle's givens, from 0.
    pub givens: Vec<usize>,
}

/// Draws a solution as a grid with its digits, without clues.
#[cfg(feature = "cli")]
#[must_use]
pub(super) fn solution_picture(book: &Book, puzzle: &Puzzle, solution: &str) -> Picture {
    let mut canvas = Canvas::new(book, puzzle);
    // The flag is set before the givens are drawn, because `givens` omits pencil marks from solved pictures.
    canvas.is_solved = true;
    canvas.givens(|_| false);
    fill(&mut canvas, puzzle, solution, &Ink::FIRST);
    canvas.finish_bare()
}

/// Writes the digits of a solution into the cells without a given digit.
fn fill(canvas: &mut Canvas<'_>, puzzle: &Puzzle, solution: &str, ink: &Ink) {
    let is_given = |cell: Cell| {
        let mut givens = puzzle.givens.iter();
        givens.any(|given| given.cell == cell && given.digits.single().is_some())
    };
    let cells = (0..puzzle.layout.cell_count()).map(Cell::from_index);
    for (cell, digit) in cells.zip(solution.chars()) {
        match digit_of_char(digit) {
            Some(digit) if !is_given(cell) => canvas.digit(cell, digit, ink),
            _ => {}
        }
    }
}

/// Draws a puzzle: its grid, givens and clues. The names of clues without a shape are below the grid.
#[must_use]
pub(crate) fn picture(book: &Book, puzzle: &Puzzle, beside: &Beside<'_>) -> Picture {
    let mut canvas = Canvas::new(book, puzzle);
    let highlight = &beside.highlight;
    let layout = &puzzle.layout;
    for cell in &highlight.cells {
        if let Ok(cell) = layout.parse_name(cell) {
            canvas.shade(cell, &Ink::HIGHLIGHT);
        }
    }
    // The clues come first, because pencil marks and candidates leave room for their labels.
    canvas.clues(|index| highlight.clues.contains(&index));
    canvas.is_solved = !beside.solution.is_empty();
    canvas.givens(|index| highlight.givens.contains(&index));
    fill(&mut canvas, puzzle, beside.solution, &Ink::SETTLED);
    let cells = (0..layout.cell_count()).map(Cell::from_index);
    for (cell, digits) in cells.zip(beside.candidates) {
        let digits: DigitSet = digits.chars().filter_map(digit_of_char).collect();
        canvas.candidates(cell, digits, &Ink::FIRST);
    }
    for (cell, text) in &beside.marks {
        if let Ok(cell) = layout.parse_name(cell) {
            canvas.centre_mark(cell, text, &Ink::FIRST);
        }
    }
    canvas.finish(!beside.unlabelled)
}
