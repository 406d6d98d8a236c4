//! A rule as a documented JSON object.

use super::rule_icon::rule_icon;
use cluewright_narrate::capital;
use cluewright_puzzle::Param;
use cluewright_rules::{Book, Default, Gesture, ParamKind, Rule, Style};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A rule in the answer of `cluewright rules --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleJson {
    /// The name of the rule in puzzle files.
    pub name: String,
    /// The display name of the rule.
    pub title: String,
    /// Other names of the rule.
    pub aliases: Vec<String>,
    /// The family of the rule.
    pub family: String,
    /// The shape of the rule's clues: `line`, `group` ….
    pub shape: &'static str,
    /// The gesture that draws a clue with a pointer.
    pub gesture: Gesture,
    /// The lists of cells that a clue names, in order.
    pub slots: Vec<SlotJson>,
    /// `true` if a clue may name a cell twice in one list.
    pub repeats: bool,
    /// The parameters of the rule.
    pub params: Vec<ParamJson>,
    /// The text of the rule for solvers, with `{parameter}` in place of values.
    pub text: String,
    /// The text without placeholders. Each parameter is replaced by its value on a 9x9 grid or by a phrase such as "the
    /// given sum".
    pub help: String,
    /// The constraint, as formulas of the rule language.
    pub relation: Vec<String>,
    /// The names of the rule in other programs, by format.
    pub import: BTreeMap<String, Vec<String>>,
    /// The definition that Cluewright uses, if programs differ.
    pub note: String,
    /// The drawing of the rule: `kind`, `colour`, `width`, `mark`, `text` …, as in the rule's file; null if the file
    /// has no entry.
    pub draw: Option<serde_json::Value>,
    /// The ways in which other programs draw the rule, as in the rule's file.
    pub drawn: Vec<Style>,
    /// A clue of the rule on a tiny grid: an SVG document without a style sheet.
    pub icon: String,
}

/// A list of cells that clues name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SlotJson {
    /// The name of the slot.
    pub name: &'static str,
    /// `true` if the slot may be repeated.
    pub repeats: bool,
}

/// A parameter of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ParamJson {
    /// The name of the parameter.
    pub name: String,
    /// The display name of the parameter.
    pub label: String,
    /// The kind of the parameter's value, in words.
    pub kind: &'static str,
    /// The kind of the parameter's value: `number`, `numbers`, `number-or-numbers` or `text`.
    #[serde(rename = "type")]
    pub of: &'static str,
    /// `true` if every clue must have the parameter.
    pub required: bool,
    /// The default of the parameter on a 9x9 grid; null if it is required or may be missing.
    pub usual: Option<Param>,
    /// The minimum and maximum of the parameter, as formulas of the rule language; null if any value is allowed.
    pub range: Option<[String; 2]>,
    /// `required`, `optional`, or the default of the parameter.
    pub default: serde_json::Value,
}

impl RuleJson {
    /// Creates the object for a rule of a book.
    #[must_use]
    pub(crate) fn of(book: &Book, rule: &Rule) -> Self {
        let params = rule.params.iter().map(|spec| ParamJson {
            name: spec.name.clone(),
            label: capital(&spec.words()),
            kind: spec.kind.words(),
            of: match spec.kind {
                ParamKind::Number => "number",
                ParamKind::Numbers => "numbers",
                ParamKind::NumberOrNumbers => "number-or-numbers",
                ParamKind::Text => "text",
            },
            required: matches!(spec.default, Default::Required),
            usual: spec.usual(),
            range: rule.range(&spec.name).cloned(),
            default: match &spec.default {
                Default::Required => "required".into(),
                Default::Optional => "optional".into(),
                Default::Value(value) => serde_json::to_value(value).unwrap_or_default(),
                Default::Formula(text, _) => text.as_str().into(),
            },
        });
        let repeated = rule.shape.repeatable_slot();
        let slots = rule.shape.slots().iter().enumerate();
        let slots = slots.map(|(place, &name)| SlotJson {
            name,
            repeats: repeated == Some(place),
        });
        Self {
            name: rule.name.clone(),
            title: rule.title.clone(),
            aliases: rule.aliases.clone(),
            family: rule.family.clone(),
            shape: rule.shape.name(),
            gesture: rule.shape.gesture(),
            slots: slots.collect(),
            repeats: rule.repeats,
            params: params.collect(),
            text: rule.text.clone(),
            help: rule.plain_text(),
            relation: rule.relation.clone(),
            import: rule.import.clone(),
            note: rule.note.trim().to_owned(),
            draw: rule.draw.as_ref().map(|draw| serde_json::json!(draw)),
            drawn: rule.recognition.drawn.clone(),
            icon: rule_icon(book, rule),
        }
    }
}
