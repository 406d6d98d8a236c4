//! The goal of a search, and the slices of nodes in which it runs.

use super::limits::Stop;
use crate::model::Word;

/// A variable, and the values to which a guess restricts it: a single value, or a class of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess<W> {
    pub(super) var: u16,
    pub(super) value: W,
}

/// The goal of a search, which receives the solutions and can influence the guesses.
pub(super) trait Goal<W: Word> {
    /// Receives a solution. Returns `false` if no further solutions are needed.
    fn solution(&mut self, board: &[W]) -> bool;

    /// Returns `true` if the goal needs solutions below the board.
    #[inline(always)]
    fn wants(&self, _board: &[W]) -> bool {
        true
    }

    /// Returns the guess to make in place of the engine's choice.
    #[inline(always)]
    fn prefer(&self, _board: &[W], guess: Guess<W>) -> Guess<W> {
        guess
    }
}

/// A slice of a search, after which the engine pauses.
pub(super) struct Slice<'a> {
    /// Maximum number of nodes in the slice.
    pub(super) limit: u64,
    /// Number of nodes searched so far.
    pub(super) nodes: u64,
    /// Called every [`RARELY`] nodes. The search ends if this returns a reason to stop.
    pub(super) ask: &'a dyn Fn() -> Option<Stop>,
}

/// Number of nodes after which the clock and the cancel flag are checked again. It is small because some puzzles take milliseconds per
/// node.
const RARELY: u64 = 16;

impl Slice<'_> {
    /// Returns the reason to stop; `None` if another node may be run.
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
