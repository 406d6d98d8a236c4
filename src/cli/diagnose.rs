//! `cluewright diagnose PUZZLE…`

use super::options::{Asking, after_help};
use super::work::Item;
use super::{Complaint, Exit, Out, Outcome, files, terminal};
use crate::ask;
use crate::report::diagnosis_svg;
use clap::Args;
use cluewright_engine::search::{Timed, Verdict};
use cluewright_formats::Format;
use cluewright_formats::native::Native;
use cluewright_narrate::diagnosis_text;
use cluewright_puzzle::Puzzle;
use cluewright_setter::diagnose::Diagnosis;
use std::io::Write;
use std::path::PathBuf;

/// Find the clue to blame
///
/// It first proves the verdict. The rest of the diagnosis depends on it:
///
///   none       which clues contradict each other, which clue to remove so that there is a solution,
///              and which single changes leave exactly one
///   several    which cells are ambiguous, which givens would resolve them, which cells can be
///              swapped, and which single changes leave exactly one solution
///   unique     which clues the puzzle needs, which are redundant, and which cells become ambiguous
///              without each needed clue
///
/// The changes undo typical mistakes: a wrong number, digit or kind of dot, a reversed line, a cell
/// too many, too few or in the wrong place, a clue one cell off, the values of two clues swapped, a
/// forgotten clue. The likeliest come first.
///
/// If the file includes a solution, the clues it violates are listed first, and changes that keep
/// that solution come before others.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = after_help(EXAMPLES))]
pub(super) struct Diagnose {
    /// Files, links or the text of puzzles; if omitted or `-`, reads what you paste
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// Show at most N conflicts (minimal sets of clues that contradict each other)
    #[arg(long, value_name = "N", default_value_t = 5)]
    max_sets: usize,

    /// Also treat rows, columns and boxes as suspects
    #[arg(long)]
    layout: bool,

    /// Count up to N solutions without each clue
    #[arg(long, value_name = "N", default_value_t = 10)]
    cap: u64,

    /// Grade a unique puzzle, with and without each redundant clue; each grade may take as long as `cluewright grade`
    #[arg(long)]
    grades: bool,

    /// An earlier version of the puzzle, to find which change since then is to blame
    #[arg(long, value_name = "OLD")]
    was: Option<String>,

    /// Remove clues as long as the puzzle stays unique, and write the result to a puzzle file. `cluewright minimise
    /// PUZZLE --out FILE` does the same and has more options
    #[arg(long, value_name = "FILE")]
    minimise: Option<PathBuf>,

    /// Random seed for the order in which `--minimise` tries the clues
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Draw the diagnosis to an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    asking: Asking,
}

const EXAMPLES: &str = "\
Examples:
  cluewright diagnose mine.toml
  cluewright diagnose mine.toml --svg mine.svg        draw the diagnosis
  cluewright diagnose mine.toml --grades              how much does each redundant clue help?
  cluewright diagnose mine.toml --was yesterday.toml  which change broke it?
  cluewright diagnose mine.toml --minimise less.toml  remove redundant clues
  cluewright diagnose hard.toml --time-limit 1m       the results after a minute";

impl Diagnose {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let results = [
            ("--minimise", self.minimise.as_deref()),
            ("--svg", self.svg.as_deref()),
        ];
        files::announce("--was", self.was.as_deref())?;
        let was = self
            .was
            .as_deref()
            .map(|text| self.earlier(text))
            .transpose()?;
        let work = |item: &Item<'_>, out: &mut Out| self.diagnose(item, was.as_ref(), out);
        self.asking.each(&self.puzzles, &results, out, work)
    }

    /// Returns the earlier version as a puzzle file.
    fn earlier(&self, argument: &str) -> Result<String, Complaint> {
        let asking = &self.asking;
        asking
            .reading
            .read_other(argument, asking.effort.time_limit)
    }

    fn diagnose(&self, item: &Item<'_>, was: Option<&String>, out: &mut Out) -> Outcome {
        let puzzle = item.puzzle;
        let question = ask::Diagnose {
            max_sets: self.max_sets,
            layout: self.layout,
            cap: self.cap,
            grades: self.grades,
            minimise: self.minimise.as_ref().map(|_| self.seed),
            was: was.cloned(),
            limits: self.asking.effort.bounds(),
        };
        let Timed {
            result: diagnosed,
            time,
        } = item.ask(&question, &self.asking)?;
        let diagnosis = &diagnosed.diagnosis;
        item.answer(&diagnosed, self.asking.answering, out, || {
            let name = (!item.alone).then(|| item.name());
            let argument = diagnosed.argument.as_deref().unwrap_or_default();
            diagnosis_text(puzzle, diagnosis, argument, time, name.as_deref())
        })?;
        if let (Some(file), Some(reduced)) = (&self.minimise, &diagnosed.reduced) {
            if !self.asking.answering.quiet {
                // A failure is ignored, because this hint is optional, like the echo of the puzzle.
                let _ = writeln!(
                    terminal::stderr(),
                    "`cluewright minimise` does this and has more options"
                );
            }
            item.save("--minimise", file, &native(reduced)?)?;
        }
        if let Some(file) = &self.svg {
            item.save("--svg", file, diagnosis_svg(item.book, puzzle, diagnosis))?;
        }
        Ok(exit(diagnosis))
    }
}

fn exit(diagnosis: &Diagnosis) -> Exit {
    match diagnosis.answer.verdict {
        Verdict::Undecided => Exit::Undecided,
        Verdict::Unique if diagnosis.matches != Some(false) => Exit::Good,
        _ => Exit::Bad,
    }
}

fn native(puzzle: &Puzzle) -> Result<String, Complaint> {
    let text = Native.write(puzzle);
    text.map_err(|error| Complaint::new(error.to_string()))
}
