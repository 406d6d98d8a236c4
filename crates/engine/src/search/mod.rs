//! Searches that prove, count, enumerate and sample solutions.
//!
//! If a limit stops a search, the result states that limit, and the puzzle is never called unique or impossible. The results do
//! not depend on the number of threads.

mod branch;
mod candidates;
pub mod classic;
mod clauses;
mod count;
mod engine;
mod estimate;
mod found;
mod goal;
mod limits;
mod long_proof;
mod other;
mod parallel;
mod sample;
mod symmetry;
mod verdict;

pub use candidates::{Candidates, Counts, Settled, Tell, candidates, candidates_telling};
#[cfg(feature = "clauses")]
pub use clauses::{prove_in_shares, solve_by_clauses};
pub use count::{count, enumerate, prove};
pub use engine::Engine;
pub use estimate::{Estimate, Sampling, estimate};
pub use found::Found;
pub use limits::{Budget, Deadline, Limits, Stop};
pub use long_proof::prove_parts;
pub use other::others;
pub use parallel::{Progress, Run};
pub use sample::{candidates_left, sample};
pub use symmetry::prove_of_images;
pub use verdict::{Answer, Timed, Verdict};

use crate::model::{Model, Word, of_any_width};
use parallel::{Split, sweep_model};

/// Searches for solutions on one thread and keeps them.
#[must_use]
pub fn solve(model: &Model, limits: Limits<'_>) -> Found {
    of_any_width!(model, compiled => Engine::new(compiled).solve(limits))
}

/// Searches for solutions and keeps them; a long search is split among the threads.
#[must_use]
pub fn solve_together(model: &Model, limits: Limits<'_>, run: Run<'_>) -> Found {
    sweep_model(
        model,
        usize::MAX,
        &limits,
        &run,
        Split::SHORT,
        |_: &Found| None,
    )
}

/// Minimum number of nodes charged for a search, which covers the cost of its setup.
const SETTING_UP: u64 = 100;

/// Node budgets of a proof by search and by cases.
#[derive(Clone, Copy, Debug)]
pub struct ProofNodes {
    /// Budget for each search.
    pub search: u64,
    /// Budget for each case of a proof by cases, which follows a search that did not finish.
    pub case: u64,
    /// Total budget for the cases of one proof.
    pub cases: u64,
    /// Budget that remains for all proofs together.
    pub all: u64,
}

impl ProofNodes {
    fn spend(&mut self, nodes: u64) {
        self.all = self.all.saturating_sub(nodes.max(SETTING_UP));
    }
}

fn stop_unless(go_on: &dyn Fn() -> bool) -> Option<Stop> {
    (!go_on()).then_some(Stop::Cancelled)
}

/// Tries to prove by cases that a model has no solution. Returns `true` if each value of some variable is refuted within the
/// budget for a case. Such a proof can succeed even if a search fails because it branches on other variables first. Variables
/// with few values are tried first. The proof stops when `go_on` returns `false`.
#[must_use]
pub fn refutes_by_cases(model: &Model, budget: &mut ProofNodes, go_on: &dyn Fn() -> bool) -> bool {
    of_any_width!(model, compiled => {
        let mut left = budget.cases;
        let mut fails = |var: usize, value: u32| {
            let mut start = compiled.start.clone();
            start[var] = Word::one(value);
            let limits = Limits {
                solutions: 1,
                nodes: budget.case.min(left).min(budget.all),
                ..Limits::NONE
            };
            let found = Engine::new(compiled).solve_while(&start, limits, &|| stop_unless(go_on));
            budget.spend(found.nodes);
            left = left.saturating_sub(found.nodes.max(SETTING_UP));
            (found.count == 0 && found.stopped.is_none(), left > 0 && budget.all > 0)
        };
        let sets = compiled.start.iter().enumerate();
        let mut open: Vec<_> = sets.filter(|(_, set)| !set.is_single()).collect();
        open.sort_by_key(|(_, set)| set.len());
        for (var, set) in open {
            let mut goes_on = true;
            let all_fail = set.each().all(|value| {
                let (fails, more) = fails(var, value);
                goes_on = more;
                fails && more
            });
            if all_fail || !goes_on {
                return all_fail;
            }
        }
        false
    })
}

/// Returns `true` if a model is proven to have no solution within the budget for a search, and `false` if it has one. The
/// judge of human-style steps relies on this. Returns `None` if the budget is too small, or if `go_on` returns `false`.
#[must_use]
pub fn refutes(model: &Model, budget: &mut ProofNodes, go_on: &dyn Fn() -> bool) -> Option<bool> {
    let limits = Limits {
        solutions: 1,
        nodes: budget.search.min(budget.all),
        ..Limits::NONE
    };
    let found = of_any_width!(model, compiled => {
        Engine::new(compiled).solve_while(&compiled.start, limits, &|| stop_unless(go_on))
    });
    budget.spend(found.nodes);
    match (found.count, found.stopped) {
        (0, None) => Some(true),
        (0, Some(_)) => None,
        _ => Some(false),
    }
}
