//! Negative rules: what they would say of the pairs of cells that a dot exempts.

use super::book::Book;
use super::clue::Composite;
use super::error::ClueError;
use super::lower::lower;
use super::scene::Ground;
use super::statement::Statement;
use cluewright_puzzle::{Cell, Clue, Puzzle};

/// What a clue says of two cells unless one of some other clues marks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exempted {
    /// The clue's place in `Puzzle::clues`.
    pub clue: usize,
    /// What it says.
    pub statement: Statement,
    /// The places of the clues each of which exempts the cells.
    pub marks: Vec<usize>,
}

/// What each clue of a puzzle does not say thanks to marks. Inside a choice, marks always exempt.
///
/// # Errors
/// The first clue that does not fit its rule.
pub fn exempted(puzzle: &Puzzle, book: &Book) -> Result<Vec<Exempted>, ClueError> {
    let ground = Ground::new(puzzle, book);
    let mut found = vec![];
    for (index, clue) in puzzle.clues.iter().enumerate() {
        if Composite::of(clue).is_none() && book.known(&ground, index, clue)?.reads_marks() {
            exempted_by(puzzle, book, index, &mut found)?;
        }
    }
    Ok(found)
}

fn exempted_by(
    puzzle: &Puzzle,
    book: &Book,
    index: usize,
    found: &mut Vec<Exempted>,
) -> Result<(), ClueError> {
    let others = |keep: &dyn Fn(&Clue) -> bool| {
        let mut others = puzzle.clone();
        others.clues = vec![puzzle.clues[index].clone()];
        let rest = puzzle.clues.iter().enumerate();
        let rest = rest.filter(|&(place, clue)| place != index && keep(clue));
        others.clues.extend(rest.map(|(_, clue)| clue.clone()));
        said(&others, book)
    };
    let with_all = others(&|_| true)?;
    let mut rules: Vec<&str> = puzzle.clues.iter().map(|clue| clue.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut with_rule = vec![];
    for rule in rules {
        with_rule.push((rule, others(&|clue| clue.rule == rule)?));
    }
    for statement in others(&|_| false)? {
        if with_all.contains(&statement) {
            continue;
        }
        let marks = puzzle.clues.iter().enumerate().filter(|&(place, clue)| {
            let mut rules = with_rule.iter();
            let exempts =
                rules.any(|(rule, said)| *rule == clue.rule && !said.contains(&statement));
            place != index && exempts && names_both(clue, &statement)
        });
        found.push(Exempted {
            clue: index,
            marks: marks.map(|(place, _)| place).collect(),
            statement,
        });
    }
    Ok(())
}

/// What the first clue says.
fn said(puzzle: &Puzzle, book: &Book) -> Result<Vec<Statement>, ClueError> {
    let lowered = lower(puzzle, book)?.into_iter().next();
    Ok(lowered.map(|first| first.statements).unwrap_or_default())
}

/// Whether the clue, or a part of it, stands on the two cells of the statement.
fn names_both(clue: &Clue, statement: &Statement) -> bool {
    let mut cells: Vec<Cell> = vec![];
    statement.each_cell(&mut |cell| cells.push(cell));
    cells.sort_unstable();
    cells.dedup();
    let named = clue.cells_of("cells");
    let both = named.len() == 2 && named.iter().all(|cell| cells.contains(cell));
    both || clue.parts.iter().any(|part| names_both(part, statement))
}
