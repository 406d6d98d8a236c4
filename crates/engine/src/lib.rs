//! The engine: a puzzle's clues compiled into relations over candidate sets, and searches over them that prove,
//! count and sample.

mod compile;
pub mod model;
pub mod propagation;
pub mod relations;
pub mod search;

pub use compile::{compile, compile_switchable, parts};
