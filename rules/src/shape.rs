//! Shapes of clues: the slots for their cells, and the arrangement of these cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The shapes of clues, which determine the slots for their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Two or more cells in order.
    Line,
    /// One or more cells, in no particular order.
    Group,
    /// Two cells.
    Pair,
    /// Cells that each carry a mark.
    Cell,
    /// The four cells of a 2x2, in reading order.
    Square,
    /// A row or column as seen from the clue's edge of the grid.
    Outside,
    /// A diagonal, from the clue inwards.
    Diagonal,
    /// A bulb, whose cells are in reading order, and a shaft without the bulb's cells.
    Arrow,
    /// Two or more lists of cells.
    Pieces,
    /// Two lists of equal length.
    Copy,
    /// One cell and a list of cells.
    Control,
    /// One cell, and one or more lists of cells.
    Arms,
    /// No cells, because the rule is about the whole grid.
    Global,
}

/// The gesture that draws a clue with a pointer in a drawing tool. Several shapes may share a gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Gesture {
    /// Drag through the cells in order.
    Line,
    /// Select cells, in any order.
    Cells,
    /// Click between two cells.
    Edge,
    /// Click cells that each carry the mark.
    Cell,
    /// Click the corner of four cells.
    Corner,
    /// Click next to the grid, at an end of a row or column.
    Outside,
    /// Click next to the grid, at an end of a diagonal.
    Diagonal,
    /// Click the bulb, or drag it if it is a pill; then drag the shaft.
    Arrow,
    /// Drag several lists of cells, one after another.
    Lists,
    /// Click one cell, then drag the list or lists to which it refers.
    Control,
    /// Turn the rule on or off.
    Grid,
}

impl Shape {
    /// Returns the gesture that draws clues of a shape.
    #[must_use]
    pub const fn gesture(self) -> Gesture {
        match self {
            Self::Line => Gesture::Line,
            Self::Group => Gesture::Cells,
            Self::Pair => Gesture::Edge,
            Self::Cell => Gesture::Cell,
            Self::Square => Gesture::Corner,
            Self::Outside => Gesture::Outside,
            Self::Diagonal => Gesture::Diagonal,
            Self::Arrow => Gesture::Arrow,
            Self::Pieces | Self::Copy => Gesture::Lists,
            Self::Control | Self::Arms => Gesture::Control,
            Self::Global => Gesture::Grid,
        }
    }

    /// All shapes, each with its name in rule files.
    pub const ALL: &[(&str, Self)] = &[
        ("line", Self::Line),
        ("group", Self::Group),
        ("pair", Self::Pair),
        ("cell", Self::Cell),
        ("square", Self::Square),
        ("outside", Self::Outside),
        ("diagonal", Self::Diagonal),
        ("arrow", Self::Arrow),
        ("pieces", Self::Pieces),
        ("copy", Self::Copy),
        ("control", Self::Control),
        ("arms", Self::Arms),
        ("global", Self::Global),
    ];

    /// Returns the names of the slots of the shape, in order.
    #[must_use]
    pub const fn slots(self) -> &'static [&'static str] {
        match self {
            Self::Arrow => &["bulb", "shaft"],
            Self::Copy => &["cells", "copy"],
            Self::Control | Self::Arms => &["control", "cells"],
            Self::Global => &[],
            _ => &["cells"],
        }
    }

    /// Returns the index of the slot that may be repeated, if there is one. The rule language calls the lists in it
    /// `pieces`.
    #[must_use]
    pub const fn repeatable_slot(self) -> Option<usize> {
        match self {
            Self::Pieces => Some(0),
            Self::Arms => Some(1),
            _ => None,
        }
    }

    /// Returns the name of the shape in rule files.
    #[must_use]
    pub fn name(self) -> &'static str {
        let entry = Self::ALL.iter().find(|(_, shape)| *shape == self);
        entry.map_or("", |(name, _)| name)
    }
}
