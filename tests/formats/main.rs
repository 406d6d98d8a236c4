//! Reading and writing puzzles, one file per family of formats.

mod fpuzzles;
mod fuzz;
mod iss;
mod native;
mod round_trips;
