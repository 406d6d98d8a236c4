//! The columns that rows of results can have.

use super::row::{Outcome, Row, Value};
use cluewright_engine::search::Verdict;
use cluewright_logic::grade::Grade;
use cluewright_puzzle::{count_unread, summarise_unread};
use std::borrow::Cow;

/// A column of the results.
#[derive(Debug)]
pub struct Column {
    /// The name of the column in the header and in `--columns`.
    pub name: &'static str,
    /// The content of the column, in one line for the help.
    pub about: &'static str,
    /// The kind of value that the column has.
    pub shape: Shape,
    /// The computation, in addition to the verdict, that the column requires.
    pub need: Need,
    /// Returns the value of the column in a row.
    pub value: for<'r> fn(&'r Row<'_>) -> Value<'r>,
}

/// The kind of value in a column, for summaries and for formats with types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A text.
    Text,
    /// One of a few words. A summary counts the occurrences of each.
    Word,
    /// A whole number that does not describe the puzzle, such as its line. Summaries omit it.
    Count,
    /// A whole number. A summary shows its quantiles.
    Amount,
    /// A number. A summary shows its quantiles.
    Measure,
}

/// A computation, in addition to the verdict, that a column requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// No additional computation.
    Verdict,
    /// The title and other facts that the puzzle's source states.
    About,
    /// The solution as a string of digits.
    Solution,
    /// The solution as a string of digits, for comparison with the solution in the input.
    Comparison,
    /// The number of guesses in the proof. The fast kernel for plain sudoku does not count them.
    Nodes,
    /// The solve path of a person, with its grade.
    Grade,
    /// The diagnosis, with the clue to blame.
    Diagnosis,
    /// The canonical form that a puzzle shares with its rotations, reflections and relabellings.
    Fingerprint,
    /// The elapsed time, which differs from run to run.
    Time,
}

/// Name of the column with the verdict.
pub(super) const VERDICT: &str = "verdict";

/// Name of the column with the fingerprint. Duplicates have equal fingerprints.
pub(super) const FINGERPRINT: &str = "fingerprint";

