//! `cluewright draw PUZZLE -o FILE`

use super::options::{Answering, Reading, after_help};
use super::work::{Item, for_each_puzzle};
use super::{Complaint, Exit, Out, Outcome, files, terminal, write_json};
use crate::ask;
use crate::report::{Beside, picture, png, puzzle_page, puzzle_svg};
use clap::Args;
use cluewright_narrate::warnings;
use std::io::Write;
use std::path::PathBuf;

/// Draw a puzzle
///
/// The picture shows the grid, the givens and the clues; clues without a shape, such as anti-knight, are named
/// below the grid. As SVG it follows the light or dark theme of the viewer; a name that ends in .png makes it a
/// PNG file, one in .html a page with title and rules to print.
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
  cluewright draw mine.toml -o mine.png
  cluewright draw 'https://f-puzzles.com/?load=…' > mine.svg";

impl Draw {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let draw = |item: &Item<'_>, out: &mut Out| self.draw(item, out);
        let arguments = self.puzzle.as_slice();
        let results = [("--output", self.output.as_deref())];
        files::keep_apart(arguments, self.reading.rules.as_deref(), &results)?;
        for_each_puzzle(arguments, &self.reading, self.answering, out, draw)
    }

    fn draw(&self, item: &Item<'_>, out: &mut Out) -> Outcome {
        if self.answering.json {
            let drawn = ask::Draw::default().of(item.book, item.puzzle);
            write_json(out, &item.with(&drawn.map_err(Complaint::refused)?))?;
            return Ok(Exit::Good);
        }
        if item.number.is_some() {
            let message = "there are several puzzles, but a picture shows one";
            return Err(Complaint::new(message).file(item.name()).into());
        }
        let written = self.written(item)?;
        // The warnings are no part of the picture.
        let _ = write!(terminal::stderr(), "{}", warnings(item.puzzle));
        match &self.output {
            Some(file) => files::save("--output", file, written)?,
            None => out.data().write_all(&written)?,
        }
        Ok(Exit::Good)
    }

    /// The picture in the format that the file's name asks for.
    fn written(&self, item: &Item<'_>) -> Result<Vec<u8>, Complaint> {
        let (book, puzzle) = (item.book, item.puzzle);
        let ending = self.output.as_ref().and_then(|file| file.extension());
        let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            None | Some("svg") => Ok(puzzle_svg(book, puzzle).into_bytes()),
            Some("html" | "htm") => Ok(puzzle_page(book, puzzle).into_bytes()),
            Some("png") => {
                let picture = picture(book, puzzle, &Beside::default());
                png(&picture).map_err(|error| Complaint::new(error.to_string()))
            }
            Some(other) => {
                let message = format!("no picture is a file of the kind `.{other}`");
                Err(Complaint::new(message).help("end the file's name in .svg, .png or .html"))
            }
        }
    }
}
