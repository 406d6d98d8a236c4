//! Reads puzzles that are drawn on several lines.

use super::cuts::{Cut, cuts};
use super::digits;
use super::grid::{Grid, Style, layout};
use super::lex::Block;
use super::line;
use super::regions::{check_repeats, regions};
use crate::kit::ReadError;
use crate::kit::borders::{Borders, rectangles};
use crate::kit::picture::{Cells, Dash, Picture, Symbol};
use cluewright_puzzle::{Boxes, Cell, DigitSet, Given, Layout, Puzzle, digit_of_char};

/// The result of reading a drawing.
pub(super) enum Drawn {
    /// One symbol for each cell.
    Grid(Grid),
    /// A grid whose cells show their candidates.
    Marks(Puzzle),
}

/// Returns `true` if the lines look like the rows of one grid. Otherwise, each line is read as a puzzle.
pub(super) fn is_drawn(block: &Block) -> bool {
    let rows: Vec<_> = block.lines.iter().map(|(_, line)| *line).collect();
    let framed = |line: &&str| {
        let frame = line.contains("--") || line.contains(['=', '─', '━', '═']);
        line.contains(['|', '│', '┃', '║']) || frame && !line.contains(char::is_alphanumeric)
    };
    if rows.len() < 2 {
        return false;
    }
    let count = rows.len();
    // Even with a frame above and below every row, a grid has at most 51 lines, so more than 64 lines are a
    // list.
    if count > 64 {
        return false;
    }
    let symbols = |line: &&str| line.chars().filter(|c| !c.is_whitespace()).count();
    let is_list = |line: &&str| line::words(line).iter().any(|word| line::fits(word.text));
    // A line with a word as long as a grid is a puzzle of its own, so its words are not counted as cells.
    let words = |line: &&str| match is_list(line) {
        true => 0,
        false => line::words(line).len(),
    };
    let most = |width: &dyn Fn(&&str) -> usize, wanted: usize| {
        2 * rows.iter().filter(|line| width(line) == wanted).count() > count
    };
    // Lines of 16 or 25 symbols are more likely to be whole grids of 4x4 or 5x5 than damaged rows of one grid.
    let near = |wanted: usize| wanted != 16 && wanted != 25 && most(&symbols, wanted);
    let fields = |separator: char| {
        let fields = |line: &&str| match is_list(line) {
            true => 0,
            false => line.matches(separator).count() + 1,
        };
        // A separator at the end of each row adds an empty field.
        count > 3 && (most(&fields, count) || most(&fields, count + 1))
    };
    rows.iter().any(framed)
        || most(&symbols, count)
        || count > 2 && most(&words, count)
        || count > 3 && (near(count - 1) || near(count + 1))
        || ['\t', ';', ','].into_iter().any(fields)
}

/// Returns `true` if a block of at least four lines, none of them too long for a drawing, looks like the rows
/// of one grid.
pub(super) fn is_framed_or_square(block: &Block) -> bool {
    let is_small = block
        .lines
        .iter()
        .all(|(_, line)| line.len() <= LONGEST_LINE);
    block.lines.len() > 3 && is_small && is_drawn(block)
}

/// Maximum length of a line of a drawing, in bytes.
const LONGEST_LINE: usize = 512;

/// Reads a drawing. The spans of errors are within `text`.
pub(super) fn read(text: &str, block: &Block, style: Style) -> Result<Drawn, ReadError> {
    let place = block.place();
    if is_ambiguous(block, style) {
        let count = block.lines.len();
        let message =
            format!("these lines can be read as one grid of {count}x{count} or as {count} puzzles");
        return Err(ReadError::new(message).at(place).help(
            "put a blank line between two puzzles, or spaces between the cells of the grid",
        ));
    }
    let drawing = drawing(text, block);
    let picture = read_picture(&drawing, block, style).map_err(|error| {
        let end = place.end;
        let at = |offset: usize| (place.start + offset).min(end);
        let span = error.span.clone().map(|span| at(span.start)..at(span.end));
        ReadError { span, ..error }
    });
    let mut readings = vec![];
    let error = match picture {
        Ok(drawn) => {
            readings.push(("rows of symbols", drawn));
            None
        }
        Err(error) => Some(error),
    };
    // Every division is tried, because a drawing must be refused if two divisions give different
    // puzzles.
    for cut in cuts(&block.lines) {
        let way = cut.way;
        if let Ok(drawn) = cut_grid(cut, style.zero_is_digit)
            && readings.iter().all(|(_, other)| !drawn.is_same(other))
        {
            readings.push((way, drawn));
        }
    }
    match (&readings[..], error) {
        ([(first, _), (second, _), ..], _) => {
            let message = format!("this drawing can be read as {first} or as {second}");
            Err(ReadError::new(message)
                .at(place)
                .help("write a `.` for each blank cell, without anything else between the cells"))
        }
        ([], Some(error)) => Err(error),
        _ => Ok(readings.swap_remove(0).1),
    }
}

