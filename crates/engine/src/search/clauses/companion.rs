//! The SAT solver that shares the time of a long search.

use super::solver::ClauseSearch;
use crate::model::{Model, Part};
use crate::search::Found;
use crate::search::limits::Limits;
use crate::search::parallel::Method;
use cluewright_puzzle::Puzzle;

/// Number of conflicts in one turn. A conflict costs 10 to 200 µs and a guess costs 2 to 20 µs, so proofs that do not need the solver
/// take 1.03 to 1.25 times as long (`reports/benchmarks.md`).
const CONFLICTS: u64 = 1 << 11;

/// The SAT solver, which is created when it is first needed.
pub(super) struct Companion<'p, 'a> {
    puzzle: &'p Puzzle,
    parts: &'p [Part],
    model: &'p Model,
    state: State<'a>,
}

enum State<'a> {
    NotMade,
    Made(Box<ClauseSearch<'a>>),
    /// The formula was too large, or a limit was reached while encoding it.
    Refused,
}

impl<'p> Companion<'p, '_> {
    pub(super) fn new(puzzle: &'p Puzzle, parts: &'p [Part], model: &'p Model) -> Self {
        Self {
            puzzle,
            parts,
            model,
            state: State::NotMade,
        }
    }
}

impl<'a> Method<'a> for Companion<'_, 'a> {
    fn take_over(&mut self, _so_far: &Found) -> Option<Found> {
        None
    }

    fn work(&mut self, so_far: &Found, left: Limits<'a>) -> Option<Found> {
        if matches!(self.state, State::NotMade) {
            let search = ClauseSearch::new(self.puzzle, self.parts, self.model, left);
            self.state = search.map_or(State::Refused, |search| State::Made(search.into()));
        }
        let State::Made(search) = &mut self.state else {
            return None;
        };
        so_far
            .solutions
            .iter()
            .for_each(|solution| search.know(solution));
        Some(search.run(CONFLICTS.min(left.nodes), left))
    }
}
