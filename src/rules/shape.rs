//! Shapes: which cells a clue names, and in what form.

use serde::Deserialize;

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

impl Shape {
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
