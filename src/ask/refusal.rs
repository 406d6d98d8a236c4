//! The reason why a question has no answer.

use cluewright_formats::ReadError;
use cluewright_puzzle::{Unread, summarise_unread};
use cluewright_rules::{BookError, ClueError};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;
use thiserror::Error;

/// An explanation of why a question has no answer: what is wrong, where, what was expected, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Refusal {
    /// The mistake and the expected content, in lower case without a full stop.
    pub message: String,
    /// The line of the mistake in the puzzle's text, from 1.
    pub line: Option<usize>,
    /// The position of the mistake in that line, in characters from 1.
    pub column: Option<usize>,
    /// The path of the mistake in the document, such as `killercage[2].cells`, if the text is encoded, so that a line
    /// number would be useless.
    pub place: Option<Box<str>>,
    /// Advice on how to correct the request.
    pub help: Option<String>,
    /// The number of puzzles in the text, if it has several and the request chooses none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<u32>,
    /// The drawings that may be rules, if they caused the refusal.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub unread: Box<[Unread]>,
}

impl Refusal {
    /// Creates a refusal that has only a message.
    #[must_use]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// Creates the refusal for a text that cannot be read.
    #[must_use]
    pub(crate) fn of(text: &str, error: ReadError) -> Self {
        let at = error.span.map(|span| position(text, &span));
        Self {
            message: error.message,
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
            place: error.place.map(Into::into),
            help: error.help,
            puzzles: None,
            unread: Box::default(),
        }
    }

    /// Creates the refusal for a puzzle with drawings that may be rules.
    pub(crate) fn of_unread(unread: &[Unread]) -> Self {
        let message = format!("not checked: {}", summarise_unread(unread));
        Self {
            unread: unread.into(),
            ..Self::new(message)
        }
        .help("if these drawings are not rules, read the puzzle again with `ignore_drawings`")
    }

    /// Returns the JSON of the refusal: `{ "error": … }`.
    pub(crate) fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Refused<'a> {
            error: &'a Refusal,
        }
        let text = serde_json::to_string(&Refused { error: self });
        text.unwrap_or_else(|error| format!(r#"{{"error":{{"message":"{error}"}}}}"#))
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Creates the refusal for a clue that does not fit its rule.
    pub(super) fn misfit(error: ClueError) -> Self {
        Self {
            help: error.help,
            ..Self::new(error.message)
        }
    }

    /// Creates the refusal for a rule that is not in the book.
    pub(super) fn unknown(error: &BookError) -> Self {
        let list = "`cluewright rules` lists all rules";
        Self::new(error.to_string()).help(match error.help() {
            Some(help) => format!("{help} {list}"),
            None => list.to_owned(),
        })
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Self::of(
            "",
            // A span cannot become a line without the text, so it is dropped.
            ReadError {
                span: None,
                ..error
            },
        )
    }
}

/// Returns the line and character position at which a span starts, both counted from 1.
pub(crate) fn position(text: &str, span: &Range<usize>) -> (usize, usize) {
    let mut start = span.start.min(text.len());
    // A mistake at the end of a text is marked at the last byte of the text, which may be in the middle of a
    // character.
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let before = &text[..start];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}
