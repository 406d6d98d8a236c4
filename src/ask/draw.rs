//! A picture of a puzzle.

use crate::puzzle::Puzzle;
use crate::report;
use crate::rules::Book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Draws a puzzle: grid, regions, givens, and clues as their rules say.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Draw {}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Drawn {
    /// The picture as SVG.
    pub svg: String,
}

impl Draw {
    /// Asks a puzzle.
    #[must_use]
    pub fn ask(&self, book: &Book, puzzle: &Puzzle) -> Drawn {
        Drawn {
            svg: report::puzzle_svg(book, puzzle),
        }
    }
}
