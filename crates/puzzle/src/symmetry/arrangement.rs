//! Symmetries that the pattern of givens may have.

use crate::{Cell, Layout};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::str::FromStr;
use thiserror::Error;

/// A symmetry that the pattern of givens has.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Symmetry {
    /// No symmetry is required.
    #[default]
    None,
    /// Rotation by 180 degrees.
    HalfTurn,
    /// Rotation by 90 degrees.
    QuarterTurn,
    /// Reflection that exchanges left and right.
    LeftRight,
    /// Reflection that exchanges top and bottom.
    TopBottom,
    /// Reflection in the diagonal from the top left to the bottom right.
    Diagonal,
    /// Reflection in the diagonal from the top right to the bottom left.
    AntiDiagonal,
    /// All rotations and reflections.
    Full,
}

/// Error for a symmetry that is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SymmetryError {
    /// There is no symmetry with this name.
    #[error("there is no symmetry `{0}`; expected one of {names}", names = Symmetry::names().join(", "))]
    Unknown(String),
    /// The symmetry needs a square grid. The values are the numbers of rows and columns.
    #[error("a grid of {0}x{1} cells cannot be rotated by 90 degrees or reflected in a diagonal")]
    NotSquare(u8, u8),
}

impl Symmetry {
    /// All symmetries, in the order in which messages list them.
    pub const EVERY: [Self; 8] = [
        Self::None,
        Self::HalfTurn,
        Self::QuarterTurn,
        Self::LeftRight,
        Self::TopBottom,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::Full,
    ];

    /// Returns the name of the symmetry in options and requests.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HalfTurn => "half-turn",
            Self::QuarterTurn => "quarter-turn",
            Self::LeftRight => "left-right",
            Self::TopBottom => "top-bottom",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
            Self::Full => "full",
        }
    }

    fn names() -> Vec<&'static str> {
        Self::EVERY.map(Self::name).to_vec()
    }

    /// Returns the rotations and reflections of the symmetry, each as the list of the images of all cells. The
    /// first one is the identity.
    ///
    /// # Errors
    /// Returns an error if the symmetry needs a square grid and this one is not square.
    pub fn maps(self, layout: &Layout) -> Result<Vec<Vec<Cell>>, SymmetryError> {
        let (rows, columns) = (layout.rows, layout.columns);
        let (bottom, right) = (rows - 1, columns - 1);
        type Image = fn((u8, u8), (u8, u8)) -> (u8, u8);
        const HALF: Image = |(row, column), (bottom, right)| (bottom - row, right - column);
        const QUARTER: Image = |(row, column), (_, right)| (column, right - row);
        const FLIP: Image = |(row, column), (_, right)| (row, right - column);
        const FLOP: Image = |(row, column), (bottom, _)| (bottom - row, column);
        const MAIN: Image = |(row, column), _| (column, row);
        const ANTI: Image = |(row, column), (bottom, right)| (right - column, bottom - row);
        let (images, square): (&[Image], bool) = match self {
            Self::None => (&[], false),
            Self::HalfTurn => (&[HALF], false),
            Self::QuarterTurn => (&[QUARTER], true),
            Self::LeftRight => (&[FLIP], false),
            Self::TopBottom => (&[FLOP], false),
            Self::Diagonal => (&[MAIN], true),
            Self::AntiDiagonal => (&[ANTI], true),
            Self::Full => (&[QUARTER, FLIP], true),
        };
        if square && rows != columns {
            return Err(SymmetryError::NotSquare(rows, columns));
        }
        let mut maps: Vec<Vec<Cell>> = vec![layout.cells().collect()];
        let mut next = 0;
        // Adds images of images until the maps form a group.
        while next < maps.len() {
            for image in images {
                let after = maps[next].iter().map(|&cell| {
                    let (row, column) = image(layout.place(cell), (bottom, right));
                    layout.cell(row, column)
                });
                let map: Vec<Cell> = after.collect();
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
            next += 1;
        }
        Ok(maps)
    }

    /// Groups the cells of a grid into orbits: sets of cells that the symmetry maps to each other. Each orbit is in
    /// reading order, and orbits are in the order of their first cells.
    ///
    /// # Errors
    /// Returns an error if the symmetry needs a square grid and this one is not square.
    pub fn orbits(self, layout: &Layout) -> Result<Vec<Vec<Cell>>, SymmetryError> {
        let maps = self.maps(layout)?;
        let orbit =
            |cell: Cell| -> BTreeSet<Cell> { maps.iter().map(|map| map[cell.index()]).collect() };
        let first = |&cell: &Cell| orbit(cell).first() == Some(&cell);
        let firsts = layout.cells().filter(first);
        Ok(firsts
            .map(|cell| orbit(cell).into_iter().collect())
            .collect())
    }
}

impl FromStr for Symmetry {
    type Err = SymmetryError;

    fn from_str(text: &str) -> Result<Self, SymmetryError> {
        let found = Self::EVERY.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| SymmetryError::Unknown(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbit_sizes_match_the_symmetry() {
        let sizes = |symmetry: Symmetry| {
            let orbits = symmetry.orbits(&Layout::square(9)).expect("it is square");
            assert_eq!(orbits.iter().map(Vec::len).sum::<usize>(), 81);
            let largest = orbits.iter().map(Vec::len).max();
            (orbits.len(), largest.expect("there are cells"))
        };
        assert_eq!(sizes(Symmetry::None), (81, 1));
        assert_eq!(sizes(Symmetry::HalfTurn), (41, 2));
        assert_eq!(sizes(Symmetry::QuarterTurn), (21, 4));
        assert_eq!(sizes(Symmetry::LeftRight), (45, 2));
        assert_eq!(sizes(Symmetry::TopBottom), (45, 2));
        assert_eq!(sizes(Symmetry::Diagonal), (45, 2));
        assert_eq!(sizes(Symmetry::AntiDiagonal), (45, 2));
        assert_eq!(sizes(Symmetry::Full), (15, 8));
    }
}
