//! `cluewright hint PUZZLE`

use super::grade::Choice;
use super::options::Asking;
use super::work::Item;
use super::{Exit, Out, Outcome};
use crate::ask;
use clap::{Args, ValueEnum};
use cluewright_engine::search::Verdict;
use cluewright_puzzle::digit_char;

/// Show the next step, or as much of it as you want to see
///
/// The hint starts from the typed digits and the given pencil marks. Wrong digits are reported first: typed digits
/// are compared with the puzzle's solution or, if there are several solutions, with each other.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes, for scripts:
  0  there is a hint, or the puzzle is solved
  1  there is no hint: typed digits are wrong, the puzzle has no solution, or no technique finds a step
  2  the puzzle could not be read
  3  a limit was reached first")]
pub(super) struct Hint {
    /// A file, a link, the puzzle's text, or `-` for standard input; if omitted, reads what you paste
    puzzle: Option<String>,

    /// How much to reveal
    #[arg(long, value_name = "STRENGTH", default_value = "where")]
    strength: Strength,

    /// The cell that you filled last, such as R3C4: among the easiest steps, the hint shows the nearest one
    #[arg(long, value_name = "CELL")]
    after: Option<String>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    asking: Asking,
}

/// The amount that a hint reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Strength {
    /// The location of the step.
    Where,
    /// The location and the technique.
    Technique,
    /// The complete step.
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
        let mut question = ask::Hint::default();
        question.strength = self.strength.into();
        question.techniques = self.choice.techniques()?;
        question.after.clone_from(&self.after);
        question.limits = self.asking.effort.bounds();
        let hint = |item: &Item<'_>, out: &mut Out| self.hint(item, &question, out);
        self.asking.each(self.puzzle.as_slice(), &[], out, hint)
    }

    fn hint(&self, item: &Item<'_>, question: &ask::Hint, out: &mut Out) -> Outcome {
        let hinted = item.ask(question, &self.asking)?.result;
        item.answer(&hinted, self.asking.answering, out, || {
            hint_text(&hinted) + "\n"
        })?;
        Ok(match hinted.outcome {
            ask::Outcome::Step | ask::Outcome::Solved => Exit::Good,
            ask::Outcome::Limit => Exit::Undecided,
            _ => Exit::Bad,
        })
    }
}

/// Describes the hint, or the reason why there is none.
fn hint_text(hinted: &ask::Hinted) -> String {
    let mut text = outcome_text(hinted);
    match (hinted.outcome, hinted.verdict) {
        (ask::Outcome::Step | ask::Outcome::Stuck, Verdict::Several) => {
            text.push_str("\nthe puzzle has more than one solution");
        }
        (ask::Outcome::Step | ask::Outcome::Stuck, Verdict::Undecided) => {
            text.push_str("\nit is undecided whether the puzzle has exactly one solution");
        }
        _ => {}
    }
    text
}

/// Describes the step, or the reason why there is none.
fn outcome_text(hinted: &ask::Hinted) -> String {
    let wrong = |entry: &ask::Entry| format!("{} = {}", entry.cell, digit_char(entry.digit));
    let wrong: Vec<String> = hinted.wrong.iter().map(wrong).collect();
    let wrong = wrong.join(", ");
    match hinted.outcome {
        ask::Outcome::Step => hinted.hint.clone().unwrap_or_default(),
        ask::Outcome::Solved => "solved: there is nothing left to do".to_owned(),
        ask::Outcome::Wrong if hinted.verdict == Verdict::Unique => format!("wrong: {wrong}"),
        ask::Outcome::Wrong => format!("wrong: {wrong} cannot all be right"),
        ask::Outcome::Impossible => {
            let help = "`cluewright diagnose` shows which clues are to blame";
            format!("the puzzle has no solution; {help}")
        }
        ask::Outcome::Empty => {
            "nothing is given: there is no digit and no clue to start from".to_owned()
        }
        ask::Outcome::Stuck => "no technique of the profile finds a step".to_owned(),
        ask::Outcome::Limit => "a limit was reached before a step was found".to_owned(),
    }
}
