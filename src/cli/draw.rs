//! `cluewright draw PUZZLE -o FILE`

use super::options::{Answering, Reading, after_help};
use super::work::{Item, for_each_puzzle};
use super::{Complaint, Exit, Outcome, write_json};
use crate::ask;
use crate::report::warnings;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Draw a puzzle
///
/// The picture is an SVG document with the grid, the givens and the clues; clues without a shape, such as
/// anti-knight, are named below the grid. It follows the light or dark theme of the viewer.
#[derive(Args, Debug)]
#[command(after_help = after_help(EXAMPLES))]
pub(super) struct Draw {
    /// A file, a link, the puzzle's text, or `-`; without it, what is pasted
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// The file to write; without it, the picture goes to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    answering: Answering,
}

const EXAMPLES: &str = "\
Examples:
  cluewright draw mine.toml -o mine.svg
  cluewright draw 'https://f-puzzles.com/?load=…' > mine.svg";

impl Draw {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let draw = |item: &Item<'_>, out: &mut dyn Write| self.draw(item, out);
        let arguments = self.puzzle.as_slice();
        for_each_puzzle(arguments, &self.reading, self.answering, out, draw)
    }

    fn draw(&self, item: &Item<'_>, out: &mut dyn Write) -> Outcome {
        let drawn = ask::Draw::default()
            .of(item.book, item.puzzle)
            .map_err(Complaint::refused)?;
        if self.answering.json {
            write_json(out, &item.with(&drawn))?;
            return Ok(Exit::Good);
        }
        if item.number.is_some() {
            let message = "there are several puzzles, but a picture shows one";
            return Err(Complaint::new(message).file(item.name()).into());
        }
        // The warnings are no part of the picture.
        let _ = write!(anstream::stderr(), "{}", warnings(item.puzzle));
        let svg = drawn.svg.unwrap_or_default();
        match &self.output {
            Some(file) => fs::write(file, svg).map_err(|error| {
                Complaint::new(format!("{} cannot be written: {error}", file.display()))
            })?,
            None => write!(out, "{svg}")?,
        }
        Ok(Exit::Good)
    }
}
