//! The parts of a puzzle, for programs that build one without text.
//!
//! A clue names its rule, its cells and its parameters. [`Prepared::new`](crate::Prepared::new) checks them against the
//! rule: an unknown rule, a missing parameter or too few cells is an error that names the clue.
//!
//! ```
//! use cluewright::ask::{Check, Host};
//! use cluewright::puzzle::{Clue, Layout};
//! use cluewright::{Book, Prepared, Puzzle, Verdict};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let layout = Layout::square(4);
//! let cells = |names| layout.parse_names(names);
//! let mut puzzle = Puzzle::new(layout.clone());
//! puzzle.clues = vec![
//!     Clue::on("thermometer", cells("R1C1 R1C2 R1C3 R1C4")?),
//!     Clue::on("killer-cage", cells("R2C1 R3C1")?).with("sum", 5),
//!     Clue::on("killer-cage", cells("R4C2 R4C3")?).with("sum", 4),
//! ];
//!
//! let prepared = Prepared::new(puzzle, Book::builtin())?;
//! let checked = prepared.ask(&Check::default(), &Host::default())?;
//! assert_eq!(checked.answer.verdict, Verdict::Unique);
//! # Ok(())
//! # }
//! ```

pub use cluewright_puzzle::{
    About, Boxes, Cell, CellNameError, Clue, DigitSet, Drawing, Element, Extra, Given, Import,
    Kept, Layer, Layout, LayoutError, OwnRule, Param, Recognised, Sentence, Status,
};
