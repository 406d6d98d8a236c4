//! Compiles a puzzle to a model: lowers its clues to statements, then compiles the statements.

use crate::compiled::strengthening;
use crate::model::{Cite, Exempt, Model, Part, Switchable};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{
    Book, ClueError, Exempted, Lowered, find_exempted, full_houses, lower, with_missing,
};

/// Compiles a puzzle: lowers its clues by the rule book, and compiles the resulting statements to relations.
///
/// # Errors
///
/// Returns an error for the first clue that does not fit its rule.
pub fn compile(puzzle: &Puzzle, book: &Book) -> Result<Model, ClueError> {
    Ok(Model::new(puzzle, &parts(puzzle, book)?))
}

/// Lowers a puzzle's clues to statements. Each part cites the clue from which it comes.
///
/// Some clues refer to the digit that a house lacks. If the puzzle has such clues, one variable per house is added after the puzzle's
/// own. Each house together with its variable must then hold every digit.
///
/// # Errors
///
/// Returns an error for the first clue that does not fit its rule.
pub fn parts(puzzle: &Puzzle, book: &Book) -> Result<Vec<Part>, ClueError> {
    parts_by_layout(puzzle, book, true)
}

/// Compiles a puzzle so that its clues can be switched off. With `layout`, its rows, columns and boxes can be switched off too.
///
/// # Errors
///
/// Returns an error for the first clue that does not fit its rule.
pub fn compile_switchable(
    puzzle: &Puzzle,
    book: &Book,
    layout: bool,
) -> Result<Switchable, ClueError> {
    let parts = parts_by_layout(puzzle, book, !layout)?;
    let exempt: Vec<Exempt> = find_exempted(puzzle, book)?
        .into_iter()
        .map(exempt)
        .collect();
    Ok(Switchable::new(puzzle, &parts, &exempt, layout))
}

/// Lowers a puzzle's clues to statements. Redundant statements are added only if `layout_holds`, because some of them follow only
/// from a clue together with the layout.
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
    let statements = lowered
        .iter()
        .map(|clue| clue.statements.len() + clue.implied.len());
    let mut parts: Vec<Part> = Vec::with_capacity(statements.sum());
    lowered
        .into_iter()
        .for_each(|clue| add_parts(clue, implied, &mut parts));
    // Without a clue that refers to missing digits, their variables would only add work.
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

/// Returns `true` if a statement refers to a variable that is not part of the puzzle, such as the digit that a house lacks.
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

/// Adds the statements of a clue, each with a citation of the clue. Redundant statements are added only if `with_implied` is set.
fn add_parts(lowered: Lowered, with_implied: bool, parts: &mut Vec<Part>) {
    let cite = Cite::Clue(lowered.clue as u16);
    let part = |implied: bool| {
        move |statement| Part {
            cite,
            statement,
            implied,
        }
    };
    parts.extend(lowered.statements.into_iter().map(part(false)));
    if with_implied {
        parts.extend(lowered.implied.into_iter().map(part(true)));
    }
}
