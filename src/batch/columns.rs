//! What a row can say: one entry for each column.

use super::row::{Outcome, Row, Value};
use crate::search::{Stop, Verdict};
use std::borrow::Cow;

/// A column of the results.
#[derive(Debug)]
pub struct Column {
    /// Its name in the header and after `--columns`.
    pub name: &'static str,
    /// What it says, in one line for the help.
    pub about: &'static str,
    /// What kind of value it has.
    pub shape: Shape,
    /// What has to be worked out for it.
    pub need: Need,
    /// What it says of a row.
    pub value: for<'r> fn(&'r Row<'_>) -> Value<'r>,
}

/// What kind of value a column has, for formats that want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A text.
    Text,
    /// A whole number.
    Count,
    /// A number.
    Measure,
}

/// What a column needs beyond the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Verdict,
    /// The digits of the solution.
    Solution,
    /// The guesses of the proof, which the fast kernel for plain sudoku does not count.
    Nodes,
    /// A clock: such a column differs from run to run.
    Time,
}

/// Every column, in the order of the help.
pub static COLUMNS: &[Column] = &[
    Column {
        name: "id",
        about: "the puzzle's own id, or its line; with several inputs, their name before it",
        shape: Shape::Text,
        need: Need::Verdict,
        value: id,
    },
    Column {
        name: "source",
        about: "the file",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| Value::text(row.source),
    },
    Column {
        name: "line",
        about: "the line in it, from 1; empty where the whole file is the puzzle",
        shape: Shape::Count,
        need: Need::Verdict,
        value: |row| match row.line {
            0 => Value::Empty,
            line => Value::Count(line),
        },
    },
    Column {
        name: "verdict",
        about: "none, unique, several, undecided, error; empty for blank lines and comments",
        shape: Shape::Text,
        need: Need::Verdict,
        value: verdict,
    },
    Column {
        name: "solutions",
        about: "solutions found: at most two are looked for",
        shape: Shape::Count,
        need: Need::Verdict,
        value: |row| counted(row.checked().map(|checked| checked.solutions)),
    },
    Column {
        name: "solution",
        about: "the digits of the only solution in reading order",
        shape: Shape::Text,
        need: Need::Solution,
        value: |row| {
            told(
                row.checked()
                    .and_then(|checked| checked.solution.as_deref()),
            )
        },
    },
    Column {
        name: "nodes",
        about: "guesses of the proof; plain sudoku take longer with it",
        shape: Shape::Count,
        need: Need::Nodes,
        value: |row| counted(row.checked().and_then(|checked| checked.nodes)),
    },
    Column {
        name: "stopped",
        about: "what left it undecided: nodes or time",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| {
            told(
                row.checked()
                    .and_then(|checked| checked.stopped.map(stop_name)),
            )
        },
    },
    Column {
        name: "milliseconds",
        about: "how long it took; plain sudoku are proven many at a time and share theirs",
        shape: Shape::Measure,
        need: Need::Time,
        value: |row| {
            let time = row.checked().and_then(|checked| checked.time);
            time.map_or(Value::Empty, |time| {
                Value::Measure(time.as_secs_f64() * 1000.0)
            })
        },
    },
    Column {
        name: "warnings",
        about: "what the reader wants you to know",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| {
            told(
                row.checked()
                    .and_then(|checked| checked.warnings.as_deref()),
            )
        },
    },
    Column {
        name: "error",
        about: "why it could not be read",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| match row.outcome {
            Outcome::Error(message) => Value::text(message),
            _ => Value::Empty,
        },
    },
];

/// The column of a name.
#[must_use]
pub fn column(name: &str) -> Option<&'static Column> {
    COLUMNS.iter().find(|column| column.name == name)
}

fn id<'r>(row: &'r Row<'_>) -> Value<'r> {
    match (row.id, row.line) {
        (Some(id), _) => Value::text(id),
        (None, 0) => Value::text(row.source),
        (None, line) if row.is_one_of_many => {
            Value::Text(Cow::Owned(format!("{}:{line}", row.source)))
        }
        (None, line) => Value::Count(line),
    }
}

fn verdict<'r>(row: &'r Row<'_>) -> Value<'r> {
    match row.outcome {
        Outcome::Blank => Value::Empty,
        Outcome::Error(_) => Value::text("error"),
        Outcome::Checked(checked) => Value::text(verdict_name(checked.verdict)),
    }
}

/// A verdict as rows write it.
pub(super) const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique => "unique",
        Verdict::Several => "several",
        Verdict::Undecided => "undecided",
    }
}

const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Solutions => "solutions",
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Cancelled => "cancelled",
    }
}

fn counted<'r>(count: Option<u64>) -> Value<'r> {
    count.map_or(Value::Empty, Value::Count)
}

fn told(text: Option<&str>) -> Value<'_> {
    text.map_or(Value::Empty, Value::text)
}
