//! What a proof that lasts goes on with, where something does better than more of the same: the classic kernel for a
//! plain sudoku, and for a puzzle that can be mapped onto itself one of all solutions that are images of each other.
//!
//! Nothing of this is asked before some thousand nodes, so that short searches pay nothing for it.

use super::classic::{Isa, Pencilmarks, Prover};
use super::count::found;
use super::limits::Limits;
use super::parallel::{Run, Split};
use super::symmetry::Images;
use super::{Answer, Found, classic};
use crate::model::{Model, Part};
use cluewright_puzzle::Puzzle;

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
    let instead = |so_far: &Found| {
        by_kernel(puzzle, so_far, &limits).or_else(|| {
            let images = (!cfg!(feature = "compact")).then(|| Images::of(puzzle, parts))??;
            Some(images.prove(so_far, &limits, &run))
        })
    };
    Answer::new(
        puzzle,
        &found(model, 2, &limits, &run, Split::LONG, instead),
    )
}

/// The proof of a plain sudoku by the classic kernel, after a search that has found so much. Of several
/// solutions it keeps none, and what it has seen when it comes to the limit of guesses depends on the processor: then the
/// search goes on as it was, which takes far longer than what is lost.
pub(super) fn by_kernel(puzzle: &Puzzle, so_far: &Found, limits: &Limits<'_>) -> Option<Found> {
    // What needs fewer than two solutions, or has them, the kernel says nothing of.
    if cfg!(feature = "compact") || limits.solutions < 2 || so_far.count >= 2 {
        return None;
    }
    let marks = Pencilmarks::of(puzzle)?;
    let kernel = Prover::new(Isa::best()).ok()?;
    let limits = limits.after(so_far.nodes);
    let (mut stopped, mut guesses) = (None, 0);
    let proof = kernel.prove_one(&marks, |so_far| {
        guesses = so_far;
        stopped = limits.over();
        stopped.is_none() && guesses <= limits.nodes
    });
    if stopped.is_some() {
        return Some(Found {
            stopped,
            nodes: so_far.nodes + guesses,
            ..so_far.clone()
        });
    }
    let (proof, guesses) = proof?;
    (proof.verdict != classic::Verdict::Several).then(|| Found {
        count: u64::from(proof.solution.is_some()),
        solutions: proof.solution.iter().map(|grid| grid.0.to_vec()).collect(),
        nodes: so_far.nodes + guesses,
        stopped: None,
        open: 0.0,
    })
}
