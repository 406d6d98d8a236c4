//! `cluewright fill FILE`

use super::files::{self, number_file};
use super::grade::Choice;
use super::options::{Answering, Effort, book_with};
use super::progress::run_with_meter;
use super::source::Source;
use super::{Complaint, Exit, Out, Outcome, interrupt, terminal, write_json};
use crate::ask::{self, Fillings, Finished};
use clap::{Args, ValueEnum};
use cluewright_engine::search::Timed;
use cluewright_formats::native::read_draft;
use cluewright_formats::{Format, ReadError, recognise};
use cluewright_narrate::{count_of, seconds, with_commas};
use cluewright_puzzle::Draft;
use cluewright_setter::setting::Best;
use std::io::Write;
use std::path::PathBuf;

/// Fill in the open values of a draft so that the solution is unique
///
/// Write `?` in place of a clue's number, as in the cage `"?: R1C1 R1C2"` or `sum = "?"`. You can limit the values:
/// `"?(5..20)"`, `"?(odd)"`, `"?{8, 13}"`. In `[wanted]`, list the cells that should get a given and the difficulty
/// that you want. docs/PUZZLE-FILE.md has the details.
///
/// Each puzzle is written with its solution, which is proven unique. The same seed gives the same puzzles for any
/// number of threads.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Fill {
    /// A puzzle file, its text, or `-` for standard input; if omitted, reads what you paste
    #[arg(value_name = "FILE")]
    draft: Option<String>,

    /// Number of different puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,

    /// Random seed: a different seed gives different puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// List all fillings, and prove that there are no others
    #[arg(long, conflicts_with_all = ["count", "best"])]
    all: bool,

    /// Search until the limits are reached, and keep the puzzle with the greatest effort, the highest rating or the
    /// fewest clues
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "count")]
    best: Option<Better>,

    /// Maximum number of search steps
    #[arg(long, value_name = "N", default_value_t = ask::Fill::default().steps)]
    steps: u64,

    /// Write to a file; if there are several puzzles, the second goes to FILE-2 and so on
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Add the rules of a rule file, or of all *.toml files in a folder, to the built-in ones
    #[arg(long, value_name = "PATH")]
    rules: Option<PathBuf>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    answering: Answering,
}

/// The criterion by which fillings are compared.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Better {
    Effort,
    Rating,
    Givens,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  done
  1  there is no filling
  2  the file could not be read, has no open values, or has contradictory requirements
  3  a limit was reached first; the nearest puzzle is shown

Examples:
  cluewright fill draft.toml                       one puzzle
  cluewright fill draft.toml --out mine.toml       write it to a file
  cluewright fill draft.toml --count 5 --seed 7    five different puzzles
  cluewright fill draft.toml --all                 all fillings
  cluewright fill draft.toml --best effort --time-limit 1m";

