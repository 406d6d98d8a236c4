//! Splits constraint text into sections and items `.Name~argument~argument`, and removes comments.

use crate::kit::ReadError;
use std::borrow::Cow;
use std::ops::Range;

/// A constraint as written in the text.
pub(crate) struct Item<'t> {
    source: &'t str,
    /// The byte range between the item's dot and the next dot.
    span: Range<usize>,
}

/// A name or an argument without surrounding spaces, with its position.
#[derive(Clone, Debug)]
pub(crate) struct Piece<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) span: Range<usize>,
}

/// Blanks out the comments in the text: whole lines that start with `#`. Offsets do not change, so
/// that errors still point into the original text.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    let comment = |line: &str| line.starts_with('#');
    if !text.split_inclusive('\n').any(comment) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n').map(|line| match comment(line) {
        // The line terminator is blanked as well, because otherwise a comment would look like a blank line, which
        // separates sections.
        true => Cow::Owned(" ".repeat(line.len())),
        false => Cow::Borrowed(line),
    });
    Cow::Owned(lines.collect())
}

/// Returns the byte ranges of the sections of the text. Blank lines separate sections.
pub(crate) fn sections(text: &str) -> Vec<Range<usize>> {
    let mut sections: Vec<Range<usize>> = vec![];
    let mut open = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let blank = line.trim().is_empty();
        if !blank {
            match sections.last_mut() {
                Some(last) if open => last.end = end,
                _ => sections.push(start..end),
            }
        }
        open = !blank;
        start = end;
    }
    sections
}

/// Returns the items of a section. A dot that is directly followed by another dot or by the end does not start an
/// item.
pub(crate) fn items(
    source: &str,
    section: Range<usize>,
) -> Result<impl Iterator<Item = Item<'_>>, ReadError> {
    let mut pieces = Dots {
        source,
        at: section.start,
        end: section.end,
    };
    let before = Piece::new(source, pieces.next().unwrap_or(section));
    if !before.text.is_empty() {
        let shown: String = before.text.chars().take(12).collect();
        return Err(before
            .error(format!("`{shown}` is not a constraint"))
            .help("constraints are written `.Type~argument~argument`; givens `.~R1C1_5`"));
    }
    let spans = pieces.filter(|span| !span.is_empty());
    Ok(spans.map(move |span| Item { source, span }))
}

/// Iterator over the byte ranges between the dots of a section.
struct Dots<'t> {
    source: &'t str,
    at: usize,
    end: usize,
}

impl Iterator for Dots<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let rest = self.source.get(start..self.end)?;
        let end = rest.find('.').map_or(self.end, |dot| start + dot);
        // After the last piece, this offset is beyond the end, so the next call returns `None`.
        self.at = end + 1;
        Some(start..end)
    }
}

impl<'t> Item<'t> {
    /// Returns `true` if only white space follows the dot.
    pub(crate) fn is_blank(&self) -> bool {
        self.source[self.span.clone()].trim().is_empty()
    }

    /// Returns the name of the constraint's type.
    pub(crate) fn name(&self) -> Piece<'t> {
        let text = &self.source[self.span.clone()];
        let length = text.find('~').unwrap_or(text.len());
        Piece::new(self.source, self.span.start..self.span.start + length)
    }

    /// Returns the arguments, including empty ones.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = Piece<'t>> + use<'t> {
        let source = self.source;
        let mut end = self.span.start;
        source[self.span.clone()]
            .split('~')
            .map(move |text| {
                let start = end;
                end = start + text.len() + 1;
                Piece::new(source, start..start + text.len())
            })
            .skip(1)
    }

    /// Returns the byte range of the item. It includes the dot, but no surrounding white space.
    pub(crate) fn span(&self) -> Range<usize> {
        let trimmed = self.source[self.span.clone()].trim_end().len();
        self.span.start.saturating_sub(1)..self.span.start + trimmed
    }

    /// Returns an error at this item.
    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.span())
    }
}

impl<'t> Piece<'t> {
    fn new(source: &'t str, span: Range<usize>) -> Self {
        let whole = &source[span.clone()];
        let text = whole.trim_start();
        let start = span.end - text.len();
        let text = text.trim_end();
        let span = start..start + text.len();
        let text = match text.contains(char::is_whitespace) {
            true => Cow::Owned(text.chars().filter(|c| !c.is_whitespace()).collect()),
            false => Cow::Borrowed(text),
        };
        Self { text, span }
    }

    /// Returns an error at this piece.
    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.span.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanked_in_place() {
        let text = ".A\n# ß\n.B";
        let clean = without_comments(text);
        assert_eq!(clean.len(), text.len());
        assert_eq!(clean.split_whitespace().collect::<Vec<_>>(), [".A", ".B"]);
        assert_eq!(sections(&clean).len(), 1);
    }

    #[test]
    fn sections_are_cut_at_blank_lines() {
        let text = "\n.A\n.B\n \t\n.C\r\n\r\n.D";
        let found: Vec<&str> = sections(text).into_iter().map(|s| text[s].trim()).collect();
        assert_eq!(found, [".A\n.B", ".C", ".D"]);
    }

    #[test]
    fn arguments_keep_their_places() {
        let text = ". Cage ~ 1 0 ~~R1 C1";
        let mut items = items(text, 0..text.len()).expect("no text before the dot");
        let item = items.next().expect("a cage");
        let arguments: Vec<(String, &str)> = item
            .arguments()
            .map(|p| (p.text.into_owned(), &text[p.span]))
            .collect();
        let expected = [("10", "1 0"), ("", ""), ("R1C1", "R1 C1")];
        assert_eq!(arguments, expected.map(|(a, b)| (a.to_owned(), b)));
        assert_eq!(&text[item.span()], text);
    }
}
