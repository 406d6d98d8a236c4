//! Limits on the cost of a question.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// When to stop and answer with the results so far. Guesses are counted alike on every machine, seconds are not: an
/// answer cut short by a clock is not reproducible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bounds {
    /// Maximum number of guesses; 10,000,000 if left out.
    pub nodes: Option<u64>,
    /// Maximum number of seconds; no limit if left out.
    pub seconds: Option<f64>,
}

impl Bounds {
    /// Returns the time limit. One that is too long for a clock does not limit anything, and one below zero ends at
    /// once.
    pub(super) fn time(&self) -> Option<Duration> {
        let seconds = self.seconds?.max(0.0);
        Duration::try_from_secs_f64(seconds).ok()
    }
}
