//! The canonical form of puzzles under rotation and reflection of the grid, and under relabelling of digits.

use super::views::{VIEWS, image, in_view};
use crate::{Cell, Clue, Layout, Puzzle};

/// The canonical form of a puzzle. Two puzzles have the same form if and only if one is a rotation or reflection of the
/// other. For puzzles without clues and pencil marks, digits may also be relabelled. Texts and drawings are ignored.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Canonical {
    size: (u8, u8),
    boxes: Vec<Vec<Cell>>,
    /// The cells with givens, each with its candidates as a bit mask.
    givens: Vec<(Cell, u64)>,
    clues: Vec<Clue>,
}

impl Canonical {
    /// Computes the canonical form of a puzzle. `is_unordered` returns `true` for clues whose cells have no
    /// order.
    #[must_use]
    pub fn of(puzzle: &Puzzle, is_unordered: impl Fn(&Clue) -> bool) -> Self {
        let is_square = puzzle.layout.rows == puzzle.layout.columns;
        // Views that exchange height and width apply only to square grids.
        let others = (1..VIEWS).filter(|view| view & 4 == 0 || is_square);
        let forms = others.map(|view| Self::form_in_view(puzzle, &is_unordered, view));
        forms.fold(Self::form_in_view(puzzle, &is_unordered, 0), Self::min)
    }

    fn form_in_view(puzzle: &Puzzle, is_unordered: &impl Fn(&Clue) -> bool, view: usize) -> Self {
        let layout = &puzzle.layout;
        let grid = layout.cell_count();
        let turn = |cell: Cell| match cell.index() < grid {
            true => image(layout, cell, view),
            // A view moves only cells of the grid, so auxiliary variables keep their numbers.
            false => cell,
        };
        let box_of = |cells: Vec<Cell>| sort(cells.into_iter().map(turn));
        let clue = |clue: &Clue| {
            let mut turned = clue.clone();
            for (_, cells) in &mut turned.slots {
                cells.iter_mut().for_each(|cell| *cell = turn(*cell));
                if is_unordered(clue) {
                    cells.sort_unstable();
                }
            }
            turned
        };
        let givens = puzzle.givens.iter();
        let mut givens = sort(givens.map(|given| (turn(given.cell), given.digits.bits())));
        // Clues and pencil marks may depend on the digits, so only puzzles that consist of givens are relabelled.
        if puzzle.clues.is_empty() && givens.iter().all(|(_, set)| set.count_ones() == 1) {
            let digits = givens.iter().map(|(_, set)| set.trailing_zeros() as u8 + 1);
            let mut digits: Vec<u8> = digits.collect();
            rename(&mut digits);
            for ((_, set), digit) in givens.iter_mut().zip(digits) {
                *set = 1 << digit;
            }
        }
        Self {
            size: (layout.rows, layout.columns),
            boxes: sort(layout.box_cells().into_iter().map(box_of)),
            givens,
            clues: sort(puzzle.clues.iter().map(clue)),
        }
    }
}

/// Computes the canonical form of a plain 9x9 grid, with 0 for empty cells.
#[must_use]
pub fn canonical_grid(digits: &[u8; 81]) -> [u8; 81] {
    let layout = Layout::square(9);
    let view = |view: usize| {
        let mut turned = *digits;
        turned.copy_from_slice(&in_view(&layout, digits, view));
        rename(&mut turned);
        turned
    };
    (0..VIEWS).map(view).min().unwrap_or(*digits)
}

/// Relabels digits in the order of their first occurrence.
fn rename(digits: &mut [u8]) {
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

fn sort<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}
