//! The file's own solution against the file's own clues: the cheapest diagnosis, without any search.

use crate::puzzle::{Clue, Puzzle};
use crate::report::Named;
use crate::rules::{Book, ClueError};

/// What the file's solution breaks: givens, houses, clues, as far as the solution tells. Nothing
/// when the file has no solution, or leaves out some of its digits.
///
/// # Errors
/// When a clue does not fit its rule.
pub(super) fn broken_by_solution(book: &Book, puzzle: &Puzzle) -> Result<Vec<Named>, ClueError> {
    let digits: Option<Vec<u8>> = puzzle.solution.iter().flatten().copied().collect();
    let Some(mut values) = digits.filter(|digits| digits.len() == puzzle.layout.cell_count()) else {
        return Ok(vec![]);
    };
    let judged = of_the_grid(puzzle);
    values.truncate(judged.cell_count());
    let broken = book.violated(&judged, &values)?;
    let named = broken.iter().map(|v| Named::violation(book, &judged, v));
    Ok(named.collect())
}

/// The puzzle without its extra variables and whatever speaks of them: the file's solution is silent
/// about their values.
fn of_the_grid(puzzle: &Puzzle) -> Puzzle {
    let mut judged = puzzle.clone();
    if !judged.extras.is_empty() {
        let cells = judged.layout.cell_count();
        judged.extras.clear();
        judged.givens.retain(|given| given.cell.index() < cells);
        judged.clues.retain(|clue| of_the_grid_only(clue, cells));
    }
    judged
}

fn of_the_grid_only(clue: &Clue, cells: usize) -> bool {
    // A relation names what it speaks of in its formula.
    let named = clue.rule != "relation" && clue.cells().all(|cell| cell.index() < cells);
    named && clue.parts.iter().all(|part| of_the_grid_only(part, cells))
}
