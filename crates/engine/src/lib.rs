//! The engine: a puzzle's clues compiled into relations over candidate sets, and searches over them that prove,
//! count and sample.

mod compile;
pub mod model;
pub mod search;

pub use compile::{compile, compile_switchable, parts};

/// Leaves out code that only makes some searches faster, for hosts that send the engine over a network.
const COMPACT: bool = cfg!(feature = "compact");
