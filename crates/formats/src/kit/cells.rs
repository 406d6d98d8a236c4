//! Cells in the notation of setters: `R1C1`, paths `R1C1-R1C5`, rectangles `R1C1..R3C3`, letters, layers.

use super::reading::ReadError;
use cluewright_puzzle::{Cell, CellNameError, DIAGONALS, Layout, Place, Puzzle, Step, parse_place};
use std::ops::Range;

/// Maximum number of cells of a clue. A short text such as `R1C1..R25C25` names hundreds of cells, and can be repeated any
/// number of times.
const MOST_CELLS: usize = 4096;

/// Reads a list of cells. Spaces and commas separate cells; `-` draws a straight or diagonal path, `..` spans a rectangle,
/// `R1C123` lists several columns.
///
/// # Errors
///
/// Fails if a word is not a cell of the puzzle, if a path is neither straight nor diagonal, or if the list is too long. The
/// span of the error is within `text`.
pub(crate) fn read_cells(puzzle: &Puzzle, text: &str) -> Result<Vec<Cell>, ReadError> {
    let mut cells = vec![];
    let mut words = Words { text, at: 0 };
    while let Some(word) = words.next() {
        match words.joint() {
            None => add_cells_of_word(puzzle, &word, &mut cells)?,
            Some(joint @ "..") => {
                let to = words.end_of(joint)?;
                cells.extend(rectangle(puzzle, &word, &to)?);
            }
            Some(mut joint) => {
                let mut from = word;
                cells.push(grid_cell(puzzle, &from)?);
                loop {
                    let to = words.end_of(joint)?;
                    cells.extend(walk(puzzle, &from, &to)?);
                    from = to;
                    joint = match words.joint() {
                        None => break,
                        Some("..") => return Err(joint_error(words.at)),
                        Some(joint) => joint,
                    };
                }
            }
        }
        if cells.len() > MOST_CELLS {
            return Err(
                ReadError::new(format!("the list has more than {MOST_CELLS} cells"))
                    .at(0..text.len()),
            );
        }
    }
    Ok(cells)
}

/// Writes a list of cells in the notation of [`read_cells`]. Straight runs of three or more cells become paths.
#[must_use]
pub(crate) fn write_cells(puzzle: &Puzzle, cells: &[Cell]) -> String {
    let mut words = vec![];
    let mut rest = cells;
    while let [first, tail @ ..] = rest {
        let run = straight_run(&puzzle.layout, rest);
        // A path of two cells would be as long as the two names.
        if run >= 3 {
            let (first, last) = (puzzle.cell_name(*first), puzzle.cell_name(rest[run - 1]));
            words.push(format!("{first}-{last}"));
            rest = &rest[run..];
        } else {
            words.push(puzzle.cell_name(*first));
            rest = tail;
        }
    }
    words.join(" ")
}

/// Reads the position of an outside clue (`R0C4`), and its direction if one follows (`R0C4 DL`). `None` if the text has another
/// form.
///
/// # Errors
///
/// Fails if the position is neither in the grid nor next to it. The span of the error is within `text`.
pub(crate) fn read_seat(
    layout: &Layout,
    text: &str,
) -> Result<Option<(Place, Option<Step>)>, ReadError> {
    let mut words = Words { text, at: 0 };
    let Some(place) = words.next() else {
        return Ok(None);
    };
    let step = words.next().map(|word| step_of_name(word.text));
    // An outside clue may also list its cells, so text in another form is not an error.
    if step == Some(None) || words.next().is_some() {
        return Ok(None);
    }
    let Some((row, column)) = place.place() else {
        return Ok(None);
    };
    // Names contain no minus sign, so only the lower and the right border need a test.
    if row > i32::from(layout.rows) + 1 || column > i32::from(layout.columns) + 1 {
        let message = format!(
            "{} is not next to the grid, which has {} rows and {} columns",
            place.text, layout.rows, layout.columns
        );
        return Err(place.error(message).help(format!(
            "clues are in row or column 0, in row {} or in column {}",
            layout.rows + 1,
            layout.columns + 1
        )));
    }
    Ok(Some(((row - 1, column - 1), step.flatten())))
}

/// Returns the name of a position in or outside the grid: `R0C4`.
#[must_use]
pub(crate) fn place_name((row, column): Place) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// Returns the name of a diagonal step: `UL`, `UR`, `DL` or `DR`.
#[must_use]
pub(crate) fn step_name((down, right): Step) -> &'static str {
    match (down > 0, right > 0) {
        (false, false) => "UL",
        (false, true) => "UR",
        (true, false) => "DL",
        (true, true) => "DR",
    }
}

