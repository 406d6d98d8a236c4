//! The parts of a puzzle that a format leaves out or refuses.

use cluewright_puzzle::{Clue, Drawing, Puzzle, count_unread};
use thiserror::Error;

/// The parts that a format cannot express.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{format} cannot express {}", .parts.join(", "))]
pub struct WriteError {
    /// The name of the format.
    pub format: &'static str,
    /// The parts, in words that setters use.
    pub parts: Vec<String>,
}

/// A part of a puzzle that does not affect its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aside {
    /// The title.
    Title,
    /// The author.
    Author,
    /// The rules text for solvers.
    Rules,
    /// The link that the puzzle came from.
    Source,
    /// The message for a solver who has finished.
    Message,
    /// The expected solution.
    Solution,
    /// Digits that a solver typed.
    Entries,
    /// Cosmetic drawings.
    Drawings,
}

/// Returns the parts that a puzzle has in addition to its clues, each with a description.
pub(super) fn asides(puzzle: &Puzzle) -> Vec<(Aside, String)> {
    let about = &puzzle.about;
    let entries = puzzle.entries.len();
    let parts = [
        (Aside::Title, about.title.is_some(), "title".to_owned()),
        (Aside::Author, about.author.is_some(), "author".to_owned()),
        (Aside::Rules, about.rules.is_some(), "rules text".to_owned()),
        (Aside::Source, about.source.is_some(), "source".to_owned()),
        (
            Aside::Message,
            about.message.is_some(),
            "message".to_owned(),
        ),
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

/// Returns a description of the pills whose cells are out of reading order, if there are any. Formats
/// that sort the cells cannot express such pills.
pub(crate) fn pill_out_of_order(clues: &[Clue]) -> Option<&'static str> {
    let is_sorted = |clue: &Clue| match &clue.slots[..] {
        [(bulb, cells), ..] if bulb == "bulb" => cells.is_sorted(),
        _ => true,
    };
    let out_of_order = |clue: &Clue| !is_sorted(clue) || pill_out_of_order(&clue.parts).is_some();
    let found = clues.iter().any(out_of_order);
    found.then_some("pills that are not in reading order")
}

/// Refuses to write a puzzle with possible rule drawings, for formats that cannot store them.
pub(crate) fn refuse_unread(puzzle: &Puzzle, format: &'static str) -> Result<(), WriteError> {
    if puzzle.unread.is_empty() {
        return Ok(());
    }
    let counts = count_unread(&puzzle.unread);
    let parts = vec![format!("drawings that may be rules ({counts})")];
    Err(WriteError { format, parts })
}