/// Reads rows of symbols or words that may have frames around them.
fn read_picture(drawing: &str, block: &Block, style: Style) -> Result<Drawn, ReadError> {
    let framed = read_as(drawing, Dash::Frame, block, style.zero_is_digit);
    // Dashes are first read as frames, then as blanks. If both fail, the error of the first reading is
    // reported.
    framed.or_else(|error| {
        let dashed = drawing.contains('-');
        let read = || read_as(drawing, Dash::Blank, block, style.zero_is_digit).ok();
        dashed.then(read).flatten().ok_or(error)
    })
}

impl Drawn {
    /// Returns `true` if both readings give the same puzzle.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Grid(Grid::Regions(boxes, _)), Self::Grid(Grid::Regions(others, _))) => {
                boxes == others
            }
            (
                Self::Grid(Grid::Givens(puzzle)) | Self::Marks(puzzle),
                Self::Grid(Grid::Givens(other)) | Self::Marks(other),
            ) => {
                let parts = |puzzle: &Puzzle| (puzzle.givens.clone(), puzzle.entries.clone());
                puzzle.layout == other.layout && parts(puzzle) == parts(other)
            }
            _ => false,
        }
    }
}

/// Returns `true` if the lines may be either the rows of one grid or separate grids: n·n lines with n·n symbols
/// each.
pub(super) fn is_ambiguous(block: &Block, style: Style) -> bool {
    let count = block.lines.len();
    let is_grid = |(_, line): &(usize, &str)| {
        let is_square = line.chars().count() == count && line::fits(line);
        is_square && matches!(line::read(line, style), Ok(Grid::Givens(_)))
    };
    block.lines.iter().all(is_grid)
}

