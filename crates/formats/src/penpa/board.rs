//! Converts Penpa+'s point numbers to positions. Points are numbered by kind: all cells, then all corners, edges and inner points. The
//! numbering covers the grid and a frame of two cells around it.

use super::document::Document;
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Layout};
use serde_json::Value;

/// Width of the frame around the visible cells, in cells.
const FRAME: usize = 2;

/// The row and column of a point, in cells, from the top-left corner of the visible grid.
pub(super) type Point = [f64; 2];

/// The numbering of a puzzle's points.
#[derive(Debug)]
pub(super) struct Board {
    /// Number of columns, including those of the frame.
    width: usize,
    /// Number of cells, including those of the frame.
    count: usize,
    /// Row of the first visible cell.
    top: usize,
    /// Column of the first visible cell.
    left: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// `true` if the visible cells fill a rectangle.
    pub(super) is_whole: bool,
}

impl Board {
    pub(super) fn new(document: &Document) -> Result<Self, ReadError> {
        // The board may be larger than its visible part, so it may have more than 25 rows.
        let side = |index: usize, name: &str| {
            let field = document.header.get(index).map_or("", |field| field.trim());
            let side = field.parse().ok().filter(|side| (1..=100).contains(side));
            side.ok_or_else(|| {
                let message = format!("the grid has `{field}` {name}, expected 1 to 100");
                ReadError::new(message).place("line 1 of the packed puzzle")
            })
        };
        let (columns, rows): (usize, usize) = (side(1, "columns")?, side(2, "rows")?);
        let mut board = Self {
            width: columns + 2 * FRAME,
            count: (columns + 2 * FRAME) * (rows + 2 * FRAME),
            top: FRAME,
            left: FRAME,
            rows,
            columns,
            is_whole: true,
        };
        match board.visible(&document.visible) {
            Some(cells) => board.crop(&cells),
            None => board.take_margins(&document.margins),
        }
        let fits = |side| (1..=25).contains(&side);
        if !fits(board.rows) || !fits(board.columns) {
            let message = format!(
                "the grid has {} rows and {} columns, expected 1 to 25 of each",
                board.rows, board.columns
            );
            return Err(ReadError::new(message));
        }
        Ok(board)
    }

    /// Decodes the list of visible cells: the first number, then the difference of each cell from the previous one. Returns
    /// `None` if a cell is not on the board.
    fn visible(&self, steps: &Value) -> Option<Vec<usize>> {
        let mut at: usize = 0;
        let mut cells = vec![];
        // Steps can be 0, so a hostile list could otherwise be longer than the board.
        for step in steps.as_array()?.iter().take(self.count) {
            at = at.checked_add(usize::try_from(step.as_u64()?).ok()?)?;
            (at < self.count).then(|| cells.push(at))?;
        }
        (!cells.is_empty()).then_some(cells)
    }

    fn crop(&mut self, cells: &[usize]) {
        let range = |of: &dyn Fn(usize) -> usize| {
            let places = cells.iter().map(|&cell| of(cell));
            (places.clone().min(), places.max())
        };
        let width = self.width;
        if let (Some(top), Some(bottom)) = range(&|cell| cell / width)
            && let (Some(left), Some(right)) = range(&|cell| cell % width)
        {
            (self.top, self.left) = (top, left);
            (self.rows, self.columns) = (bottom - top + 1, right - left + 1);
            self.is_whole = cells.len() == self.rows * self.columns;
        }
    }

    fn take_margins(&mut self, margins: &Value) {
        let margin = |index: usize| {
            let margin = margins.get(index).and_then(Value::as_u64).unwrap_or(0);
            // Links are untrusted: a huge margin would overflow the sums below.
            margin.min(100) as usize
        };
        self.top += margin(0);
        self.left += margin(2);
        // If the margins are wider than the board, 0 rows or columns remain, which `new` refuses.
        self.rows = self.rows.saturating_sub(margin(0) + margin(1));
        self.columns = self.columns.saturating_sub(margin(2) + margin(3));
    }

    /// Returns the cell with this point number; `None` for other kinds of points, and for cells outside the grid.
    pub(super) fn cell(&self, index: usize, layout: &Layout) -> Option<Cell> {
        (index < self.count).then_some(())?;
        let row = (index / self.width).checked_sub(self.top)?;
        let column = (index % self.width).checked_sub(self.left)?;
        layout.cell_at(row as i32, column as i32)
    }

    /// Returns the number of the inner point in the top-left corner of a cell.
    pub(super) fn top_left(&self, layout: &Layout, cell: Cell) -> usize {
        let (row, column) = layout.place(cell);
        let index = (usize::from(row) + self.top) * self.width + usize::from(column) + self.left;
        4 * (self.count + index)
    }

    /// Returns the position of a point; `None` if there is no point with this number.
    pub(super) fn point(&self, index: usize) -> Option<Point> {
        const QUARTERS: [Point; 4] = [[-0.25, -0.25], [-0.25, 0.25], [0.25, -0.25], [0.25, 0.25]];
        const COMPASS: [Point; 4] = [[-0.3, 0.0], [0.0, 0.3], [0.0, -0.3], [0.3, 0.0]];
        let (kind, rest) = (index / self.count, index % self.count);
        // A cell has four inner points and four points at its sides, so from kind 4 on, four consecutive point numbers
        // belong to one cell.
        let (cell, [down, right]) = match kind {
            0 => (rest, [0.0, 0.0]),
            1 => (rest, [0.5, 0.5]),
            2 => (rest, [0.5, 0.0]),
            3 => (rest, [0.0, 0.5]),
            4..8 => (index / 4 - self.count, QUARTERS[index % 4]),
            8..12 => (index / 4 - 2 * self.count, COMPASS[index % 4]),
            _ => return None,
        };
        let row = (cell / self.width) as f64 - self.top as f64 + 0.5;
        let column = (cell % self.width) as f64 - self.left as f64 + 0.5;
        Some([row + down, column + right])
    }
}
