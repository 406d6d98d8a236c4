//! The picture and the rules text of a source, with the status of each drawing and sentence.

use crate::{Clue, Unread};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An element of a source's picture: a line, an arrow, a cage, a shape, text, or a light in the fog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Element {
    /// The list of elements in SudokuPad's format that contains the element.
    pub layer: Layer,
    /// The element's object in that list, unchanged. SudokuPad's format is used because only its cosmetics can express
    /// the drawings of every tool. Points are `[row, column]`, in cells from the grid's top-left corner.
    pub item: Value,
    /// The role of the element: it belongs to a clue that was read, is decoration, or may be a rule.
    #[serde(flatten)]
    pub status: Status,
}

/// A list of elements in SudokuPad's format.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// Lines through waypoints.
    Lines,
    /// Lines with an arrowhead.
    Arrows,
    /// Outlines around cells.
    Cages,
    /// Shapes and text below the lines.
    Underlays,
    /// Shapes and text above the lines.
    Overlays,
    /// Cells that are never in the fog.
    FogLight,
    /// Triggers that lift the fog.
    TriggerEffect,
}

impl Layer {
    /// All layers, in the order of lists in SudokuPad's files.
    pub const ALL: [Self; 7] = [
        Self::Lines,
        Self::Arrows,
        Self::Cages,
        Self::Underlays,
        Self::Overlays,
        Self::FogLight,
        Self::TriggerEffect,
    ];

    /// Returns the name of the layer in SudokuPad's files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Arrows => "arrows",
            Self::Cages => "cages",
            Self::Underlays => "underlays",
            Self::Overlays => "overlays",
            Self::FogLight => "foglight",
            Self::TriggerEffect => "triggereffect",
        }
    }
}

/// The status of an element of the picture, or of a sentence of the rules text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Status {
    /// The drawing or sentence belongs to a clue that was read.
    Read {
        /// The name of the clue's rule.
        rule: String,
    },
    /// The drawing or sentence states no rule.
    Decoration {
        /// The reason why it states no rule.
        reason: String,
    },
    /// The drawing or sentence may state a rule, but no clue states that rule.
    #[default]
    Open,
}

impl Status {
    /// Creates the status of a decoration, with a reason.
    #[must_use]
    pub fn decoration(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self::Decoration { reason }
    }

    /// Creates the status of an element or sentence that was read as a clue of a rule.
    #[must_use]
    pub fn read(rule: impl Into<String>) -> Self {
        let rule = rule.into();
        Self::Read { rule }
    }
}

/// A sentence of the rules text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sentence {
    /// The text of the sentence, as in the source.
    pub text: String,
    /// The role of the sentence: it belongs to a clue that was read, states no rule, or may state one.
    #[serde(flatten)]
    pub status: Status,
}

/// A group of similar drawings, or a sentence, that was read as clues of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recognised {
    /// A description of the drawings, such as `green line`.
    pub drawing: String,
    /// The name of the rule.
    pub rule: String,
    /// Number of clues that were read.
    pub clues: usize,
}

/// The data needed to reinterpret the drawings of an import: the elements that were open, and the answers to questions
/// about them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Import {
    /// Indices of the elements that were open before they were interpreted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<usize>,
    /// Other content of the source that may state rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Unread>,
    /// The clues that were read from the drawings and the rules text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<Clue>,
    /// The answers to questions about drawings, such as `green line = german-whisper`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
}
