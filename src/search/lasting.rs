//! What a proof that lasts goes on with, where something does better than more of the same: for a puzzle that can be mapped onto itself one of all solutions that are images of each other.
//!
//! Nothing of this is asked before some thousand nodes, so that short searches pay nothing for it.

use super::limits::Limits;
use super::parallel::{Run, Split, sweep};
use super::symmetry::Images;
use super::{Answer, Found};
use crate::clock::Instant;
use crate::model::{Model, Part, of_any_width};
use crate::puzzle::Puzzle;

/// Whether a puzzle whose clues say `parts` has no solution, exactly one or several, as [`prove`](super::prove) says it.
/// Where a search lasts, nodes and the choice of two solutions may be others, though no less reproducible.
#[must_use]
pub fn prove_parts(
    puzzle: &Puzzle,
    parts: &[Part],
    model: &Model,
    limits: Limits<'_>,
    run: Run<'_>,
) -> Answer {
    let limits = Limits {
        solutions: limits.solutions.min(2),
        ..limits
    };
    let began = Instant::now();
    let instead = |so_far: &Found| {
        let images = Images::of(puzzle, parts)?;
        Some(images.prove(so_far, &limits, began, &run))
    };
    let found = of_any_width!(model, compiled => {
        sweep(compiled, 2, &limits, &run, Split::LONG, instead)
    });
    Answer::new(puzzle, &found)
}
