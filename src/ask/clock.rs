//! The time of a question that is more than one search.

use super::{Bounds, Host};
use crate::clock::Instant;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// When to stop: the question's time limit from its first moment on, and the host's word.
pub(super) struct Clock<'a> {
    started: Instant,
    limit: Option<Duration>,
    host: &'a Host<'a>,
}

impl<'a> Clock<'a> {
    pub(super) fn new(bounds: Bounds, host: &'a Host<'a>) -> Self {
        Self {
            started: Instant::now(),
            limit: bounds.time(),
            host,
        }
    }

    pub(super) fn go_on(&self) -> bool {
        let late = self
            .limit
            .is_some_and(|limit| self.started.elapsed() > limit);
        let cancelled = self
            .host
            .cancel
            .is_some_and(|flag| flag.load(Ordering::Relaxed));
        !late && !cancelled
    }

    /// What is left of the limits for one more search.
    pub(super) fn left(&self, bounds: Bounds) -> Bounds {
        let left = |limit: Duration| limit.saturating_sub(self.started.elapsed());
        Bounds {
            seconds: self.limit.map(|limit| left(limit).as_secs_f64()),
            ..bounds
        }
    }
}
