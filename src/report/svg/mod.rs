//! Drawings of puzzles: grid, regions, givens, and clues by the shape of their rule.
//!
//! A clue is drawn according to its rule's `draw` entry (`clue`, `outside`), in a group that identifies the clue. A
//! cell is [`CELL`] units wide, and the grid's top left corner is the origin. Each part with a meaning (ink, paper,
//! blame) has a class of [`STYLE`], so that a page can restyle it.

mod clue;
mod element;
mod outline;
mod outside;
#[cfg(test)]
mod tests;

use cluewright_puzzle::{Cell, DigitSet, Given, Puzzle, SourcePicture, digit_char};
use cluewright_rules::Book;
use cluewright_rules::picture::{self, Outside};
use outside::{Margins, Seat};
use std::fmt::{self, Display, Formatter, Write};

/// Width and height of a cell, in units of the picture.
pub(crate) const CELL: f64 = 64.0;
/// Width of the strip for the names of rows or columns, in units of the picture.
const NAMES: f64 = 30.0;
/// Width of a digit relative to its font size.
const LETTER: f64 = 0.64;
/// Margin on a side of the grid without names or clues.
const PADDING: f64 = 12.0;
/// Height of a line of text below the grid.
const NOTE: f64 = 22.0;
/// Font size of a line of text below the grid.
const NOTE_FONT: f64 = 16.0;

