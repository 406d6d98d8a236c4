//! Search: branch, count, prove.
//!
//! Every answer carries its limits: a search that was stopped says by what, and never calls a
//! puzzle unique or impossible. Answers do not depend on the number of threads.

mod branch;
mod candidates;
pub mod classic;
mod count;
mod engine;
mod estimate;
mod limits;
mod other;
mod parallel;
mod verdict;

pub use candidates::{Candidates, Counts, candidates};
pub use count::{Found, count, enumerate, prove};
pub use engine::Engine;
pub use estimate::{Estimate, Sampling, estimate};
pub use limits::{Limits, Stop};
pub use other::others;
pub use parallel::{Progress, Run};
pub use verdict::{Answer, Timed, Verdict};

use crate::model::Model;
use count::Collect;

/// Searches for solutions on one thread and keeps them.
#[must_use]
pub fn solve(model: &Model, limits: Limits<'_>) -> Found {
    match model {
        Model::Narrow(compiled) => Engine::new(compiled).solve(limits),
        Model::Wide(compiled) => Engine::new(compiled).solve(limits),
        Model::Widest(compiled) => Engine::new(compiled).solve(limits),
    }
}
