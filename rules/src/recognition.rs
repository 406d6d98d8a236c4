//! The recognition data of a rule: how other tools draw it, and the words that state it. This data is used to read a puzzle
//! from its picture and rules text.
//!
//! None of this changes the meaning of a clue. A reading that is based on this data counts only once the puzzle is proven unique.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The drawings and phrases that express a rule in pictures and rules texts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Recognition {
    /// Phrases that state the rule. A sentence matches a phrase if it contains each of its words, in any order: `a|b` stands for one of
    /// two words, `{name}` for a number that becomes the parameter, and `{name..}` for one or several numbers. A phrase with nothing
    /// but excluded words (`-from-tip`) marks sentences that state another rule.
    pub says: Vec<String>,
    /// Further words that may occur in sentences about the rule. A sentence with any other word may state more than the rule.
    /// Words that decide what a sentence states, such as `not`, count only in a collocation: `not-repeat`.
    pub words: String,
    /// Other rules that a clue of this rule implies, as a killer cage implies the sum of its digits.
    pub states: Vec<String>,
    /// The rule that applies to a line that branches or visits a cell twice. For a rule of shape `pieces`, the lists of the
    /// clue are the pieces of the line in each box; for any other rule, the clue has all cells of the line. Empty if each
    /// drawn line is a separate clue.
    pub branched: String,
    /// The styles in which tools draw a clue.
    pub drawn: Vec<Style>,
    /// `true` if all cells that have clues of other rules form one clue of this rule, provided that a sentence states the
    /// rule.
    pub gathers: bool,
    /// `true` if a sentence that states the rule also lists the digits of the grid, and each house contains only some of them.
    pub names_digits: bool,
    /// The representation of a closed line (a loop) as a clue. If left out, the first cell is repeated at the end, unless the rule's
    /// clues list no cell twice.
    pub closed: Option<Closed>,
}

/// The representation of a closed line (a loop) as a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Closed {
    /// The clue starts at a cell where the line crosses into another box, and lists each cell once.
    Border,
    /// A clue of the rule cannot represent a closed line.
    Never,
}

/// A style in which tools draw a clue.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// The kind of the drawing and its position.
    pub form: Form,
    /// The possible shapes of marks; if left out, any shape.
    #[serde(default)]
    pub shape: Vec<MarkShape>,
    /// Names of the usual colours. If a text names another colour, the text takes precedence.
    #[serde(default)]
    pub colours: Vec<String>,
    /// The marks at the ends of a line, if the drawing is one.
    #[serde(default)]
    pub ends: Ends,
    /// The text of the clue: nothing, some letters or symbols, or the value of a parameter, as in `{sum}`.
    #[serde(default)]
    pub text: String,
    /// Points added to the rule's score, so that it wins over rules with similar drawings.
    #[serde(default)]
    pub weight: u32,
}

/// The kind of a drawing and its position.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A line through cells.
    Line,
    /// A line with a head that starts at a bulb.
    Arrow,
    /// A mark between two cells.
    Edge,
    /// A mark at the corner where four cells meet.
    Corner,
    /// A mark in a cell.
    Cell,
    /// An outline around cells, or a colour that fills them.
    Cage,
    /// Text at an end of a row or column.
    Outside,
    /// Text at an end of a diagonal, with an arrow.
    Diagonal,
    /// A line from corner to corner of the grid.
    Across,
    /// The background of cells. All cells of one colour belong together.
    Shade,
    /// The background of cells. Cells of one colour belong together if they are connected by their sides.
    Area,
}

impl Form {
    /// Returns `true` for cell colours, which are decoration unless a sentence mentions them.
    #[must_use]
    pub fn is_background(self) -> bool {
        matches!(self, Self::Shade | Self::Area)
    }
}

/// The shape of a mark in a drawing.
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
    /// Text without a shape, that is, without an outline or background.
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
    /// No mark at either end.
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
