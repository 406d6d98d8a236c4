//! Finds the names of cells, digits, clues and houses in a sentence.
//!
//! While a sentence is composed, its pieces are plain strings in which names are enclosed in marks. The marks are characters
//! that Unicode reserves for internal use. They are removed once the sentence is complete.

use schemars::JsonSchema;
use serde::Serialize;

/// A name in a sentence. The span of a clue's name includes the cells in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Span {
    /// The kind of object that is named.
    pub kind: SpanKind,
    /// Index of the first character of the name, in characters from the start of the sentence.
    pub start: usize,
    /// Index after the last character of the name, in characters from the start of the sentence.
    pub end: usize,
}

/// The kinds of objects that a sentence can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SpanKind {
    /// One cell.
    Cell,
    /// One digit.
    Digit,
    /// A clue, or several clues of the same kind.
    Clue,
    /// A house, or several houses of the same kind.
    House,
}

/// One opening mark for each kind of name, then the closing mark that all kinds share.
const MARKS: [char; 5] = ['\u{fdd0}', '\u{fdd1}', '\u{fdd2}', '\u{fdd3}', '\u{fdd4}'];
// Must be in the declaration order of the enum: `mark` chooses the opening mark by discriminant, and `spans` maps it back to
// the kind with this table.
const KINDS: [SpanKind; 4] = [
    SpanKind::Cell,
    SpanKind::Digit,
    SpanKind::Clue,
    SpanKind::House,
];

/// Encloses a name in marks.
pub(super) fn mark(kind: SpanKind, name: &str) -> String {
    format!("{}{name}{}", MARKS[kind as usize], MARKS[4])
}

pub(super) fn is_mark(letter: char) -> bool {
    MARKS.contains(&letter)
}

/// Returns a text without its marks.
pub(super) fn strip_marks(text: &str) -> String {
    text.replace(MARKS, "")
}

/// Removes the marks from a text. Returns the text and the spans that the marks enclosed, sorted by start.
pub(super) fn spans(text: &str) -> (String, Vec<Span>) {
    let (mut plain, mut spans) = (String::with_capacity(text.len()), vec![]);
    let (mut open, mut length) = (vec![], 0);
    for letter in text.chars() {
        match MARKS.iter().position(|&mark| mark == letter) {
            None => {
                plain.push(letter);
                length += 1;
            }
            Some(4) => {
                // Names are nested, because the name of a clue includes cells. A closing mark thus ends the innermost
                // name.
                if let Some(place) = open.pop() {
                    let span: &mut Span = &mut spans[place];
                    span.end = length;
                }
            }
            Some(kind) => {
                open.push(spans.len());
                spans.push(Span {
                    kind: KINDS[kind],
                    start: length,
                    end: length,
                });
            }
        }
    }
    (plain, spans)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_spans() {
        let cell = mark(SpanKind::Cell, "R1C1");
        let clue = mark(SpanKind::Clue, &format!("the arrow from {cell}"));
        let (text, found) = spans(&format!("→ by {clue}"));
        assert_eq!(text, "→ by the arrow from R1C1");
        let span = |kind, start, end| Span { kind, start, end };
        assert_eq!(
            found,
            [span(SpanKind::Clue, 5, 24), span(SpanKind::Cell, 20, 24)]
        );
    }
}
