//! Search: branch, count, prove.
//!
//! Every answer carries its limits: a search that was stopped says by what, and never calls a
//! puzzle unique or impossible.

mod branch;
mod count;
mod engine;
mod limits;

pub use count::Found;
pub use engine::Engine;
pub use limits::{Limits, Stop};

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
