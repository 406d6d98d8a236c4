//! `cluewright minimise PUZZLE`

use super::grade::Choice;
use super::options::{Asking, after_help};
use super::work::Item;
use super::{Exit, Out, Outcome, values};
use crate::ask;
use clap::Args;
use clap_complete::ArgValueCandidates;
use cluewright_engine::search::{Timed, Verdict};
use cluewright_narrate::minimised_text;
use cluewright_setter::setting::Symmetry;
use std::path::PathBuf;

/// Find as few clues as will do
///
/// Clues and givens are taken away one after another as long as the puzzle stays unique. What is left is
/// minimal: without any one of it there are other solutions. Another seed tries them in another order, and often
/// ends elsewhere; `--fewest` finds the smallest selections of all, and proves that they are.
///
/// With `--keep-path` a clue also stays if without it a person would get in another way, or past another
/// hardest step.
#[derive(Args, Debug)]
#[command(after_help = after_help(EXAMPLES))]
pub(super) struct Minimise {
    /// A file, a link, the puzzle's text, or `-`; without it, what is pasted
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// Write the puzzle that is left to a file; of several puzzles the second goes to FILE-2 and so on
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Another order in which clues are tried
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Keep the clues of a rule, all `givens`, or the given of a cell; may be given several times
    #[arg(long, value_name = "WHAT")]
    keep: Vec<String>,

    /// Givens stay or go together: half-turn, quarter-turn, left-right, top-bottom, diagonal, anti-diagonal, full
    #[arg(
        long,
        value_name = "KIND",
        add = ArgValueCandidates::new(values::list_symmetries),
        default_value = "none",
        hide_default_value = true
    )]
    symmetry: Symmetry,

    /// Keep the break-in and the hardest step too
    #[arg(long)]
    keep_path: bool,

    /// Also take parts of clues: the sum of a cage, the end of a line
    #[arg(long)]
    values: bool,

    /// List all minimal selections of at most N clues and givens
    #[arg(long, value_name = "N", conflicts_with = "fewest")]
    sets: Option<usize>,

    /// List all selections of the smallest size; may take long
    #[arg(long)]
    fewest: bool,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    asking: Asking,
}

const EXAMPLES: &str = "\
Examples:
  cluewright minimise mine.toml                       what can go?
  cluewright minimise mine.toml --out less.toml       and write what is left
  cluewright minimise mine.toml --keep givens         only clues may go
  cluewright minimise mine.toml --keep-path           but the way in stays
  cluewright minimise mine.toml --fewest              with how few clues would it do?";

impl Minimise {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let techniques = self.choice.techniques()?;
        let work = |item: &Item<'_>, out: &mut Out| self.minimise(item, &techniques, out);
        let results = [("--out", self.out.as_deref())];
        self.asking
            .each(self.puzzle.as_slice(), &results, out, work)
    }

    fn minimise(&self, item: &Item<'_>, techniques: &ask::Choice, out: &mut Out) -> Outcome {
        let mut question = ask::Minimise::default();
        question.seed = self.seed;
        question.keep.clone_from(&self.keep);
        question.symmetry = self.symmetry;
        question.keep_path = self.keep_path;
        question.values = self.values;
        question.size = self.sets;
        question.fewest = self.fewest;
        question.techniques = techniques.clone();
        question.limits = self.asking.effort.bounds();
        let Timed { result, time } = item.ask(&question, &self.asking)?;
        item.answer(&result, self.asking.answering, out, || {
            let text = result.minimised.as_ref().map(minimised_text);
            item.verdict_line(&result.answer, time) + &text.unwrap_or_default()
        })?;
        if let (Some(file), Some(text)) = (&self.out, &result.text) {
            item.save("--out", file, text)?;
        }
        let proven = result.minimised.is_none_or(|minimised| {
            minimised.proven && minimised.sets.is_none_or(|sets| sets.complete)
        });
        Ok(match result.answer.verdict {
            Verdict::Unique if proven => Exit::Good,
            Verdict::Unique | Verdict::Undecided => Exit::Undecided,
            Verdict::None | Verdict::Several => Exit::Bad,
        })
    }
}
