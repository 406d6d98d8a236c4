//! Marks colours in output text in a form that no puzzle's text can imitate.
//!
//! Views return plain strings that contain titles, names and messages from untrusted sources. Colours are therefore not
//! escape sequences but marks with a random key, which is drawn when the program starts. The terminal output turns these
//! marks into colours, and makes every other control character visible.

use std::fmt::{self, Display, Formatter, Write};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// The emphasis of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Same style as the surrounding text.
    #[default]
    Plain,
    /// Bold text.
    Bold,
    /// Red text.
    Red,
    /// Bold and red text.
    BoldRed,
}

/// The last letter of the mark for each emphasis.
const LETTERS: [(Paint, char); 4] = [
    (Paint::Plain, 'p'),
    (Paint::Bold, 'b'),
    (Paint::Red, 'r'),
    (Paint::BoldRed, 's'),
];

/// The beginning of each mark: an escape character and the random key. Its length is the same in every run of the program.
static KEY: LazyLock<String> = LazyLock::new(|| {
    let number = RandomState::new().hash_one("a key for marks");
    format!("\u{1b}{number:016x}")
});

/// A text and its colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Painted<'a>(pub(super) Paint, pub(super) &'a str);

impl Display for Painted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(paint, text) = *self;
        if paint == Paint::Plain {
            return f.write_str(text);
        }
        let mut marked = String::new();
        mark(&mut marked, paint)?;
        marked.push_str(text);
        mark(&mut marked, Paint::Plain)?;
        // The mark is written in one call, because streams search the text of each call separately for marks.
        f.write_str(&marked)
    }
}

fn mark(text: &mut String, paint: Paint) -> fmt::Result {
    let letter = LETTERS.iter().find(|(other, _)| *other == paint);
    write!(
        text,
        "{}{}",
        *KEY,
        letter.map_or('p', |(_, letter)| *letter)
    )
}

/// Splits a text into pieces, each with its emphasis.
pub fn pieces(text: &str) -> impl Iterator<Item = (Paint, &str)> {
    let mut parts = text.split(KEY.as_str());
    // No mark precedes the first piece, so it is plain even if it begins with one of the letters.
    let first = parts.next().map(|part| (Paint::Plain, part));
    first.into_iter().chain(parts.map(|part| {
        let is_mark = |(_, letter): &&(Paint, char)| part.starts_with(*letter);
        match LETTERS.iter().find(is_mark) {
            Some((paint, letter)) => (*paint, &part[letter.len_utf8()..]),
            None => (Paint::Plain, part),
        }
    }))
}

/// Returns a text without its colour marks.
#[must_use]
pub fn plain(text: &str) -> String {
    pieces(text).map(|(_, piece)| piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_off() {
        let text = format!("a{} b", Painted(Paint::Bold, "5"));
        assert_eq!(plain(&text), "a5 b");
        let found: Vec<_> = pieces(&text).collect();
        let expected = [
            (Paint::Plain, "a"),
            (Paint::Bold, "5"),
            (Paint::Plain, " b"),
        ];
        assert_eq!(found, expected);
        assert_eq!(plain("\u{1b}[1m5"), "\u{1b}[1m5");
    }
}
