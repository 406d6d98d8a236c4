//! Puzzles that are the same but for turning the grid, reflecting it, or renaming its digits.

use cluewright_puzzle::{Cell, Layout, Puzzle, VIEWS, image};
use cluewright_rules::{Book, Shape};

/// A text that two puzzles share where one is the other turned or reflected; where no clue reads digits, as there
/// is none, also where digits are renamed. Words and drawings do not count.
#[must_use]
pub fn canonical(puzzle: &Puzzle, book: &Book) -> String {
    let views = (0..VIEWS).filter_map(|view| seen(puzzle, book, view));
    views.min().unwrap_or_default()
}

/// The same of a plain grid: 0 where a cell is empty.
#[must_use]
pub fn canonical_grid(digits: &[u8; 81]) -> [u8; 81] {
    let layout = Layout::square(9);
    let cells = (0..81).map(Cell::from_index);
    let places: Vec<Cell> = cells.collect();
    let view = |view: usize| {
        let mut turned = [0; 81];
        for &cell in &places {
            turned[image(&layout, cell, view).index()] = digits[cell.index()];
        }
        renamed(&mut turned);
        turned
    };
    (0..VIEWS).map(view).min().unwrap_or(*digits)
}

/// Names digits in the order in which they first appear.
fn renamed(digits: &mut [u8]) {
    let mut names = [0u8; 256];
    let mut next = 1;
    for digit in digits.iter_mut().filter(|digit| **digit != 0) {
        let name = &mut names[usize::from(*digit)];
        if *name == 0 {
            *name = next;
            next += 1;
        }
        *digit = *name;
    }
}

/// The puzzle's layout, givens and clues from one side; nothing where the grid does not look the same from there.
fn seen(puzzle: &Puzzle, book: &Book, view: usize) -> Option<String> {
    let layout = &puzzle.layout;
    if view & 4 != 0 && layout.rows != layout.columns {
        return None;
    }
    let grid = layout.cell_count();
    let turn = |cell: Cell| match cell.index() < grid {
        true => image(layout, cell, view),
        // What stands beside the grid stays where it is.
        false => cell,
    };
    let mut givens = vec![];
    for given in &puzzle.givens {
        givens.push((turn(given.cell), given.digits.bits()));
    }
    givens.sort_unstable();
    if puzzle.clues.is_empty() && givens.iter().all(|(_, set)| set.count_ones() == 1) {
        let mut digits: Vec<u8> = givens
            .iter()
            .map(|(_, set)| set.trailing_zeros() as u8 + 1)
            .collect();
        renamed(&mut digits);
        for ((_, set), digit) in givens.iter_mut().zip(digits) {
            *set = 1 << digit;
        }
    }
    let mut boxes = vec![];
    for group in layout.box_cells() {
        let mut group: Vec<Cell> = group.into_iter().map(turn).collect();
        group.sort_unstable();
        boxes.push(group);
    }
    boxes.sort_unstable();
    let mut clues = vec![];
    for clue in &puzzle.clues {
        let mut turned = clue.clone();
        let shape = book.rule(&clue.rule).map(|rule| rule.shape);
        let no_order = matches!(
            shape,
            Ok(Shape::Group | Shape::Pair | Shape::Cell | Shape::Square)
        );
        for (_, cells) in &mut turned.slots {
            for cell in cells.iter_mut() {
                *cell = turn(*cell);
            }
            if no_order {
                cells.sort_unstable();
            }
        }
        clues.push(format!("{turned:?}"));
    }
    clues.sort_unstable();
    let size = (layout.rows, layout.columns);
    Some(format!("{size:?} {boxes:?} {givens:?} {clues:?}"))
}