/// Every column, in the order of the help.
pub static COLUMNS: &[Column] = &[
    Column {
        name: "id",
        about: "the puzzle's own id or its line number; preceded by the input's name if there are several inputs",
        shape: Shape::Text,
        need: Need::Verdict,
        value: id,
    },
    Column {
        name: "source",
        about: "the input file",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| Value::text(row.source),
    },
    Column {
        name: "line",
        about: "the line in the file, from 1; empty if the whole file is one puzzle",
        shape: Shape::Count,
        need: Need::Verdict,
        value: |row| match row.line {
            0 => Value::Empty,
            line => Value::Count(line),
        },
    },
    Column {
        name: "title",
        about: "the puzzle's own title",
        shape: Shape::Text,
        need: Need::About,
        value: |row| text_value(row.about().and_then(|about| about.title.as_deref())),
    },
    Column {
        name: "author",
        about: "the puzzle's setter, if stated",
        shape: Shape::Text,
        need: Need::About,
        value: |row| text_value(row.about().and_then(|about| about.author.as_deref())),
    },
    Column {
        name: VERDICT,
        about: "none, unique, several, undecided, unchecked, error; empty for blanks and comments",
        // Summaries always list the verdicts, so they must not count the words of this column again.
        shape: Shape::Text,
        need: Need::Verdict,
        value: verdict,
    },
    Column {
        name: "solutions",
        about: "number of solutions found, at most two",
        shape: Shape::Count,
        need: Need::Verdict,
        value: |row| count_value(row.checked().map(|checked| checked.solutions)),
    },
    Column {
        name: "solution",
        about: "the digits of the only solution in reading order",
        shape: Shape::Text,
        need: Need::Solution,
        value: |row| {
            text_value(
                row.checked()
                    .and_then(|checked| checked.solution.as_deref()),
            )
        },
    },
    Column {
        name: "nodes",
        about: "number of guesses in the proof; plain sudokus take longer with this column",
        shape: Shape::Amount,
        need: Need::Nodes,
        value: |row| count_value(row.checked().and_then(|checked| checked.nodes)),
    },
    Column {
        name: "matches",
        about: "yes if the only solution is the one stated in the input, otherwise no",
        shape: Shape::Word,
        need: Need::Comparison,
        value: |row| yes_or_no(row.checked().and_then(|checked| checked.matches)),
    },
    Column {
        name: "rating",
        about: "the hardest step, on the scale of Sudoku Explainer",
        shape: Shape::Measure,
        need: Need::Grade,
        value: |row| measure_value(row.grade().map(|grade| grade.rating), 1),
    },
    Column {
        name: "tier",
        about: "the tier of that rating, from `easy` to `needs search`",
        shape: Shape::Word,
        need: Need::Grade,
        value: |row| text_value(row.grade().map(|grade| &*grade.tier)),
    },
    Column {
        name: "effort",
        about: "expected effort of a person",
        shape: Shape::Measure,
        need: Need::Grade,
        value: |row| measure_value(row.grade().map(|grade| grade.effort), 1),
    },
    Column {
        name: "hardest",
        about: "the technique of the hardest step",
        shape: Shape::Word,
        need: Need::Grade,
        value: |row| text_value(row.grade().map(|grade| grade.technique)),
    },
    Column {
        name: "minutes",
        about: "expected minutes for a practised solver; empty if the techniques do not solve the puzzle",
        shape: Shape::Measure,
        need: Need::Grade,
        value: |row| measure_value(row.grade().and_then(|grade| grade.minutes), 1),
    },
    Column {
        name: "percentile",
        about: "the percentage of variants featured on video that need less effort",
        shape: Shape::Amount,
        need: Need::Grade,
        value: |row| {
            count_value(
                row.grade()
                    .and_then(|grade| grade.percentile.map(u64::from)),
            )
        },
    },
    Column {
        name: "stars",
        about: "one to five stars, by quintiles of these variants",
        shape: Shape::Amount,
        need: Need::Grade,
        value: |row| count_value(row.grade().and_then(|grade| grade.stars.map(u64::from))),
    },
    Column {
        name: "first-placement",
        about: "the highest rating up to the first placed digit",
        shape: Shape::Measure,
        need: Need::Grade,
        value: |row| measure_value(row.grade().map(|grade| grade.first_placement), 1),
    },
    Column {
        name: "first-step",
        about: "the rating of the first step",
        shape: Shape::Measure,
        need: Need::Grade,
        value: |row| measure_value(row.grade().map(|grade| grade.first_step), 1),
    },
    Column {
        name: "steps",
        about: "number of steps",
        shape: Shape::Amount,
        need: Need::Grade,
        value: |row| count_value(row.grade().map(|grade| grade.steps as u64)),
    },
    Column {
        name: "tier-steps",
        about: "number of steps in each tier, such as `easy 45; hard 2`",
        shape: Shape::Text,
        need: Need::Grade,
        value: |row| row.grade().map_or(Value::Empty, tier_steps),
    },
    Column {
        name: "bottlenecks",
        about: "number of points in the path at which only one step can be found",
        shape: Shape::Amount,
        need: Need::Grade,
        value: |row| count_value(row.grade().map(|grade| grade.bottlenecks as u64)),
    },
    Column {
        name: "longest-streak",
        about: "the length of the longest run of steps in the easiest tier",
        shape: Shape::Amount,
        need: Need::Grade,
        value: |row| count_value(row.grade().map(|grade| grade.longest_streak as u64)),
    },
    Column {
        name: "searched",
        about: "yes if a step was a search rather than a deduction, otherwise no",
        shape: Shape::Word,
        need: Need::Grade,
        value: |row| yes_or_no(row.grade().map(|grade| grade.searched)),
    },
    Column {
        name: "solved",
        about: "yes if the techniques solve the puzzle; otherwise no, and there is no rating",
        shape: Shape::Word,
        need: Need::Grade,
        value: |row| {
            // `Row::grade` returns only grades of solved puzzles, so a column based on it could never be `no`.
            let grade = row.checked().and_then(|checked| checked.grade.as_ref());
            yes_or_no(grade.map(|grade| grade.solved))
        },
    },
    Column {
        name: FINGERPRINT,
        about: "equal for puzzles that are the same up to rotation, reflection and relabelling",
        shape: Shape::Text,
        need: Need::Fingerprint,
        value: |row| {
            text_value(
                row.checked()
                    .and_then(|checked| checked.fingerprint.as_deref()),
            )
        },
    },
    Column {
        name: "blame",
        about: "the smallest set of clues that contradict each other",
        shape: Shape::Text,
        need: Need::Diagnosis,
        value: |row| text_value(row.diagnosis().and_then(|found| found.blame.as_deref())),
    },
    Column {
        name: "conflicts",
        about: "number of conflicts (minimal sets of clues that contradict each other), at most five",
        shape: Shape::Amount,
        need: Need::Diagnosis,
        value: |row| count_value(row.diagnosis().and_then(|found| found.conflicts)),
    },
    Column {
        name: "repair",
        about: "the likeliest single change that leaves one solution, or clues to remove or add",
        shape: Shape::Text,
        need: Need::Diagnosis,
        value: |row| text_value(row.diagnosis().and_then(|found| found.repair.as_deref())),
    },
    Column {
        name: "repairs",
        about: "number of single changes that leave exactly one solution",
        shape: Shape::Amount,
        need: Need::Diagnosis,
        value: |row| count_value(row.diagnosis().and_then(|found| found.repairs)),
    },
    Column {
        name: "open",
        about: "number of cells with more than one possible digit",
        shape: Shape::Amount,
        need: Need::Diagnosis,
        value: |row| count_value(row.diagnosis().and_then(|found| found.open)),
    },
    Column {
        name: "redundant",
        about: "number of clues of a unique puzzle that can be removed, each on its own",
        shape: Shape::Amount,
        need: Need::Diagnosis,
        value: |row| count_value(row.diagnosis().and_then(|found| found.redundant)),
    },
    Column {
        name: "broken",
        about: "clues that the file's own solution violates",
        shape: Shape::Text,
        need: Need::Diagnosis,
        value: |row| text_value(row.diagnosis().and_then(|found| found.broken.as_deref())),
    },
    Column {
        name: "complete",
        about: "`no` if a limit cut the diagnosis short, otherwise `yes`",
        shape: Shape::Word,
        need: Need::Diagnosis,
        value: |row| yes_or_no(row.diagnosis().map(|found| found.complete)),
    },
    Column {
        name: "stopped",
        about: "the limit that left the puzzle undecided or its grade unfinished: nodes, steps or time",
        shape: Shape::Word,
        need: Need::Verdict,
        value: |row| text_value(row.checked().and_then(|checked| checked.stopped)),
    },
    Column {
        name: "milliseconds",
        about: "time in milliseconds; plain sudokus are proven many at a time, and each gets an equal share of the time",
        shape: Shape::Measure,
        need: Need::Time,
        value: |row| {
            let time = row.checked().and_then(|checked| checked.time);
            measure_value(time.map(|time| time.as_secs_f64() * 1000.0), 3)
        },
    },
    Column {
        name: "warnings",
        about: "warnings from the reader",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| {
            text_value(
                row.checked()
                    .and_then(|checked| checked.warnings.as_deref()),
            )
        },
    },
    Column {
        name: "error",
        about: "why the puzzle could not be read or was not checked",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| match row.outcome {
            Outcome::Error(message) => Value::text(message),
            Outcome::Unchecked(unread) => Value::Text(Cow::Owned(format!(
                "not checked: {}",
                summarise_unread(unread)
            ))),
            _ => Value::Empty,
        },
    },
    Column {
        name: "unread",
        about: "the drawings that may be rules and leave the puzzle unchecked",
        shape: Shape::Text,
        need: Need::Verdict,
        value: |row| match row.unread() {
            Some(unread) => Value::Text(Cow::Owned(count_unread(unread))),
            None => Value::Empty,
        },
    },
];

