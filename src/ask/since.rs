//! The change since an earlier version that broke the puzzle.

use super::diagnose::earlier;
use super::{Ask, Bounds, Host, Refusal};
use crate::Prepared;
use cluewright_engine::search::Limits;
use cluewright_setter::diagnose;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Compares a puzzle with an earlier version, and finds the change that broke it. This part of a diagnosis is fast
/// enough to run after each edit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Since {
    /// The earlier version, in any format.
    pub was: String,
    /// The limits: guesses in each search, and the time for the whole question.
    #[serde(default)]
    pub limits: Bounds,
}

impl Ask for Since {
    type Reply = diagnose::Since;

    /// # Errors
    /// Returns an error if the earlier version cannot be read, or if one of its clues does not fit its rule.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<diagnose::Since, Refusal> {
        let host = &host.within(self.limits);
        let was = earlier(&self.was, prepared)?;
        let budget = host.budget(self.limits);
        let (puzzle, book) = (prepared.puzzle(), prepared.book());
        let found = host.searching(|run| {
            let verdict = prepared.check(Limits::within(budget, 2), run).verdict;
            diagnose::since(puzzle, &was, verdict, book, budget, run)
        });
        found.map_err(Refusal::misfit)
    }
}
