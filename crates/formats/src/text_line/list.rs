//! Collects the puzzles of a text: lines of a list, rows of a table, drawings, and parts that belong to the previous
//! puzzle.

use super::drawing::{self, Drawn};
use super::grid::{Grid, Style, has_default_boxes};
use super::lex::{Block, Line, Sheet};
use super::line;
use super::table::Table;
use crate::kit::{ReadError, ReadOptions};
use cluewright_puzzle::{Boxes, Given, Layout, Puzzle};
use std::ops::Range;

/// A puzzle, and the part of the text that contains it.
pub(super) struct Piece {
    pub(super) part: Part,
    pub(super) puzzle: Result<Puzzle, ReadError>,
    kind: Kind,
}

impl Piece {
    /// Creates the piece for the only puzzle of the text.
    pub(super) fn whole(text: &str, puzzle: Result<Puzzle, ReadError>) -> Self {
        Self::at(0..text.len(), puzzle)
    }

    /// Creates the piece for a puzzle whose part of the text is not a line of a list.
    pub(super) fn at(span: Range<usize>, puzzle: Result<Puzzle, ReadError>) -> Self {
        let part = Part {
            span,
            solution: None,
            is_line: false,
        };
        // This piece is returned as it is. No other piece is joined to it, so its kind does not matter.
        let kind = Kind::Line;
        Self { part, puzzle, kind }
    }

    /// Returns `true` if this piece contains a different puzzle.
    pub(super) fn differs(&self, puzzle: &Puzzle) -> bool {
        let own = self.puzzle.as_ref();
        own.is_ok_and(|own| own.layout != puzzle.layout || own.givens != puzzle.givens)
    }
}

/// A part of the text that contains one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The byte range of the puzzle.
    pub span: Range<usize>,
    /// The byte range of the solution, if it has its own column.
    pub solution: Option<Range<usize>>,
    /// `true` if the part is a line that has the same meaning without the other lines. Drawings also have `true`, so
    /// the caller must check that the part is a single line.
    pub is_line: bool,
}

/// The form in which a puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Line,
    Drawn,
    /// The puzzle is a map of regions.
    Map,
}

/// Returns one entry for each puzzle in the text: the puzzle, or the error if it cannot be read.
pub(super) fn pieces(sheet: Sheet, text: &str, options: &ReadOptions) -> Vec<Piece> {
    let mut pieces = Pieces(vec![]);
    let blocks = join_blocks(sheet.blocks);
    let count = blocks.len();
    for (index, block) in blocks.into_iter().enumerate() {
        let style = Style {
            zero_is_digit: options.zero_is_digit,
            is_list: options.of_list || count > 1 || block.lines.len() > 1,
        };
        let before = pieces.0.len();
        if drawing::is_drawn(&block) {
            pieces.add_drawn(&block, drawing::read(text, &block, style));
        } else {
            pieces.add_lines(&block.lines, index == 0, style);
        }
        // A block that was added to the previous puzzle has no piece of its own, so that puzzle keeps its title.
        if let Some(Ok(puzzle)) = pieces.0.get_mut(before).map(|piece| piece.puzzle.as_mut()) {
            puzzle.about.title = block.title.map(str::to_owned);
        }
    }
    let mut pieces = pieces.0;
    let is_list = options.of_list || pieces.len() > 1;
    // On its own, a map is a jigsaw without givens. In a list, it must belong to the givens before it.
    let maps = pieces
        .iter_mut()
        .filter(|piece| is_list && piece.kind == Kind::Map);
    for map in maps {
        let error = ReadError::new("there are no givens before this map of regions");
        map.puzzle = Err(error
            .at(map.part.span.clone())
            .help("write the regions after the givens, on the same line or the next one; `=` before the digits of a line makes them givens"));
    }
    pieces
}

/// Joins blocks that are parts of one grid, because only the blank lines between its boxes separate
/// them.
fn join_blocks(blocks: Vec<Block>) -> Vec<Block> {
    let mut joined: Vec<Block> = vec![];
    let mut rest = &blocks[..];
    while let [first, ..] = rest {
        let whole = first
            .widths()
            .into_iter()
            .find_map(|width| whole(rest, width));
        let (block, count) = whole.unwrap_or_else(|| (first.clone(), 1));
        joined.push(block);
        rest = &rest[count..];
    }
    joined
}

/// Joins the first blocks into a grid of the given width, if each of them is one row of boxes. Returns the grid and the
/// number of joined blocks.
fn whole<'t>(blocks: &[Block<'t>], width: usize) -> Option<(Block<'t>, usize)> {
    let (first, rest) = blocks.split_first()?;
    let height = first.lines.len();
    let count = width
        .checked_div(height)
        .filter(|count| *count > 1 && count * height == width)?;
    let mut whole = first.clone();
    for band in rest.get(..count - 1)? {
        // A heading or a line of words before a block means that another grid begins.
        let is_band = band.follows && band.title.is_none() && band.lines.len() == height;
        if !is_band || !band.widths().contains(&width) {
            return None;
        }
        whole.gaps.push(whole.lines.len());
        whole.lines.extend(&band.lines);
    }
    // If every line contains a whole grid, the lines are a list, even if their number fits.
    let is_list = whole.lines.iter().all(|(_, line)| line::holds_grid(line));
    (!is_list).then_some((whole, count))
}

struct Pieces(Vec<Piece>);

