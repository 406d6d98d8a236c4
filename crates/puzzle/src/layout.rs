//! The grid: its size, its digits, its boxes, and the names of its cells.

use super::DigitSet;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A cell of the grid, or an auxiliary variable. Cells are numbered in reading order, followed by auxiliary variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub u16);

impl Cell {
    /// Returns the cell with an index. Auxiliary variables follow the cells of the grid.
    ///
    /// # Panics
    /// Panics if the index is over 65,535; no puzzle has that many cells.
    #[must_use]
    pub fn from_index(index: usize) -> Self {
        Self(u16::try_from(index).expect("a puzzle has fewer than 65,536 cells"))
    }

    /// Returns the index of the cell.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The size, digits and houses of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// Number of rows, 1 to 25.
    pub rows: u8,
    /// Number of columns, 1 to 25.
    pub columns: u8,
    /// The smallest digit.
    pub min_digit: u8,
    /// Number of digits, 1 to 25.
    pub digit_count: u8,
    /// `true` if the digits in each row and in each column must differ; `false` on raw grids.
    pub lines: bool,
    /// Regions whose digits must differ, in addition to rows and columns.
    pub boxes: Boxes,
}

/// The regions of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Boxes {
    /// Rectangles with this number of cells. 0 means the number of cells along the longer side of the grid.
    Default(u8),
    /// No boxes.
    None,
    /// Regions that the setter defines. The list contains the region number of each cell in reading order, and
    /// `None` for cells without a region.
    Own(Vec<Option<u8>>),
}

/// Error for text that does not name a cell of a layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CellNameError {
    /// The name does not have the form `R1C1`.
    #[error("`{0}` is not a cell name; cells are named like R1C1 (row 1, column 1)")]
    NotAName(String),
    /// The named cell is outside the grid.
    #[error("{name} is off the grid, which has {rows} rows and {columns} columns")]
    OffGrid {
        /// The name, as in the text.
        name: String,
        /// Number of rows of the grid.
        rows: u8,
        /// Number of columns of the grid.
        columns: u8,
    },
}

/// Error for a layout that no puzzle can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutError {
    /// There are too many rows or columns, or none.
    #[error("{rows} rows and {columns} columns: a grid has 1 to 25 of each")]
    Size {
        /// The number of rows.
        rows: u8,
        /// The number of columns.
        columns: u8,
    },
    /// There are too many digits, or none, or some digits have no symbol.
    #[error("{count} digits from {low}: a puzzle has 1 to 25 digits, none of them above 35")]
    Digits {
        /// The smallest digit.
        low: u8,
        /// Number of digits.
        count: u8,
    },
    /// A house has too many cells to be filled with different digits.
    #[error("{house} has {cells} cells, but there are only {digits} digits")]
    House {
        /// The description of the house, such as "a row" or "region 3".
        house: String,
        /// Number of cells in the house.
        cells: usize,
        /// Number of digits of the grid.
        digits: u8,
    },
    /// The setter's regions do not have an entry for each cell of the grid.
    #[error("the regions name {found} cells, but the grid has {expected}")]
    Regions {
        /// Number of entries in the list of regions.
        found: usize,
        /// Number of cells in the grid.
        expected: usize,
    },
}

impl Default for Layout {
    fn default() -> Self {
        Self::square(9)
    }
}

impl Layout {
    /// Creates a square grid with the digits from 1 to `size` and default boxes.
    #[must_use]
    pub const fn square(size: u8) -> Self {
        Self {
            rows: size,
            columns: size,
            min_digit: 1,
            digit_count: size,
            lines: true,
            boxes: Boxes::Default(0),
        }
    }

