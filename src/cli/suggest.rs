//! `cluewright suggest PUZZLE`

use super::grade::Choice;
use super::options::Asking;
use super::work::Item;
use super::{Complaint, Exit, Out, Outcome, values};
use crate::ask::{self, Apply};
use clap::Args;
use clap_complete::ArgValueCandidates;
use cluewright_engine::search::{Timed, Verdict};
use cluewright_narrate::suggested_text;
use std::path::PathBuf;

/// Suggest a clue that makes the puzzle unique, easier or harder
///
/// If a puzzle has several solutions, it suggests single clues that make it unique, each proven. They are ranked by
/// how well they suit the puzzle (a rule that it uses, a position that completes a symmetry or touches other clues)
/// and by the resulting rating. If no single clue is enough, it suggests pairs, and clues that leave the fewest
/// solutions.
///
/// If a puzzle is unique, `--easier` and `--harder` find changes that keep it unique and shift its rating by about
/// that amount: clues to add, remove or weaken.
///
/// `--json` prints the changes as edits, and `--out` applies the first one.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Suggest {
    /// A file, a link, the puzzle's text, or `-` for standard input; if omitted, reads what you paste
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// The rules whose clues may be added, and `given` for givens [default: the rules that the puzzle uses, and givens]
    #[arg(long, value_name = "RULES", value_delimiter = ',', add = ArgValueCandidates::new(values::list_rules_and_given))]
    with: Vec<String>,

    /// Lower the rating of a unique puzzle by about this much
    #[arg(long, value_name = "AMOUNT", value_parser = amount, conflicts_with = "harder")]
    easier: Option<f64>,

    /// Raise the rating of a unique puzzle by about this much
    #[arg(long, value_name = "AMOUNT", value_parser = amount, conflicts_with = "with")]
    harder: Option<f64>,

    /// Maximum number of suggestions
    #[arg(long, value_name = "N", default_value_t = ask::Suggest::default().most)]
    most: usize,

    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Write the puzzle with the first suggestion to a file; if there are several puzzles, the second goes to FILE-2
    /// and so on
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    asking: Asking,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  a change was found
  1  there is no solution
  2  the puzzle could not be read or is unchecked, or there is nothing to suggest
  3  no such change was found; changes that come close are listed

Examples:
  cluewright suggest mine.toml                              which clue would make it unique?
  cluewright suggest mine.toml --with \"white-dot, given\"    only clues of these rules
  cluewright suggest mine.toml --out more.toml              apply the first suggestion
  cluewright suggest mine.toml --easier 0.5                 which change would make it easier?
  cluewright suggest mine.toml --harder 1                   which change would make it harder?";

impl Suggest {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let techniques = self.choice.techniques()?;
        let work = |item: &Item<'_>, out: &mut Out| self.suggest(item, &techniques, out);
        let results = [("--out", self.out.as_deref())];
        self.asking
            .each(self.puzzle.as_slice(), &results, out, work)
    }

    fn suggest(&self, item: &Item<'_>, techniques: &ask::Choice, out: &mut Out) -> Outcome {
        let mut question = ask::Suggest::default();
        question.rules = self
            .with
            .iter()
            // clap splits at commas only, so a space after a comma is still part of the name.
            .map(|rule| rule.trim().to_owned())
            .collect();
        question.shift = self.harder.or_else(|| self.easier.map(|amount| -amount));
        question.most = self.most;
        question.seed = self.seed;
        question.techniques = techniques.clone();
        question.limits = self.asking.effort.bounds();
        let Timed { result, time } = item.ask(&question, &self.asking)?;
        item.answer(&result, self.asking.answering, out, || {
            let text = result.found.as_ref().map(suggested_text);
            item.verdict_line(&result.answer, time) + &text.unwrap_or_default()
        })?;
        let found = result.found.iter().flat_map(|found| &found.suggestions);
        let first = found.into_iter().next().filter(|first| first.unique);
        if let (Some(file), Some(first)) = (&self.out, first) {
            let apply = Apply {
                edits: first.edits.clone(),
                to: "native".to_owned(),
            };
            let prepared = item.prepare()?;
            let applied = apply.of(prepared.book(), item.puzzle);
            item.save(
                "--out",
                file,
                &applied.map_err(Complaint::from_refusal)?.text,
            )?;
        }
        let misses = result
            .found
            .as_ref()
            .is_some_and(|found| found.missed.is_some());
        Ok(match (result.answer.verdict, first.is_some() && !misses) {
            (Verdict::None, _) => Exit::Bad,
            (_, true) => Exit::Good,
            (_, false) => Exit::Undecided,
        })
    }
}

/// Parses the amount by which a rating should change.
fn amount(text: &str) -> Result<f64, String> {
    let amount = text
        .parse()
        .ok()
        .filter(|amount: &f64| *amount > 0.0 && amount.is_finite());
    amount.ok_or_else(|| "expected a rating difference above 0, such as 0.5".to_owned())
}
