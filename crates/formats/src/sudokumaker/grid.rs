//! Reads the grid: its size, its digits, the digits in its cells, and its regions.

use super::reader::Reader;
use super::types::{CELL, Form, Type};
use crate::kit::ReadError;
use crate::kit::borders::default_or_own;
use crate::kit::node::{Node, Typed};
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Given, Layout, Puzzle};
use std::collections::{BTreeMap, HashSet};

/// The default number of rows and of columns, and the default largest digit of a grid whose type is not `sudoku`.
const USUAL: i64 = 9;

/// Returns `true` if the puzzle's type implies that rows and columns hold every digit.
fn is_usual(document: &Node<'_>) -> bool {
    document.text("type").is_none_or(|kind| kind == "sudoku")
}

/// Reads the size and the digits. Regions and rows come from separate constraints.
pub(super) fn layout(document: &Node<'_>) -> Result<Layout, ReadError> {
    if let Some(node) = document.get("type")
        && !matches!(node.value.as_str(), Some("sudoku" | "custom"))
    {
        return Err(node.error_expecting("`sudoku` or `custom`"));
    }
    let number = |key, low, high, usual| match document.member(key) {
        Some(node) if !node.value.is_null() => node.number(low, high),
        _ => Ok(usual),
    };
    let size = number("size", 1, 25, USUAL)?;
    let width = number("width", 1, 25, size)?;
    let height = number("height", 1, 25, size)?;
    let low = number("minDigit", 0, 35, 1)?;
    let usual_high = match is_usual(document) {
        true => low + width - 1,
        false => USUAL,
    };
    let high = number("maxDigit", low, low + 24, usual_high)?;
    // A stated `maxDigit` is at least `low`, but the default of 9 can be below a lowest digit over 9.
    if high < low {
        let message = format!("the lowest digit, {low}, is above the highest, {high}");
        return Err(document.error(message));
    }
    Ok(Layout {
        rows: height as u8,
        columns: width as u8,
        min_digit: low as u8,
        digit_count: (high - low + 1) as u8,
        lines: false,
        boxes: Boxes::None,
    })
}

impl Reader {
    /// Reads the digits of the cells. Digits that are not givens are the setter's solution, which the file stores nowhere else.
    pub(super) fn cells(&mut self, document: &Node<'_>) -> Result<(), ReadError> {
        let cells: Vec<_> = document.list("cells")?.collect();
        let expected = self.puzzle.layout.cell_count();
        if cells.len() != expected {
            let message = format!("the puzzle has {} cells, expected {expected}", cells.len());
            return Err(document.error(message));
        }
        let digits = self.puzzle.layout.digits();
        let (low, high) = (i64::from(self.puzzle.layout.min_digit), digits.max());
        let mut typed = vec![None; expected];
        for (index, cell) in cells.iter().enumerate() {
            cell.object()?;
            self.unknown_members(cell, &CELL);
            if cell.get("colors").is_some() {
                self.count("cell colour", 1);
            }
            let Some(value) = cell.member("value").filter(|node| !node.value.is_null()) else {
                continue;
            };
            let digit = value.number(low, high.map_or(low, i64::from))? as u8;
            typed[index] = Some(digit);
            if cell.flag("given")? {
                self.puzzle.givens.push(Given {
                    cell: Cell::from_index(index),
                    digits: DigitSet::one(digit),
                });
            }
        }
        let count = typed.iter().flatten().count();
        // The givens alone would agree with every solution, so they do not count as a solution.
        let has_solution = count > self.puzzle.givens.len();
        self.puzzle.solution = has_solution.then_some(typed);
        Ok(())
    }

