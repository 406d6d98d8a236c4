//! The classic kernel: uniqueness proofs for plain 9x9 sudoku, many at a time.
//!
//! A [`Prover`] takes lines of 81 characters or [`Pencilmarks`] and determines, with proof, whether each puzzle has no
//! solution, one, or several. It searches hundreds of trees at once, one in each bit of the processor's widest registers
//! (see `engine` and `propagate`); small batches go to an ordinary solver (`scalar`). Verdicts, and the solutions of unique
//! puzzles, depend neither on the instruction set nor on the other puzzles of the batch.
//!
//! ```
//! use cluewright_engine::search::classic::{Isa, Prover, Verdict};
//! let line = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let mut prover = Prover::new(Isa::best())?;
//! let verdicts = prover.prove_lines([line.as_slice()]);
//! assert_eq!(verdicts, [Ok(Verdict::Unique)]);
//! # Ok::<(), cluewright_engine::search::classic::IsaError>(())
//! ```
#![allow(
    clippy::needless_range_loop,
    reason = "one index runs through planes, boards and groups in step"
)]
#![allow(
    unsafe_code,
    reason = "vector instructions: see lanes.rs and x86.rs, the only place that uses it"
)]

mod branch;
mod engine;
mod grid;
mod isa;
mod lanes;
mod propagate;
mod prover;
mod scalar;
mod text;
mod transpose;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use grid::{Grid, Pencilmarks, Verdict};
pub use isa::{Isa, IsaError};
pub use prover::{Proof, Prover};
pub use text::{LineError, text_lines};
