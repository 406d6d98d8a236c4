//! From text to items: comments, sections, `.Type~argument~argument`, groups that end with `.End`.

use super::forms::{self, Kind, Type};
use crate::kit::{ReadError, ReadOptions};
use std::borrow::Cow;
use std::ops::Range;

/// How deep `.Or`, `.And` and `.Replicate` may nest.
const MAX_DEPTH: usize = 50;

/// A constraint as written, with those inside it.
pub(super) struct Item<'t> {
    pub(super) kind: &'static Type,
    pub(super) children: Vec<Item<'t>>,
    source: &'t str,
    /// From after the dot to before the next one.
    span: Range<usize>,
}

/// A name or an argument without its spaces, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Piece<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) span: Range<usize>,
}

/// The text with its comments blanked out: lines that start with `#`, with their ends. Nothing moves.
pub(super) fn without_comments(text: &str) -> Cow<'_, str> {
    let comment = |line: &str| line.starts_with('#');
    if !text.split_inclusive('\n').any(comment) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n').map(|line| match comment(line) {
        true => Cow::Owned(" ".repeat(line.len())),
        false => Cow::Borrowed(line),
    });
    Cow::Owned(lines.collect())
}

/// The parts of a text between blank lines.
pub(super) fn sections(text: &str) -> Vec<Range<usize>> {
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

/// The items of a section, at most as many as there is room for.
pub(super) fn items<'t>(
    source: &'t str,
    section: Range<usize>,
    room: &mut usize,
    options: &ReadOptions,
) -> Result<Vec<Item<'t>>, ReadError> {
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
    let mut open: Vec<Item> = vec![];
    let mut done = vec![];
    // A dot alone says nothing.
    for span in pieces.filter(|span| !span.is_empty()) {
        let item = Item::new(source, span, options)?;
        *room = room
            .checked_sub(1)
            .ok_or_else(|| item.error("there are more constraints than any puzzle has"))?;
        match item.kind.kind {
            Kind::End => {
                let Some(group) = open.pop() else {
                    return Err(item
                        .error("`.End` ends nothing")
                        .help("it closes a `.Or`, `.And` or `.Replicate`"));
                };
                open.last_mut()
                    .map_or(&mut done, |outer| &mut outer.children)
                    .push(group);
            }
            Kind::Or | Kind::And | Kind::Replicate => {
                if open.len() == MAX_DEPTH {
                    return Err(item.error(format!("groups nest deeper than {MAX_DEPTH}")));
                }
                open.push(item);
            }
            _ if item.is_empty_given() => {}
            _ => open
                .last_mut()
                .map_or(&mut done, |outer| &mut outer.children)
                .push(item),
        }
    }
    match open.pop() {
        None => Ok(done),
        Some(group) => Err(group
            .error(format!("`.{}` has no `.End`", group.kind.name))
            .help("every `.Or`, `.And` and `.Replicate` is closed by its own `.End`, within its section")),
    }
}

/// The ranges between the dots of a section.
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
        self.at = end + 1;
        Some(start..end)
    }
}

impl<'t> Item<'t> {
    fn new(source: &'t str, span: Range<usize>, options: &ReadOptions) -> Result<Self, ReadError> {
        let mut item = Self {
            kind: &forms::UNKNOWN,
            children: vec![],
            source,
            span,
        };
        let name = item.name();
        match forms::find(&name.text) {
            Some(kind) => item.kind = kind,
            None if options.ignore_unknown => {}
            None => return Err(unknown(&name)),
        }
        Ok(item)
    }

    /// `.` alone: a puzzle without constraints.
    fn is_empty_given(&self) -> bool {
        matches!(self.kind.kind, Kind::Given) && !self.source[self.span.clone()].contains('~')
    }

    /// The type's name.
    pub(super) fn name(&self) -> Piece<'t> {
        let text = &self.source[self.span.clone()];
        let length = text.find('~').unwrap_or(text.len());
        Piece::new(self.source, self.span.start..self.span.start + length)
    }

    /// The arguments, empty ones included.
    pub(super) fn arguments(&self) -> impl Iterator<Item = Piece<'t>> + use<'t> {
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

    /// Where the item stands, without the spaces around it; the dot before it included.
    pub(super) fn span(&self) -> Range<usize> {
        let trimmed = self.source[self.span.clone()].trim_end().len();
        self.span.start.saturating_sub(1)..self.span.start + trimmed
    }

    /// An error at this item.
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.span())
    }

    /// A type that we do not know, in this item or inside it.
    pub(super) fn unknown(&self) -> Option<Piece<'t>> {
        match self.kind.kind {
            Kind::Unknown => Some(self.name()),
            _ => self.children.iter().find_map(Self::unknown),
        }
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

    /// An error at this piece.
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.span.clone())
    }
}

fn unknown(name: &Piece) -> ReadError {
    let shown: String = name.text.chars().take(30).collect();
    let error = name.error(format!("`{shown}` is not a type of constraint"));
    match forms::nearest(&name.text) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`--ignore-unknown` leaves out what is not understood"),
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
        let items = items(text, 0..text.len(), &mut 1, &ReadOptions::default()).expect("a cage");
        let arguments: Vec<(String, &str)> = items[0]
            .arguments()
            .map(|p| (p.text.into_owned(), &text[p.span]))
            .collect();
        let expected = [("10", "1 0"), ("", ""), ("R1C1", "R1 C1")];
        assert_eq!(arguments, expected.map(|(a, b)| (a.to_owned(), b)));
        assert_eq!(&text[items[0].span()], text);
    }
}
