//! `cluewright convert IN --to FORMAT`

use super::options::{Answering, Reading};
use super::work::{Item, for_each_reading};
use super::{Complaint, Exit, Outcome, write_json};
use crate::formats::{self, FORMATS};
use crate::report;
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
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(written_formats()))]
    to: String,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    answering: Answering,
}

/// The formats that can be written.
fn written_formats() -> impl Iterator<Item = &'static str> {
    let written = FORMATS.iter().filter(|format| format.is_written());
    written.map(|format| format.name())
}

/// A puzzle in its new format.
#[derive(Serialize)]
struct Converted<'a> {
    format: &'a str,
    text: String,
    /// What the text leaves out, as no digit depends on it.
    left_out: Vec<String>,
}

impl Convert {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let convert = |item: &Item<'_>, out: &mut dyn Write| self.convert(item, out);
        let arguments = self.puzzle.as_slice();
        for_each_reading(arguments, &self.reading, self.answering, out, convert)
    }

    fn convert(&self, item: &Item<'_>, out: &mut dyn Write) -> Outcome {
        let format = self.to.as_str();
        let (text, left_out) = self.write(item)?;
        if self.answering.json {
            let converted = Converted {
                format,
                text,
                left_out,
            };
            write_json(out, &item.with(converted))?;
            return Ok(Exit::Good);
        }
        let text = text.trim_end();
        if item.number.is_some() && text.contains('\n') {
            let message = format!("there are several puzzles, but a file of `{format}` holds one");
            return Err(Complaint::new(message).file(item.name()).into());
        }
        // The warnings are no part of the text that goes to a file.
        let mut err = anstream::stderr();
        let _ = write!(err, "{}", report::warnings(item.puzzle));
        if !left_out.is_empty() {
            let parts = left_out.join(", ");
            let _ = writeln!(err, "warning: left out, as no digit depends on it: {parts}");
        }
        writeln!(out, "{text}")?;
        Ok(Exit::Good)
    }

    /// The text, and what it leaves out.
    fn write(&self, item: &Item<'_>) -> Result<(String, Vec<String>), Complaint> {
        let to = formats::named(&self.to).map_err(|error| Complaint::about(item.source, error))?;
        let text = to.write(item.puzzle).map_err(|error| {
            let complaint = Complaint::new(error.to_string()).file(item.name());
            match self.to.as_str() {
                "native" => complaint,
                _ if item.puzzle.unread.is_empty() => {
                    complaint.help("convert to `native`, which can say everything")
                }
                _ => complaint
                    .help("convert to `native`, or leave the drawings out with --ignore-drawings"),
            }
        })?;
        Ok((text, to.leaves_out(item.puzzle)))
    }
}
