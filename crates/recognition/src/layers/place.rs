//! Drawings that sentences about a layer refer to.

use crate::colour::colour_name;
use cluewright_rules::{Ends, Form, MarkShape, Style};

/// The kind and colour of the drawings that a sentence refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) kind: String,
    pub(super) colour: Option<String>,
}

impl Place {
    /// Parses a place in the notation of the grammar: a kind, and possibly a colour. Returns `None` if there is no
    /// kind.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        Some(Self {
            kind: words.next()?.to_owned(),
            colour: words.next().map(str::to_owned),
        })
    }

    pub(super) fn colour_name(&self) -> Option<&'static str> {
        colour_name(self.colour.as_deref()?)
    }

    /// Returns the shape of clues on such drawings.
    pub(super) fn shape(&self) -> &'static str {
        match self.kind.as_str() {
            "cage" => "group",
            "dot" => "pair",
            "thermometer" => "line",
            _ => "cell",
        }
    }

    pub(super) fn styles(&self) -> Vec<Style> {
        let style = |form, shape: Option<MarkShape>, ends, text: &str| Style {
            form,
            shape: shape.into_iter().collect(),
            colours: vec![],
            ends,
            text: text.to_owned(),
            weight: 0,
        };
        let mark = |shape| vec![style(Form::Cell, Some(shape), Ends::None, "")];
        match self.kind.as_str() {
            "circle" => mark(MarkShape::Circle),
            "square" => mark(MarkShape::Square),
            "diamond" => mark(MarkShape::Diamond),
            "dot" => vec![style(Form::Edge, Some(MarkShape::Circle), Ends::None, "")],
            "thermometer" => vec![style(Form::Line, None, Ends::Bulb, "")],
            // A number in a cage belongs to another rule.
            "cage" => ["", "{}"]
                .into_iter()
                .map(|text| style(Form::Cage, None, Ends::None, text))
                .collect(),
            _ => vec![],
        }
    }
}
