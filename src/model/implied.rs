//! Relations that change no solution and only strengthen: sums over houses.

use super::build::Builder;
use super::{ClueSets, Part, Word};
use crate::puzzle::Puzzle;

/// Adds what the sums of cages and the totals of houses say together.
pub(super) fn add<W: Word>(
    _builder: &mut Builder<W>,
    _puzzle: &Puzzle,
    _houses: &[(Vec<u16>, u32)],
    _parts: &[Part],
    _sets: &mut ClueSets,
) {
}
