//! `cluewright draw PUZZLE -o FILE`

use super::book::{FONT_HELP, read_font};
use super::options::{Answering, Reading, after_help};
use super::work::{Item, for_each_puzzle};
use super::{Complaint, Exit, Out, Outcome, files, terminal, write_json};
use crate::ask;
use crate::report::{
    Beside, Colours, PdfError, Picture, Theme, Typeface, pdf, picture, png, puzzle_page,
};
use clap::{Args, ValueEnum};
use cluewright_logic::Board;
use cluewright_narrate::warnings;
use cluewright_puzzle::digit_char;
use std::io::Write;
use std::path::PathBuf;

/// Draw a puzzle
///
/// The picture shows the grid, the givens and the clues; clues without a shape, such as anti-knight, are listed below
/// the grid. The file name selects the format: .svg follows the viewer's light or dark theme, .png is a PNG picture,
/// .pdf a page of vector graphics, and .html a page to print, with title and rules.
#[derive(Args, Debug)]
#[command(after_help = after_help(EXAMPLES))]
pub(super) struct Draw {
    /// A file, a link, the puzzle's text, or `-` for standard input; if omitted, reads what you paste
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// The file to write; if omitted, the picture goes to standard output. If there are several puzzles, the second
    /// goes to FILE-2 and so on
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The width of the picture, in pixels, or in points for a PDF file
    #[arg(long, value_name = "WIDTH", value_parser = clap::value_parser!(u16).range(16..=16000))]
    size: Option<u16>,

    /// The colours: the viewer's theme, dark on light, or light on dark
    #[arg(long, value_enum, default_value_t = Colouring::Auto)]
    theme: Colouring,

    /// Leave out the row and column labels
    #[arg(long)]
    no_labels: bool,

    /// Fill in the solution, if it is unique
    #[arg(long)]
    solution: bool,

    /// Show candidates in the cells without a given
    #[arg(long, conflicts_with = "solution")]
    candidates: bool,

