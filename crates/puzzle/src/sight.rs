//! Lines of sight: the cells that a clue outside the grid sees, from the border inwards.

use super::{Cell, Layout};

/// A row and a column, counted from 0. Positions just outside the grid have a row or column of -1, or one after the
/// last.
pub type Place = (i32, i32);

/// A diagonal step: the changes of the row and of the column, each -1 or 1.
pub type Step = (i32, i32);

/// The four diagonal steps.
pub const DIAGONALS: [Step; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Layout {
    /// Returns the cells that meet at a point, in reading order. The result is one cell for a point inside a cell, two
    /// for an edge, four for a corner, and none outside the grid.
    ///
    /// The point is in cells from the grid's top-left corner. A point within `near` of an edge counts as on the edge.
    #[must_use]
    pub fn cells_around(&self, (row, column): (f64, f64), near: f64) -> Vec<Cell> {
        let sides = |at: f64| match at.round() {
            edge if (at - edge).abs() <= near => vec![(edge as i32).saturating_sub(1), edge as i32],
            _ => vec![at.floor() as i32],
        };
        let columns = sides(column);
        let places = sides(row)
            .into_iter()
            .flat_map(|row| columns.iter().map(move |&column| (row, column)));
        places
            .filter_map(|(row, column)| self.cell_at(row, column))
            .collect()
    }

    /// Returns the cells whose centres lie under a rectangle, in reading order. All lengths are in cells.
    #[must_use]
    pub fn cells_under(&self, centre: (f64, f64), width: f64, height: f64) -> Vec<Cell> {
        let is_covered = |&cell: &Cell| {
            let (row, column) = self.place(cell);
            let (row, column) = (f64::from(row) + 0.5, f64::from(column) + 0.5);
            (row - centre.0).abs() < height / 2.0 && (column - centre.1).abs() < width / 2.0
        };
        self.cells().filter(is_covered).collect()
    }

    /// Returns the row or column that a clue at a position sees, the nearest cell first. Returns `None` at a corner of
    /// the border, and for positions that are not just outside the grid.
    #[must_use]
    pub fn line_seen_from(&self, (row, column): Place) -> Option<Vec<Cell>> {
        let inside_rows = (0..i32::from(self.rows)).contains(&row);
        let inside_columns = (0..i32::from(self.columns)).contains(&column);
        let mut line: Vec<Cell> = match (inside_rows, inside_columns) {
            (true, false) => self.row(row as u8).collect(),
            (false, true) => self.column(column as u8).collect(),
            _ => return None,
        };
        if row == i32::from(self.rows) || column == i32::from(self.columns) {
            line.reverse();
        } else if row != -1 && column != -1 {
            return None;
        }
        Some(line)
    }

    /// Returns the position of a clue whose row or column is exactly these cells; `None` if there is none.
    #[must_use]
    pub fn seat_of_line(&self, cells: &[Cell]) -> Option<Place> {
        let (row, column) = self.place(*cells.first().filter(|c| c.index() < self.cell_count())?);
        let (row, column) = (i32::from(row), i32::from(column));
        let seats = [
            (-1, column),
            (i32::from(self.rows), column),
            (row, -1),
            (row, i32::from(self.columns)),
        ];
        seats
            .into_iter()
            .find(|&seat| self.line_seen_from(seat).is_some_and(|line| line == cells))
    }

    /// Returns the diagonal that a clue at a position sees, up to the border. A position inside the grid is the first
    /// cell of the diagonal. A position outside is one step before the first cell. The result is empty if the diagonal
    /// misses the grid.
    #[must_use]
    pub fn diagonal_seen_from(&self, (row, column): Place, (down, right): Step) -> Vec<Cell> {
        // The diagonal includes its starting position only inside the grid, so a position outside is skipped.
        let skip = usize::from(self.cell_at(row, column).is_none());
        (skip as i32..)
            .map_while(|n| self.cell_at(row + n * down, column + n * right))
            .collect()
    }

    /// Returns the position and direction of a clue whose diagonal is exactly these cells; `None` if there is none. The
    /// position is outside the grid if possible. Otherwise it is the first cell.
    #[must_use]
    pub fn seat_of_diagonal(&self, cells: &[Cell]) -> Option<(Place, Step)> {
        let (row, column) = self.place(*cells.first().filter(|c| c.index() < self.cell_count())?);
        let (row, column) = (i32::from(row), i32::from(column));
        let before = DIAGONALS.map(|step| ((row - step.0, column - step.1), step));
        let at = DIAGONALS.map(|step| ((row, column), step));
        before
            .into_iter()
            // A diagonal from a position inside the grid would include that position's cell.
            .filter(|&((r, c), _)| self.cell_at(r, c).is_none())
            .chain(at)
            .find(|&(seat, step)| self.diagonal_seen_from(seat, step) == cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_seen_from_its_place() {
        let layout = Layout {
            rows: 3,
            ..Layout::square(5)
        };
        for place in [(-1, 4), (3, 0), (2, -1), (0, 5)] {
            let line = layout.line_seen_from(place).expect("just outside");
            assert_eq!(layout.seat_of_line(&line), Some(place));
        }
        for place in [(-1, -1), (1, 1), (-2, 1), (0, 6)] {
            assert_eq!(layout.line_seen_from(place), None);
        }
    }

    #[test]
    fn no_cell_is_around_a_point_far_outside() {
        let layout = Layout::square(4);
        for at in [f64::MIN, f64::from(i32::MIN), f64::MAX] {
            assert_eq!(layout.cells_around((at, 0.5), 0.1), []);
        }
    }

    #[test]
    fn every_diagonal_is_seen_from_its_place() {
        let layout = Layout::square(4);
        let names = |cells: &[Cell]| cells.iter().map(|&c| layout.name(c)).collect::<Vec<_>>();
        let diagonal = layout.diagonal_seen_from((-1, 3), (1, -1));
        assert_eq!(names(&diagonal), ["R1C3", "R2C2", "R3C1"]);
        assert_eq!(layout.seat_of_diagonal(&diagonal), Some(((-1, 3), (1, -1))));
        let inner = layout.diagonal_seen_from((1, 1), (1, 1));
        assert_eq!(names(&inner), ["R2C2", "R3C3", "R4C4"]);
        assert_eq!(layout.seat_of_diagonal(&inner), Some(((1, 1), (1, 1))));
        assert!(layout.diagonal_seen_from((-1, 0), (1, -1)).is_empty());
    }
}