/// Returns the diagonal step with this name, in upper or lower case.
#[must_use]
pub(crate) fn step_of_name(name: &str) -> Option<Step> {
    DIAGONALS
        .into_iter()
        .find(|&step| step_name(step).eq_ignore_ascii_case(name))
}

/// A word with its byte offset.
struct Word<'t> {
    text: &'t str,
    span: Range<usize>,
}

impl Word<'_> {
    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.span.clone())
    }

    /// Parses the row and the column of a cell name, both counted from 1.
    fn place(&self) -> Option<Place> {
        parse_place(self.text)
    }
}

/// Iterator over the words of a list, and the joints `-`, `–` and `..` between them.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    /// Consumes and returns the joint at the current offset, if there is one.
    fn joint(&mut self) -> Option<&'static str> {
        let rest = self.text[self.at..].trim_start();
        let mut joints = ["-", "–", ".."].into_iter();
        let joint = joints.find(|joint| rest.starts_with(joint))?;
        self.at = self.text.len() - rest.len() + joint.len();
        Some(joint)
    }

    /// Returns the word after a joint.
    fn end_of(&mut self, joint: &str) -> Result<Word<'t>, ReadError> {
        let at = self.at;
        self.next().ok_or_else(|| {
            ReadError::new(format!("no cell after `{joint}`")).at(at - joint.len()..at)
        })
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = Word<'t>;

    fn next(&mut self) -> Option<Word<'t>> {
        let separator = |c: char| c.is_whitespace() || c == ',';
        let rest = self.text[self.at..].trim_start_matches(separator);
        let start = self.text.len() - rest.len();
        let length = rest
            .find(|c| separator(c) || matches!(c, '-' | '–'))
            .unwrap_or(rest.len());
        let mut pairs = rest.as_bytes()[..length].windows(2);
        let length = pairs.position(|pair| pair == b"..").unwrap_or(length);
        // A misplaced `-` or `..` becomes a word, so that the error quotes it.
        let length = match rest.chars().next() {
            Some(first) if length == 0 => first.len_utf8(),
            _ => length,
        };
        self.at = start + length;
        (length > 0).then(|| Word {
            text: &self.text[start..self.at],
            span: start..self.at,
        })
    }
}

fn joint_error(at: usize) -> ReadError {
    ReadError::new("a path (`-`) cannot continue as a rectangle (`..`)")
        .at(at - 2..at)
        .help("write the path and the rectangle separately, with a space between them")
}

fn add_cells_of_word(puzzle: &Puzzle, word: &Word, cells: &mut Vec<Cell>) -> Result<(), ReadError> {
    // Without letters and layers, a short name can only be that of a grid cell.
    let short = read_short_name(&puzzle.layout, word.text);
    if let Some(cell) = short.filter(|_| puzzle.extras.is_empty()) {
        cells.push(cell);
    } else if let Some(list) = read_numbered_list(&puzzle.layout, word.text) {
        cells.extend(list);
    } else if let Some((first, extra)) = puzzle.extra(word.text) {
        cells.extend((0..extra.size).map(|i| Cell(first.0 + i)));
    } else if let Some(cell) = extra_cell(puzzle, word)? {
        cells.push(cell);
    } else {
        cells.push(grid_cell(puzzle, word)?);
    }
    Ok(())
}

/// Returns the grid cell with a name of four characters, such as `R1C1`. Most words are such names, and reading them in this way takes
/// a tenth of the time.
fn read_short_name(layout: &Layout, text: &str) -> Option<Cell> {
    match *text.as_bytes() {
        [
            b'R' | b'r',
            row @ b'1'..=b'9',
            b'C' | b'c',
            column @ b'1'..=b'9',
        ] => layout.cell_at((row - b'1').into(), (column - b'1').into()),
        _ => None,
    }
}

fn grid_cell(puzzle: &Puzzle, word: &Word) -> Result<Cell, ReadError> {
    if let Some(cell) = read_short_name(&puzzle.layout, word.text) {
        return Ok(cell);
    }
    puzzle.layout.parse_name(word.text).map_err(|error| {
        let read = word.error(error.to_string());
        match (error, word.place()) {
            (CellNameError::OffGrid { .. }, Some((row, column))) if row == 0 || column == 0 => {
                read.help("rows and columns are counted from 1; only outside clues are at 0")
            }
            _ => read,
        }
    })
}

