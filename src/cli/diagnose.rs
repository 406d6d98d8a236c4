//! `cluewright diagnose PUZZLE…`

use super::options::{Asking, after_help};
use super::source::Source;
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

/// Find out which clue is to blame
///
/// First the verdict is proven. What follows depends on it:
///
///   none       which clues contradict each other, which clue you can remove so that there is a
///              solution, and which single change leaves exactly one
///   several    which cells are open, which givens would close them, which cells can be swapped,
///              and which single change leaves exactly one solution
///   unique     which clues the puzzle needs, which it can do without, and what opens without each
///
/// The changes are slips of the hand: another number, digit or kind of dot, a line read from its other
/// end, a cell too many, too few or in the wrong place, a clue a cell from its place, the values of two
/// clues exchanged, a clue that was forgotten. The likeliest come first.
///
/// If the file holds its own solution, the clues that it breaks come first, and changes that keep
/// that solution come before others.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = after_help(EXAMPLES))]
pub(super) struct Diagnose {
    /// Files, links or the puzzles' text; `-` or nothing reads what is pasted
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// Show up to N sets of clues that contradict each other
    #[arg(long, value_name = "N", default_value_t = 5)]
    max_sets: usize,

    /// Rows, columns and boxes may be to blame too
    #[arg(long)]
    layout: bool,

    /// Count up to N solutions without a clue
    #[arg(long, value_name = "N", default_value_t = 10)]
    cap: u64,

    /// Say how hard a unique puzzle is, and how hard it would be without each clue that can go; may take
    /// as long as `cluewright grade` for each of them
    #[arg(long)]
    grades: bool,

    /// An earlier version of the puzzle: which of the changes since then is to blame?
    #[arg(long, value_name = "OLD")]
    was: Option<String>,

    /// Take away clues as long as the puzzle stays unique, and write what is left to a puzzle file: short for
    /// `cluewright minimise PUZZLE --out FILE`, which can do more
    #[arg(long, value_name = "FILE")]
    minimise: Option<PathBuf>,

    /// Another order in which `--minimise` tries the clues
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Draw the diagnosis into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    asking: Asking,
}

const EXAMPLES: &str = "\
Examples:
  cluewright diagnose mine.toml
  cluewright diagnose mine.toml --svg mine.svg        a picture of it
  cluewright diagnose mine.toml --grades              how much easier does each spare clue make it?
  cluewright diagnose mine.toml --was yesterday.toml  which change broke it?
  cluewright diagnose mine.toml --minimise less.toml  as few clues as will do
  cluewright diagnose hard.toml --time-limit 1m       what is known after a minute";

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

    /// The text of the earlier version.
    fn earlier(&self, argument: &str) -> Result<String, Complaint> {
        let source = Source::open(Some(argument))?;
        // What is wrong with it is shown in its own file.
        self.asking
            .reading
            .read(&source, self.asking.effort.time_limit)?;
        Ok(source.text)
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
                // A courtesy, as the echo of what was read.
                let _ = writeln!(
                    terminal::stderr(),
                    "`cluewright minimise` does this, and more of it"
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
