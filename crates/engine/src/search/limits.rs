//! When to stop, and what stopped.

use cluewright_puzzle::clock::Instant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// When to stop. The default is a node limit alone, so that answers are reproducible.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Stop after this many solutions.
    pub solutions: u64,
    /// Stop after this many nodes.
    pub nodes: u64,
    /// Stop then. A moment and not a duration, so that searches for one answer share it. Opt-in: an answer cut short by
    /// a clock is not reproducible.
    pub deadline: Option<Deadline>,
    /// Stop when this becomes true.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            nodes: Self::USUAL_NODES,
            ..Self::NONE
        }
    }
}

impl Limits<'_> {
    /// Never stop before the end.
    pub const NONE: Self = Self {
        solutions: u64::MAX,
        nodes: u64::MAX,
        deadline: None,
        cancel: None,
    };

    /// The default node limit: a few minutes on one thread for puzzles that are slow to search.
    pub const USUAL_NODES: u64 = 10_000_000;

    /// The limits that remain after a number of nodes.
    pub(super) fn after(&self, nodes: u64) -> Self {
        Self {
            nodes: self.nodes.saturating_sub(nodes),
            ..*self
        }
    }

    /// Returns the limit that ends a search now, if the deadline has passed or the caller has cancelled.
    pub fn over(&self) -> Option<Stop> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Cancelled);
        }
        let late = self.deadline.is_some_and(Deadline::has_passed);
        late.then_some(Stop::Time)
    }

    /// The default limits, with a limit on solutions.
    #[must_use]
    pub fn solutions(solutions: u64) -> Self {
        Self {
            solutions,
            ..Self::default()
        }
    }
}

/// The moment at which a time limit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// Returns the moment this long from now; `None` (no limit) if it is out of the clock's range.
    #[must_use]
    pub fn after(time: Duration) -> Option<Self> {
        Instant::now().checked_add(time).map(Self)
    }

    fn has_passed(self) -> bool {
        Instant::now() >= self.0
    }
}

/// What stopped a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// Enough solutions.
    Solutions,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The caller.
    Cancelled,
}