/// Returns the cells of a straight or diagonal path, without its first cell.
fn walk(puzzle: &Puzzle, from: &Word, to: &Word) -> Result<Vec<Cell>, ReadError> {
    let place = |word| -> Result<Place, ReadError> {
        let (row, column) = puzzle.layout.place(grid_cell(puzzle, word)?);
        Ok((row.into(), column.into()))
    };
    let ((row, column), (last_row, last_column)) = (place(from)?, place(to)?);
    let (down, right) = (last_row - row, last_column - column);
    if down != 0 && right != 0 && down.abs() != right.abs() {
        let (a, b) = (from.text, to.text);
        return Err(
            ReadError::new(format!("{a}-{b} is neither straight nor diagonal"))
                .at(from.span.start..to.span.end)
                .help(format!(
                    "add a corner between them, or write {a}..{b} for the rectangle"
                )),
        );
    }
    let on = |n| {
        let (row, column) = (row + n * down.signum(), column + n * right.signum());
        puzzle.layout.cell_at(row, column)
    };
    // Both ends are in the grid, so no cell between them is dropped here.
    Ok((1..=down.abs().max(right.abs())).filter_map(on).collect())
}

fn rectangle(puzzle: &Puzzle, from: &Word, to: &Word) -> Result<Vec<Cell>, ReadError> {
    let layout = &puzzle.layout;
    let (top, left) = layout.place(grid_cell(puzzle, from)?);
    let (bottom, right) = layout.place(grid_cell(puzzle, to)?);
    let (rows, columns) = (
        top.min(bottom)..=top.max(bottom),
        left.min(right)..=left.max(right),
    );
    Ok(rows
        .flat_map(|row| columns.clone().map(move |column| layout.cell(row, column)))
        .collect())
}

/// Reads `R1C123` or `R456C7` as a list of cells: at least three different one-digit rows or columns. This is unambiguous, because
/// no grid has a hundred rows or columns.
fn read_numbered_list(layout: &Layout, text: &str) -> Option<Vec<Cell>> {
    let (rows, columns) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let (rows, columns) = (numbers(rows)?, numbers(columns)?);
    (rows.len().max(columns.len()) >= 3).then_some(())?;
    rows.iter()
        .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
        .map(|(row, column)| layout.cell_at(row - 1, column - 1))
        .collect()
}

/// Parses one number, or three or more different digits as separate one-digit numbers.
fn numbers(text: &str) -> Option<Vec<i32>> {
    // There is no row or column 0, so at most nine digits can differ.
    if text.is_empty() || text.len() > 9 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if text.len() <= 2 {
        return Some(vec![text.parse().ok()?]);
    }
    let digits: Vec<i32> = text.bytes().map(|b| i32::from(b - b'0')).collect();
    let different = (1..digits.len()).all(|i| !digits[..i].contains(&digits[i]));
    different.then_some(digits)
}

/// Returns the cell that a name such as `A` (a letter), `shade[R1C1]` (a layer) or `X[2]` (a numbered layer) denotes.
fn extra_cell(puzzle: &Puzzle, word: &Word) -> Result<Option<Cell>, ReadError> {
    let (name, index) = match word.text.split_once('[') {
        None => (word.text, None),
        Some((name, rest)) => (name, Some(rest.strip_suffix(']').unwrap_or(rest))),
    };
    let Some((first, extra)) = puzzle.extra(name) else {
        return Ok(None);
    };
    let size = usize::from(extra.size);
    let offset = match index {
        None if size == 1 => Some(0),
        None => {
            let help = format!("name one of its cells, such as {}", example(puzzle, first));
            return Err(word.error(format!("{name} has {size} cells")).help(help));
        }
        Some(index) if size == puzzle.layout.cell_count() => {
            puzzle.layout.parse_name(index).ok().map(Cell::index)
        }
        Some(index) => index.parse::<usize>().ok().and_then(|n| n.checked_sub(1)),
    };
    match offset.filter(|&offset| offset < size) {
        Some(offset) => Ok(Some(Cell::from_index(first.index() + offset))),
        None => Err(word
            .error(format!("`{}` is not a cell of {name}", word.text))
            .help(format!("its first cell is {}", example(puzzle, first)))),
    }
}

fn example(puzzle: &Puzzle, first: Cell) -> String {
    puzzle.cell_name(first)
}

