//! Clues: everything a setter can remove, except givens.

use super::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One use of a rule.
///
/// Composite clues (`any-of`, `all-of`) hold other clues in `parts` and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Clue {
    /// The rule's name in the rule book: `killer-cage`.
    pub rule: String,
    /// The clue's cells, by the slot of the rule's shape: `cells`, or `bulb` and `shaft`. Order matters on lines. A slot may repeat if
    /// the shape takes several groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<(String, Vec<Cell>)>,
    /// The clue's parameters, by name; those left out take the rule's default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// The clues of a composite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Clue>,
}

/// The value of a clue's parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Param {
    /// A number: a cage's sum.
    Int(i64),
    /// Several numbers: a quadruple's digits.
    Ints(Vec<i64>),
    /// A word or a text, such as a pattern or a relation.
    Text(String),
}

impl Clue {
    /// Creates a clue without cells, as for a rule of the whole grid.
    #[must_use]
    pub fn new(rule: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            ..Self::default()
        }
    }

    /// Creates a clue on one list of cells.
    #[must_use]
    pub fn on(rule: &str, cells: impl Into<Vec<Cell>>) -> Self {
        Self::new(rule).slot("cells", cells)
    }

    /// Adds cells in a slot.
    #[must_use]
    pub fn slot(mut self, name: &str, cells: impl Into<Vec<Cell>>) -> Self {
        self.slots.push((name.to_owned(), cells.into()));
        self
    }

    /// Sets a parameter, or replaces its value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Param>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// Returns the cells of a slot: the first of several slots with this name; empty if there is none.
    #[must_use]
    pub fn cells_of(&self, slot: &str) -> &[Cell] {
        self.slots
            .iter()
            .find(|(name, _)| name == slot)
            .map_or(&[], |(_, cells)| cells)
    }

    /// Returns all cells that the clue names, slot after slot, with repeats.
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
