//! A puzzle drawn on several lines.

use super::{Block, layout};
use crate::formats::ReadError;
use crate::formats::picture::{Cells, Dash, Picture, Symbol};
use crate::puzzle::{Cell, DigitSet, Given, Puzzle, digit_of_char};

/// A drawn grid.
pub(super) struct Drawn {
    pub(super) puzzle: Puzzle,
    /// Whether its cells list candidates.
    pub(super) is_marks: bool,
}

/// Whether the lines draw one grid, rather than being a puzzle each.
pub(super) fn is_drawn(block: &Block) -> bool {
    let rows: Vec<_> = block.iter().map(|(_, line)| *line).collect();
    let framed = |line: &&str| {
        let frame = line.contains("--") || line.contains("==") || line.contains('─');
        line.contains('|') || line.contains('│') || frame && !line.contains(char::is_alphanumeric)
    };
    if rows.len() < 2 {
        return false;
    }
    let count = rows.len();
    // A file of many short lines is a list: no grid has that many rows.
    if count > 64 {
        return false;
    }
    let symbols = |line: &&str| line.chars().filter(|c| !c.is_whitespace()).count();
    let words = |line: &&str| line.split_whitespace().count();
    let most = |width: &dyn Fn(&&str) -> usize, wanted: usize| {
        2 * rows.iter().filter(|line| width(line) == wanted).count() > count
    };
    let near = |wanted: usize| wanted != 16 && wanted != 25 && most(&symbols, wanted);
    rows.iter().any(framed)
        || most(&symbols, count)
        || count > 2 && most(&words, count)
        || count > 3 && (near(count - 1) || near(count + 1))
}

/// Reads a drawing; spans of errors are within `text`.
pub(super) fn read(text: &str, block: &Block, zero_is_digit: bool) -> Result<Drawn, ReadError> {
    let start = block.first().map_or(0, |(at, _)| *at);
    let end = block.last().map_or(0, |(at, line)| at + line.len());
    let drawing = drawing(text, block);
    let framed = read_as(&drawing, Dash::Frame, zero_is_digit);
    let read = framed.or_else(|error| {
        let dashed = drawing.contains('-');
        let blank = dashed.then(|| read_as(&drawing, Dash::Blank, zero_is_digit).ok());
        blank.flatten().ok_or(error)
    });
    read.map_err(|mut error| {
        error.span = error.span.map(|span| {
            let at = |offset: usize| (start + offset).min(end);
            at(span.start)..at(span.end)
        });
        error
    })
}

/// The block's lines at their places, comments between them blanked.
fn drawing(text: &str, block: &Block) -> String {
    let start = block.first().map_or(0, |(at, _)| *at);
    let mut drawing = String::new();
    for (at, line) in block {
        let gap = at - start - drawing.len();
        if gap > 0 {
            drawing.push_str(&" ".repeat(gap - 1));
            drawing.push('\n');
        }
        drawing.push_str(line);
    }
    debug_assert!(start + drawing.len() <= text.len());
    drawing
}

fn read_as(drawing: &str, dash: Dash, zero_is_digit: bool) -> Result<Drawn, ReadError> {
    let picture = Picture::new(drawing, dash)?;
    if let Some(puzzle) = candidates(&picture) {
        let is_marks = true;
        return Ok(Drawn { puzzle, is_marks });
    }
    let cells = picture.cells(None)?;
    let puzzle = grid(&cells, zero_is_digit)?;
    let is_marks = false;
    Ok(Drawn { puzzle, is_marks })
}

fn grid(cells: &Cells, zero_is_digit: bool) -> Result<Puzzle, ReadError> {
    if cells.rows != cells.columns {
        let message = format!("{} rows of {} cells", cells.rows, cells.columns);
        return Err(ReadError::new(message)
            .help("plain text grids are square; write a puzzle file with its size"));
    }
    let layout = layout(cells.rows, zero_is_digit);
    let all = layout.digits();
    let mut puzzle = Puzzle::new(layout);
    let mut blank: Option<Symbol> = None;
    for (index, symbol) in cells.symbols.iter().enumerate() {
        if let Some(value) = symbol.digit(all)? {
            puzzle.givens.push(Given {
                cell: Cell::from_index(index),
                digits: DigitSet::one(value),
            });
        } else if let Some(first) = blank.filter(|first| first.text != symbol.text) {
            return Err(symbol
                .error(format!(
                    "`{}` for a blank, but `{}` before",
                    symbol.text, first.text
                ))
                .help("write all blanks of a puzzle alike"));
        } else {
            blank = Some(*symbol);
        }
    }
    Ok(puzzle)
}

/// The puzzle of a square of words up to 9x9, some of which list several digits.
fn candidates(picture: &Picture) -> Option<Puzzle> {
    let words = picture.square_of_words().filter(|(side, _)| *side <= 9)?;
    let (side, words) = words;
    let mut puzzle = Puzzle::new(layout(side, false));
    let all = puzzle.layout.digits();
    let mut several = false;
    for (index, word) in words.iter().enumerate() {
        let mut digits = DigitSet::EMPTY;
        let mut length = 0;
        for c in word.text.chars().filter(|c| !"+*-()#".contains(*c)) {
            match digit_of_char(c).filter(|&digit| all.contains(digit)) {
                Some(digit) => digits = digits | DigitSet::one(digit),
                None if ".0_".contains(c) => {}
                None => return None,
            }
            length += 1;
        }
        several |= length > 1;
        if !digits.is_empty() && digits != all {
            let cell = Cell::from_index(index);
            puzzle.givens.push(Given { cell, digits });
        }
    }
    several.then_some(puzzle)
}
