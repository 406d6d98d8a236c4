//! The progress of a long question on stderr, shown only on a terminal and only after a second.

use super::interrupt;
use crate::ask::{Host, Progress};
use cluewright_engine::search::Timed;
use cluewright_narrate::with_commas;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Delay before progress is shown, so that quick questions show none.
const PATIENCE: Duration = Duration::from_secs(1);

/// Length of a bar that shows the finished fraction of a search, in units of progress.
const WHOLE: u64 = 1000;

/// A progress bar, or a line of text if the amount of work is unknown.
struct Meter {
    started: Instant,
    // Any thread of the search may report first, so the bar is created under a lock.
    bar: OnceLock<ProgressBar>,
}

/// Runs a question on `threads` threads, and measures its time. Shows the progress unless `quiet` is set. Ctrl-C ends
/// the question.
pub(super) fn run_with_meter<T>(
    threads: usize,
    quiet: bool,
    question: impl FnOnce(&Host<'_>) -> T,
) -> Timed<T> {
    let meter = Meter {
        started: Instant::now(),
        bar: OnceLock::new(),
    };
    let show = |progress| meter.show(&progress);
    let wanted = !quiet && io::stderr().is_terminal();
    let host = Host {
        threads,
        progress: wanted.then_some(&show),
        cancel: Some(interrupt::flag()),
        ..Host::default()
    };
    let timed = Timed::measure(|| question(&host));
    if let Some(bar) = meter.bar.get() {
        bar.finish_and_clear();
    }
    timed
}

impl Meter {
    fn show(&self, progress: &Progress) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| self.new_bar(progress));
        if let Some(fraction) = progress.fraction {
            bar.set_position((fraction * WHOLE as f64) as u64);
        }
        let of = progress.of.map(|of| format!(" of {of}"));
        let solutions = progress
            .solutions
            .map(|n| format!(", {} solutions", with_commas(n)));
        bar.set_message(format!(
            "{}{} {}{}",
            with_commas(progress.done),
            of.unwrap_or_default(),
            progress.doing,
            solutions.unwrap_or_default()
        ));
        bar.tick();
    }

    fn new_bar(&self, progress: &Progress) -> ProgressBar {
        let template = match progress.fraction {
            Some(_) => "{elapsed_precise} [{bar:30}] {percent_precise}%  {msg}",
            None => "{elapsed_precise} {msg}",
        };
        let style = ProgressStyle::with_template(template)
            .expect("the template is well formed")
            .progress_chars("=> ");
        let target = ProgressDrawTarget::stderr_with_hz(5);
        ProgressBar::with_draw_target(progress.fraction.map(|_| WHOLE), target)
            .with_style(style)
            // The bar is created a second after the start, so its own clock would show too little.
            .with_elapsed(self.started.elapsed())
    }
}
