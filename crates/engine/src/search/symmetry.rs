//! Proofs with symmetry breaking: the search has to find only one of all solutions that are images of each other.

use super::clauses::companion;
use super::found::Found;
use super::limits::{Limits, Stop};
use super::parallel::{Run, Split, sweep_model};
use super::verdict::Answer;
use crate::model::symmetry::Symmetries;
use crate::model::{Model, Part};
use cluewright_puzzle::Puzzle;

/// Proves that a puzzle has no solution, exactly one or several, with symmetry breaking from the start. Returns `None` if the
/// puzzle has no symmetry.
#[must_use]
pub fn prove_of_images(puzzle: &Puzzle, parts: &[Part], limits: Limits<'_>) -> Option<Answer> {
    let images = Images::of(puzzle, parts)?;
    let found = images.prove(&Found::default(), &limits, &Run::QUIET);
    Some(Answer::new(puzzle, &found))
}

/// The symmetries of a puzzle, and a model that keeps at least one image of each solution.
pub(super) struct Images<'a> {
    puzzle: &'a Puzzle,
    symmetries: Symmetries,
    /// The puzzle's own statements, and the symmetry-breaking statements.
    parts: Vec<Part>,
    model: Model,
}

impl<'a> Images<'a> {
    pub(super) fn of(puzzle: &'a Puzzle, parts: &[Part]) -> Option<Self> {
        let symmetries = Symmetries::of(puzzle, parts)?;
        let parts = [parts, symmetries.smallest()].concat();
        Some(Self {
            puzzle,
            model: Model::new(puzzle, &parts),
            symmetries,
            parts,
        })
    }

    /// Returns up to two solutions, after a search whose result so far is `so_far`. If some symmetry moves a solution, the
    /// solution's image is the second one. Otherwise the solution has no other image, so a further search is made for a
    /// second solution.
    pub(super) fn prove(&self, so_far: &Found, limits: &Limits<'_>, run: &Run<'_>) -> Found {
        let search = |solutions: u64, nodes: u64| {
            let limits = Limits {
                solutions: limits.solutions.min(solutions),
                ..limits.after(nodes)
            };
            // Symmetry breaking cites no clue, so the model for long searches, which cites clues, cannot be used.
            let split = Split {
                long_search: None,
                ..Split::LONG
            };
            let companion = companion(self.puzzle, &self.parts, &self.model);
            let found = sweep_model(&self.model, 2, &limits, run, split, companion);
            Found {
                nodes: found.nodes + nodes,
                ..found
            }
        };
        let first = match so_far.count {
            0 => search(1, so_far.nodes),
            _ => so_far.clone(),
        };
        // The model keeps an image of each solution, so a complete search without a solution proves that the puzzle has none.
        let Some(solution) = first.solutions.first() else {
            return first;
        };
        match self.symmetries.other(solution) {
            // With a limit of one solution, a second one must not be returned.
            _ if limits.solutions < 2 => first,
            Some(other) => Found {
                count: 2,
                solutions: vec![solution.clone(), other],
                stopped: Some(Stop::Solutions),
                ..first
            },
            None => {
                let all = search(2, first.nodes);
                match all.count {
                    // The search stopped before it found the known solution again, so that solution is returned.
                    0 => Found {
                        nodes: all.nodes,
                        stopped: all.stopped,
                        open: all.open,
                        ..first
                    },
                    // Every symmetry maps the first solution to itself, so another solution is not its image.
                    1 if all.stopped.is_some() && all.solutions[0] != *solution => Found {
                        count: 2,
                        solutions: [&first.solutions[..1], &all.solutions].concat(),
                        stopped: Some(Stop::Solutions),
                        ..all
                    },
                    _ => all,
                }
            }
        }
    }
}
