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
    let stated = Stated::of(puzzle, book)?;
    Ok(stated.compile(puzzle))
}

/// A puzzle's clues as statements, about the variables that they ask for.
#[derive(Debug)]
pub(crate) struct Stated {
    /// The puzzle with a variable for the digit that each house lacks, where a clue asks for one.
    pub(crate) extended: Option<Puzzle>,
    /// What the clues say of these variables.
    pub(crate) parts: Vec<Part>,
}

impl Stated {
    /// Restates a puzzle's clues by the book's rules.
    ///
    /// # Errors
    /// The first clue that does not fit its rule.
    pub(crate) fn of(puzzle: &Puzzle, book: &Book) -> Result<Self, ClueError> {
        if let Some(extended) = with_missing(puzzle) {
            let mut parts = parts(&extended, book)?;
            if ask_beyond(&parts, puzzle.cell_count()) {
                let full = full_houses(&extended).into_iter().enumerate();
                parts.extend(full.map(|(house, statement)| Part {
                    cite: Cite::House(house as u16),
                    statement,
                    implied: false,
                }));
                let extended = Some(extended);
                return Ok(Self { extended, parts });
            }
        }
        Ok(Self {
            extended: None,
            parts: parts(puzzle, book)?,
        })
    }

    /// The relations of these statements; `puzzle` is the one that they restate.
    pub(crate) fn compile(&self, puzzle: &Puzzle) -> Model {
        let Some(extended) = &self.extended else {
            return Model::new(puzzle, &self.parts);
        };
        let mut model = Model::new(extended, &self.parts);
        model.answer_with(puzzle.cell_count());
        model
    }
}

/// Whether some statement is about a variable behind the first `cells`.
fn ask_beyond(parts: &[Part], cells: usize) -> bool {
    let mut asked = false;
    for part in parts {
        part.statement
            .each_cell(&mut |cell| asked |= cell.index() >= cells);
    }
    asked
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
