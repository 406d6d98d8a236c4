//! Reads puzzles of any format, drawings and rules texts included.

use cluewright_formats::{ReadError, ReadOptions, Reading};
use cluewright_puzzle::Puzzle;
use cluewright_recognition::{Answer, recognise};

/// Reads a text in the format of the given name, or in the one that recognises it. Drawings and sentences that state rules
/// become clues if the puzzle is then proven unique.
///
/// # Errors
/// When there is no such format, none recognises the text, or the text is wrong.
pub fn read_any(
    text: &str,
    format: Option<&str>,
    options: &ReadOptions,
) -> Result<Reading, ReadError> {
    let mut reading = cluewright_formats::read_any(text, format, options)?;
    let answers = answers(&options.readings)?;
    if !options.ignore_drawings && DRAWN.contains(&reading.format) {
        for puzzle in &mut reading.puzzles {
            read_drawings(puzzle, options, &answers);
        }
    }
    Ok(reading)
}

/// The formats whose puzzles are partly drawn or told in words. Others state all their rules, and a setter's text in addition
/// says the same again.
const DRAWN: [&str; 3] = ["sudokupad", "fpuzzles", "penpa"];

pub(crate) fn read_drawings(puzzle: &mut Puzzle, options: &ReadOptions, answers: &[Answer]) {
    // A link that carries our own file includes what was read from its picture.
    let is_read = !puzzle.sentences.is_empty() || !puzzle.recognised.is_empty();
    if !is_read && (puzzle.about.rules.is_some() || !puzzle.unread.is_empty()) {
        *puzzle = recognise(puzzle, options.book(), answers);
    }
}

fn answers(texts: &[String]) -> Result<Vec<Answer>, ReadError> {
    let answer = |text: &String| text.parse().map_err(ReadError::new);
    texts.iter().map(answer).collect()
}
