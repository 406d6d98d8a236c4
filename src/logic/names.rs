//! What setters call the clues and houses that steps rest on.

use crate::model::Cite;
use crate::puzzle::{Clue, Puzzle};
use crate::rules::{Book, Named, Violation};

/// What a setter calls what relations rest on. Of several clues with the same name each is named with its
/// cells.
#[must_use]
pub fn named(book: &Book, puzzle: &Puzzle, cite: Cite) -> Named {
    let violation = match cite {
        Cite::Clue(index) => return named_clue(book, puzzle, index.into()),
        Cite::Given(index) => Violation::Given(index.into()),
        Cite::House(number) => Violation::House(puzzle.layout.house(number.into())),
    };
    Named::violation(book, puzzle, &violation)
}

fn named_clue(book: &Book, puzzle: &Puzzle, index: usize) -> Named {
    let clue = &puzzle.clues[index];
    let mut named = Named::clue(book, puzzle, index);
    let is_namesake = |(other, twin): (usize, &Clue)| {
        let alike = twin.rule == clue.rule && other != index && !clue.slots.is_empty();
        alike && book.describe(puzzle, twin) == named.name
    };
    if puzzle.clues.iter().enumerate().any(is_namesake) {
        named.name = format!("{} ({})", named.name, named.cells.join(" "));
    }
    named
}
