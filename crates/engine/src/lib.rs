//! The engine: a puzzle's clues compiled into relations over candidate sets, and searches over them that prove,
//! count and sample.

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
