//! Verdicts and answers: the results of a search as callers read them.

use super::found::Found;
use super::limits::Stop;
use cluewright_puzzle::clock::Instant;
use cluewright_puzzle::{Puzzle, digit_char, digit_of_char};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The number of solutions of a puzzle, as precisely as a setter needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The search was complete and found no solution.
    None,
    /// The search was complete and found exactly one solution.
    Unique,
    /// There are at least two solutions.
    Several,
    /// A limit was reached before the number was known.
    Undecided,
}

impl Verdict {
    /// Returns the verdict of a search that found `count` solutions.
    #[must_use]
    pub(crate) const fn of(count: u64, complete: bool) -> Self {
        match (count, complete) {
            // Two solutions decide the verdict, even if a limit stopped the search.
            (2.., _) => Self::Several,
            (1, true) => Self::Unique,
            (0, true) => Self::None,
            _ => Self::Undecided,
        }
    }
}

/// The result of a proof. It depends only on the puzzle and the limits, not on threads or timing (unless the clock or the caller stopped
/// the search).
///
/// A solution gives a value to every cell, including those of extra variables: two solutions that differ only in a letter count as two.
///
/// As JSON:
///
/// ```json
/// { "verdict": "several", "solutions": ["1234…", "1243…"], "extras": [{ "A": [7] }, { "A": [9] }],
///   "count": 2, "complete": false, "nodes": 17, "stopped": "solutions" }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The verdict: `none`, `unique`, `several` or `undecided`.
    pub verdict: Verdict,
    /// Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
    pub solutions: Vec<String>,
    /// For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle
    /// has no extra variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extras: Vec<BTreeMap<String, Vec<u8>>>,
    /// Number of solutions found. It is exact if `complete`, otherwise a lower bound.
    pub count: u64,
    /// `true` if no limit stopped the search.
    pub complete: bool,
    /// Number of guesses that the search made.
    pub nodes: u64,
    /// The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
    pub stopped: Option<Stop>,
    /// If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all
    /// values of a guess take equally long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
}

impl Answer {
    /// Creates the answer from the result of a search.
    #[must_use]
    pub(crate) fn new(puzzle: &Puzzle, found: &Found) -> Self {
        let complete = found.stopped.is_none();
        let grid = puzzle.layout.cell_count();
        let digits = |values: &Vec<u8>| values[..grid].iter().map(|&v| digit_char(v)).collect();
        let extras = |values: &Vec<u8>| extras_of(puzzle, &values[grid..]);
        let with_extras = found.solutions.iter().filter(|_| !puzzle.extras.is_empty());
        let verdict = Verdict::of(found.count, complete);
        // Further decimals would only show rounding errors of the sum.
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

    /// Returns the digits of the solution by cell, if the puzzle is unique.
    #[must_use]
    pub fn only_solution(&self) -> Option<Vec<u8>> {
        match (self.verdict, self.solutions.as_slice()) {
            (Verdict::Unique, [solution]) => solution.chars().map(digit_of_char).collect(),
            _ => None,
        }
    }
}

/// Groups the values that follow the grid's cells by the auxiliary variable to which they belong.
pub(super) fn extras_of<T: Clone>(puzzle: &Puzzle, mut rest: &[T]) -> BTreeMap<String, Vec<T>> {
    let mut named = BTreeMap::new();
    for extra in &puzzle.extras {
        let (mine, others) = rest.split_at(usize::from(extra.size));
        named.insert(extra.name.clone(), mine.to_vec());
        rest = others;
    }
    named
}

/// A result and the time that it took, which are separate because results are reproducible and times are not.
///
/// Serialises to the keys of the result, plus `seconds`.
#[derive(Clone, Debug, Serialize)]
pub struct Timed<T> {
    /// The result of the computation.
    #[serde(flatten)]
    pub result: T,
    /// The elapsed time of the computation.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
}

impl<T> Timed<T> {
    /// Runs `work` and measures its time.
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
