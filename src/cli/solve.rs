//! `cluewright solve PUZZLE`

use super::options::{Answering, Effort, Reading};
use super::progress::Meter;
use super::work::{Item, for_each_puzzle};
use super::{Exit, Outcome, interrupt, write_json};
use crate::model::Model;
use crate::report;
use crate::search::{Answer, Limits, Run, Stop, Timed, Verdict, count, enumerate, prove};
use clap::Args;
use std::io::Write;

/// Show a puzzle's solution, count its solutions, or say which digits are possible where
///
/// Without further options the solution is shown, and proven to be the only one.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Solve {
    /// A file, a link, the puzzle's text, or `-`; without it, what is pasted
    puzzle: Option<String>,

    #[command(flatten)]
    task: Task,

    /// Stop after so many solutions. Alone, show up to so many
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    answering: Answering,
}

/// What to do beside showing the one solution.
#[derive(Args, Clone, Copy, Debug)]
#[group(multiple = false)]
struct Task {
    /// Count the solutions, without showing them
    #[arg(long)]
    count: bool,

    /// Show every solution, each on a line: its digits in reading order. At most 10,000, unless
    /// `--limit` says otherwise
    #[arg(long)]
    all: bool,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  done
  1  not unique, where the one solution was asked for
  2  the puzzle could not be read
  3  stopped by a limit before it was done

Examples:
  cluewright solve mine.toml                   the solution, if it is the only one
  cluewright solve mine.toml --limit 5         up to five solutions
  cluewright solve mine.toml --count           how many solutions are there?
  cluewright solve mine.toml --all > all.txt   every solution, each on a line";

/// `--all` alone shows no more.
const MOST_SHOWN: u64 = 10_000;

impl Solve {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        interrupt::listen();
        let solve = |item: &Item<'_>, out: &mut dyn Write| self.solve(item, out);
        for_each_puzzle(
            self.puzzle.as_slice(),
            &self.reading,
            self.answering,
            out,
            solve,
        )
    }

    fn solve(&self, item: &Item<'_>, out: &mut dyn Write) -> Outcome {
        let model = item.compile()?;
        let found = Meter::over(self.effort.threads, self.answering.quiet, |run| {
            self.search(item, &model, run)
        });
        let answer = &found.result;
        if self.answering.json {
            write_json(out, &item.with(answer))?;
        } else {
            if self.task.all && !answer.complete && !self.answering.quiet {
                // The lines go to a file or a program; this is for whoever looks on.
                let _ = writeln!(anstream::stderr(), "{}", report::stopped(answer.stopped));
            }
            write!(out, "{}", self.text(item, &found))?;
            write!(out, "{}", report::warnings(item.puzzle))?;
        }
        Ok(self.exit(answer))
    }

    fn search(&self, item: &Item<'_>, model: &Model, run: Run<'_>) -> Answer {
        let most = if self.task.all { MOST_SHOWN } else { u64::MAX };
        let limits = Limits {
            solutions: self.limit.unwrap_or(most),
            ..self.effort.limits()
        };
        match self.task {
            Task { count: true, .. } => count(item.puzzle, model, limits, run),
            _ if self.task.all || self.limit.is_some() => {
                enumerate(item.puzzle, model, limits, run)
            }
            _ => prove(item.puzzle, model, limits, run),
        }
    }

    fn text(&self, item: &Item<'_>, found: &Timed<Answer>) -> String {
        let (puzzle, answer, time) = (item.puzzle, &found.result, found.time);
        match self.task {
            Task { count: true, .. } => report::count_line(answer, time),
            Task { all: true, .. } => report::solution_lines(puzzle, answer),
            _ if self.limit.is_some() => {
                report::solutions(puzzle, answer, usize::MAX) + &report::count_line(answer, time)
            }
            _ => report::solutions(puzzle, answer, 1) + &report::verdict_line(answer, time) + "\n",
        }
    }

    fn exit(&self, answer: &Answer) -> Exit {
        let one_wanted = !self.task.count && !self.task.all && self.limit.is_none();
        match (answer.verdict, answer.stopped) {
            (Verdict::Unique, _) if one_wanted => Exit::Good,
            (Verdict::Undecided, _) if one_wanted => Exit::Undecided,
            _ if one_wanted => Exit::Bad,
            (_, None) => Exit::Good,
            (_, Some(Stop::Solutions)) if self.limit.is_some() => Exit::Good,
            _ => Exit::Undecided,
        }
    }
}
