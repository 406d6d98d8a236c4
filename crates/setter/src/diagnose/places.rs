//! Lists other positions that the setter may have meant for a clue. The clue can be shifted by a cell, rotated or reversed,
//! or one of its cells can be moved.

use super::slips::neighbours;
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::Shape;

/// A king's move, as (rows down, columns right). Each number is -1, 0 or 1.
type Way = (i32, i32);

/// The moves to all eight neighbours. Orthogonal moves come first.
const WAYS: [Way; 8] = [
    (-1, 0),
    (0, -1),
    (0, 1),
    (1, 0),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 1),
];

/// Returns the penalty for a shift by the given move, in bits.
const fn cost_in_bits((down, right): Way) -> u32 {
    if down == 0 || right == 0 { 1 } else { 2 }
}

/// Returns the cell that a move leads to. Returns `None` if it would be outside the grid.
fn step_from(layout: &Layout, cell: Cell, (down, right): Way) -> Option<Cell> {
    let (row, column) = layout.place(cell);
    layout.cell_at(i32::from(row) + down, i32::from(column) + right)
}

/// Returns the neighbours of a given's cell that have no given, each with the penalty for the shift in bits.
pub(super) fn shift_given(puzzle: &Puzzle, cell: Cell) -> Vec<(u32, Cell)> {
    let layout = &puzzle.layout;
    if cell.index() >= layout.cell_count() {
        return vec![];
    }
    let free = |cell: &Cell| !puzzle.givens.iter().any(|given| given.cell == *cell);
    let shifted = WAYS.iter().filter_map(|&way| {
        let to = step_from(layout, cell, way).filter(free)?;
        Some((cost_in_bits(way), to))
    });
    shifted.collect()
}

/// Returns the clue with its direction reversed. Returns `None` if clues of this shape have no direction.
pub(super) fn reverse(clue: &Clue, shape: Shape) -> Option<Clue> {
    let mut reversed = clue.clone();
    match (shape, &clue.slots[..]) {
        (Shape::Line | Shape::Pair | Shape::Outside | Shape::Diagonal, _) => {
            reversed.slots.iter_mut().for_each(|slot| slot.1.reverse());
        }
        (Shape::Arrow, [(_, bulb), (_, shaft)]) => {
            let mut path: Vec<Cell> = bulb.iter().chain(shaft).copied().collect();
            path.reverse();
            let shaft = path.split_off(1);
            reversed.slots[0].1 = path;
            reversed.slots[1].1 = shaft;
        }
        _ => return None,
    }
    Some(reversed)
}

/// Returns the images of a clue after a shift by a cell or, for a pair, a rotation, each with its penalty in bits.
pub(super) fn shifts(puzzle: &Puzzle, clue: &Clue, shape: Shape) -> Vec<(u32, Clue)> {
    let layout = &puzzle.layout;
    let on_grid = clue.cells().all(|cell| cell.index() < layout.cell_count());
    if !on_grid || clue.cells().next().is_none() {
        return vec![];
    }
    match (shape, &clue.slots[..]) {
        // A shifted diagonal would not be a whole diagonal, so neighbouring diagonals are listed instead.
        (Shape::Diagonal, [(_, cells)]) => diagonals(layout, cells)
            .into_iter()
            .map(|(distance, cells)| (distance, on(clue, cells)))
            .collect(),
        (Shape::Pair, [(_, cells)]) => {
            let mut shifts = translate(layout, clue);
            let turned = turn(layout, cells).into_iter();
            shifts.extend(turned.map(|cells| (2, on(clue, cells))));
            shifts
        }
        _ => translate(layout, clue),
    }
}

/// Returns a copy of the clue with other cells.
fn on(clue: &Clue, cells: Vec<Cell>) -> Clue {
    let mut other = clue.clone();
    other.slots[0].1 = cells;
    other
}

fn translate(layout: &Layout, clue: &Clue) -> Vec<(u32, Clue)> {
    let shifted = |way: Way| {
        let mut other = clue.clone();
        for (_, cells) in &mut other.slots {
            let shifted = cells.iter().map(|&cell| step_from(layout, cell, way));
            *cells = shifted.collect::<Option<_>>()?;
        }
        Some((cost_in_bits(way), other))
    };
    WAYS.into_iter().filter_map(shifted).collect()
}

/// Returns the rotations of a pair of cells around each of the two cells.
fn turn(layout: &Layout, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let &[a, b] = cells else {
        return vec![];
    };
    let around = |fixed: Cell, free: Cell| {
        let ways = WAYS.into_iter().filter(|&way| cost_in_bits(way) == 1);
        ways.filter_map(move |way| step_from(layout, fixed, way))
            .filter(move |&cell| cell != free)
    };
    let mut turned: Vec<Vec<Cell>> = around(a, b).map(|cell| vec![a, cell]).collect();
    turned.extend(around(b, a).map(|cell| vec![cell, b]));
    turned
}

/// For the cells of a diagonal, returns the parallel diagonals that begin one cell away, and the other diagonal that
/// begins at the same position outside the grid.
fn diagonals(layout: &Layout, cells: &[Cell]) -> Vec<(u32, Vec<Cell>)> {
    let &[first, second, ..] = cells else {
        return vec![];
    };
    let place = |cell: Cell| {
        let (row, column) = layout.place(cell);
        (i32::from(row), i32::from(column))
    };
    let ((row, column), (to_row, to_column)) = (place(first), place(second));
    let (down, right) = (to_row - row, to_column - column);
    let along = |(row, column): Way, (down, right): Way| -> Vec<Cell> {
        let cells =
            (0..).map_while(|step| layout.cell_at(row + step * down, column + step * right));
        cells.collect()
    };
    let outside = (row - down, column - right);
    let begins = |(row, column): Way| {
        layout.cell_at(row, column).is_some()
            && layout.cell_at(row - down, column - right).is_none()
    };
    let starts = WAYS
        .into_iter()
        .map(|way| (cost_in_bits(way), (row + way.0, column + way.1)));
    let mut found: Vec<(u32, Vec<Cell>)> = starts
        .filter(|(_, start)| begins(*start))
        .map(|(distance, start)| (distance, along(start, (down, right))))
        .collect();
    for way in [(down, -right), (-down, right)] {
        let cells = along((outside.0 + way.0, outside.1 + way.1), way);
        if !cells.is_empty() {
            found.push((2, cells));
        }
    }
    found
}

/// Returns variants of a clue with one cell moved to a neighbouring cell, each with its penalty in bits. Clues of a fixed
/// shape, such as pairs, have no such variants.
pub(super) fn move_cell(puzzle: &Puzzle, clue: &Clue, shape: Shape) -> Vec<(u32, Clue)> {
    let layout = &puzzle.layout;
    let on_grid = clue.cells().all(|cell| cell.index() < layout.cell_count());
    let kinds = matches!(
        shape,
        Shape::Line | Shape::Group | Shape::Arrow | Shape::Pieces | Shape::Control
    );
    if !on_grid || !kinds {
        return vec![];
    }
    let mut found = vec![];
    for (slot, (_, cells)) in clue.slots.iter().enumerate() {
        for (at, &cell) in cells.iter().enumerate() {
            // Moving the only cell of a clue would be a shift, which `shifts` already lists.
            if clue.cells().count() < 2 {
                continue;
            }
            for next in neighbours(puzzle, &[cell], true) {
                if clue.cells().any(|other| other == next) {
                    continue;
                }
                let mut other = clue.clone();
                other.slots[slot].1[at] = next;
                found.push((1, other));
            }
        }
    }
    found
}
