//! Errors as a person sees them: the file, the line, what was found, what was expected, what to do.

use super::input::Source;
use crate::formats::ReadError;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use serde::Serialize;
use std::ops::Range;

/// Something that stops the work on one puzzle, or on all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Complaint {
    /// What was found and what was expected: lower case, no full stop.
    pub message: String,
    /// The file, or what stood for it.
    pub file: Option<String>,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// The character in that line, from 1.
    pub column: Option<usize>,
    /// Where in the structure: `killercage[2].cells`.
    pub place: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    #[serde(skip)]
    excerpt: Option<Excerpt>,
}

/// The line that is wrong, shortened where it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    span: Range<usize>,
}

/// No line is shown longer than this; links can have thousands of characters.
const WINDOW: usize = 96;

impl Complaint {
    /// A complaint that only says what is wrong.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the file.
    #[must_use]
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// What is wrong with a source, shown in its text.
    #[must_use]
    pub fn about(source: &Source, error: ReadError) -> Self {
        let span = error.span.map(|span| within(&source.text, span));
        let (line, column) = match &span {
            None => (None, None),
            Some(span) => {
                let before = &source.text[..span.start];
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
                (Some(line), Some(column))
            }
        };
        Self {
            message: error.message,
            file: Some(source.name.clone()),
            line,
            column,
            place: error.place,
            help: error.help,
            excerpt: span.map(|span| excerpt(&source.text, span)),
        }
    }

    /// Several lines with colours, for a stream that strips them where they are not wanted.
    #[must_use]
    pub fn render(&self) -> String {
        let mut elements: Vec<Element<'_>> = vec![];
        if let Some(file) = &self.file {
            let mut origin = Origin::path(file.as_str());
            if let (Some(line), Some(column)) = (self.line, self.column) {
                origin = origin.line(line).char_column(column);
            }
            elements.push(origin.into());
        }
        if let Some(excerpt) = &self.excerpt {
            let mark = AnnotationKind::Primary.span(excerpt.span.clone());
            let snippet = Snippet::source(excerpt.text.as_str())
                .line_start(self.line.unwrap_or(1))
                .annotation(mark);
            elements.push(snippet.into());
        }
        if let Some(place) = &self.place {
            elements.push(Level::NOTE.message(format!("in `{place}`")).into());
        }
        if let Some(help) = &self.help {
            elements.push(Level::HELP.message(help.as_str()).into());
        }
        let report: &[Group<'_>] = &[Level::ERROR
            .primary_title(self.message.as_str())
            .elements(elements)];
        Renderer::styled().render(report)
    }
}

/// A span moved inside the text and onto the borders of its characters.
fn within(text: &str, span: Range<usize>) -> Range<usize> {
    let border = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = border(span.start);
    start..border(span.end).max(start)
}

/// The first line of the span, and as much of it around the span as a terminal shows.
fn excerpt(text: &str, span: Range<usize>) -> Excerpt {
    let from = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[span.start..]
        .find('\n')
        .map_or(text.len(), |at| span.start + at);
    let line = &text[from..to];
    let (start, end) = (span.start - from, span.end.min(to) - from);
    if line.len() <= WINDOW {
        return Excerpt {
            text: line.to_owned(),
            span: start..end,
        };
    }
    let first = within(line, start.saturating_sub(WINDOW / 2)..line.len()).start;
    let last = within(line, 0..first + WINDOW).end;
    let lead = if first > 0 { "…" } else { "" };
    let trail = if last < line.len() { "…" } else { "" };
    let shift = |at: usize| at.clamp(first, last) - first + lead.len();
    Excerpt {
        text: format!("{lead}{}{trail}", &line[first..last]),
        span: shift(start)..shift(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str, span: Range<usize>) -> Complaint {
        let source = Source {
            name: "mine.toml".to_owned(),
            text: text.to_owned(),
        };
        let error = ReadError::new("`R1C10` is off the grid").at(span).help("use R1C9");
        Complaint::about(&source, error)
    }

    fn plain(complaint: &Complaint) -> String {
        anstream::adapter::strip_str(&complaint.render()).to_string()
    }

    #[test]
    fn a_span_is_shown_in_its_line() {
        let complaint = complaint("size = 9\nodd = \"R1C10\"\n", 16..21);
        assert_eq!((complaint.line, complaint.column), (Some(2), Some(8)));
        let expected = "\
error: `R1C10` is off the grid
 --> mine.toml:2:8
  |
2 | odd = \"R1C10\"
  |        ^^^^^
  = help: use R1C9";
        assert_eq!(plain(&complaint), expected);
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let text = format!("{}é{}", "a".repeat(5000), "b".repeat(5000));
        let shown = plain(&complaint(&text, 5000..5002));
        assert!(shown.contains("mine.toml:1:5001"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() < 120), "{shown}");
        assert!(shown.contains("aé"), "{shown}");
    }

    #[test]
    fn a_span_beyond_the_text_is_its_end() {
        for span in [0..99, 99..120, 3..3] {
            assert!(plain(&complaint("äöü", span)).contains("off the grid"));
        }
        assert!(plain(&complaint("", 0..1)).contains("off the grid"));
    }
}
