//! `cluewright check PUZZLE…`

use super::options::{Answering, Effort, Reading, after_help};
use super::work::{Item, for_each_puzzle};
use super::{Exit, Out, Outcome, interrupt, write_json};
use crate::ask;
use clap::Args;
use cluewright_engine::search::Verdict;
use cluewright_narrate::{check_text, warnings};
use std::io::Write;

/// Prove that a puzzle has no solution, exactly one, or several
///
/// First comes what was read, so that you can see that it is your puzzle. If the file holds its own
/// solution, the clues which that solution breaks are named. Then comes the verdict:
///
///   unique     there is exactly one solution
///   none       there is no solution
///   several    there are at least two; two of them are shown, `*` marks the cells that differ
///   undecided  a limit was reached before it was certain
///
/// Where drawings may be rules there is no verdict: the puzzle is not checked.
///
/// Digits that a solver typed are no clues and are left aside.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = after_help(EXAMPLES))]
pub(super) struct Check {
    /// Files, links or the puzzles' text; `-` or nothing reads what is pasted
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    answering: Answering,
}

const EXAMPLES: &str = "\
Examples:
  cluewright check mine.toml
  cluewright check 'https://f-puzzles.com/?load=…'    (the quotes matter)
  cluewright check                                    then paste the link, Enter, Ctrl-D
  cluewright check puzzles/*.toml --quiet
  cluewright check hard.toml --time-limit 30s";

impl Check {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        interrupt::listen();
        let check = |item: &Item<'_>, out: &mut Out| self.check(item, out);
        for_each_puzzle(&self.puzzles, &self.reading, self.answering, out, check)
    }

    fn check(&self, item: &Item<'_>, out: &mut Out) -> Outcome {
        let puzzle = item.puzzle;
        let check = ask::Check {
            limits: self.effort.bounds(),
        };
        let found = item.ask(&check, &self.effort, self.answering)?;
        let checked = found.result;
        if self.answering.json {
            write_json(out, &item.with(&checked))?;
        } else {
            let name = (!item.alone).then(|| item.name());
            write!(
                out,
                "{}",
                check_text(puzzle, &checked, found.time, name.as_deref())
            )?;
            write!(out, "{}", warnings(puzzle))?;
        }
        Ok(match checked.answer.verdict {
            Verdict::Undecided => Exit::Undecided,
            Verdict::Unique if checked.matches != Some(false) => Exit::Good,
            _ => Exit::Bad,
        })
    }
}