    /// Removes the givens if the constraint for givens is disabled.
    pub(super) fn leave_out_givens(
        &mut self,
        constraints: &[Node<'_>],
        active: &[(&'static Type, &Node<'_>)],
    ) {
        const GIVENS: i64 = 0;
        let is_listed = |node: &Node<'_>| node.kind_of("type") == Typed::Number(GIVENS);
        let is_active = active.iter().any(|(kind, _)| kind.number == GIVENS);
        if !is_active && constraints.iter().any(is_listed) {
            self.puzzle.givens.clear();
        }
    }

    /// Reads a constraint with regions. The first such constraint contains the boxes; any further one contains extra regions.
    pub(super) fn regions(&mut self, constraint: &Node<'_>) -> Result<(), ReadError> {
        let numbers: Vec<_> = constraint.list("regions")?.collect();
        let expected = self.puzzle.layout.cell_count();
        if numbers.len() != expected {
            let found = numbers.len();
            return Err(constraint.error(format!("{found} regions of cells, expected {expected}")));
        }
        let mut regions: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
        for (index, node) in numbers.iter().enumerate() {
            let number = node.number(-1, 1_000_000)?;
            if number >= 0 {
                let cells = regions.entry(number).or_default();
                cells.push(Cell::from_index(index));
            }
        }
        // Box numbers are bytes, so more than 255 regions cannot be boxes.
        let fits = regions.len() <= usize::from(u8::MAX);
        if self.puzzle.layout.boxes == Boxes::None && fits {
            self.puzzle.layout.boxes = boxes(&self.puzzle.layout, regions.values());
        } else {
            let clues = regions.into_values();
            self.puzzle
                .clues
                .extend(clues.map(|cells| Clue::on("extra-region", cells)));
        }
        Ok(())
    }

    /// Reads rectangles whose rows and columns must not repeat digits. Each line becomes an extra region, because only the
    /// lines of the whole grid can be houses. `rows_and_columns` handles a constraint without rectangles, which means the
    /// whole grid.
    pub(super) fn areas(&mut self, constraint: &Node<'_>) -> Result<(), ReadError> {
        for area in constraint.list("areas")? {
            let side = |key, low| match area.member(key) {
                Some(node) => Ok(node.number(low, 25)? as i32),
                None => Err(area.error(format!("the area has no `{key}`"))),
            };
            let (x, y) = (side("x", 0)?, side("y", 0)?);
            let (width, height) = (side("width", 1)?, side("height", 1)?);
            let rows = (y..y + height).map(|row| (x..x + width).map(|c| (row, c)).collect());
            let columns = (x..x + width).map(|c| (y..y + height).map(|row| (row, c)).collect());
            let lines: Vec<Vec<(i32, i32)>> = rows.chain(columns).collect();
            for line in lines {
                let cells = line.iter().map(|&(r, c)| self.puzzle.layout.cell_at(r, c));
                let cells: Option<Vec<Cell>> = cells.collect();
                let cells = cells.ok_or_else(|| area.error("the area leaves the grid"))?;
                self.clue(Clue::on("extra-region", cells));
            }
        }
        Ok(())
    }

    /// Turns the rows and columns into houses: always in a puzzle of the usual type, otherwise only if a constraint requires it.
    pub(super) fn rows_and_columns(
        &mut self,
        document: &Node<'_>,
        active: &[(&'static Type, &Node<'_>)],
    ) {
        let is_whole = |&(kind, node): &(&Type, &Node<'_>)| {
            kind.form == Form::RowsAndColumns && node.get("areas").is_none()
        };
        let layout = &mut self.puzzle.layout;
        layout.lines = is_usual(document) || active.iter().any(is_whole);
    }

    /// Reports cells that are in no house, clue or given, because they could take any digit. Such a cell is probably a gap
    /// in the grid, which SudokuMaker cannot express.
    pub(super) fn free_cells(&mut self) {
        let Puzzle {
            layout,
            clues,
            givens,
            ..
        } = &self.puzzle;
        let is_global = |clue: &Clue| clue.slots.is_empty();
        // An open part may turn out to be a rule about the free cells, so they are not reported before it is settled.
        let is_open = !self.puzzle.unread.is_empty();
        if is_open || layout.lines || clues.iter().any(is_global) {
            return;
        }
        let mut bound: HashSet<Cell> = layout.box_cells().into_iter().flatten().collect();
        bound.extend(clues.iter().flat_map(Clue::cells));
        bound.extend(givens.iter().map(|given| given.cell));
        let free: Vec<Cell> = layout
            .cells()
            .filter(|cell| !bound.contains(cell))
            .collect();
        if !free.is_empty() {
            self.leave_open("cells that no rule is about", free, None);
        }
    }
}

/// Returns the default boxes if the regions equal them, no boxes if there are no regions, and otherwise the regions.
fn boxes<'r>(layout: &Layout, regions: impl Iterator<Item = &'r Vec<Cell>>) -> Boxes {
    let mut numbers = vec![None; layout.cell_count()];
    for (number, cells) in regions.enumerate() {
        for cell in cells {
            numbers[cell.index()] = Some(number as u8);
        }
    }
    if numbers.iter().all(Option::is_none) {
        return Boxes::None;
    }
    default_or_own(layout, numbers)
}
