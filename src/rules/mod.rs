//! The rule language and the rule book.
//!
//! A rule is written once, as one readable relation in `rules/constraints/NAME.toml`. From that line
//! come its exact check  and its lowering to ground [statements](Statement),
//! which the model compiles.

pub mod encodings;
mod statement;

pub use statement::{Automaton, Compare, PairTable, Statement};
