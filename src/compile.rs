//! From a puzzle to what the engines run.

use crate::model::{Cite, Exempt, Model, Part, Switchable};
use crate::puzzle::Puzzle;
use crate::rules::{
    Book, ClueError, Exempted, Lowered, exempted, full_houses, lower, with_missing,
};

/// Compiles a puzzle: its clues are restated by the book's rules, and their relations made ready to
/// run.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn compile(puzzle: &Puzzle, book: &Book) -> Result<Model, ClueError> {
    let Some(extended) = with_missing(puzzle) else {
        return Ok(Model::new(puzzle, &parts(puzzle, book)?));
    };
    let mut parts = parts(&extended, book)?;
    let cells = puzzle.cell_count();
    let mut asked = false;
    for part in &parts {
        part.statement
            .each_cell(&mut |cell| asked |= cell.index() >= cells);
    }
    if !asked {
        return Ok(Model::new(puzzle, &parts));
    }
    let full = full_houses(&extended).into_iter().enumerate();
    parts.extend(full.map(|(house, statement)| Part {
        cite: Cite::House(house as u16),
        statement,
        implied: false,
    }));
    let mut model = Model::new(&extended, &parts);
    model.answer_with(cells);
    Ok(model)
}

/// What a puzzle's clues say, as statements that rest on them.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn parts(puzzle: &Puzzle, book: &Book) -> Result<Vec<Part>, ClueError> {
    Ok(lower(puzzle, book)?.into_iter().flat_map(said).collect())
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
    let mut lowered = lower(puzzle, book)?;
    if layout {
        // What follows from a clue may follow from the layout too.
        lowered.iter_mut().for_each(|clue| clue.implied.clear());
    }
    let parts: Vec<Part> = lowered.into_iter().flat_map(said).collect();
    let exempt: Vec<Exempt> = exempted(puzzle, book)?.into_iter().map(exempt).collect();
    Ok(Switchable::new(puzzle, &parts, &exempt, layout))
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

/// What a clue says and what follows from it, both resting on the clue.
fn said(lowered: Lowered) -> impl Iterator<Item = Part> {
    let cite = Cite::Clue(lowered.clue as u16);
    let part = move |implied: bool| {
        move |statement| Part {
            cite,
            statement,
            implied,
        }
    };
    let said = lowered.statements.into_iter().map(part(false));
    said.chain(lowered.implied.into_iter().map(part(true)))
}
