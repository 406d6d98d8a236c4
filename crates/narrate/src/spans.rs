//! The parts of a sentence that name cells, digits, clues and houses.
//!
//! While a sentence is composed, its pieces are plain strings, in which characters that Unicode reserves for internal use mark the names.
//! The marks are removed once the sentence is complete.

use schemars::JsonSchema;
use serde::Serialize;

/// A part of a sentence that names something. The cells in a clue's name are part of its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Span {
    /// The kind of thing that the part names.
    pub kind: SpanKind,
    /// The start of the part, in characters from 0.
    pub start: usize,
    /// The end of the part, in characters from 0.
    pub end: usize,
}

/// The kinds of things that a part of a sentence can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SpanKind {
    /// One cell.
    Cell,
    /// One digit.
    Digit,
    /// A clue, or several of one kind.
    Clue,
    /// A house, or several of one kind.
    House,
}

/// The characters that begin each kind of name; the last one ends any name.
const MARKS: [char; 5] = ['\u{fdd0}', '\u{fdd1}', '\u{fdd2}', '\u{fdd3}', '\u{fdd4}'];
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

/// Returns `true` if a character is a mark.
pub(super) fn is_mark(letter: char) -> bool {
    MARKS.contains(&letter)
}

/// Returns a text without its marks.
pub(super) fn strip_marks(text: &str) -> String {
    text.replace(MARKS, "")
}

/// Removes the marks from a text. Returns the text and the spans that the marks enclosed, ordered by their starts.
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