/// Returns the number of leading cells of a list that form a straight or diagonal run.
fn straight_run(layout: &Layout, cells: &[Cell]) -> usize {
    let grid = layout.cell_count();
    let place = |cell: Cell| {
        let (row, column) = layout.place(cell);
        (i32::from(row), i32::from(column))
    };
    let step = |pair: &[Cell]| {
        // Cells of letters and layers have no position, so they cannot be part of a path.
        if pair.iter().any(|cell| cell.index() >= grid) {
            return None;
        }
        let ((r, c), (next_r, next_c)) = (place(pair[0]), place(pair[1]));
        Some((next_r - r, next_c - c))
    };
    let Some(first) = cells.get(..2).and_then(step) else {
        return 1;
    };
    // A longer step would be read back as a path through the cells in between.
    if first == (0, 0) || first.0.abs() > 1 || first.1.abs() > 1 {
        return 1;
    }
    1 + cells
        .windows(2)
        .take_while(|pair| step(pair) == Some(first))
        .count()
}

/// Returns the 2x2 square with this top-left cell, in reading order; `None` if it leaves the grid.
pub(crate) fn square_at(layout: &Layout, corner: Cell) -> Option<[Cell; 4]> {
    let (row, column) = layout.place(corner);
    let at = |down, right| layout.cell_at(i32::from(row) + down, i32::from(column) + right);
    Some([at(0, 0)?, at(0, 1)?, at(1, 0)?, at(1, 1)?])
}

/// Returns `true` if the cells are a 2x2 square in reading order.
pub(crate) fn is_square(layout: &Layout, cells: &[Cell]) -> bool {
    let square = cells.first().and_then(|&first| square_at(layout, first));
    square.is_some_and(|square| square == cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::{DigitSet, Extra};

    fn puzzle() -> Puzzle {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let extra = |name: &str, size| Extra {
            name: name.to_owned(),
            size,
            columns: 0,
            values: DigitSet::range(0, 1),
        };
        puzzle.extras = vec![extra("A", 1), extra("shade", 81), extra("X", 3)];
        puzzle
    }

    fn names(text: &str) -> String {
        let puzzle = puzzle();
        match read_cells(&puzzle, text) {
            Ok(cells) => {
                let names: Vec<_> = cells.iter().map(|&c| puzzle.cell_name(c)).collect();
                let again = write_cells(&puzzle, &cells);
                assert_eq!(read_cells(&puzzle, &again), Ok(cells), "{again}");
                names.join(" ")
            }
            Err(error) => {
                let span = error.span.expect("errors in lists have a place");
                format!("{} <{}>", error.message, &text[span])
            }
        }
    }

    #[test]
    fn lists_walks_and_rectangles() {
        assert_eq!(names("R1C1, r2c2 R3C3"), "R1C1 R2C2 R3C3");
        assert_eq!(names("R1C3-R1C1"), "R1C3 R1C2 R1C1");
        assert_eq!(names("R1C1 - R2C2 – R2C3"), "R1C1 R2C2 R2C3");
        assert_eq!(names("R1C1..R2C2"), "R1C1 R1C2 R2C1 R2C2");
        assert_eq!(names("R1C123 R987C1"), "R1C1 R1C2 R1C3 R9C1 R8C1 R7C1");
        assert_eq!(names("A shade[R1C2] X[3]"), "A shade[R1C2] X[3]");
        assert!(names("shade").starts_with("shade[R1C1] shade[R1C2]"));
        assert_eq!(names("shade").split(' ').count(), 81);
    }

    #[test]
    fn errors_point_at_the_word() {
        let off = "is off the grid, which has 9 rows and 9 columns";
        assert_eq!(names("R1C1 R10C1"), format!("R10C1 {off} <R10C1>"));
        assert_eq!(names("R1C12"), format!("R1C12 {off} <R1C12>"));
        assert_eq!(
            names("R1C1-R2C4"),
            "R1C1-R2C4 is neither straight nor diagonal <R1C1-R2C4>"
        );
        assert_eq!(names("R1C1-"), "no cell after `-` <->");
        assert_eq!(names("R1C1–"), "no cell after `–` <–>");
        assert!(names("hello").contains("not a cell name"));
        assert!(names("- R1C1").contains("`-` is not a cell name"));
        assert_eq!(names("X[4]"), "`X[4]` is not a cell of X <X[4]>");
        assert!(names(&"R1C1..R9C9 ".repeat(60)).starts_with("the list has more than 4096"));
    }

    #[test]
    fn seats_stand_beside_the_grid() {
        let layout = Layout::square(9);
        let seat = |text| read_seat(&layout, text).expect("a place outside the grid");
        assert_eq!(seat("R0C4"), Some(((-1, 3), None)));
        assert_eq!(seat("r10c4 dl"), Some(((9, 3), Some((1, -1)))));
        assert_eq!(seat("R1C1 R2C2"), None);
        assert!(read_seat(&layout, "R11C4").is_err());
    }
}
