//! Lists whose first line names their columns.

use super::grid::{Grid, Style};
use super::line::{self, words};
use crate::kit::ReadError;
use crate::kit::picture::Symbol;
use cluewright_puzzle::DigitSet;
use std::ops::Range;

/// Names of the column that holds the puzzle, the likelier first.
pub const PUZZLE: &[&str] = &[
    "puzzle",
    "puzzles",
    "sudoku",
    "quiz",
    "quizzes",
    "line",
    "iss",
    "fpuzzles",
    "f-puzzles",
    "givens",
    "clues",
    "link",
    "url",
    "text",
    "payload",
    "grid",
];

/// Names of the column that holds its solution.
pub const SOLUTION: &[&str] = &["solution", "solutions", "answer"];

/// The columns of a table that matter.
pub(super) struct Table {
    delimiter: char,
    puzzle: usize,
    solution: Option<usize>,
}

impl Table {
    /// The table of a line of names; `None` if none of them is that of a puzzle.
    pub(super) fn of(names: &str) -> Option<Self> {
        let count = |delimiter: &char| names.matches(*delimiter).count();
        let delimiter = ['\t', ';', ','].into_iter().max_by_key(count)?;
        let cells = cells(names, delimiter);
        let named = |wanted: &&str| {
            let is_wanted = |cell: &Range<usize>| names[cell.clone()].eq_ignore_ascii_case(wanted);
            cells.iter().position(is_wanted)
        };
        Some(Self {
            delimiter,
            puzzle: PUZZLE.iter().find_map(named)?,
            solution: SOLUTION.iter().find_map(named),
        })
    }

    /// Reads a row; spans of errors are within it.
    pub(super) fn read(&self, row: &str, style: Style) -> Result<Grid, ReadError> {
        let cells = cells(row, self.delimiter);
        let Some(cell) = cells.get(self.puzzle) else {
            let (found, expected) = (cells.len(), self.puzzle + 1);
            let message = format!("the puzzle is in column {expected}, but there are {found}");
            return Err(ReadError::new(message).at(0..row.len()));
        };
        let text = &row[cell.clone()];
        let mut grid = line::read(text, style).map_err(|error| error.shift(cell.start))?;
        let told = self.solution.and_then(|column| cells.get(column));
        if let (Grid::Givens(puzzle), Some(told)) =
            (&mut grid, told.filter(|told| !told.is_empty()))
        {
            let all = puzzle.layout.digits();
            puzzle.solution = Some(digits(row, told, puzzle.layout.cell_count(), all)?);
        }
        Ok(grid)
    }
}

/// The digits of a solution; blanks are cells that it leaves open.
fn digits(
    row: &str,
    cell: &Range<usize>,
    count: usize,
    all: DigitSet,
) -> Result<Vec<Option<u8>>, ReadError> {
    let text = &row[cell.clone()];
    let symbols: Vec<Symbol> = match words(text)[..] {
        [_] => text
            .char_indices()
            .map(|(offset, c)| Symbol {
                text: &text[offset..offset + c.len_utf8()],
                at: cell.start + offset,
            })
            .collect(),
        ref words => words
            .iter()
            .map(|word| Symbol {
                text: word.text,
                at: cell.start + word.at,
            })
            .collect(),
    };
    if symbols.len() != count {
        let message = format!("the solution has {} cells, expected {count}", symbols.len());
        return Err(ReadError::new(message).at(cell.clone()));
    }
    symbols.iter().map(|symbol| symbol.digit(all)).collect()
}

/// The places of the cells of a row, without quotes and white space around them.
fn cells(row: &str, delimiter: char) -> Vec<Range<usize>> {
    let mut is_quoted = false;
    let is_end = |c: char| {
        is_quoted ^= c == '"';
        c == delimiter && !is_quoted
    };
    let mut at = 0;
    let cell = |cell: &str| {
        let around = |c: char| c.is_whitespace() || c == '"';
        let start = at + cell.len() - cell.trim_start_matches(around).len();
        let length = cell.trim_matches(around).len();
        at += cell.len() + delimiter.len_utf8();
        start..start + length
    };
    row.split(is_end).map(cell).collect()
}
