//! `cluewright solve PUZZLE`

use super::options::Asking;
use super::work::Item;
use super::{Complaint, Exit, Out, Outcome, terminal};
use crate::ask;
use clap::Args;
use cluewright_engine::search::{Answer, Stop, Timed, Verdict};
use std::io::Write;

/// Show the solution, count the solutions, or list the possible digits of each cell
///
/// By default, it shows the solution and proves that it is the only one.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Solve {
    /// A file, a link, the puzzle's text, or `-` for standard input; if omitted, reads what you paste
    puzzle: Option<String>,

    #[command(flatten)]
    task: Task,

    /// Stop after N solutions. Without --count or --all, show up to N solutions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    #[command(flatten)]
    asking: Asking,
}

/// Options for tasks other than showing the solution.
#[derive(Args, Clone, Debug)]
#[group(multiple = false)]
struct Task {
    /// Count the solutions, without showing them
    #[arg(long)]
    count: bool,

    /// Show every solution, one per line, as digits in reading order: at most 10,000, unless `--limit` sets another
    /// limit
    #[arg(long)]
    all: bool,

    /// For each cell, show the digits that occur in some solution; with CAP, also the number of these solutions, up to
    /// CAP
    #[arg(long, value_name = "CAP", num_args = 0..=1, default_missing_value = "1", conflicts_with = "limit")]
    candidates: Option<String>,

    /// Estimate the number of solutions by random probes, if there are too many to count
    ///
    /// Ends when the 95% confidence interval is within 2% of the estimate, or after 300,000 boards (`--node-limit` sets
    /// another number), regardless of the width of the interval. In 95 of 100 estimates, the interval contains the true
    /// number.
    #[arg(long, conflicts_with = "limit")]
    estimate: bool,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  done
  1  the only solution was requested, but the puzzle is not unique
  2  the puzzle could not be read
  3  a limit was reached first

Examples:
  cluewright solve mine.toml                   the solution, if it is the only one
  cluewright solve mine.toml --limit 5         up to five solutions
  cluewright solve mine.toml --count           how many solutions are there?
  cluewright solve mine.toml --all > all.txt   every solution, one per line
  cluewright solve mine.toml --candidates      which digits are still possible in each cell?
  cluewright solve mine.toml --candidates 8    and in how many solutions, up to 8?
  cluewright solve mine.toml --estimate        roughly how many solutions are there?";

/// Default maximum number of solutions that `--all` lists.
const MOST_SHOWN: u64 = 10_000;

impl Solve {
    pub(super) fn run(mut self, out: &mut Out) -> Outcome {
        let cap = self.take_cap()?;
        let solve = |item: &Item<'_>, out: &mut Out| match (cap, self.task.estimate) {
            (Some(cap), _) => self.candidates(item, cap, out),
            (None, true) => self.estimate(item, out),
            (None, false) => self.solutions(item, out),
        };
        self.asking.each(self.puzzle.as_slice(), &[], out, solve)
    }

    /// Returns the cap of `--candidates`. If the word after the option is not a number and no puzzle is named, the word
    /// is the puzzle, and the cap is 1.
    fn take_cap(&mut self) -> Result<Option<u64>, Complaint> {
        let Some(text) = &self.task.candidates else {
            return Ok(None);
        };
        match (text.parse(), &self.puzzle) {
            (Ok(cap), _) if cap > 0 => Ok(Some(cap)),
            // clap takes the word after an option as its value, even if it is the puzzle.
            (Err(_), None) => {
                self.puzzle = self.task.candidates.replace("1".to_owned());
                Ok(Some(1))
            }
            _ => {
                let message = format!(
                    "`{text}` is not a cap for --candidates; expected a whole number, 1 or more"
                );
                Err(Complaint::new(message))
            }
        }
    }

    fn candidates(&self, item: &Item<'_>, cap: u64, out: &mut Out) -> Outcome {
        let question = ask::Candidates {
            cap,
            limits: self.asking.effort.bounds(),
        };
        let found = item.ask(&question, &self.asking)?;
        item.answer(&found.result, self.asking.answering, out, || {
            cluewright_narrate::candidates_text(item.puzzle, &found.result, found.time)
        })?;
        Ok(exit_code(found.result.complete))
    }

    fn estimate(&self, item: &Item<'_>, out: &mut Out) -> Outcome {
        let question = ask::Estimate {
            limits: self.asking.effort.bounds(),
            ..ask::Estimate::default()
        };
        let found = item.ask(&question, &self.asking)?;
        item.answer(&found.result, self.asking.answering, out, || {
            cluewright_narrate::estimate_line(&found.result, found.time)
        })?;
        Ok(exit_code(found.result.stopped.is_none()))
    }

    fn solutions(&self, item: &Item<'_>, out: &mut Out) -> Outcome {
        let limits = self.asking.effort.bounds();
        let most = self.limit.or(self.task.all.then_some(MOST_SHOWN));
        let found = match self.task.count {
            true => item.ask(&ask::Count { most, limits }, &self.asking)?,
            false => item.ask(&ask::Solve { most, limits }, &self.asking)?,
        };
        let answer = &found.result;
        if self.task.all && !answer.complete && !self.asking.answering.quiet {
            // The solutions usually go to a file or a program, so their number goes to stderr.
            let _ = writeln!(
                terminal::stderr(),
                "{}",
                cluewright_narrate::stop_reason(answer.stopped)
            );
        }
        item.answer(answer, self.asking.answering, out, || {
            self.text(item, &found)
        })?;
        Ok(self.exit(answer))
    }

    fn text(&self, item: &Item<'_>, found: &Timed<Answer>) -> String {
        let (puzzle, answer, time) = (item.puzzle, &found.result, found.time);
        if self.task.count {
            cluewright_narrate::count_line(answer, time)
        } else if self.task.all {
            cluewright_narrate::solution_lines(puzzle, answer)
        } else if self.limit.is_some() {
            cluewright_narrate::solutions(puzzle, answer, usize::MAX)
                + &cluewright_narrate::count_line(answer, time)
        } else {
            cluewright_narrate::solutions(puzzle, answer, 1)
                + &cluewright_narrate::verdict_line(answer, time)
                + "\n"
        }
    }

    fn exit(&self, answer: &Answer) -> Exit {
        let one_wanted = !self.task.count && !self.task.all && self.limit.is_none();
        match answer.verdict {
            Verdict::Undecided if one_wanted => Exit::Undecided,
            Verdict::Unique if one_wanted => Exit::Good,
            _ if one_wanted => Exit::Bad,
            _ => exit_code(
                // Stopping at a limit that the user set counts as complete. Stopping at the default limit of `--all`
                // does not.
                answer.complete
                    || (answer.stopped == Some(Stop::Solutions) && self.limit.is_some()),
            ),
        }
    }
}

fn exit_code(complete: bool) -> Exit {
    if complete {
        Exit::Good
    } else {
        Exit::Undecided
    }
}
