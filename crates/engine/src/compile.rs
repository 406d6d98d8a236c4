//! Compilation of a puzzle to a model: the clues are lowered, then their statements are compiled.

use crate::compiled::strengthening;
use crate::model::{Cite, Exempt, Model, Part, Switchable};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{
    Book, ClueError, Exempted, Lowered, exempted, full_houses, lower, with_missing,
};

/// Compiles a puzzle: its clues are restated by the book's rules, and their relations made ready to
/// run.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn compile(puzzle: &Puzzle, book: &Book) -> Result<Model, ClueError> {
    Ok(Model::new(puzzle, &parts(puzzle, book)?))
}

/// Lowers a puzzle's clues to statements; each part cites the clues that it rests on.
///
/// If clues refer to the digits that houses lack, the statements have a variable for each, after the puzzle's own, and
/// require that each house together with its variable holds every digit.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn parts(puzzle: &Puzzle, book: &Book) -> Result<Vec<Part>, ClueError> {
    parts_by_layout(puzzle, book, true)
}

/// Compiles a puzzle so that its clues can be switched off; with `layout`, rows, columns and boxes too.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn compile_switchable(
    puzzle: &Puzzle,
    book: &Book,
    layout: bool,
) -> Result<Switchable, ClueError> {
    let parts = parts_by_layout(puzzle, book, !layout)?;
    let exempt: Vec<Exempt> = exempted(puzzle, book)?.into_iter().map(exempt).collect();
    Ok(Switchable::new(puzzle, &parts, &exempt, layout))
}

/// Lowers a puzzle's clues to statements. Redundant ones, which may follow from the layout too, are left out unless
/// `layout_holds`.
fn parts_by_layout(
    puzzle: &Puzzle,
    book: &Book,
    layout_holds: bool,
) -> Result<Vec<Part>, ClueError> {
    let extended = match layout_holds && strengthening::MISSING_DIGITS.is_on() {
        true => with_missing(puzzle),
        false => None,
    };
    let lowered = lower(extended.as_ref().unwrap_or(puzzle), book)?;
    let implied = layout_holds && strengthening::IMPLIED_LINES.is_on();
    let parts = lowered.into_iter().flat_map(|clue| parts_of(clue, implied));
    let mut parts: Vec<Part> = parts.collect();
    if let Some(extended) = extended.filter(|_| refers_beyond(&parts, puzzle)) {
        let full = full_houses(&extended).into_iter().enumerate();
        parts.extend(full.map(|(house, statement)| Part {
            cite: Cite::House(house as u16),
            statement,
            implied: false,
        }));
    }
    Ok(parts)
}

/// Returns `true` if the statements refer to variables other than the puzzle's own.
fn refers_beyond(parts: &[Part], puzzle: &Puzzle) -> bool {
    let cells = puzzle.cell_count();
    let mut beyond = false;
    for part in parts {
        part.statement
            .each_cell(&mut |cell| beyond |= cell.index() >= cells);
    }
    beyond
}

fn exempt(exempted: Exempted) -> Exempt {
    let cite = |clue: usize| Cite::Clue(clue as u16);
    Exempt {
        part: Part {
            cite: cite(exempted.clue),
            statement: exempted.statement,
            implied: false,
        },
        marks: exempted.marks.into_iter().map(cite).collect(),
    }
}

/// Returns the statements of a clue and those that follow from it, all of which cite the clue.
fn parts_of(lowered: Lowered, with_implied: bool) -> impl Iterator<Item = Part> {
    let cite = Cite::Clue(lowered.clue as u16);
    let part = move |implied: bool| {
        move |statement| Part {
            cite,
            statement,
            implied,
        }
    };
    let said = lowered.statements.into_iter().map(part(false));
    let implied = lowered.implied.into_iter().filter(move |_| with_implied);
    said.chain(implied.map(part(true)))
}
