//! The clock for time limits and measurements.
//!
//! `wasm32-unknown-unknown` has no clock. Its host must first register a function that returns milliseconds. Until
//! then, no time passes, and time limits never expire.

#[cfg(not(any(debug_assertions, all(target_family = "wasm", target_os = "unknown"))))]
pub use std::time::Instant;
#[cfg(all(
    debug_assertions,
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub use trial::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::set_clock;

/// Counts a unit of work, so that tests can measure how quickly a computation stops. In release builds, this does
/// nothing.
#[inline(always)]
pub fn count_work() {
    #[cfg(all(
        debug_assertions,
        not(all(target_family = "wasm", target_os = "unknown"))
    ))]
    trial::count_work();
}

/// A clock for tests. It makes time limits expire after a given number of readings rather than at a moment, so that
/// tests are reproducible.
#[cfg(all(
    debug_assertions,
    not(all(target_family = "wasm", target_os = "unknown"))
))]
pub mod trial {
    use std::cell::Cell;
    use std::time::Duration;

    /// A duration that is longer than any time limit in a test.
    const LATE: Duration = Duration::from_secs(1_000_000);

    /// A clock that replaces the system's: the moment of the replacement, and a function that returns the time since
    /// that moment.
    type Clock = (std::time::Instant, fn() -> Duration);

    // Tests run in parallel, so each thread has its own trial and clock.
    thread_local! {
        static TRIAL: Cell<Option<Trial>> = const { Cell::new(None) };
        static CLOCK: Cell<Option<Clock>> = const { Cell::new(None) };
    }

    /// A time limit for one computation in a test. It measures how quickly the computation stops.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Trial {
        /// Number of readings of the clock before all time limits expire.
        pub readings_left: u64,
        /// `true` once a reading has shown that the limits have expired.
        pub passed: bool,
        /// Number of units of work since the limits expired: nodes, propagations and compilations.
        pub overrun: u64,
        /// Greatest number of units of work between two consecutive readings after the limits expired.
        pub longest: u64,
        /// Number of units of work since the last reading.
        since: u64,
    }

    /// Runs `question` on this thread with a clock on which all time limits expire after `readings` readings.
    pub fn run<T>(readings: u64, question: impl FnOnce() -> T) -> (T, Trial) {
        TRIAL.set(Some(Trial {
            readings_left: readings,
            ..Trial::default()
        }));
        let answer = question();
        (answer, TRIAL.take().unwrap_or_default())
    }

    /// Runs `question` on this thread with another clock. `clock` returns the time since an arbitrary fixed moment.
    pub fn run_by<T>(clock: fn() -> Duration, question: impl FnOnce() -> T) -> T {
        CLOCK.set(Some((std::time::Instant::now(), clock)));
        let answer = question();
        CLOCK.set(None);
        answer
    }

    pub(super) fn count_work() {
        if let Some(mut trial) = TRIAL.get() {
            match trial.readings_left {
                0 => trial.overrun += 1,
                _ => {
                    trial.since += 1;
                    trial.longest = trial.longest.max(trial.since);
                }
            }
            TRIAL.set(Some(trial));
        }
    }

    /// A moment on the clock for tests.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(std::time::Instant);

    impl Instant {
        /// Returns the current moment.
        pub fn now() -> Self {
            let now = match CLOCK.get() {
                Some((start, clock)) => start + clock(),
                None => std::time::Instant::now(),
            };
            let Some(mut trial) = TRIAL.get() else {
                return Self(now);
            };
            trial.since = 0;
            let late = trial.readings_left == 0;
            trial.readings_left = trial.readings_left.saturating_sub(1);
            trial.passed |= late;
            TRIAL.set(Some(trial));
            Self(if late { now + LATE } else { now })
        }

        /// Returns the time since this moment.
        pub fn elapsed(self) -> Duration {
            Self::now().0.saturating_duration_since(self.0)
        }

        /// Returns the moment after a duration; `None` if it is out of range.
        pub fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static NOW: OnceLock<fn() -> f64> = OnceLock::new();

    /// Registers the host's clock, in milliseconds since an arbitrary moment; later calls have no effect.
    pub fn set_clock(now: fn() -> f64) {
        // This fails only if a clock is already registered, and then the new clock must be ignored.
        let _ = NOW.set(now);
    }

    /// A moment on the host's clock.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current moment.
        pub fn now() -> Self {
            let milliseconds = NOW.get().map_or(0.0, |now| now());
            Self(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
        }

        /// Returns the time since this moment.
        pub fn elapsed(self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }

        /// Returns the moment after a duration; `None` if it is out of range.
        pub fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }
}
