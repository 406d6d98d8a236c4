//! The interface of all kinds of statements, and functions that several kinds share.

use super::Renumbering;
use cluewright_puzzle::{Cell, DigitSet};

/// The interface of a kind of statement.
///
/// Implementations do not refer to the enumeration of all kinds, so that each can be read on its own. Methods change the statement in
/// place. If a method returns `None`, the statement must not be used any more.
pub(super) trait Kind {
    /// Calls `see` with every cell that the statement names, including repeats.
    fn each_cell(&self, see: &mut impl FnMut(Cell));

    /// Replaces each cell of the statement by its image under `to`.
    fn rename(&mut self, to: &impl Fn(Cell) -> Cell);

    /// Sorts the parts whose order does not matter.
    fn sort(&mut self) {}

    /// Evaluates the statement on a full grid.
    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool;

    /// Replaces the statement with its negation. `None` if its kind cannot express the negation.
    fn negate(&mut self) -> Option<()> {
        None
    }

    /// Returns cells that must all differ, if this statement alone implies it.
    fn different(&self) -> Option<Vec<Cell>> {
        None
    }

    /// Renumbers the values in the statement. `None` if its kind cannot express the result.
    fn renumber(&mut self, _digits: &Renumbering) -> Option<()> {
        None
    }
}

/// Returns the sum of the weighted total before and after each value `v` is replaced by `ends - v`. This sum does not depend
/// on the values.
pub(super) fn mirror_total(terms: &[(Cell, i64)], ends: u8) -> i64 {
    terms.iter().map(|term| term.1 * i64::from(ends)).sum()
}

/// Returns the number of different values among the cells.
pub(super) fn kinds(cells: &[Cell], value: &impl Fn(Cell) -> u8) -> usize {
    cells.iter().map(|&c| value(c)).collect::<DigitSet>().len()
}

/// Returns the complement of a set. It also contains values that no cell can have, which does no harm.
pub(super) fn without(set: DigitSet) -> DigitSet {
    DigitSet::from_bits(!set.bits())
}

pub(super) fn sum(terms: &[(Cell, i64)], value: &impl Fn(Cell) -> u8) -> i64 {
    let weighted = |&(cell, weight): &(Cell, i64)| weight * i64::from(value(cell));
    terms.iter().map(weighted).sum()
}

/// Applies a renaming to each cell of a list.
pub(super) fn rename_all(cells: &mut [Cell], to: &impl Fn(Cell) -> Cell) {
    cells.iter_mut().for_each(|cell| *cell = to(*cell));
}

/// Applies a renaming to the cells of a weighted sum.
pub(super) fn rename_terms(terms: &mut [(Cell, i64)], to: &impl Fn(Cell) -> Cell) {
    terms.iter_mut().for_each(|term| term.0 = to(term.0));
}
