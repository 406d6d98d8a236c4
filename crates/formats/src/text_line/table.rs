//! Reads tables: lists whose columns have names in the first line, or can be inferred.

use super::grid::{Grid, Style};
use super::lex::Line;
use super::line::{self, words};
use crate::kit::ReadError;
use crate::kit::picture::Symbol;
use cluewright_puzzle::{DigitSet, Puzzle};
use std::ops::Range;

/// Names that the puzzle's column may have, the most likely first.
pub const PUZZLE: &[&str] = &[
    "puzzle",
    "puzzles",
    "sudoku",
    "sudokus",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "problem",
    "problems",
    "board",
    "boards",
    "unsolved",
    "initial",
    "start",
    "input",
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
    "grids",
    "value",
];

/// Names that the solution's column may have, the most likely first.
pub const SOLUTION: &[&str] = &[
    "solution",
    "solutions",
    "answer",
    "answers",
    "solved",
    "output",
    "final",
    "target",
    "result",
];

/// Names that the column with a map of regions may have.
pub(super) const REGIONS: &[&str] = &["regions", "region", "boxes", "areas", "jigsaw", "layout"];

/// Maximum number of lines in a table whose columns are inferred, because inference reads each line and
/// each cell once more. Longer tables must name their columns.
const MOST_LINES: usize = 1000;

/// The columns of a table that a reader needs.
pub(super) struct Table {
    delimiter: char,
    puzzle: usize,
    solution: Option<usize>,
    /// Number of columns.
    width: usize,
}

impl Table {
    /// Finds the columns from the header of a table; `None` if no name in the header denotes a puzzle column.
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
            width: cells.len(),
        })
    }

    /// Infers the columns of a table without a header. The puzzle's column must contain only grids of one size. If there is
    /// a second such column, it must be the solution: its grids are full, and at least half of them solve the puzzles.
    /// `None` if there are other such columns, or if a cell of another column may be a damaged grid.
    pub(super) fn infer(lines: &[Line], style: Style) -> Option<Self> {
        let delimiter = ['\t', ';', ','].into_iter().find(|delimiter| {
            let count = lines
                .first()
                .map_or(0, |(_, line)| line.matches(*delimiter).count());
            count > 0
                && lines
                    .iter()
                    .all(|(_, line)| line.matches(*delimiter).count() == count)
        })?;
        // A list that can be read line by line does not need columns.
        if lines.len() < 2
            || lines.len() > MOST_LINES
            || lines.iter().all(|(_, row)| line::read(row, style).is_ok())
        {
            return None;
        }
        let rows: Vec<Vec<&str>> = lines
            .iter()
            .map(|(_, row)| {
                cells(row, delimiter)
                    .into_iter()
                    .map(|cell| &row[cell])
                    .collect()
            })
            .collect();
        // The delimiter may also occur in quotes, so rows with the same number of delimiters can have different numbers of
        // cells.
        let columns = 0..rows.iter().map(Vec::len).min()?;
        let grids = |column: usize| -> Option<Vec<Puzzle>> {
            let grids = rows.iter().map(|row| match line::read(row[column], style) {
                Ok(Grid::Givens(puzzle)) if line::fits(row[column]) => Some(puzzle),
                _ => None,
            });
            let grids: Vec<Puzzle> = grids.collect::<Option<_>>()?;
            grids
                .windows(2)
                .all(|pair| pair[0].layout == pair[1].layout)
                .then_some(grids)
        };
        let grids: Vec<(usize, Vec<Puzzle>)> = columns
            .filter_map(|column| Some((column, grids(column)?)))
            .collect();
        let (puzzle, solution) = match &grids[..] {
            [(puzzle, _)] => (*puzzle, None),
            [(puzzle, givens), (solution, full)] if are_solutions(full, givens) => {
                (*puzzle, Some(*solution))
            }
            _ => return None,
        };
        // A cell of another column that looks like a damaged grid makes the columns doubtful; ids do not look like grids.
        let side = grids.first()?.1.first()?.layout.rows;
        let is_id = |(column, text): (usize, &&str)| {
            column == puzzle || Some(column) == solution || {
                let words = words(text).into_iter();
                words
                    .map(|word| line::check_other(word, side.into()))
                    .all(|read| read.is_ok())
            }
        };
        let are_ids = rows.iter().all(|row| row.iter().enumerate().all(is_id));
        are_ids.then_some(Self {
            delimiter,
            puzzle,
            solution,
            width: rows[0].len(),
        })
    }

    /// Returns the byte ranges of the puzzle and of the solution in a row.
    pub(super) fn cells(&self, row: &str) -> (Option<Range<usize>>, Option<Range<usize>>) {
        let cells = cells(row, self.delimiter);
        let solution = self.solution.and_then(|column| cells.get(column).cloned());
        (
            cells.get(self.puzzle).cloned(),
            solution.filter(|cell| !cell.is_empty()),
        )
    }

    /// Reads the puzzle of a row. The spans of errors are within the row.
    pub(super) fn read(&self, row: &str, style: Style) -> Result<Grid, ReadError> {
        let cells = cells(row, self.delimiter);
        // Empty cells at the end cannot assign anything to a wrong column, so they do not make a row too long.
        let count = cells
            .iter()
            .rposition(|cell| !cell.is_empty())
            .map_or(0, |last| last + 1);
        let cell = cells
            .get(self.puzzle)
            .filter(|_| cells.len() > self.solution.unwrap_or(0) && count <= self.width);
        let Some(cell) = cell else {
            return Err(
                ReadError::new(wrong_width(cells.len().max(count), self.width)).at(0..row.len()),
            );
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

/// Returns the message for a row with the wrong number of cells. Its cells could be assigned to the wrong columns.
#[must_use]
pub fn wrong_width(cells: usize, columns: usize) -> String {
    format!("the row has {cells} cells, but the table has {columns} columns")
}

/// Returns `true` if all grids are full and at least half of them solve their puzzles. Not all of them need to, because a
/// wrong solution would otherwise hide the column instead of being reported. A puzzle that is itself full does not count.
fn are_solutions(grids: &[Puzzle], puzzles: &[Puzzle]) -> bool {
    let is_full = |grid: &Puzzle| grid.givens.len() == grid.layout.cell_count();
    let agrees = |(grid, puzzle): &(&Puzzle, &Puzzle)| {
        !is_full(puzzle)
            && puzzle
                .givens
                .iter()
                .all(|given| grid.givens.contains(given))
    };
    let count = grids.iter().zip(puzzles).filter(agrees).count();
    grids.iter().all(is_full) && 2 * count >= grids.len() && grids[0].layout == puzzles[0].layout
}

/// Returns the digits of a solution; `None` for its blanks.
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

/// Returns the byte ranges of a row's cells, without surrounding quotes and white space.
fn cells(row: &str, delimiter: char) -> Vec<Range<usize>> {
    let mut is_quoted = false;
    let is_end = |c: char| {
        // A doubled quote inside a cell toggles twice, so it has no effect.
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
