//! Solutions that a search found, and how they are collected.

use super::goal::Goal;
use super::limits::Stop;
use crate::model::{Compiled, Word};

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// How many solutions it found; all of them when `stopped` is `None`.
    pub count: u64,
    /// The first of them, as values of the model's variables, in the order found.
    pub solutions: Vec<Vec<u8>>,
    /// Guesses: nodes at which a candidate was chosen among several.
    pub nodes: u64,
    /// The limit that stopped the search; `None` if it ran to its end.
    pub stopped: Option<Stop>,
    /// The share of the search that a limit left open, 0 to 1, if all values of a guess are equally much work.
    pub open: f64,
}

/// Counts solutions and keeps the first of them.
#[derive(Debug)]
pub(super) struct Collect {
    base: i64,
    /// How many of the variables are part of the answer.
    answer: usize,
    /// Solutions after which to stop.
    most: u64,
    /// Solutions to keep.
    keep: usize,
    pub(super) found: Found,
}

impl Collect {
    /// A goal for a compiled puzzle.
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

/// The values of a board on which every variable is single.
pub(super) fn values<W: Word>(base: i64, board: &[W]) -> Vec<u8> {
    let value = |set: &W| (base + i64::from(set.lowest())) as u8;
    board.iter().map(value).collect()
}
