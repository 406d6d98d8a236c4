//! Negative rules: finds the pairs of cells that marks, such as dots, exempt from a rule.

use super::book::Book;
use super::clue::Composite;
use super::error::ClueError;
use super::lower::lower;
use super::scene::Ground;
use super::statement::Statement;
use cluewright_puzzle::{Cell, Clue, Puzzle};

/// A statement about two cells that a clue implies unless another clue marks these cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exempted {
    /// The clue's index in `Puzzle::clues`.
    pub clue: usize,
    /// The statement that the clue implies.
    pub statement: Statement,
    /// The indices of the clues that exempt the cells; one of them is enough.
    pub marks: Vec<usize>,
}

/// Returns the statements of negative rules that do not apply because of marks, pair by pair. A statement about a
/// single cell may come from several pairs, each with its own marks. All clues inside an `any-of` clue count as marks.
///
/// # Errors
/// Returns the first clue that does not fit its rule.
pub fn find_exempted(puzzle: &Puzzle, book: &Book) -> Result<Vec<Exempted>, ClueError> {
    let ground = Ground::new(puzzle, book);
    let mut found = vec![];
    for (index, clue) in puzzle.clues.iter().enumerate() {
        if Composite::of(clue).is_none() && book.find_rule(&ground, index, clue)?.reads_marks() {
            collect_exempted(puzzle, book, index, &mut found)?;
        }
    }
    Ok(found)
}

fn collect_exempted(
    puzzle: &Puzzle,
    book: &Book,
    index: usize,
    found: &mut Vec<Exempted>,
) -> Result<(), ClueError> {
    let others = |keep: &dyn Fn(usize, &Clue) -> bool| {
        let mut others = puzzle.clone();
        // The clue comes first, because `lower_first_clue` returns only the statements of the first clue.
        others.clues = vec![puzzle.clues[index].clone()];
        let rest = puzzle.clues.iter().enumerate();
        let rest = rest.filter(|&(place, clue)| place != index && keep(place, clue));
        others.clues.extend(rest.map(|(_, clue)| clue.clone()));
        lower_first_clue(&others, book)
    };
    let (with_all, with_none) = (others(&|_, _| true)?, others(&|_, _| false)?);
    let mut rules: Vec<&str> = puzzle.clues.iter().map(|clue| clue.rule.as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut pairs = vec![];
    for rule in rules {
        // If the clues of a rule change no statement, they are not marks, so their pairs need no test.
        if others(&|_, clue| clue.rule == rule)? != with_none {
            let clues = puzzle.clues.iter().filter(|clue| clue.rule == rule);
            clues.for_each(|clue| pairs_of(clue, &mut pairs));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    for pair in pairs {
        let on_pair = clues_on(pair, puzzle, index);
        let without = others(&|place, _| !on_pair.contains(&place))?;
        let mut with_one = vec![];
        for &one in &on_pair {
            with_one.push((
                one,
                others(&|place, _| place == one || !on_pair.contains(&place))?,
            ));
        }
        for statement in without.into_iter().filter(|said| !with_all.contains(said)) {
            let exempts = with_one
                .iter()
                .filter(|(_, said)| !said.contains(&statement));
            found.push(Exempted {
                clue: index,
                marks: exempts.map(|(place, _)| *place).collect(),
                statement,
            });
        }
    }
    Ok(())
}

/// Returns the indices of the clues that name both cells of a pair, except the clue with the index `save`.
fn clues_on(pair: (Cell, Cell), puzzle: &Puzzle, save: usize) -> Vec<usize> {
    let clues = puzzle.clues.iter().enumerate();
    let on_pair = clues.filter(|&(place, clue)| {
        let mut named = vec![];
        pairs_of(clue, &mut named);
        place != save && named.contains(&pair)
    });
    on_pair.map(|(place, _)| place).collect()
}

/// Returns the statements of the puzzle's first clue.
fn lower_first_clue(puzzle: &Puzzle, book: &Book) -> Result<Vec<Statement>, ClueError> {
    let lowered = lower(puzzle, book)?.into_iter().next();
    Ok(lowered.map(|first| first.statements).unwrap_or_default())
}

/// Collects the pairs of cells that a clue or one of its parts names. The cell with the lower index comes first.
fn pairs_of(clue: &Clue, pairs: &mut Vec<(Cell, Cell)>) {
    if let &[a, b] = clue.cells_of("cells") {
        pairs.push((a.min(b), a.max(b)));
    }
    clue.parts.iter().for_each(|part| pairs_of(part, pairs));
}
