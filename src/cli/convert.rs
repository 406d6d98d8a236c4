//! `cluewright convert IN --to FORMAT`

use super::options::{Answering, Reading};
use super::work::{Item, for_each_puzzle};
use super::{Complaint, Exit, Out, Outcome, terminal, write_json};
use crate::ask::{self, encoded};
use clap::Args;
use clap::builder::PossibleValuesParser;
use cluewright_formats::FORMATS;
use std::io::Write;

/// Write a puzzle in another format
///
/// The puzzle goes to standard output; add `> FILE` to save it. If the other format cannot express the whole puzzle,
/// the missing parts are listed and nothing is written.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright convert mine.toml --to fpuzzles
  cluewright convert 'https://f-puzzles.com/?load=…' --to native > mine.toml
  cluewright convert list.txt --to iss
  cluewright convert mine.toml --to dimacs > mine.cnf      for SAT solvers
  cluewright convert mine.toml --to minizinc > mine.mzn    for MiniZinc")]
pub(super) struct Convert {
    /// A file, a link, the puzzle's text, or `-` for standard input; if omitted, reads what you paste
    #[arg(value_name = "IN")]
    puzzle: Option<String>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(list_formats().chain(encoded::names())))]
    to: String,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    answering: Answering,
}

/// Returns the names of all formats that can be written.
pub(super) fn list_formats() -> impl Iterator<Item = &'static str> {
    let written = FORMATS.iter().filter(|format| format.is_written());
    written.map(|format| format.name())
}

impl Convert {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let convert = |item: &Item<'_>, out: &mut Out| self.convert(item, out);
        let arguments = self.puzzle.as_slice();
        for_each_puzzle(arguments, &self.reading, None, self.answering, out, convert)
    }

    fn convert(&self, item: &Item<'_>, out: &mut Out) -> Outcome {
        if encoded::names().any(|name| name == self.to) {
            // Preparing checks each clue against its rule. A mistake is then reported with its position in the source.
            item.prepare()?;
        }
        let mut question = ask::Convert::to(self.to.as_str());
        question.solve = true;
        let converted = question
            .convert(item.puzzle, item.book, &ask::Host::default())
            .map_err(|refusal| item.failure(refusal))?;
        if self.answering.json {
            write_json(out, &item.with(&converted))?;
            return Ok(Exit::Good);
        }
        let text = converted.text.trim_end();
        if text.contains('\n') {
            is_alone(item, converted.format)?;
        }
        // The warnings go to stderr, because the text usually goes to a file and must not contain them.
        let mut err = terminal::stderr();
        let _ = write!(err, "{}", cluewright_narrate::warnings(item.puzzle));
        if !converted.left_out.is_empty() {
            let parts = converted.left_out.join(", ");
            let _ = writeln!(
                err,
                "warning: parts left out, because no digit depends on them: {parts}"
            );
        }
        if !converted.in_words.is_empty() {
            let clues = converted.in_words.join(", ");
            let _ = writeln!(
                err,
                "warning: not drawn, so only the rules text states it: {clues}"
            );
        }
        writeln!(out.data(), "{text}")?;
        Ok(Exit::Good)
    }
}

/// Refuses a puzzle that is one of several, because a file in this format can contain only one.
fn is_alone(item: &Item<'_>, format: &str) -> Result<(), Complaint> {
    if item.alone {
        return Ok(());
    }
    let message = format!("there are several puzzles, but a `{format}` file contains only one");
    let help = "choose one with --number";
    Err(Complaint::new(message).file(item.name()).help(help))
}
