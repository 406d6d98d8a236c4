//! Drawings that sentences about a layer refer to.

use crate::colour::colour_name;
use crate::pointers;
use cluewright_rules::{Ends, Form, MarkShape, Style};

/// Name of the parameter whose value is the number printed in a drawing.
pub(super) const PRINTED: &str = "printed";

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

    /// Returns `true` if the rules of such drawings use the number printed in them.
    pub(super) fn has_number(&self) -> bool {
        self.kind == "total"
    }

    /// Returns the shape of clues on such drawings.
    pub(super) fn shape(&self) -> &'static str {
        match self.kind.as_str() {
            "cage" | "total" => "group",
            "dot" => "pair",
            "pointer" => "arms",
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
            "pointer" => {
                let sign = pointers::SIGN.to_string();
                vec![style(Form::Cell, Some(MarkShape::Bare), Ends::None, &sign)]
            }
            "total" => vec![style(
                Form::Cage,
                None,
                Ends::None,
                &format!("{{{PRINTED}}}"),
            )],
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