    /// Checks that a puzzle can have this layout. Code that relies on its limits must call this first.
    ///
    /// # Errors
    /// Returns an error if the size or the digits are out of range, if the list of regions does not have an entry for
    /// each cell, or if a house has more cells than there are digits.
    pub fn check(&self) -> Result<(), LayoutError> {
        let (rows, columns) = (self.rows, self.columns);
        if !(1..=25).contains(&rows) || !(1..=25).contains(&columns) {
            return Err(LayoutError::Size { rows, columns });
        }
        let (low, count) = (self.min_digit, self.digit_count);
        // The largest digit with a symbol is 35 (Z, after 0 to 9). The sum may exceed 255, so it is computed with 16
        // bits.
        if !(1..=25).contains(&count) || u16::from(low) + u16::from(count) > 36 {
            return Err(LayoutError::Digits { low, count });
        }
        if let Boxes::Own(numbers) = &self.boxes
            && numbers.len() != self.cell_count()
        {
            let (found, expected) = (numbers.len(), self.cell_count());
            return Err(LayoutError::Regions { found, expected });
        }
        let fits = |house: &dyn Fn() -> String, cells: usize| match cells <= usize::from(count) {
            true => Ok(()),
            false => Err(LayoutError::House {
                house: house(),
                cells,
                digits: count,
            }),
        };
        if self.lines {
            fits(&|| "a row".to_owned(), columns.into())?;
            fits(&|| "a column".to_owned(), rows.into())?;
        }
        // All default boxes have the same size, so only the first one is checked.
        if let Some((height, width)) = self.box_shape() {
            let cells = usize::from(height) * usize::from(width);
            return fits(&|| "region 1".to_owned(), cells);
        }
        for (number, cells) in self.box_cells().iter().enumerate() {
            fits(&|| format!("region {}", number + 1), cells.len())?;
        }
        Ok(())
    }

    /// Returns the number of cells in the grid.
    #[must_use]
    pub const fn cell_count(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Returns the set of all digits.
    #[must_use]
    pub fn digits(&self) -> DigitSet {
        DigitSet::range(self.min_digit, self.max_digit())
    }

    /// Returns the largest digit.
    #[must_use]
    pub const fn max_digit(&self) -> u8 {
        self.min_digit + self.digit_count - 1
    }

    /// Returns the cell in a row and a column, both counted from 0. It must be inside the grid.
    #[must_use]
    pub fn cell(&self, row: u8, column: u8) -> Cell {
        debug_assert!(row < self.rows && column < self.columns);
        Cell(u16::from(row) * u16::from(self.columns) + u16::from(column))
    }

    /// Returns the cell in a row and a column, both counted from 0; `None` if it is outside the grid.
    #[must_use]
    pub fn cell_at(&self, row: i32, column: i32) -> Option<Cell> {
        let row = u8::try_from(row).ok().filter(|&r| r < self.rows)?;
        let column = u8::try_from(column).ok().filter(|&c| c < self.columns)?;
        Some(self.cell(row, column))
    }

    /// Returns the row and the column of a grid cell, both counted from 0.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (u8, u8) {
        let columns = u16::from(self.columns);
        ((cell.0 / columns) as u8, (cell.0 % columns) as u8)
    }

