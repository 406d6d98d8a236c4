//! The names of the clues and houses that steps cite.

use cluewright_engine::model::Cite;
use cluewright_puzzle::{Clue, Puzzle};
use cluewright_rules::{Book, Clues, Named, Shape, Violation, name_clue, name_violation};

/// Names a citation. If several clues would have the same name, appends the clue's last cell, or all its cells if
/// the last cell is not enough to distinguish them.
#[must_use]
pub fn named(book: &Book, puzzle: &Puzzle, cite: Cite) -> Named {
    let violation = match cite {
        Cite::Clue(index) => return name_one_clue(book, puzzle, index.into()),
        Cite::Given(index) => Violation::Given(index.into()),
        Cite::House(number) => Violation::House(puzzle.layout.house(number.into())),
    };
    name_violation(book, puzzle, &violation)
}

/// Names a clue for a reader who has not seen it before. The names of lines, areas and other clues of variable size
/// list all their cells.
#[must_use]
pub fn name_new(book: &Book, puzzle: &Puzzle, cite: Cite) -> Named {
    let mut named = named(book, puzzle, cite);
    let shape = match cite {
        Cite::Clue(index) => book
            .rule(&puzzle.clues[usize::from(index)].rule)
            .map(|rule| rule.shape),
        _ => return named,
    };
    let is_open = matches!(
        shape,
        Ok(Shape::Line
            | Shape::Group
            | Shape::Arrow
            | Shape::Pieces
            | Shape::Copy
            | Shape::Control)
    );
    if is_open
        // A name that ends with a parenthesis already lists the cells, so they would appear twice.
        && !named.name.ends_with(')')
        && named.cells.iter().any(|cell| !named.name.contains(cell))
    {
        named.name = format!("{} ({})", named.name, named.cells.join(" "));
    }
    named
}

fn name_one_clue(book: &Book, puzzle: &Puzzle, index: usize) -> Named {
    let clue = &puzzle.clues[index];
    let mut named = name_clue(book, puzzle, index);
    let is_namesake = |(other, twin): &(usize, &Clue)| {
        let is_twin = twin.rule == clue.rule && *other != index && !clue.slots.is_empty();
        // Clues on identical cells cannot be distinguished by their cells.
        let alike = is_twin && twin.slots != clue.slots;
        alike && book.describe(puzzle, twin) == named.name
    };
    let twins = puzzle.clues.iter().enumerate().filter(is_namesake);
    let lasts: Vec<_> = twins.map(|(_, twin)| twin.cells().last()).collect();
    if lasts.is_empty() {
        return named;
    }
    let (first, last) = (clue.cells().next(), clue.cells().last());
    let from = first.map(|first| format!(" from {}", puzzle.cell_name(first)));
    let is_line = from.is_some_and(|from| named.name.ends_with(&from));
    named.name = match last.filter(|_| is_line && !lasts.contains(&last)) {
        Some(last) => format!("{} to {}", named.name, puzzle.cell_name(last)),
        None => format!("{} ({})", named.name, named.cells.join(" ")),
    };
    named
}