/// Style sheet of all pictures. Its colours are variables that a page may set, with the light colours as defaults. Each
/// class has a meaning. Every shape also has its light colour as an attribute, so that programs without style sheets
/// draw it correctly.
pub(crate) const STYLE: &str = "\
.cluewright{background:var(--cw-paper,#fff)}
.cluewright .paper{fill:var(--cw-paper,#fff)}
.cluewright .hollow{stroke:var(--cw-paper,#fff)}
.cluewright .ink{color:var(--cw-ink,#000)}
.cluewright .muted{color:var(--cw-muted,#777)}
.cluewright .blame{color:var(--cw-blame,#d62728)}
.cluewright .first{color:var(--cw-first,#1f77b4)}
.cluewright .second{color:var(--cw-second,#d62728)}
.cluewright .open{color:var(--cw-open,#fff3b0)}
.cluewright .highlight{color:var(--cw-highlight,#ffe14d)}
.cluewright .settled{color:var(--cw-settled,#9a9a9a)}
.cluewright .halo{stroke:var(--cw-paper,#fff)}";

/// Style sheet for the dark mode of stand-alone SVGs. Its filter swaps light and dark in lines and areas but keeps
/// their hue, so that they contrast with the paper as much as in light mode. White becomes the colour of the paper.
const DARK: &str = "\
.cluewright{background:#1b1b1f}
.cluewright .paper{fill:#1b1b1f}
.cluewright .hollow{stroke:#1b1b1f}
.cluewright .ink{color:#eee}
.cluewright .muted{color:#999}
.cluewright .blame,.cluewright .second{color:#ff6b6b}
.cluewright .first{color:#6cb6ff}
.cluewright .open,.cluewright .highlight{color:#9c8a20}
.cluewright .settled{color:#888}
.cluewright .halo{stroke:#1b1b1f}
.cluewright [data-layer=under]{filter:invert(.89) hue-rotate(180deg)}
.cluewright [data-layer=under] .paper{fill:#fff}
.cluewright [data-layer=under] .hollow{stroke:#fff}
.cluewright [data-layer=under] .ink{color:#000}
.cluewright [data-layer=under] .blame{color:#d62728}
.cluewright [data-layer^=drawn]{filter:invert(.88) hue-rotate(180deg)}
";

/// The theme of a stand-alone picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// The viewer's own theme.
    #[default]
    Auto,
    /// Dark shapes on a light background.
    #[cfg(feature = "cli")]
    Light,
    /// Light shapes on a dark background.
    #[cfg(feature = "cli")]
    Dark,
}

/// The colour of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// A class of the style sheet, and the colour for programs without style sheets.
    Class(&'static str, &'static str),
    /// The colour of the clue that the shape belongs to.
    OfClue,
}

impl Ink {
    /// The colour of givens, and of all other shapes that are drawn in black.
    pub(crate) const PLAIN: Self = Self::Class("ink", "#000");
    /// The colour of blamed or highlighted clues.
    pub(crate) const BLAME: Self = Self::Class("blame", "#d62728");
    /// The colour of names and notes, which are not part of the puzzle.
    pub(crate) const MUTED: Self = Self::Class("muted", "#777");
    /// The colour of a solution's digits.
    pub(crate) const FIRST: Self = Self::Class("first", "#1f77b4");
    /// The colour of the digits in which a second solution differs.
    pub(crate) const SECOND: Self = Self::Class("second", "#d62728");
    /// The colour of ambiguous cells.
    pub(crate) const OPEN: Self = Self::Class("open", "#fff3b0");
    /// The colour of highlighted cells.
    pub(crate) const HIGHLIGHT: Self = Self::Class("highlight", "#ffe14d");
    /// The colour of digits that are determined but not given.
    pub(crate) const SETTLED: Self = Self::Class("settled", "#9a9a9a");

    /// Returns the colour of blame if `blamed` is set, otherwise plain ink.
    const fn for_blame(blamed: bool) -> Self {
        if blamed { Self::BLAME } else { Self::PLAIN }
    }
}

impl Display for Ink {
    /// Writes the attributes that set `currentColor`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Class(class, colour) => write!(f, "class=\"{class}\" color=\"{colour}\""),
            Self::OfClue => Ok(()),
        }
    }
}

/// A length, written with at most two decimal places.
struct Length(f64);

impl Display for Length {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Adding zero turns -0 into 0, which is shorter.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// A point in a picture, in units of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    /// Returns the point shifted to the right and down by lengths in cells.
    fn shift(self, right: f64, down: f64) -> Self {
        Self {
            x: self.x + right * CELL,
            y: self.y + down * CELL,
        }
    }
}

impl From<picture::Point> for Point {
    fn from(point: picture::Point) -> Self {
        Self {
            x: point.x * CELL,
            y: point.y * CELL,
        }
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Length(self.x), Length(self.y))
    }
}

/// The position of text relative to the point where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// The style of text with a halo, which separates the text from everything behind it.
const HALO: &str = "<g class=\"halo\" stroke=\"#fff\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">";

/// A text in a picture.
struct Text<'a> {
    at: Point,
    /// The height of the text's font, in cells.
    size: f64,
    ink: &'a Ink,
    anchor: Anchor,
    /// `true` if the text has a halo.
    halo: bool,
}

/// The layers of a picture, from back to front. A page may show, hide or replace each layer separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    /// Highlighted cells.
    Highlight,
    /// Drawings of the source below the grid.
    DrawnUnder,
    /// Coloured areas.
    Areas,
    /// Lines, which are under the grid.
    Lines,
    /// Cages, dots, and the text of clues.
    Over,
    /// Drawings of the source above the grid.
    DrawnOver,
    /// Clues outside the grid.
    Outside,
    /// The names of rows and columns.
    Names,
    /// Given digits and pencil marks.
    Givens,
    /// Candidates, and the digits of a solution.
    Marks,
    /// Lines of text below the grid.
    Notes,
}

/// A picture of a puzzle that is being drawn.
#[derive(Clone, Debug)]
pub(crate) struct Canvas<'a> {
    puzzle: &'a Puzzle,
    book: &'a Book,
    layers: [String; 11],
    /// The current layer for text and dots.
    front: Layer,
    /// The clues outside the grid. They are placed last, because clues at the same edge share the available space.
    outside: Vec<(Outside, Seat)>,
    /// The margins for drawings of the source that extend beyond the grid.
    margins: Margins,
    /// The cells with labels, with one entry for each label.
    labels: Vec<Cell>,
    notes: Vec<Note>,
    /// `true` if a solution is filled in.
    pub(super) is_solved: bool,
}

/// A line of text below the grid.
#[derive(Clone, Debug)]
struct Note {
    text: String,
    blamed: bool,
    /// The opening tag of the group of the clue that the line describes; `None` if it does not describe a clue.
    group: Option<String>,
}

/// A finished drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    /// Left, top, width and height of the drawn area. The grid's top left corner is the origin.
    pub view_box: [f64; 4],
    /// The layers that are not empty, from back to front, each with its name.
    pub layers: Vec<(&'static str, String)>,
    title: String,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas with an empty grid.
    #[must_use]
    pub(crate) fn new(book: &'a Book, puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            book,
            layers: Default::default(),
            front: Layer::Over,
            outside: vec![],
            margins: Margins::default(),
            labels: vec![],
            notes: vec![],
            is_solved: false,
        }
    }

    fn layer(&mut self, layer: Layer) -> &mut String {
        &mut self.layers[layer as usize]
    }

    fn front(&mut self) -> &mut String {
        self.layer(self.front)
    }

    /// Fills the background of a cell.
    pub(crate) fn shade(&mut self, cell: Cell, ink: &Ink) {
        let Point { x, y } = self.corner(cell);
        let _ = writeln!(
            self.layer(Layer::Highlight),
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" {ink} fill=\"currentColor\"/>"
        );
    }

    /// Draws the clues, and the elements of the puzzle's source that do not represent clues. A clue that is unchanged
    /// since it was read is drawn by the elements of its source, unless it is blamed.
    pub(crate) fn clues(&mut self, is_blamed: impl Fn(usize) -> bool) {
        let source = SourcePicture::of(self.puzzle);
        element::draw(self, &source);
        for index in 0..self.puzzle.clues.len() {
            let blamed = is_blamed(index);
            if blamed || !source.has_clue(index) {
                self.clue(index, blamed);
            }
        }
    }

    /// Widens the margins for a drawing around a point.
    fn reach(&mut self, at: Point, radius: f64) {
        self.margins.reach(&self.puzzle.layout, at, radius);
    }

    /// Draws every given: a digit or a list of pencil marks. All digits that are drawn afterwards go to the layer of
    /// marks, because they are not part of the puzzle.
    pub(crate) fn givens(&mut self, blamed: impl Fn(usize) -> bool) {
        self.front = Layer::Givens;
        for (index, given) in self.puzzle.givens.iter().enumerate() {
            // Givens of layers and letters have no cell in the grid.
            if given.cell.index() >= self.puzzle.layout.cell_count() {
                self.note(state_given(self.puzzle, given), blamed(index));
                continue;
            }
            let ink = Ink::for_blame(blamed(index));
            let _ = writeln!(self.front(), "<g data-given=\"{index}\">");
            match given.digits.single() {
                Some(digit) => self.digit(given.cell, digit, &ink),
                // If a solution is filled in, its digit is drawn instead of the pencil marks.
                None if self.is_solved => {}
                None => self.candidates(given.cell, given.digits, &ink),
            }
            self.front().push_str("</g>\n");
        }
        self.front = Layer::Marks;
    }

    /// Draws a large digit in a cell.
    pub(crate) fn digit(&mut self, cell: Cell, digit: u8, ink: &Ink) {
        // The digit is slightly below the centre, so that there is space for labels at the top of the cell.
        let at = self.centre(cell).shift(0.0, 0.03);
        self.draw_centred(at, 0.56, ink, digit_char(digit));
    }

    /// Draws two large digits in a cell, at the top left and the bottom right.
    pub(crate) fn two_digits(&mut self, cell: Cell, digits: [u8; 2], inks: [&Ink; 2]) {
        let centre = self.centre(cell);
        let places = [centre.shift(-0.2, -0.18), centre.shift(0.2, 0.18)];
        for ((at, digit), ink) in places.into_iter().zip(digits).zip(inks) {
            self.draw_centred(at, 0.44, ink, digit_char(digit));
        }
    }

    /// Draws small digits in a cell, each in its usual position.
    pub(crate) fn candidates(&mut self, cell: Cell, digits: DigitSet, ink: &Ink) {
        let layout = &self.puzzle.layout;
        // A puzzle has at most 25 digits, so five rows of five are always enough.
        let side = (1..=5u8)
            .find(|side| side * side >= layout.digit_count)
            .unwrap_or(5);
        // If the cell has labels, the digits do not use the edges of the cell.
        let labels = self.labels.iter().filter(|&&other| other == cell).count();
        let top = if labels > 0 { 0.23 } else { 0.0 };
        let bottom = if labels > 2 { 0.23 } else { 0.0 };
        let step = 1.0 / (f64::from(side) + 0.4);
        let down = step * (1.0 - top - bottom);
        let size = 0.8 / f64::from(side) * (1.0 - top - bottom);
        let corner = self.corner(cell).shift(0.0, top);
        for digit in digits.iter() {
            let place = digit.saturating_sub(layout.min_digit);
            let (row, column) = (f64::from(place / side), f64::from(place % side));
            let at = corner.shift(step * (column + 0.7), down * (row + 0.7));
            self.draw_centred(at, size, ink, digit_char(digit));
        }
    }

    /// Draws small text in the middle of a cell.
    pub(crate) fn centre_mark(&mut self, cell: Cell, text: &str, ink: &Ink) {
        let size = (1.5 / text.chars().count().max(1) as f64).min(0.3);
        self.draw_centred(self.centre(cell), size, ink, text);
    }

    /// Returns `true` if only the grid and notes have been drawn so far.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.outside.is_empty() && self.layers.iter().all(String::is_empty)
    }

    /// Draws a few letters over the whole grid, as the icon for a rule without a drawing.
    pub(crate) fn emblem(&mut self, letters: &str) {
        let layout = &self.puzzle.layout;
        let at = Point {
            x: cells(layout.columns) / 2.0,
            y: cells(layout.rows) / 2.0,
        };
        self.draw_with_halo(at, 1.2, &Ink::PLAIN, letters);
    }

    /// Draws the clue with the given index, in red if it is blamed. A clue without a shape becomes a note below the
    /// grid.
    pub(crate) fn clue(&mut self, index: usize, blamed: bool) {
        self.front = Layer::Over;
        clue::draw(self, &self.puzzle.clues[index], Some(index), blamed);
    }

    /// Adds a line of text below the grid; `blamed` makes it red.
    pub(crate) fn note(&mut self, text: impl Into<String>, blamed: bool) {
        self.notes.push(Note {
            text: text.into(),
            blamed,
            group: None,
        });
    }

    /// Completes the picture, with the names of rows and columns if `is_labelled`.
    #[must_use]
    pub(crate) fn finish(mut self, is_labelled: bool) -> Picture {
        let layout = &self.puzzle.layout;
        let (right, bottom) = (cells(layout.columns), cells(layout.rows));
        self.front = Layer::Outside;
        let margins = outside::place(&mut self);
        let (left, top) = match is_labelled {
            true => (-NAMES - margins.left, -NAMES - margins.top),
            false => (-margins.left.max(PADDING), -margins.top.max(PADDING)),
        };
        if is_labelled {
            self.front = Layer::Names;
            self.names(left, top);
        }
        self.front = Layer::Notes;
        let below = bottom + margins.bottom.max(PADDING);
        let notes = std::mem::take(&mut self.notes);
        for (number, note) in notes.iter().enumerate() {
            let (x, y) = (0.0, below + NOTE * (number as f64 + 0.5));
            let text = Text {
                at: Point { x, y },
                size: NOTE_FONT / CELL,
                ink: &Ink::for_blame(note.blamed),
                anchor: Anchor::Start,
                halo: false,
            };
            let group = note.group.as_deref();
            self.front().push_str(group.unwrap_or_default());
            self.text(&text, &note.text);
            self.front()
                .push_str(if group.is_some() { "</g>\n" } else { "" });
        }
        let letters = notes.iter().map(|note| note.text.chars().count()).max();
        // A letter is about half as wide as the font is high.
        let words = letters.unwrap_or(0) as f64 * NOTE_FONT * 0.55;
        let width = (right + margins.right.max(PADDING)).max(words) - left;
        let padding = if notes.is_empty() { 0.0 } else { PADDING };
        let height = below + NOTE * notes.len() as f64 + padding - top;
        self.picture([left, top, width, height])
    }

    /// Completes the picture without names and notes, with a small margin.
    #[must_use]
    pub(crate) fn finish_bare(mut self) -> Picture {
        let layout = &self.puzzle.layout;
        let (right, bottom) = (cells(layout.columns), cells(layout.rows));
        self.front = Layer::Outside;
        let margins = outside::place(&mut self);
        // Half of the thick edge lies outside the grid, so there must always be a margin.
        let edge = |margin: f64| margin.max(3.0);
        let (left, top) = (-edge(margins.left), -edge(margins.top));
        let width = right + edge(margins.right) - left;
        let height = bottom + edge(margins.bottom) - top;
        self.picture([left, top, width, height])
    }

    fn picture(mut self, view_box: [f64; 4]) -> Picture {
        let [left, top, width, height] = view_box.map(Length);
        let paper = format!(
            "<rect class=\"paper\" fill=\"#fff\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>\n"
        );
        let mut take = |layer: Layer| std::mem::take(&mut self.layers[layer as usize]);
        let highlight = take(Layer::Highlight);
        let under = take(Layer::Areas) + &take(Layer::Lines);
        let mut layers = vec![
            ("paper", paper),
            ("highlight", highlight),
            ("drawn-under", take(Layer::DrawnUnder)),
            ("under", under),
            ("grid", String::new()),
            ("over", take(Layer::Over)),
            ("drawn-over", take(Layer::DrawnOver)),
            ("outside", take(Layer::Outside)),
            ("names", take(Layer::Names)),
            ("givens", take(Layer::Givens)),
            ("marks", take(Layer::Marks)),
            ("notes", take(Layer::Notes)),
        ];
        // The grid is drawn only here, because `take` borrows the canvas up to this point.
        layers[4].1 = self.grid();
        layers.retain(|(_, svg)| !svg.is_empty());
        let title = self.puzzle.about.title.as_deref().unwrap_or("Sudoku");
        Picture {
            view_box,
            layers,
            title: title.to_owned(),
        }
    }

    /// Writes the names of rows and columns in the margin.
    fn names(&mut self, left: f64, top: f64) {
        let layout = &self.puzzle.layout;
        let middle = |index: u8| cells(index) + CELL / 2.0;
        let rows = (0..layout.rows).map(|row| {
            let at = Point {
                x: left + NAMES / 2.0,
                y: middle(row),
            };
            (at, format!("R{}", row + 1))
        });
        let columns = (0..layout.columns).map(|column| {
            let at = Point {
                x: middle(column),
                y: top + NAMES / 2.0,
            };
            (at, format!("C{}", column + 1))
        });
        for (at, name) in rows.chain(columns) {
            self.draw_centred(at, 0.2, &Ink::MUTED, name);
        }
    }

    /// Draws thin lines between cells, and thick lines between regions.
    fn grid(&self) -> String {
        let layout = &self.puzzle.layout;
        let mut boxes = vec![None; layout.cell_count()];
        for (number, cells) in layout.box_cells().iter().enumerate() {
            cells
                .iter()
                .for_each(|cell| boxes[cell.index()] = Some(number));
        }
        let box_of = |row: i32, column: i32| {
            let cell = layout.cell_at(row, column);
            // The outside differs from every box and from cells without a box, so that the edge of the grid is always
            // thick.
            cell.map_or(Some(usize::MAX), |cell| boxes[cell.index()])
        };
        let mut lines = [String::new(), String::new()];
        let mut line = |parted: bool, (row, column): (i32, i32), way: &str| {
            let (x, y) = (f64::from(column) * CELL, f64::from(row) * CELL);
            let _ = write!(lines[usize::from(parted)], "M{x} {y}{way}{CELL}");
        };
        let (rows, columns) = (i32::from(layout.rows), i32::from(layout.columns));
        for row in 0..=rows {
            for column in 0..=columns {
                let here = box_of(row, column);
                if column < columns {
                    line(here != box_of(row - 1, column), (row, column), "h");
                }
                if row < rows {
                    line(here != box_of(row, column - 1), (row, column), "v");
                }
            }
        }
        // Each side of a cell is a line of its own, so square ends are needed to close the corners.
        let path = |lines: &str, width: f64, ink: Ink| {
            format!(
                "<path {ink} d=\"{lines}\" stroke=\"currentColor\" \
                 stroke-width=\"{width}\" stroke-linecap=\"square\" fill=\"none\"/>\n"
            )
        };
        // Thick lines come last, because thin lines would otherwise cross them.
        path(&lines[0], 1.0, Ink::MUTED) + &path(&lines[1], 3.0, Ink::PLAIN)
    }

    /// Draws text around a point.
    fn draw_centred(&mut self, at: Point, size: f64, ink: &Ink, text: impl Display) {
        let place = Text {
            at,
            size,
            ink,
            anchor: Anchor::Middle,
            halo: false,
        };
        self.text(&place, &text.to_string());
    }

    fn text(&mut self, place: &Text<'_>, text: &str) {
        let size = place.size * CELL;
        let anchor = match place.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (open, close) = match place.halo {
            true => (HALO, "</g>"),
            false => ("", ""),
        };
        let _ = writeln!(
            self.front(),
            "{open}<text x=\"{}\" y=\"{}\" font-size=\"{}\" {} fill=\"currentColor\" \
             text-anchor=\"{anchor}\">{}</text>{close}",
            Length(place.at.x),
            // Digits are about 0.7 times as high as the font.
            Length(place.at.y + size * 0.35),
            Length(size),
            place.ink,
            escape(text)
        );
    }

    fn corner(&self, cell: Cell) -> Point {
        let (row, column) = self.puzzle.layout.place(cell);
        Point {
            x: cells(column),
            y: cells(row),
        }
    }

    fn centre(&self, cell: Cell) -> Point {
        self.corner(cell).shift(0.5, 0.5)
    }
}

impl Picture {
    /// Renders a stand-alone SVG document that is `width` units wide. Without a width, it is as wide as the picture.
    #[must_use]
    pub(crate) fn document(&self, theme: Theme, width: Option<f64>) -> String {
        let style = match theme {
            Theme::Auto => {
                format!("<style>\n@media (prefers-color-scheme:dark){{\n{DARK}}}\n</style>\n")
            }
            #[cfg(feature = "cli")]
            Theme::Light => String::new(),
            #[cfg(feature = "cli")]
            Theme::Dark => format!("<style>\n{DARK}</style>\n"),
        };
        let head = format!("<title>{}</title>\n{style}", escape(&self.title));
        self.with_head(&head, width)
    }

    /// Renders an SVG document without a style sheet.
    #[must_use]
    pub(crate) fn plain(&self) -> String {
        self.with_head("", None)
    }

    fn with_head(&self, head: &str, wanted: Option<f64>) -> String {
        let scale = wanted.map_or(1.0, |wanted| wanted / self.view_box[2]);
        let size = [2, 3].map(|index| Length(self.view_box[index] * scale));
        let [left, top, width, height] = self.view_box.map(Length);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cluewright\" \
             viewBox=\"{left} {top} {width} {height}\" width=\"{}\" height=\"{}\" \
             font-family=\"sans-serif\">\n{head}",
            size[0], size[1]
        );
        svg += &self.body();
        svg + "</svg>\n"
    }

    /// Renders only the layers, from back to front.
    #[must_use]
    pub(crate) fn body(&self) -> String {
        let mut svg = String::new();
        for (name, layer) in &self.layers {
            let _ = write!(svg, "<g data-layer=\"{name}\">\n{layer}</g>\n");
        }
        svg
    }
}

/// Returns the statement of a given, such as `A is 3` or `B is one of 1, 2`.
fn state_given(puzzle: &Puzzle, given: &Given) -> String {
    let name = puzzle.cell_name(given.cell);
    let digits: Vec<String> = given.digits.iter().map(|d| d.to_string()).collect();
    let one_of = if digits.len() == 1 { "" } else { "one of " };
    format!("{name} is {one_of}{}", digits.join(", "))
}

/// Returns the width of `count` cells, in units of the picture.
fn cells(count: u8) -> f64 {
    f64::from(count) * CELL
}

/// Escapes text for XML.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML 1.0 allows few control characters, so all of them become spaces.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