    /// Returns all cells of the grid in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cell_count()).map(Cell::from_index)
    }

    /// Returns the cells of a row, from left to right. Rows are counted from 0.
    pub fn row(&self, row: u8) -> impl Iterator<Item = Cell> + '_ {
        (0..self.columns).map(move |column| self.cell(row, column))
    }

    /// Returns the cells of a column, from top to bottom. Columns are counted from 0.
    pub fn column(&self, column: u8) -> impl Iterator<Item = Cell> + '_ {
        (0..self.rows).map(move |row| self.cell(row, column))
    }

    /// Returns the cells of each box, in reading order. There are no boxes if no rectangle of the box size tiles the
    /// grid.
    #[must_use]
    pub fn box_cells(&self) -> Vec<Vec<Cell>> {
        match &self.boxes {
            Boxes::None => vec![],
            Boxes::Default(_) => match self.box_shape() {
                None => vec![],
                Some((height, width)) => self.rectangles(height, width),
            },
            Boxes::Own(numbers) => {
                let most = numbers
                    .iter()
                    .flatten()
                    .max()
                    .map_or(0, |&n| usize::from(n) + 1);
                let mut boxes = vec![vec![]; most];
                for (index, number) in numbers.iter().enumerate() {
                    if let Some(number) = number {
                        boxes[usize::from(*number)].push(Cell::from_index(index));
                    }
                }
                // Region numbers need not be consecutive, so some of the lists may be empty.
                boxes.retain(|cells| !cells.is_empty());
                boxes
            }
        }
    }

    /// Returns the height and width of the default boxes. They are the rectangles with the right number of cells that
    /// tile the grid and are nearest to a square. A wide rectangle is preferred to a tall one. Returns `None` if no
    /// rectangle tiles the grid (as in 5x5 and 7x7 grids), or if the boxes are not default ones.
    #[must_use]
    pub fn box_shape(&self) -> Option<(u8, u8)> {
        let Boxes::Default(size) = self.boxes else {
            return None;
        };
        let size = if size == 0 {
            self.rows.max(self.columns)
        } else {
            size
        };
        let fits = |height: u8, width: u8| {
            self.rows.is_multiple_of(height) && self.columns.is_multiple_of(width)
        };
        (2..=size.isqrt())
            .rev()
            .filter(|small| size.is_multiple_of(*small))
            .flat_map(|small| [(small, size / small), (size / small, small)])
            .find(|&(height, width)| fits(height, width))
    }

    /// Returns the height and width of the boxes if they are congruent rectangles that tile the grid. They need not be
    /// default boxes.
    #[must_use]
    pub fn block_shape(&self) -> Option<(u8, u8)> {
        let Boxes::Own(_) = self.boxes else {
            return self.box_shape();
        };
        let mut boxes = self.box_cells();
        boxes.sort_unstable();
        // If the boxes are rectangles, the first one starts at R1C1, so its last cell gives their size.
        let (row, column) = self.place(*boxes.first()?.last()?);
        let (height, width) = (row + 1, column + 1);
        let fits = self.rows.is_multiple_of(height) && self.columns.is_multiple_of(width);
        let blocks = fits.then(|| {
            let mut blocks = self.rectangles(height, width);
            blocks.sort_unstable();
            blocks
        });
        (blocks? == boxes).then_some((height, width))
    }

    fn rectangles(&self, height: u8, width: u8) -> Vec<Vec<Cell>> {
        let tops = (0..self.rows).step_by(height.into());
        tops.flat_map(|top| {
            let lefts = (0..self.columns).step_by(width.into());
            lefts.map(move |left| {
                (top..top + height)
                    .flat_map(|r| (left..left + width).map(move |c| self.cell(r, c)))
                    .collect()
            })
        })
        .collect()
    }

    /// Returns the name of a grid cell, such as `R1C1`.
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        let (row, column) = self.place(cell);
        format!("R{}C{}", row + 1, column + 1)
    }

    /// Parses the names of cells, separated by spaces, such as `R1C1 R1C2`.
    ///
    /// # Errors
    /// Returns the same errors as [`Layout::parse_name`].
    pub fn parse_names(&self, text: &str) -> Result<Vec<Cell>, CellNameError> {
        let names = text.split_whitespace();
        names.map(|name| self.parse_name(name)).collect()
    }

    /// Parses the name of a cell. Upper and lower case are accepted.
    ///
    /// # Errors
    /// Returns an error if the text is not the name of a cell, or if the cell is outside the grid.
    pub fn parse_name(&self, text: &str) -> Result<Cell, CellNameError> {
        let (row, column) =
            parse_place(text).ok_or_else(|| CellNameError::NotAName(text.to_owned()))?;
        self.cell_at(row - 1, column - 1)
            .ok_or_else(|| CellNameError::OffGrid {
                name: text.to_owned(),
                rows: self.rows,
                columns: self.columns,
            })
    }
}

/// Parses a position such as `R1C1` to a row and a column, both counted from 1. Positions outside the grid, such as row
/// 0, are accepted because outside clues have them.
#[must_use]
pub fn parse_place(text: &str) -> Option<(i32, i32)> {
    let rest = text.strip_prefix(['R', 'r'])?;
    let (row, column) = rest.split_once(['C', 'c'])?;
    // A grid has at most 25 rows and columns, so three digits are enough for every position.
    let number = |digits: &str| {
        let plain =
            !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    Some((number(row)?, number(column)?))
}
