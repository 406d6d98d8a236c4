//! Proves, enumerates and counts solutions.

use super::found::Found;
use super::limits::Limits;
use super::long_proof::prove_by_kernel;
use super::parallel::{Run, Split, sweep_model};
use super::verdict::Answer;
use crate::model::Model;
use cluewright_puzzle::Puzzle;

/// Proves that the puzzle has no solution, exactly one or several, and returns up to two of them as evidence.
///
/// `model` is the compiled `puzzle`. `limits.solutions` has no effect above 2.
#[must_use]
pub fn prove(puzzle: &Puzzle, model: &Model, limits: Limits<'_>, run: Run<'_>) -> Answer {
    enumerate(puzzle, model, limits.for_verdict(), run)
}

/// Finds all solutions up to the limits, and keeps them.
#[must_use]
pub fn enumerate(puzzle: &Puzzle, model: &Model, limits: Limits<'_>, run: Run<'_>) -> Answer {
    answer(puzzle, model, usize::MAX, limits, run)
}

/// Counts the solutions up to the limits, and keeps two of them.
#[must_use]
pub fn count(puzzle: &Puzzle, model: &Model, limits: Limits<'_>, run: Run<'_>) -> Answer {
    answer(puzzle, model, 2, limits, run)
}

fn answer(puzzle: &Puzzle, model: &Model, keep: usize, limits: Limits<'_>, run: Run<'_>) -> Answer {
    let instead = |so_far: &Found| prove_by_kernel(puzzle, so_far, &limits);
    let found = sweep_model(model, keep, &limits, &run, Split::LONG, instead);
    Answer::new(puzzle, &found)
}
