//! Drawings and sentences that may be rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A drawing or sentence of the source that may state a rule but that no clue of the puzzle accounts for.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unread {
    /// The kind of the drawing, such as `line`, `arrow`, `cage`, `dot between cells` or `outside text`.
    pub kind: String,
    /// The cells of the drawing, such as `R1C1`, or its positions outside the grid, such as `R0C4`.
    pub cells: Vec<String>,
    /// The text of the drawing, or of the sentence.
    #[serde(default)]
    pub text: Option<String>,
    /// The names of rules that the drawing may state, the most likely first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Number of similar drawings that this entry represents.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: usize,
    /// The index of the drawing's element; `None` after similar drawings are grouped.
    #[serde(skip)]
    pub element: Option<usize>,
}

/// Creates an entry for a drawing or sentence. `cells` are names of cells or of positions outside the grid.
#[must_use]
pub fn open_part(kind: &str, cells: Vec<String>, text: Option<String>) -> Unread {
    Unread {
        kind: kind.to_owned(),
        cells,
        text,
        rules: vec![],
        count: 1,
        element: None,
    }
}

/// The index of the element is not compared, because the same drawing may have a different index in another file.
impl PartialEq for Unread {
    fn eq(&self, other: &Self) -> bool {
        let parts = |unread: &Self| (unread.kind.clone(), unread.text.clone(), unread.count);
        parts(self) == parts(other) && self.cells == other.cells && self.rules == other.rules
    }
}

impl Eq for Unread {}

fn one() -> usize {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires a reference"
)]
fn is_one(count: &usize) -> bool {
    *count == 1
}

/// Pairs of a kind and its plural. The plural of any other kind is the kind itself.
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
    ("circle", "circles"),
    ("circle at a corner", "circles at corners"),
    ("diagonal", "diagonals"),
    ("diamond", "diamonds"),
    ("line with a bulb", "lines with bulbs"),
    ("line between circles", "lines between circles"),
    ("line between diamonds", "lines between diamonds"),
    ("mark between cells", "marks between cells"),
    ("number outside the grid", "numbers outside the grid"),
    ("number with an arrow", "numbers with arrows"),
    ("other drawing", "other drawings"),
    ("sentence", "sentences"),
    ("square", "squares"),
];

/// Formats the number of drawings of each kind, such as `3 lines, 1 outside text`.
#[must_use]
pub fn count_unread(unread: &[Unread]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for drawing in unread.iter().filter(|part| part.kind != REST) {
        *kinds.entry(&drawing.kind).or_default() += drawing.count;
    }
    let counted = kinds.into_iter().map(|(kind, count)| match count {
        1 => format!("1 {kind}"),
        _ => format!("{count} {}", plural(kind)),
    });
    counted.collect::<Vec<_>>().join(", ")
}

/// Returns the plural of a kind. The kind may follow an adjective such as a colour.
fn plural(kind: &str) -> String {
    // The longest matching kind wins, because `number with an arrow` also ends in `arrow`.
    let ends = |one: &str| kind == one || kind.ends_with(&format!(" {one}"));
    let found = PLURALS
        .iter()
        .filter(|(one, _)| ends(one))
        .max_by_key(|(one, _)| one.len());
    found.map_or_else(
        || kind.to_owned(),
        |(one, several)| format!("{}{several}", kind.strip_suffix(one).unwrap_or_default()),
    )
}

/// Describes drawings and sentences in a short phrase, such as `2 drawings may be rules (1 line, 1
/// outside text)`. If the only entry is a [`DOUBT`] or a [`GRID`], returns its text.
#[must_use]
pub fn summarise_unread(unread: &[Unread]) -> String {
    if let [only] = unread
        && [DOUBT, GRID].contains(&only.kind.as_str())
    {
        return only.text.clone().unwrap_or_default();
    }
    let (sentences, drawings): (Vec<&Unread>, Vec<&Unread>) =
        unread.iter().partition(|part| part.kind == SENTENCE);
    let count = |parts: &[&Unread]| parts.iter().map(|part| part.count).sum();
    let (sentences, drawings): (usize, usize) = (count(&sentences), count(&drawings));
    let counted = |count: usize, noun: &str| match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        _ => Some(format!("{count} {noun}s")),
    };
    let parts = [counted(drawings, "drawing"), counted(sentences, "sentence")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let verb = match drawings + sentences {
        1 => "may be a rule",
        _ => "may be rules",
    };
    format!("{} {verb} ({})", parts.join(" and "), count_unread(unread))
}

/// The separator between sentences that share an entry.
pub const BETWEEN_SENTENCES: &str = ". ";

/// The kind of an entry for a sentence that no clue accounts for.
pub const SENTENCE: &str = "sentence";

/// The kind of an entry for a grid whose digits or houses the file does not state.
pub const GRID: &str = "grid";

/// The kind of an entry for everything that is open, if the clues that were read have exactly one solution. Its count
/// is 0, because the other entries count the open parts.
pub const REST: &str = "everything else";

/// The kind of an entry for a complete reading that is not proven.
pub const DOUBT: &str = "doubt";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_counted_by_kind() {
        let one = |kind: &str| open_part(kind, vec![], None);
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
