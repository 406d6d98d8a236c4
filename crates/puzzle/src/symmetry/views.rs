//! Views: the rotations and reflections of the grid.

use crate::{Boxes, Cell, Layout};

/// Number of rotations and reflections of a square grid. View 0 is the identity.
pub const VIEWS: usize = 8;

/// Returns the image of a cell in a view.
pub fn image(layout: &Layout, cell: Cell, view: usize) -> Cell {
    let (rows, columns) = (layout.rows, layout.columns);
    let (mut row, mut column) = layout.place(cell);
    if view & 1 != 0 {
        row = rows - 1 - row;
    }
    if view & 2 != 0 {
        column = columns - 1 - column;
    }
    match view & 4 != 0 {
        true => Cell(u16::from(column) * u16::from(rows) + u16::from(row)),
        false => layout.cell(row, column),
    }
}

/// Returns the values of a grid's cells in the reading order of a view.
#[must_use]
pub fn in_view(layout: &Layout, values: &[u8], view: usize) -> Vec<u8> {
    let mut shown = vec![0; layout.cell_count()];
    for (cell, &value) in layout.cells().zip(values) {
        shown[image(layout, cell, view).index()] = value;
    }
    shown
}

/// Returns the layout of the grid in a view.
pub fn turned(layout: &Layout, view: usize) -> Layout {
    let mut turned = layout.clone();
    if view & 4 != 0 {
        std::mem::swap(&mut turned.rows, &mut turned.columns);
    }
    let boxes = |layout: &Layout, to: &dyn Fn(Cell) -> Cell| -> Vec<Vec<Cell>> {
        let mut boxes = layout.box_cells();
        for cells in &mut boxes {
            cells.iter_mut().for_each(|cell| *cell = to(*cell));
            cells.sort_unstable();
        }
        boxes.sort_unstable();
        boxes
    };
    let shown = boxes(layout, &|cell| image(layout, cell, view));
    let is_default = matches!(layout.boxes, Boxes::Default(_));
    // Default boxes are wide rather than tall, so the boxes of a rotated grid may have to be listed cell by cell.
    if !is_default || boxes(&turned, &|cell| cell) != shown {
        let mut numbers = vec![None; layout.cell_count()];
        for (number, cells) in (0..).zip(&shown) {
            cells
                .iter()
                .for_each(|cell| numbers[cell.index()] = Some(number));
        }
        turned.boxes = match layout.boxes {
            Boxes::None => Boxes::None,
            _ => Boxes::Own(numbers),
        };
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_map_cells_to_cells_and_houses_to_houses() {
        let jigsaw = Layout {
            boxes: Boxes::Own(vec![Some(1), Some(1), Some(0), Some(1), None, Some(0)]),
            rows: 2,
            columns: 3,
            ..Layout::square(4)
        };
        for layout in [Layout::square(9), Layout::square(6), jigsaw] {
            for view in 0..VIEWS {
                let turned = turned(&layout, view);
                let mut images: Vec<Cell> =
                    layout.cells().map(|c| image(&layout, c, view)).collect();
                for house in layout.houses() {
                    let house: Vec<Cell> = house.iter().map(|c| images[c.index()]).collect();
                    assert!(turned.house_of(&house).is_some(), "{layout:?} {view}");
                }
                images.sort_unstable();
                assert!(images.into_iter().eq(turned.cells()));
            }
        }
        assert_eq!(turned(&Layout::square(9), 5), Layout::square(9));
    }
}
