//! Cluewright: a workbench for people who set sudoku variants.
//!
//! A puzzle goes through the rooms of this library in one direction:
//! a file is read by [`formats`] into a [`puzzle::Puzzle`]; the [`rules`] book restates its clues as
//! ground statements; [`model`] compiles those into the relations that the engines run; [`search`]
//! proves the verdict; [`report`] shows it.
//!
//! ```
//! use cluewright::search::{Limits, Run, Verdict};
//! use cluewright::{Prepared, formats, rules::Book};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "
//! marks = { R5C3 = '1', R6C7 = '2' }
//!
//! [clues]
//! anti-knight = true
//! anti-king = true
//! non-consecutive = true
//! ";
//! let reading = formats::read_any(text, None, &formats::ReadOptions::default())?;
//! let prepared = Prepared::new(reading.puzzles[0].clone(), Book::builtin())?;
//! let answer = prepared.check(Limits::default(), Run::default());
//! assert_eq!(answer.verdict, Verdict::Unique);
//! # Ok(())
//! # }
//! ```

pub mod ask;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "cli")]
pub mod cli;
mod clock;
mod compile;
pub mod diagnose;
pub mod formats;
pub mod grade;
pub mod logic;
pub mod model;
mod pool;
mod prepared;
pub mod puzzle;
pub mod report;
pub mod rules;
pub mod search;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_clock;
#[doc(hidden)]
pub use compile::compile_without;
pub use compile::{compile, compile_switchable, parts};
pub use prepared::Prepared;
