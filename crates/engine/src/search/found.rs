//! The solutions that a search finds, and the collector that keeps them.

use super::goal::Goal;
use super::limits::Stop;
use crate::model::{Compiled, Word};

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Number of solutions found. There are no others if `stopped` is `None`.
    pub count: u64,
    /// The first solutions in the order in which they were found, as values of the model's variables.
    pub solutions: Vec<Vec<u8>>,
    /// Number of guesses, that is, nodes with a choice among several candidates.
    pub nodes: u64,
    /// The limit that stopped the search; `None` if it ran to its end.
    pub stopped: Option<Stop>,
    /// The share of the search that is still open because of a limit, from 0 to 1. It assumes that all values of a guess take
    /// equally long.
    pub open: f64,
}

/// A goal that counts solutions, and keeps the first few of them.
#[derive(Debug)]
pub(super) struct Collect {
    base: i64,
    /// Number of variables that are part of the answer.
    answer: usize,
    /// Number of solutions after which to stop.
    most: u64,
    /// Number of solutions to keep.
    keep: usize,
    pub(super) found: Found,
}

impl Collect {
    /// Creates a collector for a compiled puzzle.
    pub(super) fn new<W: Word>(compiled: &Compiled<W>, most: u64, keep: usize) -> Self {
        Self {
            base: compiled.program.shared().base,
            answer: compiled.answer,
            most,
            keep,
            found: Found::default(),
        }
    }
}

impl<W: Word> Goal<W> for Collect {
    fn solution(&mut self, board: &[W]) -> bool {
        self.found.count += 1;
        if self.found.solutions.len() < self.keep {
            self.found
                .solutions
                .push(values(self.base, &board[..self.answer]));
        }
        self.found.count < self.most
    }
}

/// Returns the values of a board on which every variable is fixed.
pub(super) fn values<W: Word>(base: i64, board: &[W]) -> Vec<u8> {
    let value = |set: &W| (base + i64::from(set.lowest())) as u8;
    board.iter().map(value).collect()
}
