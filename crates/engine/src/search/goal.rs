//! The goal of a search, and the slices in which it runs.

use super::limits::Stop;
use crate::model::Word;

/// A variable, and the values that it is restricted to: one value, or a class of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess<W> {
    pub(super) var: u16,
    pub(super) value: W,
}

/// Consumes the solutions of a search.
pub(super) trait Goal<W: Word> {
    /// Takes a solution; returns `false` if it was the last one needed.
    fn solution(&mut self, board: &[W]) -> bool;

    /// Returns `true` if solutions below the board are of interest.
    #[inline(always)]
    fn wants(&self, _board: &[W]) -> bool {
        true
    }

    /// Returns the guess to make instead of the engine's choice.
    #[inline(always)]
    fn prefer(&self, _board: &[W], guess: Guess<W>) -> Guess<W> {
        guess
    }
}

/// A slice of a search: the number of nodes until the engine pauses.
pub(super) struct Slice<'a> {
    /// Maximum number of nodes.
    pub(super) limit: u64,
    /// Number of nodes so far.
    pub(super) nodes: u64,
    /// Called every [`RARELY`] nodes; a reason ends the search.
    pub(super) ask: &'a dyn Fn() -> Option<Stop>,
}

/// Number of nodes between two readings of the clock and the cancel flag. It is small because some puzzles take milliseconds per node.
const RARELY: u64 = 16;

impl Slice<'_> {
    /// Returns the reason to stop, or `None` if another node may be opened.
    #[inline]
    pub(super) fn used_up(&self) -> Option<Stop> {
        if self.nodes >= self.limit {
            return Some(Stop::Nodes);
        }
        if self.nodes.is_multiple_of(RARELY) {
            return (self.ask)();
        }
        None
    }
}