    /// A TrueType or OpenType font for characters that the built-in font lacks, in PNG and PDF files; may be repeated
    #[arg(long = "font", value_name = "FONT")]
    fonts: Vec<PathBuf>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    answering: Answering,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colouring {
    Auto,
    Light,
    Dark,
}

impl Colouring {
    const fn theme(self) -> Theme {
        match self {
            Self::Auto => Theme::Auto,
            Self::Light => Theme::Light,
            Self::Dark => Theme::Dark,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  cluewright draw mine.toml -o mine.svg
  cluewright draw mine.toml -o mine.png --size 1200 --theme dark
  cluewright draw list.csv:17 -o mine.pdf --no-labels
  cluewright draw 'https://f-puzzles.com/?load=…' > mine.svg";

impl Draw {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let draw = |item: &Item<'_>, out: &mut Out| self.draw(item, out);
        let arguments = self.puzzle.as_slice();
        let results = [("--output", self.output.as_deref())];
        files::keep_apart(arguments, self.reading.rules.as_deref(), &results)?;
        for_each_puzzle(arguments, &self.reading, None, self.answering, out, draw)
    }

    fn draw(&self, item: &Item<'_>, out: &mut Out) -> Outcome {
        // JSON output may contain several puzzles, because each answer is on its own line.
        if self.answering.json {
            let mut question = ask::Draw::default();
            question.unlabelled = self.no_labels;
            question.solution = self.solution_of(item)?;
            question.candidates = self.candidates_of(item)?;
            let drawn = question.of(item.book, item.puzzle);
            write_json(out, &item.with(&drawn.map_err(Complaint::from_refusal)?))?;
            return Ok(Exit::Good);
        }
        if !item.alone && self.output.is_none() {
            let message = "there are several puzzles, but a picture shows only one";
            let help = "choose one with --number, or give --output the name of the first picture";
            return Err(Complaint::new(message).file(item.name()).help(help).into());
        }
        let written = self.render(item)?;
        // The warnings go to stderr, because they must not become part of the picture.
        let _ = write!(terminal::stderr(), "{}", warnings(item.puzzle));
        match &self.output {
            Some(file) => item.save("--output", file, written)?,
            None => out.data().write_all(&written)?,
        }
        Ok(Exit::Good)
    }

    /// Returns the digits of the only solution in reading order; an empty string if the picture does not show the
    /// solution. Fails if the puzzle is not proven unique.
    fn solution_of(&self, item: &Item<'_>) -> Result<String, Complaint> {
        if !self.solution {
            return Ok(String::new());
        }
        let checked = item
            .prepare()?
            .ask(&ask::Check::default(), &ask::Host::default());
        let checked =
            checked.map_err(|refusal| Complaint::from_refusal(refusal).file(item.name()))?;
        let solution = checked.answer.only_solution().ok_or_else(|| {
            let message = "there is no solution to draw: the puzzle is not proven unique";
            Complaint::new(message).file(item.name())
        })?;
        let cells = item.puzzle.layout.cell_count();
        Ok(solution.into_iter().take(cells).map(digit_char).collect())
    }

    /// Returns the candidates of the cells without a given; an empty list if the picture does not show candidates.
    fn candidates_of(&self, item: &Item<'_>) -> Result<Vec<String>, Complaint> {
        if !self.candidates {
            return Ok(vec![]);
        }
        let prepared = item.prepare()?;
        let ground = prepared.ground();
        let ground = ground.map_err(|error| Complaint::new(error.to_string()).file(item.name()))?;
        let board = Board::new(&ground);
        let is_given = |cell: u16| {
            let mut givens = item.puzzle.givens.iter();
            givens.any(|given| given.cell.index() == usize::from(cell))
        };
        let cells = 0..item.puzzle.layout.cell_count() as u16;
        // The picture already shows the digits or marks of givens, and candidates would cover them.
        let candidates = cells.map(|cell| match is_given(cell) {
            true => String::new(),
            false => board.at(cell).iter().map(digit_char).collect(),
        });
        Ok(candidates.collect())
    }

    /// Renders the picture in the format that the extension of the file implies.
    fn render(&self, item: &Item<'_>) -> Result<Vec<u8>, Complaint> {
        let (book, puzzle) = (item.book, item.puzzle);
        let (solution, candidates) = (self.solution_of(item)?, self.candidates_of(item)?);
        let beside = Beside {
            solution: &solution,
            candidates: &candidates,
            unlabelled: self.no_labels,
            ..Beside::default()
        };
        let drawn = || picture(book, puzzle, &beside);
        let (theme, width) = (self.theme.theme(), self.size.map(f64::from));
        let ending = self.output.as_ref().and_then(|file| file.extension());
        let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            None | Some("svg") => Ok(drawn().document(theme, width).into_bytes()),
            Some("html" | "htm") => Ok(puzzle_page(book, puzzle, &beside).into_bytes()),
            Some("png") => {
                let png = png(&drawn(), &self.typeface()?, theme, width);
                png.map_err(|error| Complaint::new(error.to_string()))
            }
            Some("pdf") => self.pdf(item, &drawn()),
            Some(other) => {
                let message = format!("a picture cannot be written as `.{other}`");
                let help = "use a file name that ends in .svg, .png, .pdf or .html";
                Err(Complaint::new(message).help(help))
            }
        }
    }

    fn pdf(&self, item: &Item<'_>, picture: &Picture) -> Result<Vec<u8>, Complaint> {
        if self.theme == Colouring::Dark {
            let message = "PDF files are for printing, so they are always dark on light";
            return Err(Complaint::new(message).help("leave out --theme"));
        }
        let page = picture.document(Theme::Light, self.size.map(f64::from));
        let title = item.puzzle.about.title.as_deref().unwrap_or("Sudoku");
        let pdf = pdf(title, &[page], &self.typeface()?, Colours::All);
        pdf.map_err(|error| {
            let complaint = Complaint::new(error.to_string()).file(item.name());
            match error {
                PdfError::Missing(_) => complaint.help(FONT_HELP),
                PdfError::Foreign(_) => complaint,
            }
        })
    }

    fn typeface(&self) -> Result<Typeface, Complaint> {
        let fonts = self.fonts.iter().map(|font| read_font(font));
        Ok(Typeface::with_fonts(fonts.collect::<Result<Vec<_>, _>>()?))
    }
}
