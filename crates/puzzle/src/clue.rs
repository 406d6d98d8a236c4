//! Clues, which are everything that a setter can remove except givens.

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
    /// The cells of the clue, by the slots of the rule's shape, such as `cells`, or `bulb` and `shaft`. Their order matters on lines.
    /// A slot may be repeated if the shape has several groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<(String, Vec<Cell>)>,
    /// The parameters of the clue, by name. A parameter that is left out has the rule's default.
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
    /// A word or a text, such as a pattern or a relation.
    Text(String),
}

impl Clue {
    /// Creates a clue without cells, for example of a rule about the whole grid.
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

    /// Adds a slot with cells, and returns the clue.
    #[must_use]
    pub fn slot(mut self, name: &str, cells: impl Into<Vec<Cell>>) -> Self {
        self.slots.push((name.to_owned(), cells.into()));
        self
    }

    /// Sets a parameter, and returns the clue.
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
