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

/// Remove redundant clues
///
/// Clues and givens are removed one after another as long as the puzzle stays unique. The result is minimal: without
/// any one of its clues, the puzzle has other solutions. A different seed tries the clues in a different order and
/// often gives a different result; `--fewest` finds every smallest set, with proof.
///
/// `--keep-path` also keeps clues whose removal would change the break-in or the hardest step.
#[derive(Args, Debug)]
#[command(after_help = after_help(EXAMPLES))]
pub(super) struct Minimise {
    /// A file, a link, the puzzle's text, or `-` for standard input; if omitted, reads what you paste
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// Write the remaining puzzle to a file; if there are several puzzles, the second goes to FILE-2 and so on
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Random seed for the order in which clues are tried
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Keep the clues of a rule, all `givens`, or the given in a cell; may be repeated
    #[arg(long, value_name = "WHAT")]
    keep: Vec<String>,

    /// Keep or remove givens in symmetric groups: half-turn, quarter-turn, left-right, top-bottom, diagonal,
    /// anti-diagonal, full
    #[arg(
        long,
        value_name = "KIND",
        add = ArgValueCandidates::new(values::list_symmetries),
        default_value = "none",
        hide_default_value = true
    )]
    symmetry: Symmetry,

    /// Also keep clues whose removal would change the break-in or the hardest step
    #[arg(long)]
    keep_path: bool,

    /// Also remove parts of clues, such as the sum of a cage or the end of a line
    #[arg(long)]
    values: bool,

    /// List all minimal sets of at most N clues and givens
    #[arg(long, value_name = "N", conflicts_with = "fewest")]
    sets: Option<usize>,

    /// List all sets of the smallest size; may take a long time
    #[arg(long)]
    fewest: bool,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    asking: Asking,
}

const EXAMPLES: &str = "\
Examples:
  cluewright minimise mine.toml                       which clues are redundant?
  cluewright minimise mine.toml --out less.toml       write the result to a file
  cluewright minimise mine.toml --keep givens         don't remove givens
  cluewright minimise mine.toml --keep-path           keep the break-in
  cluewright minimise mine.toml --fewest              find every smallest set of clues";

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
