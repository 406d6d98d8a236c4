//! Error messages: the file and line, the mistake, what was expected, and what to do.

use super::source::Source;
use crate::ask::{Refusal, position};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use cluewright_formats::ReadError;
use cluewright_narrate::{one_line, visible};
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// An error that ends the work on one puzzle, or the whole command. The details are boxed, because they would make
/// every `Result` with this error large.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Complaint(Box<Details>);

/// The parts of a complaint.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Details {
    /// The mistake and the expected content, in lower case without a full stop.
    message: String,
    /// The file, or a description if the text has no file.
    file: Option<String>,
    /// The line of the mistake, counted from 1.
    line: Option<usize>,
    /// The position of the mistake in that line, in characters from 1.
    column: Option<usize>,
    /// The path of the mistake in the document, such as `killercage[2].cells`.
    place: Option<String>,
    /// Advice on how to correct the mistake.
    help: Option<String>,
    #[serde(skip)]
    excerpt: Option<Excerpt>,
}

/// The line with the mistake, and the range of the line to mark.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    text: String,
    span: Range<usize>,
}

impl Excerpt {
    /// Returns the excerpt with its control characters escaped.
    fn visible(&self) -> Self {
        // The parts are escaped one by one, because escapes before the span would move it.
        let [before, within, after] = [
            &self.text[..self.span.start],
            &self.text[self.span.clone()],
            &self.text[self.span.end..],
        ]
        .map(visible);
        let start = before.len();
        Self {
            span: start..start + within.len(),
            text: [before, within, after].concat(),
        }
    }
}

/// Maximum length of a line to show, in bytes. A longer line is usually a whole puzzle, for example in JSON.
const LONGEST_LINE: usize = 10_000;

/// Width of an excerpt in columns. It fits a typical terminal.
const WIDTH: usize = 100;

impl Complaint {
    /// Creates a complaint that has only a message.
    #[must_use]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            message: message.into(),
            ..Details::default()
        }))
    }

    /// Creates the complaint for a question that has no answer.
    #[must_use]
    pub(super) fn from_refusal(refusal: Refusal) -> Self {
        Self(Box::new(Details {
            message: refusal.message,
            line: refusal.line,
            column: refusal.column,
            place: refusal.place.map(String::from),
            help: refusal.help,
            ..Details::default()
        }))
    }

    /// Adds advice on how to correct the mistake.
    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// Adds the name of the file.
    #[must_use]
    pub(crate) fn file(mut self, file: impl Into<String>) -> Self {
        self.0.file = Some(file.into());
        self
    }

    /// Creates the complaint for a reading error, with its position in the source.
    #[must_use]
    pub(crate) fn about(source: &Source, error: ReadError) -> Self {
        let span = error.span.map(|span| within(&source.text, span));
        let at = span.as_ref().map(|span| position(&source.text, span));
        Self(Box::new(Details {
            message: error.message,
            file: Some(source.name.clone()),
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
            place: error.place,
            help: error.help,
            excerpt: span.and_then(|span| excerpt(&source.text, span)),
        }))
    }

    /// Renders the complaint with colours. The output stream removes them if they are unwanted. All control characters
    /// in the texts are escaped, so the result contains only the control characters of the colours.
    #[must_use]
    pub(crate) fn render(&self) -> String {
        let details = &self.0.visible();
        let mut elements: Vec<Element<'_>> = details.show_place().into_iter().collect();
        if let Some(place) = &details.place {
            elements.push(Level::NOTE.message(format!("in `{place}`")).into());
        }
        if let Some(help) = &details.help {
            elements.push(Level::HELP.message(help.as_str()).into());
        }
        let title = Level::ERROR.primary_title(details.message.as_str());
        let report: &[Group<'_>] = &[title.elements(elements)];
        Renderer::styled().term_width(WIDTH).render(report)
    }
}

impl Details {
    /// Returns the complaint with its control characters escaped, and with each text on one line.
    fn visible(&self) -> Self {
        let text = |text: &Option<String>| text.as_deref().map(|text| one_line(text).into_owned());
        Self {
            message: one_line(&self.message).into_owned(),
            file: text(&self.file),
            place: text(&self.place),
            help: text(&self.help),
            excerpt: self.excerpt.as_ref().map(Excerpt::visible),
            ..*self
        }
    }

