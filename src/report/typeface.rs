//! Fonts for pictures and pages that are rendered without a browser.

use resvg::usvg::{Node, Options, Tree, fontdb};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// DejaVu Sans, reduced to Latin letters and symbols. Its licence is in the folder of the font.
const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");

/// The built-in font, and additional fonts for the characters that it lacks.
#[derive(Debug)]
pub(crate) struct Typeface(Options<'static>);

/// A character that none of a typeface's fonts has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no font has the character `{0}`")]
pub(crate) struct MissingGlyph(pub char);

impl Typeface {
    /// Creates a typeface from the built-in font and additional fonts in TrueType or OpenType format. System fonts are
    /// not used, so that pictures are the same on every machine.
    #[must_use]
    pub(crate) fn with_fonts(files: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        files
            .into_iter()
            .for_each(|file| fonts.load_font_data(file));
        Self(Options {
            font_family: "DejaVu Sans".to_owned(),
            fontdb: Arc::new(fonts),
            ..Options::default()
        })
    }

    /// Returns `true` if the bytes are a font.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn is_font(bytes: &[u8]) -> bool {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(bytes.to_vec());
        !fonts.is_empty()
    }

    /// Parses an SVG document.
    pub(super) fn tree(&self, svg: &str) -> Result<Tree, String> {
        Tree::from_str(svg, &self.0).map_err(|error| error.to_string())
    }
}

/// The width of each measured character, relative to the font size.
#[derive(Clone, Debug, Default)]
pub(super) struct Widths(BTreeMap<char, f64>);

/// The separator between the characters to measure. It prevents ligatures.
const SEPARATOR: char = '|';

impl Widths {
    /// Measures the characters of texts.
    ///
    /// # Errors
    /// Returns an error if the typeface lacks one of the characters.
    pub(super) fn measure<'t>(
        typeface: &Typeface,
        texts: impl Iterator<Item = &'t str>,
    ) -> Result<Self, MissingGlyph> {
        // `shorten` adds the ellipsis and `wrap` the space, even if no text contains them.
        let all: BTreeSet<char> = texts.flat_map(str::chars).chain(['…', '.', ' ']).collect();
        let all: Vec<char> = all.into_iter().filter(|c| !c.is_control()).collect();
        let mut widths = BTreeMap::new();
        for &c in &all {
            let text: String = [SEPARATOR, c, SEPARATOR].iter().collect();
            let (places, is_complete) = glyphs(typeface, &text);
            match &places[..] {
                _ if !is_complete => return Err(MissingGlyph(c)),
                [_, from, .., to] => widths.insert(c, to - from),
                // A combining character, such as an accent, has no width of its own.
                _ => widths.insert(c, 0.0),
            };
        }
        Ok(Self(widths))
    }

    /// Returns the width of the text, relative to the font size.
    pub(super) fn of(&self, text: &str) -> f64 {
        text.chars()
            // Control characters were not measured, so they get a typical width.
            .map(|c| self.0.get(&c).copied().unwrap_or(0.6))
            .sum()
    }

    /// Breaks a paragraph into lines of a maximum width, relative to the font size.
    pub(super) fn wrap(&self, paragraph: &str, width: f64) -> Vec<String> {
        let mut lines = vec![];
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && self.of(&line) + self.of(" ") + self.of(word) > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            // Only a word that is wider than a whole line, such as a link, is broken here.
            for c in word.chars() {
                if self.of(&line) + self.of(c.encode_utf8(&mut [0; 4])) > width && !line.is_empty()
                {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(c);
            }
        }
        // An empty paragraph becomes one empty line, which booklets print as a gap.
        lines.push(line);
        lines
    }

    /// Shortens the text to a maximum width, relative to the font size.
    pub(super) fn shorten(&self, text: &str, width: f64) -> String {
        if self.of(text) <= width {
            return text.to_owned();
        }
        let mut short: String = text.to_owned();
        while short.pop().is_some() && self.of(&short) + self.of("…") > width {}
        short.trim_end().to_owned() + "…"
    }
}

/// Returns the positions of the glyphs of the text from left to right, at font size 1, and a flag that is `false` if
/// some character has no glyph.
fn glyphs(typeface: &Typeface, text: &str) -> (Vec<f64>, bool) {
    const SIZE: f64 = 100.0;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"200\"><text y=\"100\" font-size=\"{SIZE}\" \
         font-family=\"sans-serif\" xml:space=\"preserve\">{}</text></svg>",
        super::svg::escape(text)
    );
    let Ok(tree) = typeface.tree(&svg) else {
        return (vec![], false);
    };
    let (mut places, mut is_complete) = (vec![], true);
    for node in tree.root().children() {
        let Node::Text(text) = node else {
            continue;
        };
        for glyph in text
            .layouted()
            .iter()
            .flat_map(|span| &span.positioned_glyphs)
        {
            places.push(f64::from(glyph.transform().tx) / SIZE);
            is_complete &= glyph.id.0 != 0;
        }
    }
    places.sort_by(f64::total_cmp);
    (places, is_complete)
}
