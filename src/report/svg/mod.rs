//! Pictures of puzzles: grid, regions, givens, and clues by the shape of their rule.
//!
//! A clue is drawn as its rule's `draw` entry says (`clue`, `outside`). A cell is [`CELL`] units wide, and the
//! grid's top left corner is the origin. What has a meaning of its own (ink, paper, blame) takes its
//! colour from a class of [`STYLE`], so that a page can restyle it.

mod clue;
mod outline;
mod outside;
#[cfg(test)]
mod tests;

use crate::puzzle::{Cell, Clue, DigitSet, Puzzle, digit_char};
use crate::rules::Book;
use outside::Outside;
use std::fmt::{self, Display, Formatter, Write};

/// Width and height of a cell.
const CELL: f64 = 64.0;
/// Width of the strip that names rows and columns.
const NAMES: f64 = 30.0;
/// Room at the sides that have neither names nor clues.
const PADDING: f64 = 12.0;
/// Height of a line of text below the grid, and of its letters.
const NOTE: f64 = 22.0;
const NOTE_FONT: f64 = 16.0;

/// The colours. Each class sets `color`, which shapes refer to as `currentColor`.
const STYLE: &str = "\
.cluewright{color:#000;background:#fff}
.cluewright .paper{fill:#fff}
.cluewright .hollow{stroke:#fff}
.cluewright .ink{color:#000}
.cluewright .muted{color:#777}
.cluewright .blame{color:#d62728}
.cluewright .first{color:#1f77b4}
.cluewright .second{color:#d62728}
.cluewright .open{color:#fff3b0}
.cluewright .settled{color:#b0b0b0}
.cluewright .halo{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
@media (prefers-color-scheme:dark){
.cluewright{color:#eee;background:#1b1b1f}
.cluewright .paper{fill:#1b1b1f}
.cluewright .hollow{stroke:#1b1b1f}
.cluewright .ink{color:#eee}
.cluewright .muted{color:#999}
.cluewright .blame,.cluewright .second{color:#ff6b6b}
.cluewright .first{color:#6cb6ff}
.cluewright .open{color:#9c8a20}
.cluewright .settled{color:#777}
.cluewright .halo{stroke:#1b1b1f}
.cluewright .under{filter:brightness(.55)}
}";

/// The colour of something that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A class of the style sheet: `ink`, `muted`, `blame`, `first`, `second`, `open`, `settled`.
    Class(&'static str),
    /// A colour that a rule names.
    Colour(String),
}

impl Ink {
    /// What is given or drawn in black.
    pub const PLAIN: Self = Self::Class("ink");
    /// What is pointed at.
    pub const BLAME: Self = Self::Class("blame");

    /// Blame, or plain ink.
    const fn blamed(blamed: bool) -> Self {
        if blamed { Self::BLAME } else { Self::PLAIN }
    }
}

impl Display for Ink {
    /// The attribute that sets `currentColor`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Class(class) => write!(f, "class=\"{class}\""),
            Self::Colour(colour) => write!(f, "color=\"{}\"", escaped(colour)),
        }
    }
}

/// A length, to a hundredth of a unit.
struct Length(f64);

impl Display for Length {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Adding zero turns -0 into 0.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// A point on the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    /// The point some cells further right and down.
    fn moved(self, right: f64, down: f64) -> Self {
        Self {
            x: self.x + right * CELL,
            y: self.y + down * CELL,
        }
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Length(self.x), Length(self.y))
    }
}

/// Where a text stands in relation to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
}

/// A text of a picture.
struct Text<'a> {
    at: Point,
    /// The height of its font, in cells.
    size: f64,
    ink: &'a Ink,
    anchor: Anchor,
    /// Whether what lies behind it keeps a distance.
    halo: bool,
}

/// A drawing of one puzzle, from back to front.
#[derive(Clone, Debug)]
pub struct Canvas<'a> {
    puzzle: &'a Puzzle,
    book: &'a Book,
    /// Coloured areas.
    areas: String,
    /// Lines, under the grid.
    lines: String,
    /// What must stay readable: digits, sums, dots.
    front: String,
    /// Clues outside the grid; they are placed when all are known.
    outside: Vec<Outside>,
    /// Labels of cages by the cell they stand in.
    labels: Vec<Cell>,
    /// Text lines below the grid.
    notes: Vec<(String, bool)>,
}

impl<'a> Canvas<'a> {
    /// A picture of the grid with nothing in it yet.
    #[must_use]
    pub fn new(book: &'a Book, puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            book,
            areas: String::new(),
            lines: String::new(),
            front: String::new(),
            outside: vec![],
            labels: vec![],
            notes: vec![],
        }
    }

    /// Fills a cell.
    pub fn shade(&mut self, cell: Cell, ink: &Ink) {
        let Point { x, y } = self.corner(cell);
        let _ = writeln!(
            self.areas,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" {ink} fill=\"currentColor\"/>"
        );
    }

    /// Draws every given: a digit, or a pencil mark.
    pub fn givens(&mut self, blamed: impl Fn(usize) -> bool) {
        for (index, given) in self.puzzle.givens.iter().enumerate() {
            let ink = Ink::blamed(blamed(index));
            // Givens of layers and letters have no cell in the grid.
            if given.cell.index() >= self.puzzle.layout.cell_count() {
                continue;
            }
            match given.digits.single() {
                Some(digit) => self.digit(given.cell, digit, &ink),
                None => self.candidates(given.cell, given.digits, &ink),
            }
        }
    }

    /// A large digit in a cell.
    pub fn digit(&mut self, cell: Cell, digit: u8, ink: &Ink) {
        self.centred(self.centre(cell), 0.62, ink, digit_char(digit));
    }

    /// Two large digits in a cell, one above the other.
    pub fn two_digits(&mut self, cell: Cell, digits: [u8; 2], inks: [&Ink; 2]) {
        let centre = self.centre(cell);
        let places = [centre.moved(-0.2, -0.18), centre.moved(0.2, 0.18)];
        for ((at, digit), ink) in places.into_iter().zip(digits).zip(inks) {
            self.centred(at, 0.44, ink, digit_char(digit));
        }
    }

    /// Small digits in a cell, each at its place.
    pub fn candidates(&mut self, cell: Cell, digits: DigitSet, ink: &Ink) {
        let layout = &self.puzzle.layout;
        let side = (1..=5u8)
            .find(|side| side * side >= layout.digit_count)
            .unwrap_or(5);
        let step = 1.0 / (f64::from(side) + 0.4);
        let size = 0.8 / f64::from(side);
        let corner = self.corner(cell);
        for digit in digits.iter() {
            let place = digit.saturating_sub(layout.min_digit);
            let (row, column) = (f64::from(place / side), f64::from(place % side));
            let at = corner.moved(step * (column + 0.7), step * (row + 0.7));
            self.centred(at, size, ink, digit_char(digit));
        }
    }

    /// Draws a clue, in red where it is blamed. Clues that have no shape stand as notes below.
    pub fn clue(&mut self, clue: &Clue, blamed: bool) {
        clue::draw(self, clue, blamed);
    }

    /// A line of text below the grid, in red where something is blamed.
    pub fn note(&mut self, text: impl Into<String>, blamed: bool) {
        self.notes.push((text.into(), blamed));
    }

    /// The picture as an SVG document.
    #[must_use]
    pub fn finish(mut self) -> String {
        let margins = outside::place(&mut self);
        let layout = &self.puzzle.layout;
        let (right, bottom) = (cells(layout.columns), cells(layout.rows));
        let (left, top) = (-NAMES - margins.left, -NAMES - margins.top);
        self.names(left, top);
        let below = bottom + margins.bottom.max(PADDING);
        let notes = std::mem::take(&mut self.notes);
        for (number, (note, blamed)) in notes.iter().enumerate() {
            let (x, y) = (0.0, below + NOTE * (number as f64 + 0.5));
            let text = Text {
                at: Point { x, y },
                size: NOTE_FONT / CELL,
                ink: &Ink::blamed(*blamed),
                anchor: Anchor::Start,
                halo: false,
            };
            self.text(&text, note);
        }
        let letters = notes.iter().map(|(note, _)| note.chars().count()).max();
        // A letter is about half as wide as its font is high.
        let words = letters.unwrap_or(0) as f64 * NOTE_FONT * 0.55;
        let width = (right + margins.right.max(PADDING)).max(words) - left;
        let padding = if notes.is_empty() { 0.0 } else { PADDING };
        let height = below + NOTE * notes.len() as f64 + padding - top;
        let title = self.puzzle.about.title.as_deref().unwrap_or("Sudoku");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cluewright\" \
             viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\">\n\
             <title>{title}</title>\n<style>\n{STYLE}\n</style>\n\
             <rect class=\"paper\" x=\"{left}\" y=\"{top}\" width=\"100%\" height=\"100%\"/>\n\
             <g class=\"under\">\n{areas}{lines}</g>\n{grid}{front}</svg>\n",
            left = Length(left),
            top = Length(top),
            width = Length(width),
            height = Length(height),
            title = escaped(title),
            areas = self.areas,
            lines = self.lines,
            grid = self.grid(),
            front = self.front,
        )
    }

    /// The names of rows and columns at the margin.
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
            self.centred(at, 0.2, &Ink::Class("muted"), name);
        }
    }

    /// Thin lines between cells, thick ones between boxes.
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
        let path = |lines: &str, width: f64, class: &str| {
            format!(
                "<path class=\"{class}\" d=\"{lines}\" stroke=\"currentColor\" \
                 stroke-width=\"{width}\" stroke-linecap=\"square\" fill=\"none\"/>\n"
            )
        };
        path(&lines[0], 1.0, "muted") + &path(&lines[1], 3.0, "ink")
    }

    /// A text around a point.
    fn centred(&mut self, at: Point, size: f64, ink: &Ink, text: impl Display) {
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
        };
        let (open, close) = match place.halo {
            true => ("<g class=\"halo\">", "</g>"),
            false => ("", ""),
        };
        let _ = writeln!(
            self.front,
            "{open}<text x=\"{}\" y=\"{}\" font-size=\"{}\" {} fill=\"currentColor\" \
             text-anchor=\"{anchor}\">{}</text>{close}",
            Length(place.at.x),
            // Digits are about 0.7 of the font's size high.
            Length(place.at.y + size * 0.35),
            Length(size),
            place.ink,
            escaped(text)
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
        self.corner(cell).moved(0.5, 0.5)
    }
}

/// The width of some cells.
fn cells(count: u8) -> f64 {
    f64::from(count) * CELL
}

/// Text as XML takes it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write other control characters.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
