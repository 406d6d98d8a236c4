//! How far a long search is: on stderr, on a terminal only, and only after a second.

use crate::diagnose::Stage;
use crate::report::grouped;
use crate::search::{Progress, Run, Timed};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A bar that appears when a search takes its time.
pub(super) struct Meter {
    started: Instant,
    bar: OnceLock<ProgressBar>,
}

/// Quicker searches show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The bar's length, for a fraction of the search.
const WHOLE: u64 = 1000;

impl Meter {
    /// Runs a search on so many threads, with its time, and shows how far it is unless `quiet`.
    pub(super) fn over<T>(
        threads: usize,
        quiet: bool,
        search: impl FnOnce(Run<'_>) -> T,
    ) -> Timed<T> {
        let meter = Self {
            started: Instant::now(),
            bar: OnceLock::new(),
        };
        let show = |progress| meter.show(progress);
        let wanted = !quiet && io::stderr().is_terminal();
        let run = Run {
            threads,
            progress: wanted.then_some(&show),
        };
        let timed = Timed::measure(|| search(run));
        if let Some(bar) = meter.bar.get() {
            bar.finish_and_clear();
        }
        timed
    }

    fn show(&self, progress: Progress) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| new_bar(self.started));
        bar.set_position((progress.fraction * WHOLE as f64) as u64);
        let (nodes, solutions) = (grouped(progress.nodes), grouped(progress.solutions));
        bar.set_message(format!("{nodes} guesses, {solutions} solutions"));
    }
}

/// How far a work of many small searches is: a line that appears when it takes its time.
pub(super) struct Steps {
    started: Instant,
    wanted: bool,
    line: OnceLock<ProgressBar>,
}

impl Steps {
    /// A line that starts now, on a terminal and unless `quiet`.
    pub(super) fn new(quiet: bool) -> Self {
        Self {
            started: Instant::now(),
            wanted: !quiet && io::stderr().is_terminal(),
            line: OnceLock::new(),
        }
    }

    /// Whether anybody looks.
    pub(super) fn wanted(&self) -> bool {
        self.wanted
    }

    /// Shows how far it is.
    pub(super) fn show(&self, stage: Stage) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        let line = self.line.get_or_init(|| {
            let target = ProgressDrawTarget::stderr_with_hz(5);
            let style = ProgressStyle::with_template("{elapsed_precise} {msg}")
                .expect("the template is well formed");
            ProgressBar::with_draw_target(None, target)
                .with_style(style)
                .with_elapsed(self.started.elapsed())
        });
        let of = stage.of.map(|of| format!(" of {of}")).unwrap_or_default();
        line.set_message(format!("{}{of} {}", stage.done, stage.doing));
        line.tick();
    }

    /// Takes the line away.
    pub(super) fn finish(&self) {
        if let Some(line) = self.line.get() {
            line.finish_and_clear();
        }
    }
}

fn new_bar(started: Instant) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let style =
        ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {percent_precise}%  {msg}")
            .expect("the template is well formed")
            .progress_chars("=> ");
    ProgressBar::with_draw_target(Some(WHOLE), target)
        .with_style(style)
        .with_elapsed(started.elapsed())
}
