//! Puzzle formats: one file each, listed in [`FORMATS`].
//!
//! A format turns text into [`Puzzle`]s and back. It never guesses: what it does not understand it
//! names, and the reading stops unless the caller said to go on.

mod edits;
mod foreign;
pub mod fpuzzles;
pub mod hodoku;
mod iss;
mod kit;
pub mod native;
pub mod sudokupad;
pub mod text_line;

pub use edits::edited;
pub use edits::{written_clue, written_given};
pub use kit::lz;

use cluewright_puzzle::{Clue, Drawing, Puzzle, Unread};
use cluewright_rules::{Book, ClueError};
use std::ops::Range;
use thiserror::Error;

/// A way to write puzzles down.
pub trait Format: Sync {
    /// Its name on the command line: `iss`.
    fn name(&self) -> &'static str;

    /// What it is, in one line for the help.
    fn about(&self) -> &'static str;

    /// Whether the text looks like this format. Formats are asked in the order of [`FORMATS`].
    fn recognises(&self, text: &str) -> bool;

    /// Reads every puzzle of the text.
    ///
    /// # Errors
    /// When the text is not of this format, or holds something that we do not understand and
    /// `options` do not say to ignore.
    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError>;

    /// Writes one puzzle.
    ///
    /// # Errors
    /// When the format cannot express some part of the puzzle.
    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError>;

    /// What was found wrong with a clue after its text was read, with the clue's place in the text where
    /// the format can tell it.
    fn about_clue(&self, _: &str, error: ClueError, _: &Book) -> ReadError {
        ReadError {
            help: error.help,
            ..ReadError::new(error.message)
        }
    }

    /// Whether puzzles can be written in this format at all.
    fn is_written(&self) -> bool {
        true
    }

    /// What [`Format::write`] keeps of the puzzle beside its clues.
    fn keeps(&self, _: &Puzzle) -> &'static [Aside] {
        &[]
    }

    /// What [`Format::write`] leaves out although the puzzle holds it, because no digit depends on it.
    fn leaves_out(&self, puzzle: &Puzzle) -> Vec<String> {
        let keeps = self.keeps(puzzle);
        let left = asides(puzzle)
            .into_iter()
            .filter(|(aside, _)| !keeps.contains(aside));
        left.map(|(_, words)| words).collect()
    }
}

/// A part of a puzzle on which no digit depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aside {
    /// The title.
    Title,
    /// The author.
    Author,
    /// The rules as told to solvers.
    Rules,
    /// Where it came from.
    Source,
    /// The expected solution.
    Solution,
    /// Digits that a solver typed.
    Entries,
    /// Cosmetic drawings.
    Drawings,
}

/// What a puzzle holds beside its clues, in words.
fn asides(puzzle: &Puzzle) -> Vec<(Aside, String)> {
    let about = &puzzle.about;
    let entries = puzzle.entries.len();
    let parts = [
        (Aside::Title, about.title.is_some(), "title".to_owned()),
        (Aside::Author, about.author.is_some(), "author".to_owned()),
        (Aside::Rules, about.rules.is_some(), "rules text".to_owned()),
        (Aside::Source, about.source.is_some(), "source".to_owned()),
        (
            Aside::Solution,
            puzzle.solution.is_some(),
            "solution".to_owned(),
        ),
        (
            Aside::Entries,
            entries > 0,
            format!("typed digits ({entries})"),
        ),
    ];
    let drawing = |drawing: &Drawing| format!("{} ({})", drawing.kind, drawing.count);
    let drawings = puzzle
        .drawings
        .iter()
        .map(|d| (Aside::Drawings, true, drawing(d)));
    let there = parts
        .into_iter()
        .chain(drawings)
        .filter(|(_, is_there, _)| *is_there);
    there.map(|(aside, _, words)| (aside, words)).collect()
}

/// What formats cannot say whose readers sort the cells of a pill: one that is to be read in another order.
fn pill_out_of_order(clues: &[Clue]) -> Option<&'static str> {
    let is_sorted = |clue: &Clue| match &clue.slots[..] {
        [(bulb, cells), ..] if bulb == "bulb" => cells.is_sorted(),
        _ => true,
    };
    let out_of_order = |clue: &Clue| !is_sorted(clue) || pill_out_of_order(&clue.parts).is_some();
    let found = clues.iter().any(out_of_order);
    found.then_some("pills that are not in reading order")
}

/// Refuses to write drawings that may be rules in a format that has no place for them.
fn refuse_unread(puzzle: &Puzzle, format: &'static str) -> Result<(), WriteError> {
    if puzzle.unread.is_empty() {
        return Ok(());
    }
    let counts = Unread::counts(&puzzle.unread);
    let parts = vec![format!("drawings that may be rules ({counts})")];
    Err(WriteError { format, parts })
}

/// Every format, in the order in which a text is offered to them.
pub static FORMATS: &[&dyn Format] = &[
    &native::Native,
    &native::NativeJson,
    &fpuzzles::FPuzzles,
    &sudokupad::SudokuPad,
    &iss::Iss,
    &hodoku::Hodoku,
    &text_line::TextLine,
];

/// What a text holds.
#[derive(Debug)]
pub struct Reading {
    /// The name of the format that it is written in.
    pub format: &'static str,
    /// Its puzzles: one or more.
    pub puzzles: Vec<Puzzle>,
}

