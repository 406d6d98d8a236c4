//! Turns and reflections of the grid: its views, a canonical form that all views of a puzzle share, and symmetric patterns of givens.
//!
//! Automorphisms of a puzzle depend on the meaning of its clues: the engine finds them (`model/symmetry.rs`).
//! `find_equivalence` of the rules compares two puzzles by the statements of their clues.

mod arrangement;
mod canonical;
mod views;

pub use arrangement::{Symmetry, SymmetryError};
pub use canonical::{Canonical, canonical_grid};
pub use views::{VIEWS, image, in_view, turned};
