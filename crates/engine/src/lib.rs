//! The solving engine: compiles a puzzle's clues to relations over candidate sets, and searches for, proves, counts and samples
//! solutions.

mod builder;
mod compile;
pub mod compiled;
pub mod model;
mod posting;
pub mod propagation;
pub mod relations;
pub mod search;
mod strengthenings;

pub use compile::{compile, compile_switchable, parts};
