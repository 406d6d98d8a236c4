//! The options for reading, and the error that reading returns.

use cluewright_rules::Book;
use std::ops::Range;
use thiserror::Error;

/// Options for reading a source.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Leave unknown parts out, with a warning in the puzzle, instead of refusing the source.
    pub ignore_unknown: bool,
    /// Treat possible rule drawings as cosmetic, with a warning in the puzzle; otherwise they are
    /// [`unread`](cluewright_puzzle::Puzzle::unread).
    pub ignore_drawings: bool,
    /// In plain text grids, `0` is the lowest digit, and letters continue from 10.
    pub zero_is_digit: bool,
    /// Turn entries (digits that a solver typed) into givens.
    pub with_entries: bool,
    /// The text is one line of a list: plain grids must then have at least 4x4 cells, maps of regions must have givens, and a
    /// line of a puzzle file is not a puzzle.
    pub of_list: bool,
    /// Meanings of drawings, each written as `green lines = german-whisper`.
    pub readings: Vec<String>,
    /// The rules that puzzle files may use; the built-in rules if `None`.
    pub book: Option<Book>,
}

impl ReadOptions {
    /// Returns the rules that puzzle files may use.
    #[must_use]
    pub fn book(&self) -> &Book {
        self.book.as_ref().unwrap_or_else(|| Book::builtin())
    }
}

/// The reason why text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// The mistake and what was expected, in lower case without a full stop.
    pub message: String,
    /// The byte range in the text, if it is known.
    pub span: Option<Range<usize>>,
    /// The path within the structure, if the text is encoded: `killercage[2].cells`.
    pub place: Option<String>,
    /// Advice on how to correct the source.
    pub help: Option<String>,
}

impl ReadError {
    /// Creates an error with only a message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: None,
            place: None,
            help: None,
        }
    }

    /// Sets the byte range in the text.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets the path within the structure.
    #[must_use]
    pub fn place(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Prefixes the path with the path of the enclosing part: `cells` within `clues[2]`.
    #[must_use]
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.place = Some(match self.place {
            None => outer.to_owned(),
            Some(inner) if inner.starts_with('[') => format!("{outer}{inner}"),
            Some(inner) => format!("{outer}.{inner}"),
        });
        self
    }

    /// Adds advice on how to correct the source.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Shifts the byte range by this many bytes.
    #[must_use]
    pub(crate) fn shift(mut self, by: usize) -> Self {
        self.span = self.span.map(|span| span.start + by..span.end + by);
        self
    }
}
