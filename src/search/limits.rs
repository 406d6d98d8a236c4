//! When to stop, and what stopped.

use crate::clock::Instant;
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
    /// Stop after this time. Opt-in: an answer cut short by a clock is not reproducible.
    pub time: Option<Duration>,
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
        time: None,
        cancel: None,
    };

    /// The default node limit: a few minutes on one thread for puzzles that are slow to search.
    pub const USUAL_NODES: u64 = 10_000_000;

    /// What is left after so many nodes of a search that began then.
    pub(super) fn after(&self, nodes: u64, began: Instant) -> Self {
        Self {
            nodes: self.nodes.saturating_sub(nodes),
            time: self.time.map(|time| time.saturating_sub(began.elapsed())),
            ..*self
        }
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

/// The limits that come from outside, as a search sees them while it runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
}

impl<'a> Watch<'a> {
    /// Starts the clock, if there is a time limit. A limit beyond the clock's range counts as none.
    pub(super) fn new(limits: &Limits<'a>) -> Self {
        Self {
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel,
        }
    }

    /// Whether to stop now.
    pub(super) fn ask(&self) -> Option<Stop> {
        if self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Stop::Cancelled);
        }
        let late = self.deadline.is_some_and(|at| Instant::now() >= at);
        late.then_some(Stop::Time)
    }
}
