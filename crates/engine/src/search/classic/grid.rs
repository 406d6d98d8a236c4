//! Grids and pencil marks of plain sudoku.

use cluewright_puzzle::{Layout, Puzzle};

/// The candidates of 81 cells in reading order: bit `d - 1` is set if digit `d` is a candidate. Higher bits are ignored; a puzzle has no
/// solution if a cell has no candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pencilmarks(pub [u16; 81]);

/// A grid in reading order, with 81 entries: a digit from 1 to 9, or 0 for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid(pub [u8; 81]);

/// The number of solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The puzzle has no solution.
    None,
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has two solutions or more.
    Several,
}

impl Grid {
    pub(super) const EMPTY: Self = Self([0; 81]);
}

impl Pencilmarks {
    /// A grid with all digits as candidates in all cells.
    pub const OPEN: Self = Self([0o777; 81]);

    /// Returns the pencil marks of a plain sudoku; `None` if the puzzle has anything besides the 9x9 houses and pencil marks.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let plain = puzzle.layout == Layout::square(9)
            && puzzle.clues.is_empty()
            && puzzle.extras.is_empty();
        if !plain {
            return None;
        }
        let mut marks = Self::OPEN;
        for given in &puzzle.givens {
            // Bit 1 of a digit set is digit 1, which is bit 0 of a mark.
            *marks.0.get_mut(given.cell.index())? &= (given.digits.bits() >> 1) as u16;
        }
        Some(marks)
    }
}

impl From<&Grid> for Pencilmarks {
    /// Converts givens to single candidates, and empty cells to all digits.
    fn from(grid: &Grid) -> Self {
        Self(grid.0.map(|digit| {
            if (1..=9).contains(&digit) {
                1 << (digit - 1)
            } else {
                0o777
            }
        }))
    }
}
