//! Reads maps of regions: n·n symbols, one for each cell, that name the cell's region.

use super::grid::MOST;
use crate::kit::ReadError;
use crate::kit::picture::Symbol;
use cluewright_puzzle::{Boxes, Cell, DigitSet, Layout, Puzzle, digit_of_char};

/// Reads a map of regions from symbols; `None` if the symbols are not a map.
pub(super) fn regions(symbols: &[Symbol], side: u8) -> Option<Boxes> {
    // Most grids have a blank near the start, so this check rejects them quickly.
    // Unlike other blanks, `0` may also be the name of a region, so it is not in the list.
    let is_blank = |symbol: &Symbol| matches!(symbol.text, "." | "_" | "*" | "-" | "?");
    if symbols.iter().any(is_blank) {
        return None;
    }
    let names: Vec<&str> = symbols.iter().map(|symbol| symbol.text).collect();
    let is_digit = |name: &&str| name.chars().all(|c| is_digit(c, side));
    let numbers = map(&names, side, names.iter().any(is_digit))?;
    Some(Boxes::Own(numbers.into_iter().map(Some).collect()))
}

/// Returns `true` if a line of bytes is a map of regions, one byte for each cell. `batch` cuts its input between lines, and a
/// map must not be separated from the givens before it.
pub fn is_map_line(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let side = line.len().isqrt();
    if !(4..=MOST).contains(&side) || side * side != line.len() {
        return false;
    }
    let is_digit = |byte: &u8| is_digit(char::from(*byte), side as u8);
    // The first cell of a map has a neighbour in its own region. If digits name the regions, few other lines pass this
    // test, so most are rejected quickly.
    let may_be_map = line[0] == line[1] || line[0] == line[side] || !is_digit(&line[0]);
    may_be_map
        && line.iter().all(u8::is_ascii_alphanumeric)
        && map(line, side as u8, line.iter().any(is_digit)).is_some()
}

/// Returns `true` if a symbol of a map could also be a digit of the grid.
fn is_digit(c: char, side: u8) -> bool {
    // From 10x10 on, letters are digits too, so any symbol could be one.
    side >= 10 || digit_of_char(c).is_some_and(|digit| digit <= side)
}

/// Returns the region number of each cell, if there are n different names that occur n times each. If names could be
/// digits, the cells of each name must be connected: otherwise the text might be a solution, in which equal digits
/// are never adjacent.
fn map<T: Ord + Copy>(cells: &[T], side: u8, has_digits: bool) -> Option<Vec<u8>> {
    let mut names = cells.to_vec();
    names.sort_unstable();
    names.dedup();
    if names.len() != usize::from(side) {
        return None;
    }
    // The list contains the name of every cell, so the search cannot fail.
    let number = |name: &T| names.binary_search(name).map_or(0, |n| n as u8);
    let numbers: Vec<u8> = cells.iter().map(number).collect();
    let side = usize::from(side);
    let is_map = has_equal_regions(&numbers, side) && (!has_digits || is_connected(&numbers, side));
    is_map.then_some(numbers)
}

/// Returns `true` if each region number below `side` occurs `side` times.
fn has_equal_regions(numbers: &[u8], side: usize) -> bool {
    let mut sizes = vec![0; side];
    for &number in numbers {
        sizes[usize::from(number)] += 1;
    }
    sizes.iter().all(|&size| size == side)
}

/// Returns `true` if the cells of each region number below `side` are connected.
pub(super) fn is_connected(numbers: &[u8], side: usize) -> bool {
    pieces(numbers, side) == side
}

/// Returns the number of connected groups of cells with the same region number.
fn pieces(numbers: &[u8], side: usize) -> usize {
    let mut is_reached = vec![false; numbers.len()];
    let mut count = 0;
    for start in 0..numbers.len() {
        if is_reached[start] {
            continue;
        }
        count += 1;
        is_reached[start] = true;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let column = cell % side;
            let left = (column > 0).then(|| cell - 1);
            let right = (column + 1 < side).then_some(cell + 1);
            let above = cell.checked_sub(side);
            let below = (cell + side < numbers.len()).then_some(cell + side);
            for near in [left, right, above, below].into_iter().flatten() {
                if !is_reached[near] && numbers[near] == numbers[cell] {
                    is_reached[near] = true;
                    open.push(near);
                }
            }
        }
    }
    count
}

/// Refuses a grid in which most rows and columns repeat a digit, because it is probably a map of regions with a
/// mistake.
pub(super) fn check_repeats(puzzle: &Puzzle) -> Result<(), ReadError> {
    let layout = &puzzle.layout;
    let lines = usize::from(layout.rows) + usize::from(layout.columns);
    let repeats = lines_with_repeats(puzzle);
    if 2 * repeats <= lines {
        return Ok(());
    }
    let side = layout.rows;
    let message = format!(
        "{repeats} of {lines} rows and columns repeat a digit, and it is not a map of {side} connected regions of {side} cells"
    );
    Err(ReadError::new(message)
        .help("correct the grid or the map; `=` before the digits of a line makes them givens all the same"))
}

/// Returns a note for a full grid that repeats digits in a row, column or box.
pub(super) fn slip(puzzle: &Puzzle) -> Option<String> {
    const MOST: usize = 4;
    let layout = &puzzle.layout;
    if puzzle.givens.len() != layout.cell_count() || layout.rows < 2 {
        return None;
    }
    let cells = |cells: Vec<Cell>, name: String| (cells, name);
    let rows = (0..layout.rows).map(|row| {
        let row_cells = (0..layout.columns).map(|column| layout.cell(row, column));
        cells(row_cells.collect(), format!("row {}", row + 1))
    });
    let columns = (0..layout.columns).map(|column| {
        let column_cells = (0..layout.rows).map(|row| layout.cell(row, column));
        cells(column_cells.collect(), format!("column {}", column + 1))
    });
    let boxes = layout.box_cells().into_iter().zip(1..);
    let boxes = boxes.map(|(box_cells, number)| cells(box_cells, format!("box {number}")));
    let mut digits = vec![DigitSet::EMPTY; layout.cell_count()];
    for given in &puzzle.givens {
        digits[given.cell.index()] = given.digits;
    }
    let repeats = rows.chain(columns).chain(boxes).flat_map(|(cells, name)| {
        let count = |digit: u8| {
            let same = |cell: &&Cell| digits[cell.index()].single() == Some(digit);
            cells.iter().filter(same).count()
        };
        let repeated = layout.digits().iter().map(|digit| (digit, count(digit)));
        let repeated = repeated.filter(|(_, count)| *count > 1);
        let told = repeated.map(|(digit, count)| match count {
            2 => format!("two {digit}s in {name}"),
            count => format!("{count} times {digit} in {name}"),
        });
        told.collect::<Vec<_>>()
    });
    let repeats: Vec<String> = repeats.take(MOST).collect();
    (!repeats.is_empty()).then(|| format!("the finished grid has {}", repeats.join(", ")))
}

fn lines_with_repeats(puzzle: &Puzzle) -> usize {
    let layout: &Layout = &puzzle.layout;
    let rows = usize::from(layout.rows);
    let mut taken = vec![0_u64; rows + usize::from(layout.columns)];
    let mut repeats = vec![false; taken.len()];
    for given in &puzzle.givens {
        let Some(digit) = given.digits.single() else {
            continue;
        };
        let (row, column) = layout.place(given.cell);
        for line in [usize::from(row), rows + usize::from(column)] {
            repeats[line] |= taken[line] >> digit & 1 == 1;
            taken[line] |= 1 << digit;
        }
    }
    repeats.into_iter().filter(|&repeats| repeats).count()
}
