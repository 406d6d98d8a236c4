//! Formulas and models for other solvers. They have the same solutions as the puzzle, but cannot be read back as a
//! puzzle, because they contain no clues.

use super::Converted;
use crate::ask::Refusal;
use cluewright_clauses::{EncodeError, Formula, encode};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;

type Write = fn(&Puzzle, &Book) -> Result<String, Refusal>;

/// The formats, each with the function that writes it.
const FORMATS: &[(&str, Write)] = &[
    ("dimacs", |puzzle, book| {
        Ok(formula(puzzle, book)?.to_dimacs(puzzle, book))
    }),
    #[cfg(not(target_family = "wasm"))]
    ("opb", |puzzle, book| {
        Ok(formula(puzzle, book)?.to_opb(puzzle, book))
    }),
    // The page does not offer models, so its build excludes this code. Every visitor would
    // otherwise have to download it.
    #[cfg(not(target_family = "wasm"))]
    ("minizinc", model),
];

/// Returns the names of these formats.
#[cfg(feature = "cli")]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|(name, _)| *name)
}

/// Writes a puzzle in the format with this name; `None` if the name is not one of these formats.
pub(super) fn write(to: &str, puzzle: &Puzzle, book: &Book) -> Option<Result<Converted, Refusal>> {
    let (format, write) = FORMATS.iter().find(|(name, _)| *name == to)?;
    // The formula would lack the rules of unread drawings, so it could have more solutions than the puzzle.
    if !puzzle.unread.is_empty() {
        return Some(Err(Refusal::of_unread(&puzzle.unread)));
    }
    let text = write(puzzle, book);
    Some(text.map(|text| Converted {
        format,
        text,
        left_out: vec![],
        in_words: vec![],
    }))
}

#[cfg(not(target_family = "wasm"))]
fn model(puzzle: &Puzzle, book: &Book) -> Result<String, Refusal> {
    use cluewright_clauses::{ModelError, write_model};
    write_model(puzzle, book).map_err(|error| match error {
        ModelError::Clue(error) => Refusal::misfit(error),
        error => Refusal::new(error.to_string()),
    })
}

fn formula(puzzle: &Puzzle, book: &Book) -> Result<Formula, Refusal> {
    encode(puzzle, book).map_err(|error| match error {
        EncodeError::Clue(error) => Refusal::misfit(error),
        error => Refusal::new(error.to_string()),
    })
}
