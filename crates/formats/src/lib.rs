//! Puzzle formats, one file or folder for each, listed in [`FORMATS`]. The tools that several formats share are in `kit`.
//!
//! A format turns text into [`Puzzle`]s and back. It never guesses: parts that it does not understand are reported, and
//! reading stops unless the caller ignores them.

mod edits;
mod foreign;
pub mod fpuzzles;
pub mod hodoku;
mod iss;
mod kit;
pub mod native;
pub mod penpa;
pub mod sudokumaker;
pub mod sudokupad;
pub mod text_line;

pub use edits::{apply_edits, write_clue, write_given};
pub use kit::{Aside, Format, ReadError, ReadOptions, WriteError, lz};

use cluewright_puzzle::{Clue, Puzzle, summarise_unread};
use cluewright_rules::{Book, ClueError};

/// All formats, in the order in which they are tried.
pub static FORMATS: &[&dyn Format] = &[
    // Penpa+ comes before the puzzle file, because the fragment of a Penpa+ link (`m=edit&p=…`) looks like a key of a puzzle
    // file.
    &penpa::Penpa,
    &native::Native,
    &native::NativeJson,
    &fpuzzles::FPuzzles,
    &sudokupad::SudokuPad,
    &sudokumaker::SudokuMaker,
    &iss::Iss,
    &hodoku::Hodoku,
    // Plain text is last, because it also recognises the grids inside other formats, such as HoDoKu's lines.
    &text_line::TextLine,
];

/// The puzzles that a text contains, and the format in which it is written.
#[derive(Debug)]
pub struct Reading {
    /// The name of the source's format.
    pub format: &'static str,
    /// The puzzles of the source: one or more.
    pub puzzles: Vec<Puzzle>,
}

/// Returns the rules of a puzzle in words, composed from its layout and clues, one per line. Clues that no picture shows are
/// listed with their cells.
#[must_use]
pub fn rules_in_words(puzzle: &Puzzle, book: &Book) -> String {
    kit::rules_text::compose(puzzle, book, &sudokupad::undrawn_clues(puzzle, book))
}

/// Returns the names of a clue's cells. If the clue has all cells of a layer, returns the name of the layer instead.
#[must_use]
pub fn cells_in_words(puzzle: &Puzzle, book: &Book, clue: &Clue) -> String {
    kit::rules_text::places(puzzle, book, clue)
}

/// Reads text in the named format or, without a name, in the format that recognises it.
///
/// # Errors
///
/// Fails if no format has this name, if no format recognises the text, or if the text is not valid in its format.
pub fn read_any(
    text: &str,
    format: Option<&str>,
    options: &ReadOptions,
) -> Result<Reading, ReadError> {
    let body = strip_byte_order_mark(text);
    let format = find_format(body, format)?;
    // A line such as `title = "…"` would be read as a puzzle without clues.
    if options.of_list && format.name() == "native" && !body.trim().contains('\n') {
        return Err(ReadError::new("a puzzle file in TOML takes several lines"));
    }
    let puzzles = format.read(body, options);
    // Callers show the text with its byte order mark, so spans are shifted by the mark's length.
    let mut puzzles = puzzles.map_err(|error| error.shift(text.len() - body.len()))?;
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

/// Treats the possible rule drawings of a puzzle as cosmetic, with a warning.
fn ignore_drawings(puzzle: &mut Puzzle) {
    let unread = std::mem::take(&mut puzzle.unread);
    if !unread.is_empty() {
        let summary = summarise_unread(&unread);
        let warning = format!("{summary}: they are left out");
        puzzle.warnings.push(warning);
    }
}

/// Locates a clue error (raised after parsing) in the text of a single puzzle.
#[must_use]
pub fn about_clue(text: &str, format: Option<&str>, error: ClueError, book: &Book) -> ReadError {
    let body = strip_byte_order_mark(text);
    match find_format(body, format) {
        Ok(format) => format
            .about_clue(body, error, book)
            .shift(text.len() - body.len()),
        Err(_) => ReadError::new(error.message),
    }
}

/// Removes a UTF-8 byte order mark, because it is not part of the puzzle.
fn strip_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn find_format(text: &str, format: Option<&str>) -> Result<&'static dyn Format, ReadError> {
    match format {
        Some(name) => named(name),
        None => recognise(text),
    }
}

/// Returns the format with this name.
///
/// # Errors
///
/// Fails if no format has this name.
pub fn named(name: &str) -> Result<&'static dyn Format, ReadError> {
    let found = FORMATS.iter().find(|format| format.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        ReadError::new(format!("unknown format `{name}`"))
            .help(format!("formats are {}", names.join(", ")))
    })
}

/// Returns the format that recognises the text.
///
/// # Errors
///
/// Fails if no format recognises the text. The error explains why, if the kind of text is known.
pub fn recognise(text: &str) -> Result<&'static dyn Format, ReadError> {
    let help = "expected a puzzle file, 81 characters, or a link of a setting tool";
    if text.trim().is_empty() {
        return Err(ReadError::new("the text is empty").help(help));
    }
    let comment =
        |line: &str| line.is_empty() || line.starts_with('#') && text_line::is_comment(line);
    if text.lines().map(str::trim_start).all(comment) {
        return Err(ReadError::new("the text contains only comments").help(help));
    }
    let found = FORMATS.iter().find(|format| format.recognises(text));
    found.copied().ok_or_else(|| foreign::refusal(text))
}

/// Returns `true` if the text is meant as a puzzle, possibly a damaged one, and not as the name of a file.
pub fn is_meant_as_puzzle(text: &str) -> bool {
    FORMATS.iter().any(|format| format.recognises(text)) || foreign::is_meant_as_puzzle(text)
}
