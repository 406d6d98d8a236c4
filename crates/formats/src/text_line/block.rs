//! A puzzle drawn on several lines.

use super::grid::{Grid, Style, layout};
use super::line;
use super::regions::{check_repeats, regions};
use crate::kit::ReadError;
use crate::kit::borders::Borders;
use crate::kit::picture::{Cells, Dash, Picture, Symbol};
use cluewright_puzzle::{Cell, DigitSet, Given, Layout, Puzzle, digit_of_char};

/// A run of lines that say something, with their offsets.
pub(super) type Block<'t> = Vec<(usize, &'t str)>;

/// A drawn grid.
pub(super) enum Drawn {
    /// One symbol for each cell.
    Grid(Grid),
    /// Candidates of cells.
    Marks(Puzzle),
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
    let words = |line: &&str| {
        let words = line::words(line);
        let is_list = words.iter().any(|word| line::fits(word.text));
        if is_list { 0 } else { words.len() }
    };
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
pub(super) fn read(text: &str, block: &Block, style: Style) -> Result<Drawn, ReadError> {
    let start = block.first().map_or(0, |(at, _)| *at);
    let end = block.last().map_or(0, |(at, line)| at + line.len());
    let drawing = drawing(text, block);
    if is_ambiguous(block, style) {
        let count = block.len();
        let message = format!("these lines are one grid of {count}x{count} or {count} puzzles");
        return Err(ReadError::new(message).at(start..end).help(
            "put a blank line between two puzzles, or spaces between the cells of the grid",
        ));
    }
    let zero_is_digit = style.zero_is_digit;
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

/// Returns `true` if each of n·n lines of n·n symbols is a grid as well.
fn is_ambiguous(block: &Block, style: Style) -> bool {
    let count = block.len();
    let is_grid = |(_, line): &(usize, &str)| {
        let is_square = line.chars().count() == count && line::fits(line);
        is_square && matches!(line::read(line, style), Ok(Grid::Givens(_)))
    };
    block.iter().all(is_grid)
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
        return puzzle.map(Drawn::Marks);
    }
    let cells = picture.cells(None)?;
    grid(&cells, zero_is_digit).map(Drawn::Grid)
}

fn grid(cells: &Cells, zero_is_digit: bool) -> Result<Grid, ReadError> {
    if cells.rows != cells.columns {
        let message = format!("{} rows of {} cells", cells.rows, cells.columns);
        return Err(ReadError::new(message)
            .help("plain text grids are square; write a puzzle file with its size"));
    }
    if cells.rows > 1
        && let Some(boxes) = regions(&cells.symbols, cells.rows)
    {
        let drawn = Layout {
            boxes: boxes.clone(),
            ..layout(cells.rows, zero_is_digit)
        };
        cells.borders.check(&drawn)?;
        return Ok(Grid::Regions(boxes, cells.rows));
    }
    let layout = with_drawn_boxes(layout(cells.rows, zero_is_digit), &cells.borders)?;
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
    check_repeats(&puzzle).map_err(|error| {
        let at = |symbol: Option<&Symbol>| symbol.map_or(0, |symbol| symbol.at);
        error.at(at(cells.symbols.first())..at(cells.symbols.last()) + 1)
    })?;
    Ok(Grid::Givens(puzzle))
}

/// The layout with the boxes that the drawing shows.
fn with_drawn_boxes(layout: Layout, borders: &Borders) -> Result<Layout, ReadError> {
    let boxes = borders.boxes_of(&layout).map_err(|error| {
        error.help("draw the borders of boxes of one size; write the regions of a jigsaw as a second grid, with a letter for each cell")
    })?;
    Ok(Layout { boxes, ..layout })
}

/// The puzzle of a square of words up to 9x9, some of which list several digits.
fn candidates(picture: &Picture) -> Option<Result<Puzzle, ReadError>> {
    let cells = picture.square_of_words().filter(|cells| cells.rows <= 9)?;
    let mut puzzle = Puzzle::new(layout(cells.rows, false));
    let all = puzzle.layout.digits();
    let mut several = false;
    for (index, word) in cells.symbols.iter().enumerate() {
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
    several.then_some(())?;
    let layout = with_drawn_boxes(puzzle.layout.clone(), &cells.borders);
    Some(layout.map(|layout| Puzzle { layout, ..puzzle }))
}
