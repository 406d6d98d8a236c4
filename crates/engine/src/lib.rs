//! The engine: a puzzle's clues compiled into relations over candidate sets, and searches over them that prove,
//! count and sample.

mod compile;
pub mod model;
pub mod search;

pub use compile::{compile, compile_switchable, parts, parts_without};

/// The page has no room for what few of its puzzles need.
const ROOM: bool = !cfg!(target_family = "wasm");
