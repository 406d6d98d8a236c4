//! Tests laws of the engine by comparing each crate with a plain reference implementation.

mod certificates;
mod classic_kernel;
mod clause_search;
mod clauses;
mod conflicts;
mod diagnose;
mod grammar;
mod judge;
mod language;
mod layouts;
mod limits;
mod logic;
mod lowering;
mod orientations;
mod own_rules;
mod relations;
mod rules;
mod search;
mod seeds;
mod setting;
mod stories;
mod tape;

#[path = "../share/mod.rs"]
mod share;

use share::one_in;