impl Pieces {
    fn push(&mut self, span: Range<usize>, puzzle: Result<Puzzle, ReadError>, kind: Kind) {
        let part = Part {
            span,
            solution: None,
            // Drawings get `true` as well, because `batch` itself tests whether a part has several lines.
            is_line: true,
        };
        self.0.push(Piece { part, puzzle, kind });
    }

    /// Returns the previous puzzle with its byte range and its form, if it was read without an error.
    fn last(&mut self) -> Option<(&mut Range<usize>, &mut Puzzle, Kind)> {
        let Piece { part, puzzle, kind } = self.0.last_mut()?;
        Some((&mut part.span, puzzle.as_mut().ok()?, *kind))
    }

    /// Adds a map of regions: to the previous givens if they have no regions, otherwise as a puzzle of its own.
    fn add_map(&mut self, map: Range<usize>, boxes: Boxes, side: u8) {
        if let Some((span, puzzle, _)) = self.last()
            && puzzle.layout.rows == side
            && has_default_boxes(puzzle)
        {
            puzzle.layout.boxes = boxes;
            span.end = map.end;
            return;
        }
        let layout = Layout {
            boxes,
            ..Layout::square(side)
        };
        self.push(map, Ok(Puzzle::new(layout)), Kind::Map);
    }

    /// Adds a drawn grid as a new puzzle, or adds its contents to the previous puzzle.
    fn add_drawn(&mut self, block: &Block, drawn: Result<Drawn, ReadError>) {
        let place = block.place();
        let (drawn, is_marks) = match drawn {
            Ok(Drawn::Grid(Grid::Givens(puzzle))) => (puzzle, false),
            Ok(Drawn::Marks(puzzle)) => (puzzle, true),
            Ok(Drawn::Grid(Grid::Regions(boxes, side))) => return self.add_map(place, boxes, side),
            Err(error) => return self.push(place, Err(error), Kind::Drawn),
        };
        if let Some((span, before, Kind::Drawn)) = self.last()
            && before.layout == drawn.layout
            && block.title.is_none()
            && (is_marks || add_state(before, &drawn))
        {
            if is_marks {
                let warning =
                    "the pencil marks after the grid are a solver's notes, so they were left out";
                before.warnings.push(warning.to_owned());
            }
            span.end = place.end;
            return;
        }
        self.push(place, Ok(drawn), Kind::Drawn);
    }

    /// Adds the puzzles that are on the lines of a block.
    fn add_lines(&mut self, block: &[Line], is_first: bool, style: Style) {
        let (table, lines) = match is_first.then(|| header(block)).flatten() {
            Some((names, rest)) => (Table::of(names), rest),
            None => (Table::infer(block, style), block),
        };
        for &(at, line) in lines {
            match &table {
                Some(table) => self.add_row(table, (at, line), style),
                None => match line::read(line, style) {
                    Ok(Grid::Regions(boxes, side)) => {
                        self.add_map(at..at + line.len(), boxes, side)
                    }
                    read => self.add_line((at, line), read),
                },
            }
        }
    }

    fn add_line(&mut self, (at, line): Line, read: Result<Grid, ReadError>) {
        let puzzle = read.map(Grid::into_puzzle).map_err(|error| error.shift(at));
        self.push(at..at + line.len(), puzzle, Kind::Line);
    }

    /// Adds the puzzle of a row of a table.
    fn add_row(&mut self, table: &Table, (at, line): Line, style: Style) {
        self.add_line((at, line), table.read(line, style));
        let shift = |cell: Range<usize>| at + cell.start..at + cell.end;
        let (puzzle, solution) = table.cells(line);
        if let Some(Piece { part, .. }) = self.0.last_mut() {
            part.span = puzzle.map_or(part.span.clone(), shift);
            part.solution = solution.map(shift);
            // Without the other lines, the columns of this row would be unknown.
            part.is_line = false;
        }
    }
}

/// Adds the digits of a drawing that are not givens of the puzzle as its entries. Returns `false` if the puzzle has no
/// givens, or if the drawing lacks one of them and so shows another puzzle.
fn add_state(puzzle: &mut Puzzle, drawn: &Puzzle) -> bool {
    let given = |given| drawn.givens.contains(given);
    // Any drawing contains all givens of a grid without givens, so the comparison would prove nothing.
    if puzzle.givens.is_empty() || !puzzle.givens.iter().all(given) {
        return false;
    }
    let entered = drawn.givens.iter();
    let entered = entered.filter(|given| !puzzle.givens.contains(given));
    let entry = |given: &Given| Some((given.cell, given.digits.single()?));
    puzzle.entries = entered.filter_map(entry).collect();
    true
}

/// Returns the first line if it consists of column names, and the lines after it.
fn header<'b, 't>(block: &'b [(usize, &'t str)]) -> Option<(&'t str, &'b [(usize, &'t str)])> {
    const LONGEST_NAME: usize = 60;
    let is_name = |word: &str| {
        // These characters are blanks of a grid, so a word that contains them is not treated as a name.
        let is_plain = !word.contains(['.', '*', '?']) && word.len() <= LONGEST_NAME;
        word.starts_with(char::is_alphabetic) && is_plain && !line::fits(word)
    };
    let [(_, first), rest @ ..] = block else {
        return None;
    };
    let mut names = first
        .split([',', ';', '\t'])
        .map(|name| name.trim_matches(['"', ' ']));
    (!rest.is_empty() && names.all(is_name)).then_some((first, rest))
}
