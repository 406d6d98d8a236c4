//! HoDoKu library lines: `:0000:x:98.7..6..+4…:813 527::`.
//!
//! Colons separate the fields: technique, candidate, grid, removed candidates, eliminations, and more. In the grid, a digit
//! after `+` was placed by a solver and becomes an entry here; other digits are givens. Removed candidates (digit, row,
//! column) restrict their cells.
//!
//! The grid may also come first, with the removed candidates after a colon, as SudokuStudio and forums write it:
//! `98.7..6..+4…:813 527`.

use crate::kit::picture::lines;
use crate::kit::{Format, ReadError, ReadOptions};
use cluewright_puzzle::{Cell, DigitSet, Given, Layout, Puzzle};
use std::collections::BTreeMap;

/// The format of HoDoKu's library, with one puzzle per line.
#[derive(Debug)]
pub struct Hodoku;

/// Minimum number of colons in a line.
const COLONS: usize = 5;

/// Maximum length of a library line, in bytes. Even a line that removes all 729 candidates has only a few thousand.
const LONGEST: usize = 1 << 16;

impl Format for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn recognises(&self, text: &str) -> bool {
        let first = puzzle_lines(text).next();
        first.is_some_and(|(at, line)| {
            // A line that starts with the code of a technique is recognised even if its grid is damaged, so that the error
            // shows the damage.
            let is_library = || starts_with_code(line) || holds_grid(line);
            line.len() <= LONGEST && (is_library() || short(at, line).is_some())
        })
    }

    fn read(&self, text: &str, _: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        let puzzles = puzzle_lines(text).map(|(at, line)| read_line(at, line));
        let puzzles = puzzles.collect::<Result<Vec<_>, _>>()?;
        if puzzles.is_empty() {
            return Err(ReadError::new(
                "the text contains no line in HoDoKu's library format",
            ));
        }
        Ok(puzzles)
    }

    fn is_written(&self) -> bool {
        false
    }
}

/// Returns `true` if a line starts with the code of a technique: `:0000:`, `:0361-2:`.
fn starts_with_code(line: &str) -> bool {
    let code = line.trim_start().strip_prefix(':').unwrap_or_default();
    let code = code.split([':', '-']).next().unwrap_or_default();
    code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit())
}

/// Returns `true` if a line has enough fields and the third one has the form of a grid.
fn holds_grid(line: &str) -> bool {
    line.matches(':').count() >= COLONS
        && fields(0, line).get(2).is_some_and(|grid| {
            let mut cells = grid.text.chars().filter(|c| *c != '+');
            cells.clone().count() == 81 && cells.all(|c| c == '.' || c.is_ascii_digit())
        })
}

/// A field of a line, with its byte offset.
#[derive(Clone, Copy)]
struct Field<'t> {
    text: &'t str,
    at: usize,
}

impl Field<'_> {
    fn error(&self, message: String) -> ReadError {
        ReadError::new(message).at(self.at..self.at + self.text.len())
    }
}

fn puzzle_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// Splits a line into fields. Old files omit the first colon, so a missing one is tolerated.
fn fields(at: usize, line: &str) -> Vec<Field<'_>> {
    let mut at = at + line.len() - line.trim_start().len();
    let line = line.trim();
    at += usize::from(line.starts_with(':'));
    let line = line.strip_prefix(':').unwrap_or(line);
    let field = |text: &'_ str| {
        let start = at;
        at += text.len() + 1;
        (start, text.len())
    };
    let places: Vec<_> = line.split(':').map(field).collect();
    let texts = line.split(':').zip(places);
    texts.map(|(text, (at, _))| Field { text, at }).collect()
}

