//! A rule as a documented JSON object.

use crate::rules::{Default, Rule};
use serde::Serialize;
use std::collections::BTreeMap;

/// What `cluewright rules --json` tells of a rule.
#[derive(Clone, Debug, Serialize)]
pub struct RuleJson<'r> {
    /// Its name in puzzle files.
    pub name: &'r str,
    /// Its name for people.
    pub title: &'r str,
    /// Other names that it has.
    pub aliases: &'r [String],
    /// Its family.
    pub family: &'r str,
    /// What its clues name: `line`, `group` ….
    pub shape: &'static str,
    /// Its parameters.
    pub params: Vec<ParamJson<'r>>,
    /// The rule as told to solvers.
    pub text: &'r str,
    /// What must hold.
    pub relation: &'r [String],
    /// Its names in other programs, by format.
    pub import: &'r BTreeMap<String, Vec<String>>,
    /// Which definition this is where tools differ.
    pub note: &'r str,
}

/// A parameter of a rule.
#[derive(Clone, Debug, Serialize)]
pub struct ParamJson<'r> {
    /// Its name.
    pub name: &'r str,
    /// What it must be, in words.
    pub kind: &'static str,
    /// `required`, `optional`, or its default.
    pub default: serde_json::Value,
}

impl<'r> RuleJson<'r> {
    /// The object of a rule.
    #[must_use]
    pub fn of(rule: &'r Rule) -> Self {
        let params = rule.params.iter().map(|spec| ParamJson {
            name: &spec.name,
            kind: spec.kind.words(),
            default: match &spec.default {
                Default::Required => "required".into(),
                Default::Optional => "optional".into(),
                Default::Value(value) => serde_json::to_value(value).unwrap_or_default(),
                Default::Formula(text, _) => text.as_str().into(),
            },
        });
        Self {
            name: &rule.name,
            title: &rule.title,
            aliases: &rule.aliases,
            family: &rule.family,
            shape: rule.shape.name(),
            params: params.collect(),
            text: &rule.text,
            relation: &rule.relation,
            import: &rule.import,
            note: rule.note.trim(),
        }
    }
}
