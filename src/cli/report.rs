//! `cluewright report PUZZLE -o FILE`

use super::grade::Choice;
use super::options::Asking;
use super::work::Item;
use super::{Complaint, Exit, Out, Outcome, terminal, write_json};
use crate::ask;
use clap::Args;
use cluewright_engine::search::Verdict;
use cluewright_narrate::warnings;
use std::io::Write;
use std::path::PathBuf;

/// Write a page with everything about a puzzle
///
/// The page is one self-contained HTML file. It shows the picture, the verdict, the difficulty, the solve step by
/// step (to play forwards and backwards), and which clues are to blame or redundant.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Report {
    /// A file, a link, the puzzle's text, or `-` for standard input; if omitted, reads what you paste
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// The file to write; if omitted, the page goes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    asking: Asking,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  unique
  1  no solution or several
  2  the puzzle could not be read, or is unchecked: drawings may be rules
  3  undecided within the limits, or the time limit cut the page short

Examples:
  cluewright report mine.toml -o mine.html
  cluewright report 'https://f-puzzles.com/?load=…' -o theirs.html";

impl Report {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let mut question = ask::Report::default();
        question.techniques = self.choice.techniques()?;
        question.limits = self.asking.effort.bounds();
        let report = |item: &Item<'_>, out: &mut Out| self.report(item, &question, out);
        let results = [("--output", self.output.as_deref())];
        self.asking
            .each(self.puzzle.as_slice(), &results, out, report)
    }

    fn report(&self, item: &Item<'_>, question: &ask::Report, out: &mut Out) -> Outcome {
        let is_page = self.output.is_none() && !self.asking.answering.json;
        if is_page && !item.alone {
            let message = "there are several puzzles, but a report is about only one";
            let help = "choose one with --number, or give --output the name of the first report";
            return Err(Complaint::new(message).file(item.name()).help(help).into());
        }
        let reported = item.ask(question, &self.asking)?.result;
        if self.asking.answering.json {
            write_json(out, &item.with(&reported))?;
        } else {
            // The warnings go to stderr, because they must not become part of the page.
            let _ = write!(terminal::stderr(), "{}", warnings(item.puzzle));
            match &self.output {
                Some(file) => item.save("--output", file, &reported.html)?,
                None => out.data().write_all(reported.html.as_bytes())?,
            }
        }
        Ok(match reported.verdict {
            None => Exit::Unread,
            Some(_) if reported.stopped.is_some() => Exit::Undecided,
            Some(Verdict::Undecided) => Exit::Undecided,
            Some(Verdict::Unique) => Exit::Good,
            Some(_) => Exit::Bad,
        })
    }
}
