//! Clues: everything that a setter can remove, except givens.

use super::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A clue: one use of a rule.
///
/// A composite clue (`any-of`, `all-of`) has other clues in `parts`, and neither cells nor parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Clue {
    /// The name of the rule in the rule book, such as `killer-cage`.
    pub rule: String,
    /// The cells of the clue, by slot of the rule's shape: `cells`, or `bulb` and `shaft`. On lines, the order of the
    /// cells matters. A slot may be repeated if the shape has several groups of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<(String, Vec<Cell>)>,
    /// The parameters of the clue, by name. If one is missing, the rule's default applies.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// The parts of a composite clue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Clue>,
}

/// The value of a clue's parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Param {
    /// A number, such as the sum of a cage.
    Int(i64),
    /// Several numbers, such as the digits of a quadruple.
    Ints(Vec<i64>),
    /// Text, such as a pattern or a relation.
    Text(String),
}

impl Clue {
    /// Creates a clue without cells, such as a clue of a global rule.
    #[must_use]
    pub fn new(rule: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            ..Self::default()
        }
    }

    /// Creates a clue with one list of cells.
    #[must_use]
    pub fn on(rule: &str, cells: impl Into<Vec<Cell>>) -> Self {
        Self::new(rule).slot("cells", cells)
    }

    /// Returns the clue with a slot of cells added.
    #[must_use]
    pub fn slot(mut self, name: &str, cells: impl Into<Vec<Cell>>) -> Self {
        self.slots.push((name.to_owned(), cells.into()));
        self
    }

    /// Returns the clue with a parameter set.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Param>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the cells of the first slot with this name; empty if there is none.
    #[must_use]
    pub fn cells_of(&self, slot: &str) -> &[Cell] {
        self.slots
            .iter()
            .find(|(name, _)| name == slot)
            .map_or(&[], |(_, cells)| cells)
    }

    /// Returns all cells that the clue names, slot by slot, including repeats.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.slots
            .iter()
            .flat_map(|(_, cells)| cells.iter().copied())
    }
}

impl From<i64> for Param {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<Vec<i64>> for Param {
    fn from(values: Vec<i64>) -> Self {
        Self::Ints(values)
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
