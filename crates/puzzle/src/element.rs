//! The picture and the rules text of a source, with the status of each part.

use crate::{Clue, Unread};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A part of a source's picture: a line, an arrow, a cage, a shape, a text, a light in the fog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Element {
    /// The list of SudokuPad's format that holds the element.
    pub layer: Layer,
    /// The element's object in that list, unchanged. SudokuPad's format is the only one whose cosmetics can express the drawings of every
    /// tool. Points are `[row, column]`, in cells from the grid's top-left corner.
    pub item: Value,
    /// How the element relates to the rules.
    #[serde(flatten)]
    pub status: Status,
}

/// The lists of elements in SudokuPad's format.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Layer {
    /// Lines through waypoints.
    Lines,
    /// Lines with a head.
    Arrows,
    /// Outlines around cells.
    Cages,
    /// Shapes and texts below lines.
    Underlays,
    /// Shapes and texts above lines.
    Overlays,
    /// Cells that are never in the fog.
    FogLight,
    /// Triggers that lift the fog.
    TriggerEffect,
}

impl Layer {
    /// Every layer, in the order in which SudokuPad's files have them.
    pub const ALL: [Self; 7] = [
        Self::Lines,
        Self::Arrows,
        Self::Cages,
        Self::Underlays,
        Self::Overlays,
        Self::FogLight,
        Self::TriggerEffect,
    ];

    /// Returns the layer's name in SudokuPad's files.
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

/// The status of an element or a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Status {
    /// The drawing or sentence belongs to a clue that was read.
    Read {
        /// The name of the clue's rule.
        rule: String,
    },
    /// A drawing that states no rule.
    Decoration {
        /// Why the drawing states no rule.
        reason: String,
    },
    /// A drawing that may state a rule, although no clue states that rule.
    #[default]
    Open,
}

impl Status {
    /// Returns the status of a decoration.
    #[must_use]
    pub fn decoration(reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self::Decoration { reason }
    }

    /// Returns the status of a part that was read as a clue of this rule.
    #[must_use]
    pub fn read(rule: impl Into<String>) -> Self {
        let rule = rule.into();
        Self::Read { rule }
    }
}

/// A sentence of the rules text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sentence {
    /// The words of the sentence.
    pub text: String,
    /// How the sentence relates to the clues.
    #[serde(flatten)]
    pub status: Status,
}

/// A group of similar drawings, or a sentence, with the rule they were read as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Recognised {
    /// The drawing: `green line`.
    pub drawing: String,
    /// The name of the rule.
    pub rule: String,
    /// Number of clues of the rule.
    pub clues: usize,
}

/// An import whose drawings have not been interpreted, with the answers to questions about them: everything needed to interpret it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Import {
    /// Indices of the elements that may state rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<usize>,
    /// Parts that may state rules and are not elements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Unread>,
    /// The clues that were read from the drawings and the rules text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<Clue>,
    /// The answers, each as `green line = german-whisper`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
}
