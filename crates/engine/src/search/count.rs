//! Solutions, found and counted.

use super::engine::Goal;
use super::lasting::by_kernel;
use super::limits::{Limits, Stop};
use super::parallel::{Run, Split, sweep};
use super::verdict::Answer;
use crate::model::{Compiled, Model, Word, of_any_width};
use cluewright_puzzle::Puzzle;

/// Whether the puzzle has no solution, exactly one or several, with up to two of them as proof.
///
/// `model` is the compiled `puzzle`; of `limits`, `solutions` has no effect above 2.
#[must_use]
pub fn prove(puzzle: &Puzzle, model: &Model, limits: Limits<'_>, run: Run<'_>) -> Answer {
    let limits = Limits {
        solutions: limits.solutions.min(2),
        ..limits
    };
    enumerate(puzzle, model, limits, run)
}

/// All solutions up to the limits, kept.
#[must_use]
pub fn enumerate(puzzle: &Puzzle, model: &Model, limits: Limits<'_>, run: Run<'_>) -> Answer {
    answer(puzzle, model, usize::MAX, limits, run)
}

/// How many solutions there are up to the limits, and two of them.
#[must_use]
pub fn count(puzzle: &Puzzle, model: &Model, limits: Limits<'_>, run: Run<'_>) -> Answer {
    answer(puzzle, model, 2, limits, run)
}

fn answer(puzzle: &Puzzle, model: &Model, keep: usize, limits: Limits<'_>, run: Run<'_>) -> Answer {
    let instead = |so_far: &Found| by_kernel(puzzle, so_far, &limits);
    Answer::new(
        puzzle,
        &found(model, keep, &limits, &run, Split::LONG, instead),
    )
}

/// The solutions up to the limits, and the first of them; a search that lasts asks for something else `instead`.
pub(super) fn found(
    model: &Model,
    keep: usize,
    limits: &Limits<'_>,
    run: &Run<'_>,
    split: Split,
    instead: impl FnOnce(&Found) -> Option<Found>,
) -> Found {
    of_any_width!(model, compiled => sweep(compiled, keep, limits, run, split, instead))
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// How many solutions it found; all of them when `stopped` is `None`.
    pub count: u64,
    /// The first of them, as values of the model's variables, in the order found.
    pub solutions: Vec<Vec<u8>>,
    /// Guesses: nodes at which a candidate was chosen among several.
    pub nodes: u64,
    /// What stopped the search, or `None` when it ran to its end.
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
