//! Square grids that were read from text.

use cluewright_puzzle::{Boxes, Layout, Puzzle};

/// Maximum number of rows (and columns) of a grid.
pub(super) const MOST: usize = 25;

/// Options for reading text.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// `true` if `0` is the lowest digit rather than a blank.
    pub(super) zero_is_digit: bool,
    /// `true` if the line is one of several. The puzzle of such a line must have at least 4x4
    /// cells.
    pub(super) is_list: bool,
}

/// A square of symbols whose meaning is known.
#[expect(clippy::large_enum_variant, reason = "most grids are givens")]
pub(super) enum Grid {
    /// Givens and blanks.
    Givens(Puzzle),
    /// A map of regions, and the number of rows.
    Regions(Boxes, u8),
}

impl Grid {
    /// Converts the grid to a puzzle. A map of regions becomes a jigsaw without givens.
    pub(super) fn into_puzzle(self) -> Puzzle {
        match self {
            Self::Givens(puzzle) => puzzle,
            Self::Regions(boxes, side) => Puzzle::new(Layout {
                boxes,
                ..Layout::square(side)
            }),
        }
    }
}

/// Returns the number of rows of a square grid with this many cells.
pub(super) fn side(cells: usize) -> Option<u8> {
    let side = cells.isqrt();
    (side * side == cells && (1..=MOST).contains(&side)).then_some(side as u8)
}

/// Returns the default layout of a grid with this many rows.
pub(super) fn layout(side: u8, zero_is_digit: bool) -> Layout {
    Layout {
        min_digit: u8::from(!zero_is_digit),
        ..Layout::square(side)
    }
}

/// Returns `true` if the puzzle's boxes have not been set yet.
pub(super) fn has_default_boxes(puzzle: &Puzzle) -> bool {
    matches!(puzzle.layout.boxes, Boxes::Default(_))
}
