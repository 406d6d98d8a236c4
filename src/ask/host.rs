//! The resources that a host provides for a question: threads, a progress callback and cancellation.

use super::Bounds;
use cluewright_engine::search::{self, Budget, Deadline, Limits, Run};
use cluewright_setter::diagnose::Stage;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// The resources that a host provides for a question. They do not change the answer, unless the question is cancelled.
#[derive(Clone, Copy, Default)]
pub struct Host<'a> {
    /// Number of threads; 0 means one per processor.
    pub threads: usize,
    /// The callback for the progress of the question. It may be called from any thread, but never by two threads at
    /// once.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// A flag that ends the question when it becomes true. The reply then has the results so far.
    pub cancel: Option<&'a AtomicBool>,
    /// The moment at which the question ends, unless its own time limit ends it earlier.
    pub deadline: Option<Deadline>,
}

/// The progress of a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Progress {
    /// The unit of progress, such as `guesses` or `clues tried`.
    pub doing: &'static str,
    /// Number of units done so far.
    pub done: u64,
    /// The total number of units, if it is known.
    pub of: Option<u64>,
    /// Number of solutions found so far, if solutions are searched for.
    pub solutions: Option<u64>,
    /// The fraction of the search that is done, from 0 to 1, assuming that all values of a guess take the same amount
    /// of work.
    pub fraction: Option<f64>,
    /// The candidates that were settled since the last call. Each candidate is listed once, and those settled after the
    /// last call appear only in the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<SettledCandidate>,
}

/// A candidate whose solutions have been counted, completely or up to the cap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct SettledCandidate {
    /// The name of the candidate's cell.
    pub cell: String,
    /// The digit of the candidate.
    pub digit: u8,
    /// Number of solutions with the candidate; 0 if there is none.
    pub solutions: u64,
}

impl<'a> Host<'a> {
    /// A host with one thread and no progress callback.
    pub const QUIET: Self = Self {
        threads: 1,
        progress: None,
        cancel: None,
        deadline: None,
    };

    /// Returns a host for a question with a time limit. The limit starts now and applies to the whole question. If the
    /// question is part of another question, the deadline of the outer question still applies.
    pub(super) fn within(&self, bounds: Bounds) -> Self {
        let own = bounds.time().and_then(Deadline::after);
        Self {
            deadline: [self.deadline, own].into_iter().flatten().min(),
            ..*self
        }
    }

    /// Returns the limits of a search for up to `solutions` solutions.
    pub(super) fn limits(&self, bounds: Bounds, solutions: u64) -> Limits<'a> {
        Limits::within(self.budget(bounds), solutions)
    }

    /// Returns the budget of a question.
    pub(super) fn budget(&self, bounds: Bounds) -> Budget<'a> {
        Budget {
            nodes: bounds.nodes.unwrap_or(Budget::USUAL_NODES),
            deadline: self.within(bounds).deadline,
            cancel: self.cancel,
        }
    }

    /// Returns `true` while the deadline has not passed and the caller has not cancelled.
    pub(super) fn has_time(&self) -> bool {
        self.budget(Bounds::default()).has_time()
    }

    /// Runs a search on the host's threads, and reports its progress.
    pub(super) fn searching<T>(&self, search: impl FnOnce(Run<'_>) -> T) -> T {
        let tell = |progress| self.tell(Progress::of_search(progress));
        search(Run {
            threads: self.threads,
            progress: self.progress.is_some().then_some(&tell),
        })
    }

    pub(crate) fn tell(&self, progress: Progress) {
        if let Some(tell) = self.progress {
            tell(progress);
        }
    }
}

impl Progress {
    pub(super) fn of_search(progress: search::Progress) -> Self {
        Self {
            doing: "guesses",
            done: progress.nodes,
            of: None,
            solutions: Some(progress.solutions),
            fraction: Some(progress.fraction),
            settled: vec![],
        }
    }

    pub(crate) fn of_stage(stage: Stage) -> Self {
        Self {
            doing: stage.doing,
            done: stage.done as u64,
            of: stage.of.map(|of| of as u64),
            ..Self::default()
        }
    }

    pub(super) fn of_candidates(done: u64) -> Self {
        Self {
            doing: "candidates",
            done,
            ..Self::default()
        }
    }
}

impl fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("threads", &self.threads)
            // A closure has no `Debug`, so only its presence is shown.
            .field("progress", &self.progress.is_some())
            .field("cancel", &self.cancel)
            .finish()
    }
}
