//! Laws of the engine: each room against its plain referee.

mod certificates;
mod classic_kernel;
mod clauses;
mod conflicts;
mod diagnose;
mod grammar;
mod judge;
mod language;
mod layouts;
mod learning;
mod limits;
mod logic;
mod lowering;
mod own_rules;
mod relations;
mod rules;
mod search;
mod seeds;
mod setting;
mod sides;
mod tape;
mod told;

#[path = "../share/mod.rs"]
mod share;

use share::one_in;