/// Returns the column with the given name; `None` if there is none.
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
        Outcome::Unchecked(_) => Value::text("unchecked"),
        Outcome::Checked(checked) => Value::text(verdict_name(checked.verdict)),
    }
}

/// Returns the word for a verdict in rows.
pub(super) const fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique => "unique",
        Verdict::Several => "several",
        Verdict::Undecided => "undecided",
    }
}

fn count_value<'r>(count: Option<u64>) -> Value<'r> {
    count.map_or(Value::Empty, Value::Count)
}

fn text_value(text: Option<&str>) -> Value<'_> {
    text.map_or(Value::Empty, Value::text)
}

fn measure_value<'r>(measure: Option<f64>, digits: usize) -> Value<'r> {
    measure.map_or(Value::Empty, |measure| Value::Measure(measure, digits))
}

fn yes_or_no<'r>(answer: Option<bool>) -> Value<'r> {
    text_value(answer.map(|yes| if yes { "yes" } else { "no" }))
}

/// Lists the tiers that have steps, each with the number of its steps.
fn tier_steps<'r>(grade: &Grade) -> Value<'r> {
    let used = grade.tiers.iter().filter(|(_, steps)| *steps > 0);
    let told: Vec<String> = used
        .map(|(tier, steps)| format!("{tier} {steps}"))
        .collect();
    Value::Text(Cow::Owned(told.join("; ")))
}
