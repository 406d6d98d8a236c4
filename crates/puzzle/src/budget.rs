//! The budget for answering a question: limits on guesses and time.

use super::clock::Instant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits for answering a question, shared by all steps of the computation. By default, only guesses are limited,
/// so that answers are reproducible.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Maximum number of guesses ("nodes") in each search.
    pub nodes: u64,
    /// The moment at which time runs out. It is a moment rather than a duration, so that all steps of a question share
    /// it. By default there is no deadline, because an answer that depends on a clock is not reproducible.
    pub deadline: Option<Deadline>,
    /// A flag that ends all searches once it becomes `true`.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self {
            nodes: Self::USUAL_NODES,
            ..Self::NONE
        }
    }
}

impl Budget<'_> {
    /// A budget without any limit.
    pub const NONE: Self = Self {
        nodes: u64::MAX,
        deadline: None,
        cancel: None,
    };

    /// The default node limit. Puzzles that are slow to search take a few minutes on one thread to reach it.
    pub const USUAL_NODES: u64 = 10_000_000;

    /// Returns the same budget with another node limit.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Returns the reason to stop; `None` if there is time left and the caller has not cancelled.
    #[must_use]
    pub fn over(&self) -> Option<Stop> {
        if self.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        let late = self.deadline.is_some_and(Deadline::has_passed);
        late.then_some(Stop::Time)
    }

    /// Returns `true` until the deadline has passed or the caller has cancelled.
    #[must_use]
    pub fn has_time(&self) -> bool {
        self.over().is_none()
    }

    /// Returns `true` if the caller has cancelled. This is faster than [`Self::has_time`], because it does not read the
    /// clock.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        // No other data depends on the flag, so the weakest ordering is enough.
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The moment at which a time limit ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// Returns the deadline that is `time` from now. Returns `None`, which means no limit, if that moment is out of the
    /// clock's range.
    #[must_use]
    pub fn after(time: Duration) -> Option<Self> {
        Instant::now().checked_add(time).map(Self)
    }

    fn has_passed(self) -> bool {
        Instant::now() >= self.0
    }
}

/// The reason why a search stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// The maximum number of solutions was found.
    Solutions,
    /// The search reached the node limit.
    Nodes,
    /// The deadline passed.
    Time,
    /// The caller cancelled the question.
    Cancelled,
}