fn read_line(at: usize, line: &str) -> Result<Puzzle, ReadError> {
    let span = at..at + line.len();
    if line.len() > LONGEST {
        let message = format!(
            "the line has {} bytes, which is too long for HoDoKu's library format",
            line.len()
        );
        return Err(ReadError::new(message).at(span));
    }
    if let Some((grid, removed)) = short(at, line) {
        return puzzle(grid, removed);
    }
    let fields = fields(at, line);
    let (Some(grid), Some(removed)) = (fields.get(2), fields.get(3)) else {
        let message = format!(
            "found {} fields, expected six or more, separated by colons",
            fields.len()
        );
        return Err(ReadError::new(message)
            .at(span)
            .help("a line is :technique:candidate:grid:removed:eliminations:"));
    };
    puzzle(*grid, *removed)
}

fn puzzle(grid: Field, removed: Field) -> Result<Puzzle, ReadError> {
    let mut puzzle = Puzzle::new(Layout::square(9));
    read_grid(&mut puzzle, grid)?;
    read_removed(&mut puzzle, removed)?;
    Ok(puzzle)
}

/// Splits a line in the short form into its grid and its removed candidates. Returns `None` if the line has other parts, or
/// if it is a plain grid (no `+` digit and no colon). Plain grids are left to the plain-text reader.
fn short(at: usize, line: &str) -> Option<(Field<'_>, Field<'_>)> {
    let at = at + line.len() - line.trim_start().len();
    let line = line.trim();
    let (grid, removed) = line.split_once(':').unwrap_or((line, ""));
    let cells = grid.bytes().filter(|byte| *byte != b'+');
    let is_cell = |byte: u8| byte == b'.' || byte.is_ascii_digit();
    let is_grid =
        line.contains([':', '+']) && cells.clone().count() == 81 && cells.clone().all(is_cell);
    let is_candidate = |byte: u8| byte.is_ascii_digit() || byte == b' ';
    let removed_at = at + grid.len() + usize::from(line.contains(':'));
    (is_grid && removed.bytes().all(is_candidate)).then_some((
        Field { text: grid, at },
        Field {
            text: removed,
            at: removed_at,
        },
    ))
}

fn read_grid(puzzle: &mut Puzzle, grid: Field) -> Result<(), ReadError> {
    let mut index = 0;
    let mut placed = false;
    for (offset, c) in grid.text.char_indices() {
        let at = Field {
            text: &grid.text[offset..offset + c.len_utf8()],
            at: grid.at + offset,
        };
        match c {
            '+' => {
                placed = true;
                continue;
            }
            '1'..='9' if index < 81 => {
                let (cell, digit) = (Cell::from_index(index), c as u8 - b'0');
                if placed {
                    puzzle.entries.push((cell, digit));
                } else {
                    let digits = DigitSet::one(digit);
                    puzzle.givens.push(Given { cell, digits });
                }
            }
            '.' | '0' => {}
            '1'..='9' => return Err(grid.error("more than 81 cells".to_owned())),
            _ => return Err(at.error(format!("`{c}` is not a cell of a grid"))),
        }
        index += 1;
        placed = false;
    }
    if index != 81 {
        return Err(grid.error(format!("{index} cells, expected 81")));
    }
    Ok(())
}

/// Reads removed candidates, each written as three digits: the candidate, its row and its column.
fn read_removed(puzzle: &mut Puzzle, removed: Field) -> Result<(), ReadError> {
    let all = puzzle.layout.digits();
    let mut left: BTreeMap<Cell, DigitSet> = BTreeMap::new();
    for word in removed.text.split_whitespace() {
        let &[digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = word.as_bytes()
        else {
            let message = format!("`{word:.20}` is not a candidate");
            return Err(removed.error(message).help(
                "removed candidates are written as digit, row and column: 813 is an 8 at R1C3",
            ));
        };
        let cell = puzzle.layout.cell(row - b'1', column - b'1');
        let digits = left.entry(cell).or_insert(all);
        // A cell may lose several candidates, so its sets are intersected and it gets only one restriction.
        let others = all.iter().filter(|&d| d != digit - b'0');
        *digits = *digits & others.collect();
    }
    let givens = left
        .into_iter()
        .map(|(cell, digits)| Given { cell, digits });
    puzzle.givens.extend(givens);
    Ok(())
}
