//! What a search proved, as others read it.

use super::found::Found;
use super::limits::Stop;
use cluewright_puzzle::clock::Instant;
use cluewright_puzzle::{Puzzle, digit_char, digit_of_char};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// How many solutions a puzzle has, as far as a setter needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No solution, after a finished search.
    None,
    /// Exactly one solution, after a finished search.
    Unique,
    /// At least two solutions.
    Several,
    /// A limit was reached before it was known.
    Undecided,
}

impl Verdict {
    /// The verdict of a search that found this number of solutions, whether it finished or not.
    #[must_use]
    pub(crate) const fn of(count: u64, complete: bool) -> Self {
        match (count, complete) {
            (2.., _) => Self::Several,
            (1, true) => Self::Unique,
            (0, true) => Self::None,
            _ => Self::Undecided,
        }
    }
}

/// What a search proved. It depends on nothing but the puzzle and its limits (unless a clock or the
/// caller stopped it): no thread count, no time.
///
/// A solution gives a value to every cell, extra variables included: two that differ in a letter
/// only are two.
///
/// As JSON:
///
/// ```json
/// { "verdict": "several", "solutions": ["1234…", "1243…"], "extras": [{ "A": [7] }, { "A": [9] }],
///   "count": 2, "complete": false, "nodes": 17, "stopped": "solutions" }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// `none`, `unique`, `several` or `undecided`.
    pub verdict: Verdict,
    /// Some of the solutions: one character for each cell of the grid in reading order, values over
    /// 9 as letters.
    pub solutions: Vec<String>,
    /// For each of these solutions the values of the extra variables by name, one for each cell of
    /// a layer. Left out where the puzzle has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<BTreeMap<String, Vec<u8>>>,
    /// The number of solutions found: all of them when `complete`, otherwise a lower bound.
    pub count: u64,
    /// Whether the search went to its end.
    pub complete: bool,
    /// Guesses that the search made.
    pub nodes: u64,
    /// What stopped the search: `solutions`, `nodes`, `time`, `cancelled`; null when complete.
    pub stopped: Option<Stop>,
    /// Where a limit stopped the search before the verdict: about how much of it was done, 0 to 1, if all values
    /// of a guess are equally much work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
}

impl Answer {
    /// The answer that a search of the puzzle found.
    #[must_use]
    pub(crate) fn new(puzzle: &Puzzle, found: &Found) -> Self {
        let complete = found.stopped.is_none();
        let grid = puzzle.layout.cell_count();
        let digits = |values: &Vec<u8>| values[..grid].iter().map(|&v| digit_char(v)).collect();
        let extras = |values: &Vec<u8>| extras_of(puzzle, &values[grid..]);
        let with_extras = found.solutions.iter().filter(|_| !puzzle.extras.is_empty());
        let verdict = Verdict::of(found.count, complete);
        // Beyond six decimals there is nothing but the rounding of sums.
        let fraction = ((1.0 - found.open).clamp(0.0, 1.0) * 1e6).round() / 1e6;
        Self {
            verdict,
            solutions: found.solutions.iter().map(digits).collect(),
            extras: with_extras.map(extras).collect(),
            count: found.count,
            complete,
            nodes: found.nodes,
            stopped: found.stopped,
            fraction: (verdict == Verdict::Undecided).then_some(fraction),
        }
    }

    /// The digits of the only solution, by cell.
    #[must_use]
    pub fn only_solution(&self) -> Option<Vec<u8>> {
        match (self.verdict, self.solutions.as_slice()) {
            (Verdict::Unique, [solution]) => solution.chars().map(digit_of_char).collect(),
            _ => None,
        }
    }
}

/// What follows the grid's cells, by the name of the extra that it belongs to.
pub(super) fn extras_of<T: Clone>(puzzle: &Puzzle, mut rest: &[T]) -> BTreeMap<String, Vec<T>> {
    let mut named = BTreeMap::new();
    for extra in &puzzle.extras {
        let (mine, others) = rest.split_at(usize::from(extra.size));
        named.insert(extra.name.clone(), mine.to_vec());
        rest = others;
    }
    named
}

/// A result and the time it took: beside the result, which repeats, as the time does not.
///
/// As JSON: the result's keys, and `seconds`.
#[derive(Clone, Debug, Serialize)]
pub struct Timed<T> {
    /// The result.
    #[serde(flatten)]
    pub result: T,
    /// How long it took.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
}

impl<T> Timed<T> {
    /// Does the work with a clock running.
    pub fn measure(work: impl FnOnce() -> T) -> Self {
        let started = Instant::now();
        let result = work();
        Self {
            result,
            time: started.elapsed(),
        }
    }
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
