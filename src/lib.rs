//! Cluewright: a workbench for people who set sudoku variants.
//!
//! A text in any format is read by [`read_any`] into a [`Puzzle`]; a [`Book`] of rules restates its clues, and a
//! [`Prepared`] puzzle is ready to be asked: how many solutions it has, which digits are possible where, which
//! clue is to blame. The questions and their answers are serde types in [`ask`]. With the feature `batch` (part
//! of `cli`, on by default) the module of that name works through whole collections.
//!
//! ```
//! use cluewright::{Book, Limits, Prepared, ReadOptions, Run, Verdict, read_any};
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
//! let reading = read_any(text, None, &ReadOptions::default())?;
//! let prepared = Prepared::new(reading.puzzles[0].clone(), Book::builtin())?;
//! let answer = prepared.check(Limits::default(), Run::default());
//! assert_eq!(answer.verdict, Verdict::Unique);
//! # Ok(())
//! # }
//! ```
//!
//! Everything else is inside. The feature `internals` opens it to the laws, the benches and the tools of this
//! repository; what it shows may change from day to day.

#![cfg_attr(
    not(feature = "internals"),
    allow(
        dead_code,
        unreachable_pub,
        unused_imports,
        reason = "laws, benches and tools use what no host does"
    )
)]

pub mod ask;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(all(feature = "cli", feature = "internals"))]
pub mod cli;
#[cfg(all(feature = "cli", not(feature = "internals")))]
mod cli;
mod clock;
mod compile;
#[cfg(feature = "internals")]
pub mod diagnose;
#[cfg(not(feature = "internals"))]
mod diagnose;
#[cfg(feature = "internals")]
pub mod formats;
#[cfg(not(feature = "internals"))]
mod formats;
#[cfg(feature = "internals")]
pub mod grade;
#[cfg(not(feature = "internals"))]
mod grade;
#[cfg(feature = "internals")]
pub mod logic;
#[cfg(not(feature = "internals"))]
mod logic;
#[cfg(feature = "internals")]
pub mod model;
#[cfg(not(feature = "internals"))]
mod model;
mod pool;
mod prepared;
#[cfg(feature = "internals")]
pub mod puzzle;
#[cfg(not(feature = "internals"))]
mod puzzle;
#[cfg(feature = "internals")]
pub mod report;
#[cfg(not(feature = "internals"))]
mod report;
#[cfg(feature = "internals")]
pub mod rules;
#[cfg(not(feature = "internals"))]
mod rules;
#[cfg(feature = "internals")]
pub mod search;
#[cfg(not(feature = "internals"))]
mod search;

#[cfg(feature = "cli")]
pub use cli::main as command_line;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_clock;
#[cfg(feature = "internals")]
pub use compile::{compile, compile_switchable, compile_without, parts};
#[cfg(not(feature = "internals"))]
use compile::{compile, compile_switchable, parts};
pub use formats::{FORMATS, Format, ReadError, ReadOptions, Reading, WriteError, read_any};
pub use prepared::Prepared;
pub use puzzle::{Puzzle, Unread};
pub use rules::{Book, BookError, ClueError, RuleError};
pub use search::{Limits, Progress, Run, Sampling, Stop, Verdict};
