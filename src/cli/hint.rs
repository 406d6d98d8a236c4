//! `cluewright hint PUZZLE`

use super::grade::Choice;
use super::options::{Answering, Effort, Reading};
use super::work::{Item, for_each_puzzle};
use super::{Exit, Out, Outcome, interrupt, write_json};
use crate::ask;
use crate::report;
use clap::{Args, ValueEnum};
use std::io::Write;

/// The next step, as little or as much of it as you want to know
///
/// It starts from the digits that were typed and from given pencil marks. Typed digits that are wrong are named
/// first: they are compared with the puzzle's only solution, or where there are several with each other.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes, for scripts:
  0  there is a hint, or the puzzle is solved
  1  there is none: typed digits are wrong, the puzzle has no solution, no technique finds a step
  2  the puzzle could not be read
  3  a limit was reached first")]
pub(super) struct Hint {
    /// A file, a link, the puzzle's text, or `-`; without it, what is pasted
    puzzle: Option<String>,

    /// How much to say
    #[arg(long, value_name = "STRENGTH", default_value = "where")]
    strength: Strength,

    /// The cell that you filled last, like R3C4: of the easiest steps you get the nearest one
    #[arg(long, value_name = "CELL")]
    after: Option<String>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    answering: Answering,
}

/// How much a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Strength {
    /// Where to look.
    Where,
    /// And which technique to use there.
    Technique,
    /// The whole step.
    Step,
}

impl From<Strength> for ask::Strength {
    fn from(strength: Strength) -> Self {
        match strength {
            Strength::Where => Self::Where,
            Strength::Technique => Self::Technique,
            Strength::Step => Self::Step,
        }
    }
}

impl Hint {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        interrupt::listen();
        let mut question = ask::Hint::default();
        question.strength = self.strength.into();
        question.techniques = self.choice.techniques()?;
        question.after.clone_from(&self.after);
        question.limits = self.effort.bounds();
        let hint = |item: &Item<'_>, out: &mut Out| self.hint(item, &question, out);
        let arguments = self.puzzle.as_slice();
        for_each_puzzle(arguments, &self.reading, self.answering, out, hint)
    }

    fn hint(&self, item: &Item<'_>, question: &ask::Hint, out: &mut Out) -> Outcome {
        let hinted = item.ask(question, &self.effort, self.answering)?.result;
        if self.answering.json {
            write_json(out, &item.with(&hinted))?;
        } else {
            writeln!(out, "{}", hinted.text())?;
            write!(out, "{}", cluewright_narrate::warnings(item.puzzle))?;
        }
        Ok(match hinted.outcome {
            ask::Outcome::Step | ask::Outcome::Solved => Exit::Good,
            ask::Outcome::Limit => Exit::Undecided,
            _ => Exit::Bad,
        })
    }
}
