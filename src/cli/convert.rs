//! `cluewright convert IN --to FORMAT`

use super::options::{Answering, Reading, format_names};
use super::{Complaint, Exit, Outcome, Source, write_json};
use crate::formats::{FORMATS, WriteError};
use crate::puzzle::Puzzle;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::io::Write;

/// Write a puzzle in another format
///
/// The puzzle goes to standard output; put `> FILE` after the command to keep it. Where the other
/// format cannot say all that the puzzle says, the missing parts are named and nothing is written.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright convert mine.toml --to fpuzzles
  cluewright convert 'https://f-puzzles.com/?load=…' --to native > mine.toml
  cluewright convert list.txt --to iss")]
pub(super) struct Convert {
    /// A file, a link, the puzzle's text, or `-`; without it, what is pasted
    #[arg(value_name = "IN")]
    puzzle: Option<String>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(format_names()))]
    to: String,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    answering: Answering,
}

/// A puzzle in its new format, and what its reader wanted the setter to know.
#[derive(Serialize)]
struct Converted<'a> {
    format: &'a str,
    text: String,
    warnings: &'a [String],
}

impl Convert {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let source = Source::open(self.puzzle.as_deref())?;
        let puzzles = self.reading.read(&source)?;
        let mut texts = vec![];
        for puzzle in &puzzles {
            self.answering.echo(&source.name, puzzle);
            let text = self
                .write(puzzle)
                .map_err(|error| inexpressible(&source, &error))?;
            texts.push(text);
        }
        if self.answering.json {
            for (puzzle, text) in puzzles.iter().zip(texts) {
                let (format, warnings) = (self.to.as_str(), &puzzle.warnings[..]);
                write_json(
                    out,
                    &Converted {
                        format,
                        text,
                        warnings,
                    },
                )?;
            }
            return Ok(Exit::Good);
        }
        let long = texts.iter().any(|text| text.trim_end().contains('\n'));
        if puzzles.len() > 1 && long {
            let message = format!(
                "it holds {} puzzles, but a file of `{}` holds one",
                puzzles.len(),
                self.to
            );
            return Err(Complaint::new(message).file(source.name).into());
        }
        for text in texts {
            writeln!(out, "{}", text.trim_end())?;
        }
        Ok(Exit::Good)
    }

    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        let format = FORMATS.iter().find(|format| format.name() == self.to);
        format
            .expect("clap lets only names of formats through")
            .write(puzzle)
    }
}

fn inexpressible(source: &Source, error: &WriteError) -> Complaint {
    let help = "convert to `native`, which can say everything";
    Complaint::new(error.to_string())
        .file(&source.name)
        .help(help)
}