impl Fill {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        interrupt::listen();
        let results = [("--out", self.out.as_deref())];
        let techniques = self.choice.techniques()?;
        files::keep_apart(self.draft.as_slice(), self.rules.as_deref(), &results)?;
        let source = Source::open(self.draft.as_deref())?;
        let book = book_with(self.rules.as_deref())?;
        let draft = read_draft(&source.text, &book).map_err(|error| no_draft(&source, error))?;
        self.echo(&source.name, &draft);
        let mut question = ask::Fill::default();
        question.count = self.count;
        question.seed = self.seed;
        question.all = self.all;
        question.best = self.best.map(|best| match best {
            Better::Effort => Best::Effort,
            Better::Rating => Best::Rating,
            Better::Givens => Best::Givens,
        });
        question.steps = self.steps;
        question.techniques = techniques;
        question.limits = self.effort.bounds();
        let Timed { result, time } =
            run_with_meter(self.effort.threads, self.answering.quiet, |host| {
                question.fill(&draft, &book, host)
            });
        let found =
            result.map_err(|refusal| Complaint::from_refusal(refusal).file(&source.name))?;
        if !self.answering.quiet {
            let count = found.puzzles.len();
            let steps = with_commas(found.steps);
            // A failure is ignored, because the answer does not depend on this line.
            let _ = writeln!(
                terminal::stderr(),
                "{count} found ({steps} steps, {})",
                seconds(time)
            );
        }
        self.write(&found, out)?;
        Ok(self.exit(&found))
    }

    /// Prints the draft as it was read: the clues that can be drawn, and the open parts.
    fn echo(&self, name: &str, draft: &Draft) {
        let mut drawn = draft.puzzle.clone();
        let open = draft.open.iter().map(|open| open.kinds[0].clue.clone());
        drawn.clues.extend(open);
        self.answering.echo(name, &drawn);
        if !self.answering.quiet {
            let clues = count_of(draft.open.len(), "clue", "clues");
            let givens = count_of(draft.wanted.givens.len(), "given", "givens");
            let _ = writeln!(terminal::stderr(), "  open: {clues}, {givens}");
        }
    }

    /// Explains why no filling was found, and describes the puzzle that comes nearest.
    fn nothing(&self, found: &Fillings) -> String {
        let within = "nothing found within the limits";
        if let Some(near) = &found.near {
            let why = match found.complete {
                true => "no filling meets the requirements",
                false => within,
            };
            let nearest = near.text.trim_end();
            return format!(
                "{why}; this is the nearest puzzle, but {}:\n{nearest}",
                near.amiss
            );
        }
        match &found.reason {
            _ if found.complete => "no filling: no values leave exactly one solution".to_owned(),
            _ if self.all => {
                "not all grids could be listed within the limits; --count finds fillings without listing them".to_owned()
            }
            Some(reason) => format!("{within}: {reason}"),
            None => within.to_owned(),
        }
    }

    fn write(&self, found: &Fillings, out: &mut Out) -> Outcome {
        if self.answering.json {
            write_json(out, found)?;
        }
        for (number, finished) in found.puzzles.iter().enumerate() {
            if let Some(path) = &self.out {
                files::save("--out", &number_file(path, number), &finished.text)?;
            } else if !self.answering.json {
                if number > 0 {
                    writeln!(out)?;
                }
                writeln!(
                    out.data(),
                    "{}{}",
                    format_comment(finished),
                    finished.text.trim_end()
                )?;
            }
        }
        if found.puzzles.is_empty() && !self.answering.json {
            let _ = writeln!(terminal::stderr(), "{}", self.nothing(found));
        }
        Ok(Exit::Good)
    }

    fn exit(&self, found: &Fillings) -> Exit {
        let enough = match (self.all, self.best) {
            (true, _) => found.complete,
            (false, Some(_)) => !found.puzzles.is_empty(),
            (false, None) => found.puzzles.len() >= self.count,
        };
        match (enough, found.complete, found.puzzles.is_empty()) {
            (_, true, true) => Exit::Bad,
            (true, ..) => Exit::Good,
            (false, ..) => Exit::Undecided,
        }
    }
}

/// Returns the error for text that is not a draft. The text may be in a format that cannot express open values.
fn no_draft(source: &Source, error: ReadError) -> Complaint {
    let format = recognise(&source.text).map_or("native", Format::name);
    match source.format_of_name().is_some() || format.starts_with("native") {
        true => Complaint::about(source, error),
        false => Complaint::new(format!(
            "`{format}` has no open values; expected a puzzle file"
        ))
        .file(&source.name)
        .help("`cluewright convert --to native` writes one; put ? in place of open values"),
    }
}

/// Formats the rating as a comment in the puzzle file.
fn format_comment(finished: &Finished) -> String {
    match (finished.rating, &finished.tier, finished.effort) {
        (Some(rating), Some(tier), Some(effort)) => {
            format!("# rating {rating:.1}, {tier}, effort {effort:.0}\n")
        }
        _ => String::new(),
    }
}
