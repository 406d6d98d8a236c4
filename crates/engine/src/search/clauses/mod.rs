//! Runs a SAT solver alongside long searches (feature `clauses`).

#[cfg(feature = "clauses")]
mod companion;
#[cfg(feature = "clauses")]
mod solver;

#[cfg(feature = "clauses")]
pub use solver::solve_by_clauses;

use super::parallel::Method;
#[cfg(feature = "clauses")]
use super::parallel::{Run, Split, sweep_model};
#[cfg(feature = "clauses")]
use super::{Answer, Limits};
use crate::model::{Model, Part};
use cluewright_puzzle::Puzzle;

/// Proves that a puzzle has no solution, exactly one or several. The SAT solver shares the time of the search from the
/// first guess on.
#[cfg(feature = "clauses")]
#[must_use]
pub fn prove_in_shares(
    puzzle: &Puzzle,
    parts: &[Part],
    model: &Model,
    limits: Limits<'_>,
    run: Run<'_>,
) -> Answer {
    let limits = limits.for_verdict();
    let split = Split {
        long_search: None,
        start: 1,
        sharing: 1,
        parts: 2,
        slice: 2,
        ..Split::LONG
    };
    let companion = companion(puzzle, parts, model);
    Answer::new(
        puzzle,
        &sweep_model(model, 2, &limits, &run, split, companion),
    )
}

/// Returns the SAT solver as a method that shares the time of a search of the same puzzle.
#[cfg(feature = "clauses")]
pub(super) fn companion<'p, 'a>(
    puzzle: &'p Puzzle,
    parts: &'p [Part],
    model: &'p Model,
) -> impl Method<'a> + use<'p, 'a> {
    companion::Companion::new(puzzle, parts, model)
}

/// Returns a method that does nothing, because this build has no SAT solver.
#[cfg(not(feature = "clauses"))]
pub(super) fn companion<'a>(_: &Puzzle, _: &[Part], _: &Model) -> impl Method<'a> + use<'a> {
    |_: &super::Found| None
}