/// Reads a text in the format of the given name, or in the one that recognises it.
///
/// # Errors
/// When there is no such format, none recognises the text, or the text is wrong.
pub fn read_any(
    text: &str,
    format: Option<&str>,
    options: &ReadOptions,
) -> Result<Reading, ReadError> {
    let body = unmarked(text);
    let format = meant(body, format)?;
    let puzzles = format.read(body, options);
    let mut puzzles = puzzles.map_err(|error| moved(error, text.len() - body.len()))?;
    if options.with_entries {
        puzzles.iter_mut().for_each(Puzzle::give_entries);
    }
    let format = format.name();
    let mut reading = Reading { format, puzzles };
    if options.ignore_drawings {
        reading.puzzles.iter_mut().for_each(ignore_drawings);
    }
    Ok(reading)
}

/// Takes drawings that may be rules for cosmetic ones, with a warning.
fn ignore_drawings(puzzle: &mut Puzzle) {
    let unread = std::mem::take(&mut puzzle.unread);
    if !unread.is_empty() {
        let summary = Unread::summary(&unread);
        let warning = format!("{summary}: they are left out");
        puzzle.warnings.push(warning);
    }
}

/// What was found wrong with a clue of the only puzzle of a text, after that was read.
#[must_use]
pub fn about_clue(text: &str, format: Option<&str>, error: ClueError, book: &Book) -> ReadError {
    let body = unmarked(text);
    match meant(body, format) {
        Ok(format) => moved(
            format.about_clue(body, error, book),
            text.len() - body.len(),
        ),
        Err(_) => ReadError::new(error.message),
    }
}

/// Some editors mark UTF-8 with three bytes that are no part of the text.
fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn meant(text: &str, format: Option<&str>) -> Result<&'static dyn Format, ReadError> {
    match format {
        Some(name) => named(name),
        None => recognise(text),
    }
}

/// An error further on in the text.
fn moved(mut error: ReadError, by: usize) -> ReadError {
    error.span = error.span.map(|span| span.start + by..span.end + by);
    error
}

/// The format of a name.
///
/// # Errors
/// When there is none.
pub fn named(name: &str) -> Result<&'static dyn Format, ReadError> {
    let found = FORMATS.iter().find(|format| format.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        ReadError::new(format!("unknown format `{name}`"))
            .help(format!("formats are {}", names.join(", ")))
    })
}

/// The format that recognises a text.
///
/// # Errors
/// When none does: with the reason, where the text is of a known kind.
pub fn recognise(text: &str) -> Result<&'static dyn Format, ReadError> {
    let help = "a puzzle is a file, 81 characters, or the link of a setting tool";
    if text.trim().is_empty() {
        return Err(ReadError::new("the text is empty").help(help));
    }
    let comment = |line: &str| line.is_empty() || line.starts_with('#');
    if text.lines().map(str::trim_start).all(comment) {
        return Err(ReadError::new("the text holds only comments").help(help));
    }
    let found = FORMATS.iter().find(|format| format.recognises(text));
    found.copied().ok_or_else(|| foreign::refusal(text))
}

/// Whether a text is meant as a puzzle, if perhaps a damaged one, and not as the name of a file.
pub fn is_meant_as_puzzle(text: &str) -> bool {
    FORMATS.iter().any(|format| format.recognises(text)) || foreign::is_meant_as_puzzle(text)
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Leave out what we do not understand, with a warning in the puzzle, instead of refusing.
    pub ignore_unknown: bool,
    /// Take drawings that may be rules for cosmetic ones, with a warning in the puzzle; else they are
    /// [`Puzzle::unread`].
    pub ignore_drawings: bool,
    /// In plain text grids `0` is the lowest digit, and letters go on from 10.
    pub zero_is_digit: bool,
    /// Count digits that a solver typed as givens.
    pub with_entries: bool,
    /// The text is one of a list: plain grids have 4x4 cells or more, and regions have givens.
    pub of_list: bool,
    /// The rules that puzzle files may use; left out, those of the program.
    pub book: Option<Book>,
}

impl ReadOptions {
    /// The rules that puzzle files may use.
    #[must_use]
    pub fn book(&self) -> &Book {
        self.book.as_ref().unwrap_or_else(|| Book::builtin())
    }
}

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReadError {
    /// What was found and what was expected: lower case, no full stop.
    pub message: String,
    /// Where in the text, in bytes, when it can be pointed at.
    pub span: Option<Range<usize>>,
    /// Where in the structure, when the text itself is packed: `killercage[2].cells`.
    pub place: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

/// What a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{format} cannot express {}", .parts.join(", "))]
pub struct WriteError {
    /// The format's name.
    pub format: &'static str,
    /// The parts, in the setter's words.
    pub parts: Vec<String>,
}

impl ReadError {
    /// An error that only says what is wrong.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span: None,
            place: None,
            help: None,
        }
    }

    /// Adds where in the text.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Adds where in the structure.
    #[must_use]
    pub fn place(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Puts the place that was named so far inside another: `cells` within `clues[2]`.
    #[must_use]
    pub(crate) fn within(mut self, outer: &str) -> Self {
        self.place = Some(match self.place {
            None => outer.to_owned(),
            Some(inner) if inner.starts_with('[') => format!("{outer}{inner}"),
            Some(inner) => format!("{outer}.{inner}"),
        });
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
