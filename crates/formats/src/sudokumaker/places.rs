//! Converts the numbers of cells, edges, corners and outer cells to positions.

use cluewright_puzzle::{Cell, DIAGONALS, Layout, Place};

/// Returns the two cells of an edge. Edges are numbered row by row: in each row of cells, first the left edges, then
/// the lower edges.
pub(super) fn cells_of_edge(layout: &Layout, edge: i64) -> Option<[Cell; 2]> {
    let width = i64::from(layout.columns);
    let (row, k) = (edge.div_euclid(2 * width), edge.rem_euclid(2 * width));
    let (from, to) = match k < width {
        true => ((row, k - 1), (row, k)),
        false => ((row, k - width), (row + 1, k - width)),
    };
    Some([cell_at(layout, from)?, cell_at(layout, to)?])
}

/// Returns the cells around a corner in reading order, without those outside the grid. Corners are numbered in reading order from the
/// grid's top-left corner. `None` if the number is too large.
pub(super) fn cells_of_corner(layout: &Layout, corner: i64) -> Option<Vec<Cell>> {
    let width = i64::from(layout.columns) + 1;
    let (row, column) = (corner.div_euclid(width), corner.rem_euclid(width));
    let around = [(-1, -1), (-1, 0), (0, -1), (0, 0)];
    let cells = around.map(|(down, right)| cell_at(layout, (row + down, column + right)));
    let cells: Vec<Cell> = cells.into_iter().flatten().collect();
    (!cells.is_empty()).then_some(cells)
}

/// Returns the position of an outer cell. Outer cells are numbered in reading order over the grid and a frame of one cell
/// around it.
pub(super) fn place_of_outer(layout: &Layout, outer: i64) -> Option<Place> {
    let width = i64::from(layout.columns) + 2;
    let (row, column) = (outer.div_euclid(width) - 1, outer.rem_euclid(width) - 1);
    // The remainder keeps the column within the frame, so only the row can be outside.
    let inside = (-1..=i64::from(layout.rows)).contains(&row);
    inside.then_some((row as i32, column as i32))
}

/// Returns the diagonal that a position outside the grid sees: along `\` for -1, along `/` for 1. Empty if there is none.
pub(super) fn diagonal_from(layout: &Layout, place: Place, direction: i64) -> Vec<Cell> {
    let along = |&(down, right): &(i32, i32)| i64::from(-down * right) == direction;
    let steps = DIAGONALS.into_iter().filter(along);
    let seen = steps.map(|step| layout.diagonal_seen_from(place, step));
    let outside = layout.cell_at(place.0, place.1).is_none();
    seen.filter(|_| outside)
        .find(|cells| !cells.is_empty())
        .unwrap_or_default()
}

fn cell_at(layout: &Layout, (row, column): (i64, i64)) -> Option<Cell> {
    layout.cell_at(i32::try_from(row).ok()?, i32::try_from(column).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cells: &[Cell]) -> String {
        let names: Vec<_> = cells.iter().map(|&c| Layout::square(9).name(c)).collect();
        names.join(" ")
    }

    #[test]
    fn edges_are_left_of_cells_or_below_them() {
        let layout = Layout::square(9);
        let cells = |edge| cells_of_edge(&layout, edge).map(|cells| names(&cells));
        assert_eq!(cells(1).as_deref(), Some("R1C1 R1C2"));
        assert_eq!(cells(9).as_deref(), Some("R1C1 R2C1"));
        assert_eq!(cells(8 * 18 + 8).as_deref(), Some("R9C8 R9C9"));
        assert_eq!(cells(0), None);
        assert_eq!(cells(8 * 18 + 9), None);
        assert_eq!(cells(-1), None);
    }

    #[test]
    fn corners_may_be_on_the_border() {
        let layout = Layout::square(9);
        let cells = |corner| cells_of_corner(&layout, corner).map(|cells| names(&cells));
        assert_eq!(cells(11).as_deref(), Some("R1C1 R1C2 R2C1 R2C2"));
        assert_eq!(cells(1).as_deref(), Some("R1C1 R1C2"));
        assert_eq!(cells(0).as_deref(), Some("R1C1"));
        assert_eq!(cells(110), None);
    }

    #[test]
    fn outer_cells_see_rows_columns_and_diagonals() {
        let layout = Layout::square(9);
        assert_eq!(place_of_outer(&layout, 1), Some((-1, 0)));
        assert_eq!(place_of_outer(&layout, 21), Some((0, 9)));
        assert_eq!(place_of_outer(&layout, 121), None);
        assert_eq!(place_of_outer(&layout, -1), None);
        let seen = |place, direction| names(&diagonal_from(&layout, place, direction));
        assert_eq!(seen((-1, 1), 1), "R1C1");
        assert_eq!(seen((-1, 6), -1), "R1C8 R2C9");
        assert_eq!(seen((-1, -1), 1), "");
        assert_eq!(seen((4, 4), 1), "");
    }
}
