//! The goal of a search, and how far it may go.

use super::limits::Stop;
use crate::model::Word;

/// A variable and the values it is restricted to: one, or a class of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess<W> {
    pub(super) var: u16,
    pub(super) value: W,
}

/// The purpose of a search.
pub(super) trait Goal<W: Word> {
    /// Takes a solution; returns `false` if it was the last one needed.
    fn solution(&mut self, board: &[W]) -> bool;

    /// Returns `true` if a solution of the board could matter.
    #[inline(always)]
    fn wants(&self, _board: &[W]) -> bool {
        true
    }

    /// The guess to make where the engine would choose this one.
    #[inline(always)]
    fn prefer(&self, _board: &[W], guess: Guess<W>) -> Guess<W> {
        guess
    }
}

/// How far an engine may go before it pauses, and how far it went.
pub(super) struct Slice<'a> {
    /// Nodes at most.
    pub(super) limit: u64,
    /// Nodes so far.
    pub(super) nodes: u64,
    /// Asked every [`RARELY`] nodes whether to stop.
    pub(super) ask: &'a dyn Fn() -> Option<Stop>,
}

/// Nodes between two readings of the clock and the cancel flag: there are puzzles whose nodes take some milliseconds.
const RARELY: u64 = 16;

impl Slice<'_> {
    /// Why no further node may be opened.
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
