//! The facts that a batch computes about a puzzle.

use cluewright_engine::search::Verdict;
use cluewright_logic::grade::Grade;
use cluewright_puzzle::{About, Unread};
use std::borrow::Cow;
use std::time::Duration;

/// A row of the results: the facts about one puzzle.
#[derive(Debug)]
pub struct Row<'a> {
    /// The file with the puzzle, or `standard input`.
    pub source: &'a str,
    /// `true` if there are other sources. A line number alone then does not identify a puzzle.
    pub is_one_of_many: bool,
    /// The line number in the source, from 1; 0 if the puzzle is the whole file.
    pub line: u64,
    /// The id of the puzzle in the input, if there is one.
    pub id: Option<&'a str>,
    /// The outcome of the check.
    pub outcome: &'a Outcome,
    /// The values of the input columns that are copied to the output.
    pub kept: Vec<Value<'a>>,
}

/// The outcome of a record of the input.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A blank line or a comment.
    Blank,
    /// The puzzle was searched for solutions.
    Checked(Checked),
    /// The record could not be read. The text is the reason, on one line.
    Error(Box<str>),
    /// The puzzle was not searched, because some of its drawings may be rules.
    Unchecked(Box<[Unread]>),
}

/// The facts that a search proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The verdict of the search.
    pub verdict: Verdict,
    /// Number of solutions found, up to two.
    pub solutions: u64,
    /// The solution of a unique puzzle, if a column or the grade needs it.
    pub solution: Option<Box<str>>,
    /// The number of guesses in the proof, if a column needs it.
    pub nodes: Option<u64>,
    /// `true` if the solution equals the one that the input states; `None` unless both exist.
    pub matches: Option<bool>,
    /// The grade of a unique puzzle, if a column needs it.
    pub grade: Option<Box<Grade>>,
    /// The diagnosis, if a column needs it.
    pub diagnosis: Option<Box<Diagnosed>>,
    /// The fingerprint, if a column needs it.
    pub fingerprint: Option<Box<str>>,
    /// The limit that left the verdict undecided or the grade unfinished: `nodes`, `steps` or `time`.
    pub stopped: Option<&'static str>,
    /// The warnings of the reader.
    pub warnings: Option<Box<str>>,
    /// Facts that the puzzle's source states, if a column needs them.
    pub about: Option<Box<About>>,
    /// The time that the puzzle took, if a column needs it.
    pub time: Option<Duration>,
}

impl Checked {
    /// Creates the facts from the answer of a search. The solution of a unique puzzle is included as text. `expected`
    /// is the solution that the input states.
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

/// An unknown cell of an expected solution.
pub(super) const UNKNOWN: char = '.';

/// Returns `true` if a solution has as many cells as the expected solution and agrees with it in all known cells.
fn agrees(solution: &str, expected: &str) -> bool {
    let mut cells = solution.chars().zip(expected.chars());
    solution.chars().count() == expected.chars().count()
        // Digits above 9 are letters, which an input may write in lower case.
        && cells.all(|(found, told)| told == UNKNOWN || found.eq_ignore_ascii_case(&told))
}

/// A summary of a diagnosis. Values that do not apply to the verdict are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnosed {
    /// The names of the clues of the smallest conflict.
    pub blame: Option<String>,
    /// The number of conflicts found.
    pub conflicts: Option<u64>,
    /// The most likely change that would leave exactly one solution.
    pub repair: Option<String>,
    /// The number of single changes that leave exactly one solution.
    pub repairs: Option<u64>,
    /// The number of cells with several possible digits.
    pub open: Option<u64>,
    /// The number of redundant clues.
    pub redundant: Option<u64>,
    /// Clues, givens and houses that the file's own solution breaks.
    pub broken: Option<String>,
    /// `true` if no limit ended the diagnosis early.
    pub complete: bool,
}

/// The value of a column in a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// No value: the cell of the table stays empty.
    Empty,
    /// A text that is written unchanged.
    Text(Cow<'a, str>),
    /// A JSON value on one line that is neither a string nor null.
    Json(&'a str),
    /// A whole number.
    Count(u64),
    /// A measure, with the number of digits after its decimal point.
    Measure(f64, usize),
}

impl<'a> Value<'a> {
    /// Wraps text without copying it.
    pub(super) fn text(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl Row<'_> {
    /// Returns the facts that the search proved, if the puzzle was searched.
    #[must_use]
    pub fn checked(&self) -> Option<&Checked> {
        match self.outcome {
            Outcome::Checked(checked) => Some(checked),
            _ => None,
        }
    }

    /// Returns the drawings that prevented the search.
    pub(super) fn unread(&self) -> Option<&[Unread]> {
        match self.outcome {
            Outcome::Unchecked(unread) => Some(unread),
            _ => None,
        }
    }

    /// Returns the grade if its steps solve the puzzle. Any other grade does not describe the whole puzzle.
    pub(crate) fn grade(&self) -> Option<&Grade> {
        let grade = self.checked()?.grade.as_deref();
        grade.filter(|grade| grade.solved)
    }

    /// Returns the facts that the puzzle's source states, if a column needs them.
    pub(super) fn about(&self) -> Option<&About> {
        self.checked()?.about.as_deref()
    }

    /// Returns the diagnosis, if there is one.
    pub(super) fn diagnosis(&self) -> Option<&Diagnosed> {
        self.checked()?.diagnosis.as_deref()
    }
}
