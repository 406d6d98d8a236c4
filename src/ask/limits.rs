//! Limits on the cost of a question.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits at which a question stops and returns the results so far. A limit on guesses gives the same answer on
/// every machine; a limit on seconds does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bounds {
    /// Maximum number of guesses; 10,000,000 if left out.
    pub nodes: Option<u64>,
    /// Maximum number of seconds; no limit if left out.
    pub seconds: Option<f64>,
}

impl Bounds {
    /// Returns the time limit. A limit beyond the range of a duration means no limit, and a negative limit means
    /// zero.
    pub(super) fn time(&self) -> Option<Duration> {
        let seconds = self.seconds?.max(0.0);
        Duration::try_from_secs_f64(seconds).ok()
    }
}
