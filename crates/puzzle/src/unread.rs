//! Drawings that may be rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A drawing of the source that may stand for a rule, and that no clue of the puzzle explains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unread {
    /// What it is: `line`, `arrow`, `cage`, `dot between cells`, `outside text`.
    pub kind: String,
    /// What it is drawn on: cells such as `R1C1`, or places beside the grid such as `R0C4`.
    pub cells: Vec<String>,
    /// The text that it carries.
    #[serde(default)]
    pub text: Option<String>,
}

/// Plurals of the kinds; others stand as they are.
const PLURALS: &[(&str, &str)] = &[
    ("JavaScript constraint", "JavaScript constraints"),
    ("area", "areas"),
    ("arrow", "arrows"),
    ("cage", "cages"),
    ("dot between cells", "dots between cells"),
    ("line", "lines"),
    ("mark at a corner", "marks at corners"),
    ("mark in a cell", "marks in cells"),
    ("outside mark", "outside marks"),
    ("outside text", "outside texts"),
    ("text at a corner", "texts at corners"),
    ("text between cells", "texts between cells"),
    ("text in a cell", "texts in cells"),
];

/// How many there are, by kind: `3 lines, 1 outside text`.
#[must_use]
pub fn count_unread(unread: &[Unread]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for drawing in unread {
        *kinds.entry(&drawing.kind).or_default() += 1;
    }
    let counted = kinds.into_iter().map(|(kind, count)| {
        let plural = PLURALS.iter().find(|(one, _)| *one == kind && count > 1);
        format!("{count} {}", plural.map_or(kind, |(_, several)| several))
    });
    counted.collect::<Vec<_>>().join(", ")
}

/// The drawings in one phrase: `2 drawings may be rules (1 line, 1 outside text)`.
#[must_use]
pub fn summarise_unread(unread: &[Unread]) -> String {
    let drawings = if unread.len() == 1 {
        "drawing may be a rule"
    } else {
        "drawings may be rules"
    };
    format!("{} {drawings} ({})", unread.len(), count_unread(unread))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_counted_by_kind() {
        let one = |kind: &str| Unread {
            kind: kind.to_owned(),
            cells: vec![],
            text: None,
        };
        let unread = ["line", "outside text", "line", "swirl", "swirl"].map(one);
        assert_eq!(
            summarise_unread(&unread),
            "5 drawings may be rules (2 lines, 1 outside text, 2 swirl)"
        );
        assert_eq!(
            summarise_unread(&unread[..1]),
            "1 drawing may be a rule (1 line)"
        );
    }
}
