//! Arguments from uniqueness: what the judge asks of them.

use super::{Board, Ground, Step};

/// Whether the opposite of a step that assumes one solution would leave a pattern with two: open cells
/// whose digits can be exchanged without any house noticing.
///
/// In each house the pattern has no cell or as many cells as digits that change places, and no clue
/// names a cell of it.
#[must_use]
pub(super) fn is_deadly(ground: &Ground<'_>, board: &Board, step: &Step) -> bool {
    let pattern = step.pattern;
    let untouched = ground.plain() && pattern.within(board.open());
    let mut houses = ground.houses.iter();
    untouched && !pattern.is_empty() && houses.all(|house| (house.cells & pattern).len() != 1)
}
