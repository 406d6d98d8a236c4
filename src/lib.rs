//! Cluewright: a workbench for people who set sudoku variants. Is my puzzle unique? How hard is it for a person, and
//! which steps solve it? Which clue is to blame if the puzzle is not what I meant?
//!
//! # Asking
//!
//! [`read_any`] reads a [`Puzzle`] from text in any of the formats: our own files, f-puzzles and SudokuPad links,
//! Interactive Sudoku Solver, and plain grids. A [`Book`] contains the rules that define the meaning of clues. A
//! [`Prepared`] is a puzzle compiled with a book, and [`Prepared::ask`] answers questions about it. The module [`ask`]
//! has a type for each question and each answer:
//!
//! ```
//! use cluewright::ask::{Check, Grade, Host};
//! use cluewright::{Book, Prepared, ReadOptions, Verdict, read_any};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = r#"
//! size = 4
//! grid = """
//! 1 . | . .
//! . . | 3 .
//! ----+----
//! . 1 | . .
//! . . | . 2
//! """
//!
//! [clues]
//! white-dot = "R3C3-R3C4"
//! "#;
//! let reading = read_any(text, None, &ReadOptions::default())?;
//! let prepared = Prepared::new(reading.puzzles[0].clone(), Book::builtin())?;
//!
//! let checked = prepared.ask(&Check::default(), &Host::default())?;
//! assert_eq!(checked.answer.verdict, Verdict::Unique);
//!
//! let graded = prepared.ask(&Grade::default(), &Host::default())?;
//! assert!(graded.grade.is_some_and(|grade| grade.solved));
//! # Ok(())
//! # }
//! ```
//!
//! [`ask::Question`] lists all questions. They are about proofs, counts and candidates; grades and hints; the clue to
//! blame; redundant clues, drafts and new puzzles; and other formats and pictures.
//!
//! Hosts that use JSON call [`ask::answer`], which takes a request and returns a reply as text. An [`ask::Host`]
//! provides threads for a question, receives its progress and can cancel it.
//!
//! # Puzzles without text
//!
//! The module [`puzzle`] has the parts of a [`Puzzle`], so that a program can build one.
//!
//! # Rules of your own
//!
//! A rule is a few lines of TOML. [`Book::add`] adds it to a book, and puzzles can use it immediately. The document
//! `docs/RULE-LANGUAGE.md` describes the language.
//!
//! # Collections
//!
//! [`batch`] processes files with millions of puzzles on all threads, and writes a row for each puzzle. An interrupted
//! run can be resumed.
//!
//! # Guarantees
//!
//! A verdict is a finished proof. If a limit ended the search, the answer names the limit. If the source has drawings
//! that may be rules, the puzzle is left unchecked. The same question gets the same answer on every machine and with
//! any number of threads, unless a time limit ended it.
//!
//! # Features
//!
//! * `cli` (default): the program `cluewright`. Includes `batch`.
//! * `serve` (default): the command `serve`, with the page and the live solver. Includes `cli`.
//! * `batch`: the module [`batch`]. Includes `threads`.
//! * `threads` (default): long searches run on several threads.
//! * `parquet`: results of a batch as Parquet.
//! * `compact`: omits the handbook of techniques and code that only makes some searches faster, for programs in
//!   browsers.
//!
//! Without any feature, the library reads, checks, grades, diagnoses and draws, and builds for
//! `wasm32-unknown-unknown`.

pub mod ask;
#[cfg(feature = "batch")]
pub mod batch;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "batch")]
mod files;
mod prepared;
pub mod puzzle;
mod reading;
mod report;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "batch")]
mod text;

#[cfg(feature = "cli")]
pub use cli::main as command_line;
pub use cluewright_engine::search::{Stop, Verdict};
pub use cluewright_formats::{ReadError, ReadOptions, Reading};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use cluewright_puzzle::clock::set_clock;
pub use cluewright_puzzle::{Puzzle, Unread};
pub use cluewright_rules::{Book, BookError, ClueError, RuleError};
pub use prepared::Prepared;
pub use reading::read_any;

/// The guide, whose example is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../docs/GUIDE.md")]
struct Guide;
