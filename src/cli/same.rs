//! `cluewright same ONE OTHER`

use super::options::{Answering, Reading};
use super::work::{Item, for_each_puzzle};
use super::{Exit, Out, Outcome, files};
use crate::ask::{self, Host};
use clap::Args;
use std::slice;

/// Compare two puzzles, up to rotation, reflection and relabelling
///
/// The comparison covers the grid, its regions and digits, the givens and the meaning of the clues. It ignores the
/// order of clues, titles, other text and typed digits. Digits are relabelled only if no clue depends on their
/// values: anti-knight does not, a cage with a sum does.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes, for scripts:
  0  the puzzles are the same
  1  they differ
  2  a puzzle could not be read, or is unchecked: drawings may be rules

Examples:
  cluewright same mine.toml theirs.toml
  cluewright same list.txt 'https://f-puzzles.com/?load=…' --json    compare each puzzle in the list")]
pub(super) struct Same {
    /// A file, a link, a puzzle's text, or `-`
    #[arg(value_name = "ONE")]
    puzzle: String,

    /// The other puzzle: a file, a link, its text, or `-`
    #[arg(value_name = "OTHER")]
    other: String,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    answering: Answering,
}

impl Same {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        files::announce("OTHER", [self.other.as_str()])?;
        // An error in the other puzzle is reported for each compared puzzle, so that it also becomes part of the JSON.
        let other = self.reading.read_other(&self.other, None);
        let compare = |item: &Item<'_>, out: &mut Out| {
            let question = ask::Same {
                other: other.clone()?,
            };
            self.compare(item, &question, out)
        };
        let arguments = slice::from_ref(&self.puzzle);
        for_each_puzzle(arguments, &self.reading, None, self.answering, out, compare)
    }

    fn compare(&self, item: &Item<'_>, question: &ask::Same, out: &mut Out) -> Outcome {
        let found = item.prepare()?.ask(question, &Host::default());
        let found = found.map_err(|refusal| item.failure(refusal))?;
        item.answer(&found, self.answering, out, || format!("{}\n", found.text))?;
        Ok(match found.same {
            true => Exit::Good,
            false => Exit::Bad,
        })
    }
}
