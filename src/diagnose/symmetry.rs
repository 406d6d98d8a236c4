//! Clues that a symmetry of the others asks for, and cages for cells that none has.

use crate::puzzle::{Cell, Clue, Layout, Puzzle};

/// The turns and reflections of a grid, but for the one that leaves it as it is.
const SYMMETRIES: usize = 7;
/// How unlikely, in bits, a clue is that a symmetry of most others asks for, or that completes a cover, and one
/// that some symmetry asks for.
const ASKED: u32 = 1;
const IMAGE: u32 = 4;

/// The images of clues under symmetries where no clue stands, with their values, and how unlikely it is
/// that they were forgotten.
pub(super) fn images(puzzle: &Puzzle) -> Vec<(u32, Clue)> {
    let grid = puzzle.layout.cell_count();
    let placed = |clue: &&Clue| {
        clue.parts.is_empty()
            && clue.cells().count() > 2
            && clue.cells().all(|cell| cell.index() < grid)
    };
    let clues: Vec<&Clue> = puzzle.clues.iter().filter(placed).collect();
    let mut found: Vec<(u32, Clue)> = vec![];
    for symmetry in 1..=SYMMETRIES {
        let pairs = clues
            .iter()
            .map(|clue| (*clue, image(&puzzle.layout, clue, symmetry)));
        let pairs: Vec<(&Clue, Clue)> = pairs
            .filter_map(|(clue, image)| Some((clue, image?)))
            .collect();
        let has_image = |image: &Clue| clues.iter().any(|other| alike(other, image));
        let matched = pairs.iter().filter(|(_, image)| has_image(image)).count();
        // The one that was forgotten spoils the symmetry for one clue.
        let distance = if matched + 2 > clues.len() {
            ASKED
        } else {
            IMAGE
        };
        for (_, image) in pairs {
            if !has_image(&image) && !overlaps(&clues, &image) {
                found.push((distance, image));
            }
        }
    }
    found.extend(uncovered(puzzle, &clues));
    found.sort_by_key(|(distance, _)| *distance);
    let mut different: Vec<(u32, Clue)> = vec![];
    for (distance, clue) in found {
        if !different.iter().any(|(_, other)| alike(other, &clue)) {
            different.push((distance, clue));
        }
    }
    different
}

/// The same rule on the same cells.
fn alike(one: &Clue, other: &Clue) -> bool {
    let sorted = |clue: &Clue| {
        let mut cells: Vec<Cell> = clue.cells().collect();
        cells.sort_unstable();
        cells
    };
    one.rule == other.rule && sorted(one) == sorted(other)
}

/// Whether a clue has a cell in common with one of its rule that it is not to cross: cages do not.
fn overlaps(clues: &[&Clue], clue: &Clue) -> bool {
    let is_cage = clue.rule.ends_with("cage");
    is_cage
        && clues
            .iter()
            .filter(|other| other.rule == clue.rule)
            .any(|other| {
                other
                    .cells()
                    .any(|cell| clue.cells().any(|own| own == cell))
            })
}

/// A clue turned or reflected; nothing where the grid is not square and would turn.
fn image(layout: &Layout, clue: &Clue, symmetry: usize) -> Option<Clue> {
    let (rows, columns) = (layout.rows, layout.columns);
    let turns = symmetry & 4 != 0;
    if turns && rows != columns {
        return None;
    }
    let mut image = clue.clone();
    for (_, cells) in &mut image.slots {
        for cell in cells {
            let (row, column) = layout.place(*cell);
            let row = if symmetry & 1 != 0 {
                rows - 1 - row
            } else {
                row
            };
            let column = if symmetry & 2 != 0 {
                columns - 1 - column
            } else {
                column
            };
            *cell = match turns {
                true => layout.cell(column, row),
                false => layout.cell(row, column),
            };
        }
    }
    Some(image)
}

/// A cage for each small group of cells that no cage has, where cages cover most of the grid.
fn uncovered(puzzle: &Puzzle, clues: &[&Clue]) -> Vec<(u32, Clue)> {
    let layout = &puzzle.layout;
    let Some(first) = clues.iter().find(|clue| clue.rule.ends_with("cage")) else {
        return vec![];
    };
    let of_its_rule = puzzle.clues.iter().filter(|clue| clue.rule == first.rule);
    let covered: Vec<Cell> = of_its_rule.flat_map(Clue::cells).collect();
    let mut free: Vec<Cell> = layout
        .cells()
        .filter(|cell| !covered.contains(cell))
        .collect();
    if free.len() * 2 > layout.cell_count() {
        return vec![];
    }
    let mut cages = vec![];
    while let Some(start) = free.pop() {
        let mut cells = vec![start];
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            let (row, column) = layout.place(cell);
            let beside = |other: &Cell| {
                let (other_row, other_column) = layout.place(*other);
                row.abs_diff(other_row) + column.abs_diff(other_column) == 1
            };
            cells.extend(free.extract_if(.., |other| beside(other)));
            next += 1;
        }
        if (2..=usize::from(layout.digit_count)).contains(&cells.len()) {
            cells.sort_unstable();
            let mut cage = (*first).clone();
            cage.slots[0].1 = cells;
            cages.push((ASKED, cage));
        }
    }
    cages
}
