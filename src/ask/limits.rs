//! How much a question may cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// When to stop and answer with what is known. Guesses are counted alike on every machine, seconds are not:
/// an answer that a clock cut short does not repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bounds {
    /// Guesses at most; 10,000,000 if left out.
    pub nodes: Option<u64>,
    /// Seconds at most; no limit if left out.
    pub seconds: Option<f64>,
}

impl Bounds {
    /// The time limit. One too long for a clock is none, and one below zero is over at once.
    pub(super) fn time(&self) -> Option<Duration> {
        let seconds = self.seconds?.max(0.0);
        Duration::try_from_secs_f64(seconds).ok()
    }
}
