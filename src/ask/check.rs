//! How many solutions a puzzle has: none, one or several.

use super::{Bounds, Host};
use crate::Prepared;
use crate::diagnose::Checked;
use crate::puzzle::{Puzzle, Unread};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Proves that a puzzle has no solution, exactly one, or several, and compares the file's own solution.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Check {
    /// When to stop.
    pub limits: Bounds,
}

impl Check {
    /// Asks a puzzle.
    #[must_use]
    pub fn ask(&self, prepared: &Prepared, host: &Host<'_>) -> Checked {
        let limits = self.limits.limits(2, host);
        let answer = host.searching(|run| prepared.check(limits, run));
        Checked::of(prepared.book(), prepared.puzzle(), answer)
    }
}

/// Why a puzzle is not asked: it has drawings that may be rules, so that no answer would be about the
/// puzzle that its setter means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Unchecked {
    /// `unchecked`.
    pub verdict: &'static str,
    /// The drawings.
    pub unread: Vec<Unread>,
}

impl Unchecked {
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        Self {
            verdict: "unchecked",
            unread: puzzle.unread.clone(),
        }
    }
}
