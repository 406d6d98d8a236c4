//! What setters call the clues and houses that steps rest on.

use crate::model::Cite;
use crate::puzzle::{Clue, Puzzle};
use crate::rules::{Book, House, Named, Violation};

/// What a setter calls what relations rest on. Of several clues with the same name each is named with its
/// cells.
#[must_use]
pub fn named(book: &Book, puzzle: &Puzzle, cite: Cite) -> Named {
    let violation = match cite {
        Cite::Clue(index) => return named_clue(book, puzzle, index.into()),
        Cite::Given(index) => Violation::Given(index.into()),
        Cite::House(number) => Violation::House(house(puzzle, number)),
    };
    Named::violation(book, puzzle, &violation)
}

fn named_clue(book: &Book, puzzle: &Puzzle, index: usize) -> Named {
    let clue = &puzzle.clues[index];
    let mut named = Named::clue(book, puzzle, clue);
    let is_namesake = |(other, twin): (usize, &Clue)| {
        let alike = twin.rule == clue.rule && other != index && !clue.slots.is_empty();
        alike && book.describe(puzzle, twin) == named.name
    };
    if puzzle.clues.iter().enumerate().any(is_namesake) {
        named.name = format!("{} ({})", named.name, named.cells.join(" "));
    }
    named
}

/// The house of a number among [`crate::model::houses`].
#[must_use]
pub fn house(puzzle: &Puzzle, number: u16) -> House {
    let layout = &puzzle.layout;
    let (rows, columns) = match layout.lines {
        true => (u16::from(layout.rows), u16::from(layout.columns)),
        false => (0, 0),
    };
    if number < rows {
        House::Row(number as u8)
    } else if number < rows + columns {
        House::Column((number - rows) as u8)
    } else {
        House::Box(usize::from(number - rows - columns))
    }
}
