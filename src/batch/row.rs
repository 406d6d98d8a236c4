//! What is known of one puzzle.

use cluewright_engine::search::Verdict;
use cluewright_logic::grade::Grade;
use cluewright_puzzle::{About, Unread};
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
    /// What the input says beside it, in the columns that pass through.
    pub kept: Vec<Value<'a>>,
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
    /// It was not searched, as some of its drawings may be rules.
    Unchecked(Box<[Unread]>),
}

/// What a search proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// None, unique, several, or undecided.
    pub verdict: Verdict,
    /// Solutions found, up to two.
    pub solutions: u64,
    /// The solution of a unique puzzle, if a column or the grade wants it.
    pub solution: Option<Box<str>>,
    /// Guesses that the proof took, if a column wants them.
    pub nodes: Option<u64>,
    /// Whether the solution is the one that the input gives; `None` when there is not one of each.
    pub matches: Option<bool>,
    /// The grade of a unique puzzle, if a column wants it.
    pub grade: Option<Box<Grade>>,
    /// What is wrong with it, if a column wants to know.
    pub diagnosis: Option<Box<Diagnosed>>,
    /// The fingerprint, if a column wants it.
    pub fingerprint: Option<Box<str>>,
    /// The limit that left it undecided or its grade unfinished: `nodes`, `steps` or `time`.
    pub stopped: Option<&'static str>,
    /// What the reader of its format wants the setter to know.
    pub warnings: Option<Box<str>>,
    /// What the puzzle says of itself, if a column wants it.
    pub about: Option<Box<About>>,
    /// How long it took, if a column wants it.
    pub time: Option<Duration>,
}

impl Checked {
    /// A verdict, with the solution of a unique puzzle as text. `expected` is the solution that the
    /// input gives.
    pub(super) fn of(
        verdict: Verdict,
        solutions: u64,
        solution: Option<String>,
        expected: Option<&str>,
    ) -> Self {
        let solution = solution.filter(|_| verdict == Verdict::Unique);
        Self {
            verdict,
            solutions,
            matches: solution
                .as_deref()
                .zip(expected)
                .map(|(found, told)| agrees(found, told)),
            solution: solution.map(String::into_boxed_str),
            nodes: None,
            grade: None,
            diagnosis: None,
            fingerprint: None,
            stopped: None,
            warnings: None,
            about: None,
            time: None,
        }
    }
}

/// A cell of an expected solution that may be anything.
pub(super) const UNKNOWN: char = '.';

/// Whether a solution is the expected one.
fn agrees(solution: &str, expected: &str) -> bool {
    let mut cells = solution.chars().zip(expected.chars());
    solution.chars().count() == expected.chars().count()
        && cells.all(|(found, told)| told == UNKNOWN || found.eq_ignore_ascii_case(&told))
}

/// A diagnosis in few words. What the verdict does not ask for is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosed {
    /// The names of the clues of the smallest conflict.
    pub blame: Option<String>,
    /// How many conflicts were found.
    pub conflicts: Option<u64>,
    /// What would leave exactly one solution, the likeliest.
    pub repair: Option<String>,
    /// How many single changes leave exactly one solution.
    pub repairs: Option<u64>,
    /// How many cells have several possible digits.
    pub open: Option<u64>,
    /// How many clues can go.
    pub redundant: Option<u64>,
    /// What the file's own solution breaks.
    pub broken: Option<String>,
    /// Whether no limit cut it short.
    pub complete: bool,
}

/// What a column says of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Nothing.
    Empty,
    /// A text.
    Text(Cow<'a, str>),
    /// A value of JSON on one line, but for a text and null.
    Json(&'a str),
    /// A number of things.
    Count(u64),
    /// A measure, and how many digits of it are written after the point.
    Measure(f64, usize),
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

    /// The drawings that kept it from being searched.
    pub(super) fn unread(&self) -> Option<&[Unread]> {
        match self.outcome {
            Outcome::Unchecked(unread) => Some(unread),
            _ => None,
        }
    }

    /// The grade, if its steps came to the end of the puzzle: else they say nothing of the whole.
    pub(crate) fn grade(&self) -> Option<&Grade> {
        let grade = self.checked()?.grade.as_deref();
        grade.filter(|grade| grade.solved)
    }

    /// What the puzzle says of itself.
    pub(super) fn about(&self) -> Option<&About> {
        self.checked()?.about.as_deref()
    }

    /// What is wrong with it, if that was asked.
    pub(super) fn diagnosis(&self) -> Option<&Diagnosed> {
        self.checked()?.diagnosis.as_deref()
    }
}
