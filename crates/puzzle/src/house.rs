//! The houses of a layout, numbered in this order: rows, columns, boxes.

use super::{Cell, Layout};
use std::fmt;

/// A row, column or box, with its number counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    /// A row; rows are numbered from the top.
    Row(u8),
    /// A column; columns are numbered from the left.
    Column(u8),
    /// A box; boxes are numbered in the order of [`Layout::box_cells`].
    Box(usize),
}

impl House {
    /// Returns the name of the house's kind: `row`, `column` or `box`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Row(_) => "row",
            Self::Column(_) => "column",
            Self::Box(_) => "box",
        }
    }
}

/// Formats the house with its number counted from 1, such as `row 3`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = match *self {
            Self::Row(index) | Self::Column(index) => index.into(),
            Self::Box(index) => index,
        };
        write!(f, "{} {}", self.kind(), index + 1)
    }
}

impl Layout {
    /// Returns the cells of all houses: the rows and columns, unless the grid is raw, then the
    /// boxes.
    #[must_use]
    pub fn houses(&self) -> Vec<Vec<Cell>> {
        let mut houses = vec![];
        if self.lines {
            houses.extend((0..self.rows).map(|row| self.row(row).collect()));
            houses.extend((0..self.columns).map(|column| self.column(column).collect()));
        }
        houses.extend(self.box_cells());
        houses
    }

    /// Returns the number of rows and columns among the houses. This is also the index of the first
    /// box in
    /// [`Layout::houses`].
    #[must_use]
    pub fn line_count(&self) -> usize {
        match self.lines {
            true => usize::from(self.rows) + usize::from(self.columns),
            false => 0,
        }
    }

    /// Returns the house at an index in [`Layout::houses`].
    #[must_use]
    pub fn house(&self, number: usize) -> House {
        let rows = usize::from(self.rows);
        match number.checked_sub(self.line_count()) {
            Some(index) => House::Box(index),
            None if number < rows => House::Row(number as u8),
            None => House::Column((number - rows) as u8),
        }
    }

    /// Returns the index of a house in [`Layout::houses`].
    #[must_use]
    pub fn house_number(&self, house: House) -> usize {
        match house {
            House::Row(index) => index.into(),
            House::Column(index) => usize::from(self.rows) + usize::from(index),
            House::Box(index) => self.line_count() + index,
        }
    }

    /// Returns the index in [`Layout::houses`] of the house with exactly these cells; `None` if there is none.
    #[must_use]
    pub fn house_of(&self, cells: &[Cell]) -> Option<usize> {
        let first = cells
            .first()
            .filter(|cell| cell.index() < self.cell_count())?;
        let has = |cell: Cell| cells.contains(&cell);
        let (rows, columns) = (usize::from(self.rows), usize::from(self.columns));
        let (row, column) = self.place(*first);
        if self.lines && cells.len() == columns && self.row(row).all(has) {
            return Some(self.house_number(House::Row(row)));
        }
        if self.lines && cells.len() == rows && self.column(column).all(has) {
            return Some(self.house_number(House::Column(column)));
        }
        let mut boxes = self.box_cells().into_iter();
        let own = |house: Vec<Cell>| house.len() == cells.len() && house.into_iter().all(has);
        boxes
            .position(own)
            .map(|index| self.house_number(House::Box(index)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_are_numbered_in_their_order() {
        let oblong = Layout {
            rows: 4,
            columns: 6,
            ..Layout::square(6)
        };
        let no_lines = Layout {
            lines: false,
            ..Layout::square(4)
        };
        for layout in [Layout::square(9), oblong, no_lines] {
            for (number, cells) in layout.houses().into_iter().enumerate() {
                let house = layout.house(number);
                assert_eq!(layout.house_number(house), number);
                assert_eq!(layout.house_of(&cells), Some(number), "{house}");
                let first = layout.place(cells[0]);
                match house {
                    House::Row(row) => assert_eq!(first, (row, 0)),
                    House::Column(column) => assert_eq!(first, (0, column)),
                    House::Box(index) => assert_eq!(layout.box_cells()[index], cells),
                }
            }
        }
    }
}
