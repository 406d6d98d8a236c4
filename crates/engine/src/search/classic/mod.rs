//! The classic kernel: uniqueness proofs of plain 9x9 sudoku, many at a time.
//!
//! A [`Prover`] takes lines of 81 characters or [`Pencilmarks`] and says for each whether it has no
//! solution, one, or several. It works on hundreds of search trees at once, one in each bit of the
//! processor's widest registers (see `engine` and `propagate`); few puzzles go to a solver of the
//! ordinary kind (`scalar`). Verdicts, and the solutions of unique puzzles, do not depend on the
//! instruction set, nor on what else is in the batch.
//!
//! ```
//! use cluewright_engine::search::classic::{Isa, Prover, Verdict};
//!
//! let line = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let mut prover = Prover::new(Isa::best())?;
//! let verdicts = prover.prove_lines([line.as_slice()]);
//! assert_eq!(verdicts, [Ok(Verdict::Unique)]);
//! # Ok::<(), cluewright_engine::search::classic::IsaError>(())
//! ```
#![allow(
    clippy::needless_range_loop,
    reason = "planes, boards and groups run in step under one index"
)]
#![allow(
    unsafe_code,
    reason = "vector instructions: see lanes.rs and x86.rs, the only place that uses it"
)]

mod branch;
mod engine;
mod isa;
mod lanes;
mod propagate;
mod prover;
mod scalar;
mod text;
mod transpose;
#[cfg(target_arch = "x86_64")]
mod x86;

use cluewright_puzzle::{Layout, Puzzle};
pub use isa::{Isa, IsaError};
pub use prover::{Proof, Prover};
pub use text::{LineError, text_lines};

/// The candidates of 81 cells in reading order: bit `d - 1` says that digit `d` may stand there. Higher
/// bits are ignored; a cell without candidates makes the puzzle one without solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pencilmarks(pub [u16; 81]);

/// A grid in reading order: 81 digits 1 to 9, or 0 for an empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid(pub [u8; 81]);

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly one.
    Unique,
    /// Two or more.
    Several,
}

impl Grid {
    const EMPTY: Self = Self([0; 81]);
}

impl Pencilmarks {
    /// All digits in all cells.
    pub const OPEN: Self = Self([0o777; 81]);

    /// Those of a puzzle, if it is a plain sudoku: houses and pencil marks, and nothing else.
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
            // bit 1 of a digit set is digit 1, bit 0 of a mark
            *marks.0.get_mut(given.cell.index())? &= (given.digits.bits() >> 1) as u16;
        }
        Some(marks)
    }
}

impl From<&Grid> for Pencilmarks {
    /// Clues as single candidates, empty cells open.
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
