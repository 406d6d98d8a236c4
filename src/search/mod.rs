//! Search: branch, count, prove.
//!
//! Every answer carries its limits: a search that was stopped says by what, and never calls a
//! puzzle unique or impossible.

mod branch;
pub mod classic;
mod engine;

pub use engine::Engine;

use crate::model::Model;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// When to stop. The default never stops before the end.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Stop after so many solutions.
    pub solutions: u64,
    /// Stop after so many nodes.
    pub nodes: u64,
    /// Stop after so much time. Opt-in: answers cut by a clock do not repeat.
    pub time: Option<Duration>,
    /// Stop when this becomes true.
    pub cancel: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            solutions: u64::MAX,
            nodes: u64::MAX,
            time: None,
            cancel: None,
        }
    }
}

impl Limits<'_> {
    /// Stop after so many solutions.
    #[must_use]
    pub fn solutions(solutions: u64) -> Self {
        Self {
            solutions,
            ..Self::default()
        }
    }
}

/// What stopped a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// Enough solutions.
    Solutions,
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
    /// The caller.
    Cancelled,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many solutions it met; all there are when `stopped` is `None`.
    pub count: u64,
    /// The solutions, as values of the model's variables, in the order in which they were met.
    pub solutions: Vec<Vec<u8>>,
    /// Guesses: nodes at which a candidate was chosen among several.
    pub nodes: u64,
    /// What stopped the search, or `None` when it went to the end.
    pub stopped: Option<Stop>,
}

/// Searches for solutions on one thread and keeps them.
#[must_use]
pub fn solve(model: &Model, limits: Limits<'_>) -> Found {
    match model {
        Model::Narrow(compiled) => Engine::new(compiled).solve(limits),
        Model::Wide(compiled) => Engine::new(compiled).solve(limits),
        Model::Widest(compiled) => Engine::new(compiled).solve(limits),
    }
}
