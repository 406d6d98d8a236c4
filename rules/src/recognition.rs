//! Recognition data of a rule: how other tools draw it, and the words that state it. It is used to read a puzzle from its picture and its
//! rules text.
//!
//! None of this changes the meaning of a clue. A reading that is based on it counts only once the puzzle is proven unique.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How pictures and texts state a rule.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Recognition {
    /// Phrases that state the rule. A sentence contains a phrase if it has each of its words, in any order: `a|b` is one
    /// of two words, `{name}` a number that becomes the parameter, and `{name..}` one or several.
    pub says: Vec<String>,
    /// Further words in sentences about the rule. A sentence with any other word may state more than the rule.
    pub words: String,
    /// Other rules that a clue of this rule states too: a killer cage also states the sum of its digits.
    pub states: Vec<String>,
    /// The rule for a line that branches or visits a cell twice. A rule of shape `pieces` gets the line's pieces in each
    /// box, any other rule all its cells. Empty if each drawn line is a clue of its own.
    pub branched: String,
    /// The ways in which tools draw a clue.
    pub drawn: Vec<Style>,
    /// `true` if a sentence that states the rule makes one clue out of all cells that have clues of the other rules.
    pub gathers: bool,
    /// `true` if a sentence that states the rule lists the digits of the grid, and each house contains only some of them.
    pub names_digits: bool,
    /// How a clue represents a closed line (a loop). If left out, the first cell is listed again at the end, unless the rule's clues list
    /// no cell twice.
    pub closed: Option<Closed>,
}

/// How a clue represents a closed line (a loop).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Closed {
    /// The cells from where the line crosses into a box, each once.
    Border,
    /// No clue has the meaning of a closed line.
    Never,
}

/// A way to draw a clue.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// The kind of drawing, and where it is.
    pub form: Form,
    /// The shape of marks; any if left out.
    #[serde(default)]
    pub shape: Vec<MarkShape>,
    /// Names of usual colours. A text that names another colour takes precedence.
    #[serde(default)]
    pub colours: Vec<String>,
    /// The marks at the ends of a line.
    #[serde(default)]
    pub ends: Ends,
    /// The text that the clue carries: none, some letters or symbols, or the value of a parameter as `{sum}`.
    #[serde(default)]
    pub text: String,
    /// Added to the rule's score, to prefer it over rules that look alike.
    #[serde(default)]
    pub weight: u32,
}

/// The kind of drawing, and where it is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A line through cells.
    Line,
    /// A line with a head, from a bulb.
    Arrow,
    /// A mark between two cells.
    Edge,
    /// A mark where four cells meet.
    Corner,
    /// A mark in a cell.
    Cell,
    /// An outline around cells, or a colour on all of them.
    Cage,
    /// A text at an end of a row or column.
    Outside,
    /// A text at an end of a diagonal, with an arrow.
    Diagonal,
    /// A line from corner to corner of the grid.
    Across,
    /// The background of cells: all cells of one colour together.
    Shade,
    /// The background of cells that are connected by their sides and have one colour.
    Area,
}

impl Form {
    /// Returns `true` for colours of cells, which are decoration unless a sentence mentions them.
    #[must_use]
    pub fn is_background(self) -> bool {
        matches!(self, Self::Shade | Self::Area)
    }
}

/// The shape of a mark.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum MarkShape {
    /// A circle.
    Circle,
    /// A square or another rectangle.
    Square,
    /// A square rotated by 45 degrees.
    Diamond,
    /// No shape: a text without outline and background.
    Bare,
}

/// The marks at the ends of a line.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Deserialize,
    Serialize,
    JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Ends {
    /// No shape at either end.
    #[default]
    None,
    /// A bulb at the start of the line.
    Bulb,
    /// A circle at each end.
    Circles,
    /// A diamond at the start of the line.
    Diamond,
    /// A diamond at each end.
    Diamonds,
}
