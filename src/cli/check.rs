//! `cluewright check PUZZLE…`

use super::certificates::{self, Made};
use super::options::{Asking, after_help};
use super::work::Item;
use super::{Complaint, Exit, Out, Outcome, files, show};
use crate::ask;
use clap::Args;
use cluewright_engine::search::{Answer, Verdict};
use cluewright_narrate::check_text;
use std::path::{Path, PathBuf};

/// Prove that a puzzle has no solution, exactly one, or several
///
/// First it shows the puzzle as it was read, so you can check that it is the one you meant. If the
/// file includes a solution, it lists the clues that the solution violates. Then it gives the verdict:
///
///   unique     there is exactly one solution
///   none       there is no solution
///   several    there are at least two; two are shown, and `*` marks the cells that differ
///   undecided  a limit was reached before the verdict was certain
///
/// If drawings may be rules, there is no verdict: the puzzle is not checked.
///
/// Digits that a solver typed are ignored, because they are not clues.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = after_help(EXAMPLES))]
pub(super) struct Check {
    /// Files, links or the text of puzzles; if omitted or `-`, reads what you paste
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// Write a certificate: a folder with the puzzle, its formula, and a proof that others can check
    ///
    /// `cluewright certify FOLDER` checks it. A SAT solver makes the proof, using only the rules; the node limit then
    /// applies to its conflicts. If the solver does not finish, nothing is written.
    #[arg(long, value_name = "FOLDER")]
    certificate: Option<PathBuf>,

    #[command(flatten)]
    asking: Asking,
}

const EXAMPLES: &str = "\
Examples:
  cluewright check mine.toml
  cluewright check 'https://f-puzzles.com/?load=…'    (the quotes matter)
  cluewright check                                    then paste the link and press Enter, Ctrl-D
  cluewright check puzzles/*.toml --quiet
  cluewright check hard.toml --time-limit 30s
  cluewright check mine.toml --certificate mine-certificate";

impl Check {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let check = |item: &Item<'_>, out: &mut Out| self.check(item, out);
        let results = [("--certificate", self.certificate.as_deref())];
        self.asking.each(&self.puzzles, &results, out, check)
    }

    fn check(&self, item: &Item<'_>, out: &mut Out) -> Outcome {
        let check = ask::Check {
            limits: self.asking.effort.bounds(),
        };
        let found = item.ask(&check, &self.asking)?;
        let checked = found.result;
        item.answer(&checked, self.asking.answering, out, || {
            let name = (!item.alone).then(|| item.name());
            check_text(item.puzzle, &checked, found.time, name.as_deref())
        })?;
        let mut exit = Exit::Good;
        if let Some(folder) = &self.certificate {
            exit = self.certify(item, &checked.answer, folder)?;
        }
        Ok(exit.max(match checked.answer.verdict {
            Verdict::Undecided => Exit::Undecided,
            Verdict::Unique if checked.matches != Some(false) => Exit::Good,
            _ => Exit::Bad,
        }))
    }

    /// Writes the certificate for an answer. It goes to FOLDER for the first puzzle, to FOLDER-2 for the second, and so
    /// on.
    fn certify(&self, item: &Item<'_>, answer: &Answer, folder: &Path) -> Outcome {
        let folder = files::number_file(folder, item.place);
        match certificates::write(item, answer, &self.asking.effort, &folder)? {
            Made::Written => Ok(Exit::Good),
            Made::Undecided => {
                let message = "no certificate: the SAT solver reached its limit";
                show(
                    &Complaint::new(message)
                        .file(item.name())
                        .help("raise --node-limit"),
                );
                Ok(Exit::Undecided)
            }
        }
    }
}
