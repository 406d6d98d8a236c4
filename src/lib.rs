//! Cluewright: a workbench for people who set sudoku variants.
//!
//! A puzzle goes through the rooms of this library in one direction:
//! a file is read by [`formats`] into a [`puzzle::Puzzle`]; the [`rules`] book restates its clues as
//! ground statements; [`model`] compiles those into the relations that the engines run; [`search`]
//! proves the verdict.

pub mod cli;
mod compile;
pub mod formats;
pub mod model;
pub mod puzzle;
pub mod report;
pub mod rules;
pub mod search;

pub use compile::compile;
