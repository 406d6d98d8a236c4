//! What is known of one puzzle.

use crate::search::{Stop, Verdict};
use std::borrow::Cow;
use std::time::Duration;

/// A puzzle's line in the results.
#[derive(Debug)]
pub struct Row<'a> {
    /// The file it came from, or `standard input`.
    pub source: &'a str,
    /// Whether there are other sources: then lines alone do not tell puzzles apart.
    pub is_one_of_many: bool,
    /// Its line there, from 1; 0 where the puzzle is the whole file.
    pub line: u64,
    /// The name that the input gives it, if any.
    pub id: Option<&'a str>,
    /// What became of it.
    pub outcome: &'a Outcome,
}

/// What became of a record of the input.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A blank line or a comment.
    Blank,
    /// It was searched.
    Checked(Checked),
    /// It could not be read: why, on one line.
    Error(Box<str>),
}

/// What a search proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// None, unique, several, or undecided.
    pub verdict: Verdict,
    /// Solutions found, up to two.
    pub solutions: u64,
    /// The solution of a unique puzzle, if a column wants it.
    pub solution: Option<Box<str>>,
    /// Guesses that the proof took, if a column wants them.
    pub nodes: Option<u64>,
    /// The limit that left it undecided.
    pub stopped: Option<Stop>,
    /// What the reader of its format wants the setter to know.
    pub warnings: Option<Box<str>>,
    /// How long it took, if a column wants it.
    pub time: Option<Duration>,
}

/// What a column says of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Nothing.
    Empty,
    /// A text.
    Text(Cow<'a, str>),
    /// A number of things.
    Count(u64),
    /// A measure, written with three digits after the point.
    Measure(f64),
}

impl<'a> Value<'a> {
    /// A text without a copy.
    pub(super) fn text(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl Row<'_> {
    /// What a search proved, if there was one.
    #[must_use]
    pub fn checked(&self) -> Option<&Checked> {
        match self.outcome {
            Outcome::Checked(checked) => Some(checked),
            _ => None,
        }
    }
}
