//! Turns and reflections of the grid: its views, one form for all views of a puzzle, and the arrangements of givens that
//! look the same in some of them.
//!
//! Maps of a puzzle onto itself depend on what its clues imply: the engine finds them (`model/symmetry.rs`). Whether two
//! puzzles are the same is decided by the statements of their clues (`find_equivalence` of the rules).

mod arrangement;
mod canonical;
mod views;

pub use arrangement::{Symmetry, SymmetryError};
pub use canonical::{Canonical, canonical_grid};
pub use views::{VIEWS, image, in_view, turned};
