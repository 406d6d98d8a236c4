//! Puzzle formats: one file each, listed in [`FORMATS`].
//!
//! A format turns text into [`Puzzle`]s and back. It never guesses: what it does not understand it
//! names, and the reading stops unless the caller said to go on.

pub mod cells;
pub mod fpuzzles;
mod iss;
mod links;
pub mod lz;
pub mod native;
mod near;
mod node;
mod picture;
pub mod sudokupad;
mod unread;

pub use near::nearest;

use crate::puzzle::Puzzle;
use std::ops::Range;
use thiserror::Error;

/// A way to write puzzles down.
pub trait Format: Sync {
    /// Its name on the command line: `iss`.
    fn name(&self) -> &'static str;

    /// What it is, in one line for the help.
    fn about(&self) -> &'static str;

    /// Whether the text looks like this format. Formats are asked in the order of [`FORMATS`].
    fn recognises(&self, text: &str) -> bool;

    /// Reads every puzzle of the text.
    ///
    /// # Errors
    /// When the text is not of this format, or holds something that we do not understand and
    /// `options` do not say to ignore.
    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError>;

    /// Writes one puzzle.
    ///
    /// # Errors
    /// When the format cannot express some part of the puzzle.
    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError>;
}

/// Every format, in the order in which a text is offered to them.
pub static FORMATS: &[&dyn Format] = &[
    &native::Native,
    &native::NativeJson,
    &fpuzzles::FPuzzles,
    &sudokupad::SudokuPad,
    &iss::Iss,
];

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Leave out what we do not understand, with a warning in the puzzle, instead of refusing.
    pub ignore_unknown: bool,
}

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// What was found and what was expected: lower case, no full stop.
    pub message: String,
    /// Where in the text, in bytes, when it can be pointed at.
    pub span: Option<Range<usize>>,
    /// Where in the structure, when the text itself is packed: `killercage[2].cells`.
    pub place: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

/// What a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{format} cannot express {}", .parts.join(", "))]
pub struct WriteError {
    /// The format's name.
    pub format: &'static str,
    /// The parts, in the setter's words.
    pub parts: Vec<String>,
}

impl ReadError {
    /// An error that only says what is wrong.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: None,
            place: None,
            help: None,
        }
    }

    /// Adds where in the text.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Adds where in the structure.
    #[must_use]
    pub fn place(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Puts the place that was named so far inside another: `cells` within `clues[2]`.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        self.place = Some(match self.place {
            None => outer.to_owned(),
            Some(inner) if inner.starts_with('[') => format!("{outer}{inner}"),
            Some(inner) => format!("{outer}.{inner}"),
        });
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
