//! The premise that the judge adds for uniqueness arguments.

use super::{Board, Ground, Step};
use cluewright_engine::model::{Cite, Part};
use cluewright_puzzle::Cell;
use cluewright_rules::Statement;
use cluewright_rules::statement::Keep;

/// Returns the uniqueness assumption as a statement: in a deadly pattern, at least one cell holds a digit outside its pair.
///
/// Returns `None` unless the pattern is deadly. Its cells must be open and have two digits each. In each house, each of
/// these digits must belong to exactly two of the cells, or to none. (If every cell held one of its two digits, exchanging
/// the two digits everywhere would give another solution.) The puzzle must have no clues, because a clue could distinguish
/// the two solutions.
pub(super) fn premise(ground: &Ground<'_>, board: &Board, step: &Step) -> Option<Part> {
    let pattern = &step.avoids;
    let open = pattern
        .iter()
        .all(|&(cell, two)| board.open().contains(cell) && two.len() == 2);
    let even = ground.houses.iter().all(|house| {
        let here = || {
            pattern
                .iter()
                .filter(|(cell, _)| house.cells.contains(*cell))
        };
        let count = |digit| here().filter(|(_, two)| two.contains(digit)).count();
        ground
            .digits
            .iter()
            .all(|digit| matches!(count(digit), 0 | 2))
    });
    if !ground.plain() || !open || !even {
        return None;
    }
    let others = pattern
        .iter()
        .map(|&(cell, two)| Statement::Keep(Keep(Cell(cell), ground.digits.without(two))));
    Some(Part {
        // The premise comes from no clue or house, so it cites a given that does not exist.
        cite: Cite::Given(u16::MAX),
        statement: Statement::Any(others.collect()),
        implied: false,
    })
}
