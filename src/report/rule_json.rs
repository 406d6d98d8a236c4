//! A rule as a documented JSON object.

use crate::rules::{Default, Rule};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What `cluewright rules --json` tells of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleJson {
    /// Its name in puzzle files.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Other names that it has.
    pub aliases: Vec<String>,
    /// Its family.
    pub family: String,
    /// What its clues name: `line`, `group` ….
    pub shape: &'static str,
    /// Its parameters.
    pub params: Vec<ParamJson>,
    /// The rule as told to solvers.
    pub text: String,
    /// What must hold.
    pub relation: Vec<String>,
    /// Its names in other programs, by format.
    pub import: BTreeMap<String, Vec<String>>,
    /// Which definition this is where tools differ.
    pub note: String,
}

/// A parameter of a rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ParamJson {
    /// Its name.
    pub name: String,
    /// What it must be, in words.
    pub kind: &'static str,
    /// `required`, `optional`, or its default.
    pub default: serde_json::Value,
}

impl RuleJson {
    /// The object of a rule.
    #[must_use]
    pub fn of(rule: &Rule) -> Self {
        let params = rule.params.iter().map(|spec| ParamJson {
            name: spec.name.clone(),
            kind: spec.kind.words(),
            default: match &spec.default {
                Default::Required => "required".into(),
                Default::Optional => "optional".into(),
                Default::Value(value) => serde_json::to_value(value).unwrap_or_default(),
                Default::Formula(text, _) => text.as_str().into(),
            },
        });
        Self {
            name: rule.name.clone(),
            title: rule.title.clone(),
            aliases: rule.aliases.clone(),
            family: rule.family.clone(),
            shape: rule.shape.name(),
            params: params.collect(),
            text: rule.text.clone(),
            relation: rule.relation.clone(),
            import: rule.import.clone(),
            note: rule.note.trim().to_owned(),
        }
    }
}
