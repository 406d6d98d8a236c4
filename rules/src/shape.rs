//! Shapes: which cells a clue names, and in what form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a clue of a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Two or more cells in order.
    Line,
    /// One or more cells, order without meaning.
    Group,
    /// Two cells.
    Pair,
    /// Cells, each of which carries the mark.
    Cell,
    /// The four cells of a 2x2, in reading order.
    Square,
    /// A row or column as seen from the side where the clue stands.
    Outside,
    /// A diagonal, from the clue inwards.
    Diagonal,
    /// Bulb cells in reading order, and the shaft without the bulb.
    Arrow,
    /// Two or more lists of cells.
    Pieces,
    /// Two lists of equal length.
    Copy,
    /// One cell and a list.
    Control,
    /// One cell, and one or more lists.
    Arms,
    /// Nothing: the rule speaks of the whole grid.
    Global,
}

/// How a clue is put on the grid with a pointer: what a drawing tool lets its user do. Shapes that are drawn
/// alike share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Gesture {
    /// Drag through cells in order.
    Line,
    /// Select cells, in any order.
    Cells,
    /// Click between two cells.
    Edge,
    /// Click cells: each carries the mark.
    Cell,
    /// Click the corner of four cells.
    Corner,
    /// Click beside the grid, at an end of a row or column.
    Outside,
    /// Click beside the grid, at an end of a diagonal.
    Diagonal,
    /// Click the bulb, or drag it where it is a pill; then drag the shaft.
    Arrow,
    /// Drag several lists of cells, one after the other.
    Lists,
    /// Click one cell, then drag the list or the lists that it speaks of.
    Control,
    /// Turn it on or off.
    Grid,
}

impl Shape {
    /// How a clue of this shape is drawn.
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

    /// Every shape, with its name in rule files.
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

    /// The names of its slots, in order.
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

    /// The slot that may repeat, if there is one: the lists of cells that the language calls `pieces`.
    #[must_use]
    pub const fn repeated(self) -> Option<usize> {
        match self {
            Self::Pieces => Some(0),
            Self::Arms => Some(1),
            _ => None,
        }
    }

    /// Its name in rule files.
    #[must_use]
    pub fn name(self) -> &'static str {
        let entry = Self::ALL.iter().find(|(_, shape)| *shape == self);
        entry.map_or("", |(name, _)| name)
    }
}