/// Returns the lines of the block at their original offsets, so that the spans of errors match the text. The
/// comments between the lines are blanked out.
fn drawing(text: &str, block: &Block) -> String {
    let start = block.place().start;
    let mut drawing = String::new();
    for (at, line) in &block.lines {
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

fn read_as(
    drawing: &str,
    dash: Dash,
    block: &Block,
    zero_is_digit: bool,
) -> Result<Drawn, ReadError> {
    let picture = Picture::new(drawing, dash)?;
    // Candidates are tried first, because otherwise each of their digits would be counted as a cell.
    if let Some(puzzle) = candidates(&picture) {
        return puzzle.map(Drawn::Marks);
    }
    let mut cells = picture.cells(None)?;
    // The other rows may be on lines that look like frames, so a single row is not treated as a whole grid.
    if picture.is_one_row() && cells.rows > 1 && block.lines.len() > 1 {
        let message = format!(
            "the frame contains only one row, of {} cells",
            cells.symbols.len()
        );
        return Err(ReadError::new(message).at(0..drawing.len()));
    }
    add_gaps(&mut cells, block);
    grid(&cells, zero_is_digit).map(Drawn::Grid)
}

/// Adds borders where white space separates groups of symbols, or blank lines separate rows.
fn add_gaps(cells: &mut Cells, block: &Block) {
    let has_bars = cells.borders.bars.iter().any(|bars| !bars.is_empty());
    // If frames are drawn too, the lines of the block are not the rows of the grid.
    let is_plain = block.lines.len() == usize::from(cells.rows);
    if has_bars || !is_plain || !cells.borders.lines.is_empty() {
        return;
    }
    let lengths = |line: &str| -> Vec<usize> {
        line.split_whitespace()
            .map(|group| group.chars().count())
            .collect()
    };
    let groups = block
        .lines
        .first()
        .map_or(vec![], |(_, line)| lengths(line));
    let size = groups.first().copied().unwrap_or(0);
    let is_regular = size > 1
        && groups.len() > 1
        && size * groups.len() == usize::from(cells.columns)
        && groups.iter().all(|group| *group == size)
        && block.lines.iter().all(|(_, line)| lengths(line) == groups);
    if is_regular {
        let bars: Vec<u8> = (1..groups.len())
            .map(|group| (group * size) as u8)
            .collect();
        cells.borders.bars = vec![bars; cells.rows.into()];
    }
    let start = block.place().start;
    let place = |row: usize| {
        let (at, line) = block.lines[row];
        at - start..at - start + line.len()
    };
    let gaps = block.gaps.iter().map(|&row| (row as u8, place(row)));
    cells.borders.lines = gaps.collect();
}

/// Returns the grid of a divided drawing. Regions in the drawing become its boxes.
fn cut_grid(cut: Cut, zero_is_digit: bool) -> Result<Drawn, ReadError> {
    let read = grid(&cut.cells, zero_is_digit)?;
    Ok(Drawn::Grid(match (read, cut.regions) {
        (Grid::Givens(mut puzzle), Some(regions)) => {
            puzzle.layout.boxes = boxes_of(&puzzle.layout, &regions);
            Grid::Givens(puzzle)
        }
        (read, _) => read,
    }))
}

/// Returns the boxes for region numbers: the boxes of `rectangles` if these form the same regions, otherwise
/// the numbered regions.
pub(super) fn boxes_of(layout: &Layout, regions: &[u8]) -> Boxes {
    let cells_of = |boxes: Boxes| {
        let layout = Layout {
            boxes,
            ..layout.clone()
        };
        let mut cells = layout.box_cells();
        cells.sort_unstable();
        (layout.boxes, cells)
    };
    let (own, wanted) = cells_of(Boxes::Own(regions.iter().copied().map(Some).collect()));
    let heights = (1..=layout.rows).filter(|height| layout.rows.is_multiple_of(*height));
    let mut shapes = heights.filter_map(|height| rectangles(layout, height, layout.rows / height));
    let same = shapes.find(|boxes| cells_of(boxes.clone()).1 == wanted);
    same.unwrap_or(own)
}

/// Reads a square of symbols as givens, or as a map of regions.
pub(super) fn grid(cells: &Cells, zero_is_digit: bool) -> Result<Grid, ReadError> {
    if cells.rows != cells.columns {
        let message = format!(
            "the grid has {} rows of {} cells",
            cells.rows, cells.columns
        );
        return Err(ReadError::new(message)
            .help("plain text grids must be square; for any other size, write a puzzle file"));
    }
    // A map is tried before givens, because the names of its regions may also be digits of the grid.
    if cells.rows > 1
        // A grid of one cell would always be a map of one region.
        && let Some(boxes) = regions(&cells.symbols, cells.rows)
    {
        let drawn = Layout {
            boxes: boxes.clone(),
            ..layout(cells.rows, zero_is_digit)
        };
        cells.borders.check(&drawn)?;
        return Ok(Grid::Regions(boxes, cells.rows));
    }
    let mut puzzle = digits::read(&cells.symbols, cells.rows, zero_is_digit)?;
    puzzle.layout = with_drawn_boxes(puzzle.layout, &cells.borders)?;
    check_repeats(&puzzle).map_err(|error| {
        let at = |symbol: Option<&Symbol>| symbol.map_or(0, |symbol| symbol.at);
        error.at(at(cells.symbols.first())..at(cells.symbols.last()) + 1)
    })?;
    Ok(Grid::Givens(puzzle))
}

/// Sets the boxes of a layout to the boxes that the drawing shows.
fn with_drawn_boxes(layout: Layout, borders: &Borders) -> Result<Layout, ReadError> {
    let boxes = borders.boxes_of(&layout).map_err(|error| {
        error.help("draw the borders of boxes of one size; write the regions of a jigsaw as a second grid, with a letter for each cell")
    })?;
    Ok(Layout { boxes, ..layout })
}

/// Reads a square of words as candidates, if some words list several digits. Only grids of up to 9x9 are read
/// in this way. In larger grids a word such as `12` is a single digit.
fn candidates(picture: &Picture) -> Option<Result<Puzzle, ReadError>> {
    let cells = picture.square_of_words().filter(|cells| cells.rows <= 9)?;
    let mut puzzle = Puzzle::new(layout(cells.rows, false));
    let all = puzzle.layout.digits();
    let mut several = false;
    for (index, word) in cells.symbols.iter().enumerate() {
        let cell = Cell::from_index(index);
        // Some programs write `u5` for a 5 that the solver placed.
        let placed = word
            .text
            .strip_prefix('u')
            .and_then(|digit| digit.parse().ok());
        if let Some(digit) = placed.filter(|&digit| all.contains(digit)) {
            puzzle.entries.push((cell, digit));
            // A placed digit shows that the grid is being solved, so the other words list candidates, even if
            // each has only one digit.
            several = true;
            continue;
        }
        let mut digits = DigitSet::EMPTY;
        let mut length = 0;
        for c in word.text.chars().filter(|c| !"+*-()#".contains(*c)) {
            match digit_of_char(c).filter(|&digit| all.contains(digit)) {
                Some(digit) => digits = digits | DigitSet::one(digit),
                None if ".0_".contains(c) => {}
                None => return None,
            }
            // Placeholders count towards the length, because a word such as `1..` is a list of candidates and
            // not a given.
            length += 1;
        }
        several |= length > 1;
        if !digits.is_empty() && digits != all {
            puzzle.givens.push(Given { cell, digits });
        }
    }
    several.then_some(())?;
    let layout = with_drawn_boxes(puzzle.layout.clone(), &cells.borders);
    Some(layout.map(|layout| Puzzle { layout, ..puzzle }))
}
