//! Views: results as text for people. Nothing is computed here.

mod beside;
mod grid;

pub use beside::beside;
pub use grid::{Grid, Look};
