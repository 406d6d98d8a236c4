//! Rotations and reflections of the grid: views, a canonical form that is the same in all views of a puzzle, and
//! symmetric patterns of givens.
//!
//! The automorphisms of a puzzle depend on the meaning of its clues, so the engine finds them (`model/symmetry.rs`).
//! `find_equivalence` in the rules crate compares two puzzles by the statements of their clues.

mod arrangement;
mod canonical;
mod views;

pub use arrangement::{Symmetry, SymmetryError};
pub use canonical::{Canonical, canonical_grid};
pub use views::{VIEWS, image, in_view, turned};