    /// Returns the line with a mark under the mistake. If there is no line to show, returns only the position. `None`
    /// if the file is unknown.
    fn show_place(&self) -> Option<Element<'_>> {
        let file = self.file.as_deref()?;
        Some(match (&self.excerpt, self.line, self.column) {
            (Some(excerpt), Some(line), _) => Snippet::source(excerpt.text.as_str())
                .path(file)
                .line_start(line)
                .annotation(AnnotationKind::Primary.span(excerpt.span.clone()))
                .into(),
            (None, Some(line), Some(column)) => {
                Origin::path(file).line(line).char_column(column).into()
            }
            _ => Origin::path(file).into(),
        })
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

/// Clamps a span to the text, and widens it to whole characters.
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

/// Returns the line in which a span starts, with the part of the span in that line; `None` if the line is too long to
/// show.
fn excerpt(text: &str, span: Range<usize>) -> Option<Excerpt> {
    let from = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[span.start..].find('\n');
    let to = rest.map_or(text.len(), |at| span.start + at);
    (to - from <= LONGEST_LINE).then(|| Excerpt {
        text: text[from..to].to_owned(),
        span: span.start - from..span.end.min(to) - from,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str, span: Range<usize>) -> Complaint {
        let source = Source {
            name: "mine.toml".to_owned(),
            text: text.to_owned(),
            row: None,
        };
        let error = ReadError::new("`R1C10` is off the grid")
            .at(span)
            .help("use R1C9");
        Complaint::about(&source, error)
    }

    fn plain(complaint: &Complaint) -> String {
        anstream::adapter::strip_str(&complaint.render()).to_string()
    }

    #[test]
    fn a_span_is_shown_in_its_line() {
        let complaint = complaint("size = 9\nodd = \"R1C10\"\n", 16..21);
        assert_eq!((complaint.0.line, complaint.0.column), (Some(2), Some(8)));
        let expected = "\
error: `R1C10` is off the grid
 --> mine.toml:2:8
  |
2 | odd = \"R1C10\"
  |        ^^^^^
  |
  = help: use R1C9";
        assert_eq!(plain(&complaint), expected);
    }

    #[test]
    fn control_characters_are_shown() {
        let shown = plain(&complaint("a\u{9b} \u{1b}[1mb = 1", 8..9));
        assert!(shown.contains(r"a\u009b \u001b[1mb = 1"), "{shown}");
        let marked = shown.lines().find_map(|line| line.find('^'));
        let letter = shown.lines().find_map(|line| line.find("b = 1"));
        assert_eq!(marked, letter, "{shown}");
        let other = Complaint::new("a\nb\u{202e}").file("x\ny").help("\u{1b}");
        let shown = plain(&other);
        assert!(
            shown.contains(r"a\nb\u202e") && shown.contains(r"x\ny"),
            "{shown}"
        );
        assert!(shown.contains(r"help: \u001b"), "{shown}");
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let text = format!("{}é{}", "a".repeat(4000), "b".repeat(4000));
        let shown = plain(&complaint(&text, 4000..4002));
        assert!(shown.contains("mine.toml:1:4001"), "{shown}");
        assert!(
            shown.lines().all(|line| line.chars().count() < 120),
            "{shown}"
        );
        assert!(shown.contains("aé"), "{shown}");
    }

    #[test]
    fn a_line_beyond_all_measure_is_only_named() {
        let shown = plain(&complaint(&"a".repeat(20_000), 15_000..15_001));
        assert!(shown.contains("mine.toml:1:15001"), "{shown}");
        assert!(shown.len() < 200, "{shown}");
    }

    #[test]
    fn a_span_beyond_the_text_is_its_end() {
        for span in [0..99, 99..120, 3..3] {
            assert!(plain(&complaint("äöü", span)).contains("off the grid"));
        }
        assert!(plain(&complaint("", 0..1)).contains("off the grid"));
    }
}
