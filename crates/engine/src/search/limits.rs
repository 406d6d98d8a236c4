//! The limits of a search: nodes, solutions, time and cancellation.

pub use cluewright_puzzle::budget::{Budget, Deadline, Stop};

use std::sync::atomic::AtomicBool;

/// The limits of a search: a budget, and a maximum number of solutions.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Stop after this many solutions.
    pub solutions: u64,
    /// Stop after this many nodes.
    pub nodes: u64,
    /// Stop at this time.
    pub deadline: Option<Deadline>,
    /// Stop when this becomes true.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::within(Budget::default(), u64::MAX)
    }
}

impl<'a> Limits<'a> {
    /// No limits.
    pub const NONE: Self = Self::within(Budget::NONE, u64::MAX);

    /// The default node limit.
    pub const USUAL_NODES: u64 = Budget::USUAL_NODES;

    /// Creates the limits of a search for up to `solutions` solutions.
    #[must_use]
    pub const fn within(budget: Budget<'a>, solutions: u64) -> Self {
        Self {
            solutions,
            nodes: budget.nodes,
            deadline: budget.deadline,
            cancel: budget.cancel,
        }
    }

    /// Returns the limits that remain after this many nodes have been used.
    pub(super) fn after(&self, nodes: u64) -> Self {
        Self {
            nodes: self.nodes.saturating_sub(nodes),
            ..*self
        }
    }

    /// Returns the same limits with at most two solutions, which are enough for a verdict.
    pub(super) fn for_verdict(self) -> Self {
        Self {
            solutions: self.solutions.min(2),
            ..self
        }
    }

    /// Returns the reason to stop, if the deadline has passed or the caller has cancelled.
    pub fn over(&self) -> Option<Stop> {
        let budget = Budget {
            nodes: self.nodes,
            deadline: self.deadline,
            cancel: self.cancel,
        };
        budget.over()
    }

    /// Creates the default limits with a maximum number of solutions.
    #[must_use]
    pub fn solutions(solutions: u64) -> Self {
        Self::within(Budget::default(), solutions)
    }
}
