//! Drawings of clues, according to the `draw` entry of their rule.

use super::outline::outline;
use super::outside::Seat;
use super::{Anchor, CELL, Canvas, Ink, LETTER, Layer, Length, Point, Text, cells, escape};
use cluewright_formats::cells_in_words;
use cluewright_puzzle::{Cell, Clue, Param};
use cluewright_rules::Clues;
use cluewright_rules::picture::{self, ClueDrawing, Mark, Paint};
use std::fmt::Write;

/// The distance between the outline of a cage and the edges of its cells, in units of the picture.
const INSET: i32 = 6;
/// Font size of labels, relative to the size of a cell.
const LABEL: f64 = 0.2;

/// The opacity of lines. Drawings behind a line remain visible.
const SEE_THROUGH: &str = " opacity=\"0.75\"";

/// Draws a clue, in groups that identify it by its index in the puzzle. `index` is `None` if the clue is a part of
/// another clue.
pub(super) fn draw(canvas: &mut Canvas<'_>, clue: &Clue, index: Option<usize>, blamed: bool) {
    let (book, puzzle) = (canvas.book, canvas.puzzle);
    let drawing = ClueDrawing::of(book, puzzle, clue);
    let starts = GROUPED.map(|layer| canvas.layer(layer).len());
    let (outside, notes) = (canvas.outside.len(), canvas.notes.len());
    let group = group(canvas, clue, index, drawing.as_ref(), blamed);
    for part in &clue.parts {
        draw(canvas, part, None, blamed);
    }
    let mut brush = Brush {
        canvas,
        is_blamed: blamed,
    };
    if !drawing.is_some_and(|drawing| drawing.draw(puzzle, &mut brush)) {
        let name = match clue.params.get("formula") {
            // The name of a relation shortens its formula, but only the note states it.
            Some(Param::Text(formula)) if clue.rule == "relation" => {
                format!("the relation `{formula}`")
            }
            _ => name_with_cells(canvas, clue),
        };
        canvas.note(name, blamed);
    }
    for (layer, start) in GROUPED.into_iter().zip(starts) {
        let svg = canvas.layer(layer);
        if svg.len() > start {
            let see_through = if layer == Layer::Lines {
                SEE_THROUGH
            } else {
                ""
            };
            // The group is opened afterwards, so that a layer without shapes of the clue gets no empty group.
            svg.insert_str(start, &format!("<g {group}{see_through}>\n"));
            svg.push_str("</g>\n");
        }
    }
    for (_, seat) in &mut canvas.outside[outside..] {
        // If a seat belongs to a part of the clue, its group is already set and stays.
        seat.group.get_or_insert_with(|| format!("<g {group}>\n"));
    }
    for note in &mut canvas.notes[notes..] {
        note.group.get_or_insert_with(|| format!("<g {group}>\n"));
    }
}

/// Returns the name of a clue, followed by its cells unless the name already states them.
fn name_with_cells(canvas: &Canvas<'_>, clue: &Clue) -> String {
    let (book, puzzle) = (canvas.book, canvas.puzzle);
    let name = book.describe(puzzle, clue);
    if clue.slots.is_empty() {
        return name;
    }
    let cells = cells_in_words(puzzle, book, clue);
    match name.ends_with(&cells) {
        true => name,
        false => format!("{name}: {cells}"),
    }
}

/// The layers into which clues are drawn one by one. The other layers are laid out once all clues are known.
const GROUPED: [Layer; 3] = [Layer::Areas, Layer::Lines, Layer::Over];

/// Returns the opening tag of a clue's group, with the attributes for the clue's identity and colour.
fn group(
    canvas: &Canvas<'_>,
    clue: &Clue,
    index: Option<usize>,
    drawing: Option<&ClueDrawing<'_>>,
    blamed: bool,
) -> String {
    let rule = escape(&clue.rule);
    let mut group = format!(
        "class=\"clue {rule}{}\"",
        if blamed { " blame" } else { "" }
    );
    if let Some(index) = index {
        let before = canvas.puzzle.clues[..index].iter();
        let nth = before.filter(|other| other.rule == clue.rule).count();
        let cells = clue.cells().map(|cell| canvas.puzzle.cell_name(cell));
        let cells: Vec<String> = cells.collect();
        let cells = escape(&cells.join(" "));
        let _ = write!(
            group,
            " data-clue=\"{index}\" data-rule=\"{rule}\" data-nth=\"{nth}\" data-cells=\"{cells}\""
        );
    }
    let colour = match blamed {
        true => Some("#d62728"),
        false => drawing.map(ClueDrawing::colour),
    };
    if let Some(colour) = colour {
        let _ = write!(group, " color=\"{}\"", escape(colour));
    }
    group
}

/// A canvas that draws the shapes of a clue, in the colour of blame if the clue is blamed.
struct Brush<'c, 'a> {
    canvas: &'c mut Canvas<'a>,
    is_blamed: bool,
}

impl Brush<'_, '_> {
    /// Returns the colour of a shape: the colour of blame for a blamed clue, otherwise the rule's colour or plain ink.
    const fn ink(&self, paint: Paint) -> Ink {
        match (self.is_blamed, paint) {
            (true, _) => Ink::BLAME,
            (false, Paint::Rule) => Ink::OfClue,
            (false, Paint::Ink) => Ink::PLAIN,
        }
    }

    /// Returns the width of the rims of dots.
    const fn rim(&self) -> u8 {
        if self.is_blamed { 4 } else { 2 }
    }
}

impl picture::Canvas for Brush<'_, '_> {
    fn line(&mut self, cells: &[Cell], width: f64) {
        let ink = self.ink(Paint::Rule);
        self.canvas.stroke(cells, width, &ink);
    }

    fn thermometer(&mut self, cells: &[Cell], width: f64) {
        self.line(cells, width);
        if let Some(&bulb) = cells.first() {
            let (centre, ink) = (self.canvas.centre(bulb), self.ink(Paint::Rule));
            let how = "fill=\"currentColor\"";
            self.canvas.circle(centre, 0.34, how, &ink);
        }
    }

    fn ring(&mut self, cell: Cell, radius: f64, paint: Paint) {
        let (centre, ink) = (self.canvas.centre(cell), self.ink(paint));
        self.canvas.ring(centre, radius, &ink);
    }

    fn diamond(&mut self, cell: Cell) {
        let (centre, ink) = (self.canvas.centre(cell), self.ink(Paint::Rule));
        self.canvas.diamond(centre, 0.3, &ink);
    }

    fn shaft(&mut self, cells: &[Cell]) {
        self.line(cells, 0.05);
        if let &[.., before, tip] = cells {
            let ink = self.ink(Paint::Rule);
            self.canvas.head(before, tip, &ink);
        }
    }

    fn pill(&mut self, cells: &[Cell]) {
        self.line(cells, 0.78);
        self.canvas.inner(cells, 0.7);
    }

    /// Draws a dashed outline slightly inside the edges of the cells.
    fn cage(&mut self, cells: &[Cell], text: Option<&str>, paint: Paint) {
        let ink = self.ink(paint);
        let canvas = &mut *self.canvas;
        let path = canvas.outline(cells);
        let _ = writeln!(
            canvas.front(),
            "<path d=\"{path}\" {ink} fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\" \
             stroke-dasharray=\"5 3\"/>"
        );
        if let (Some(text), Some(&first)) = (text, cells.iter().min()) {
            canvas.label(first, text, &ink);
        }
    }

    /// Draws a dot. Black and white dots keep their colours in dark mode, because the colours have a meaning.
    fn dot(&mut self, at: picture::Point, fill: &str, text: Option<&str>) {
        let (at, ink) = (Point::from(at), self.ink(Paint::Ink));
        self.canvas.dot(at, 0.13, fill, self.rim(), &ink);
        if let Some(text) = text {
            let dark = fill == "#000000";
            // Text would not be readable on a black dot, so it is written below the dot.
            let beside = if dark { at.shift(0.0, 0.22) } else { at };
            let ink = if dark { ink } else { Ink::PLAIN };
            self.canvas.draw_with_halo(beside, 0.17, &ink, text);
        }
    }

    fn sign(&mut self, at: picture::Point, turn: f64, text: &str) {
        let (at, ink) = (Point::from(at), self.ink(Paint::Ink));
        let (x, y, turn) = (Length(at.x), Length(at.y), Length(turn));
        let canvas = &mut *self.canvas;
        let _ = writeln!(canvas.front(), "<g transform=\"rotate({turn} {x} {y})\">");
        canvas.draw_with_halo(at, 0.3, &ink, text);
        canvas.front().push_str("</g>\n");
    }

    fn mark(&mut self, cell: Cell, mark: Mark) {
        let stroke = match self.is_blamed {
            true => " stroke=\"currentColor\" stroke-width=\"4\" fill-opacity=\"0.3\"",
            false => "",
        };
        let ink = self.ink(Paint::Ink);
        let canvas = &mut *self.canvas;
        let centre = canvas.centre(cell);
        let r = 0.38 * CELL;
        let (x, y) = (Length(centre.x), Length(centre.y));
        let (left, top) = (Length(centre.x - r), Length(centre.y - r));
        let (r, side) = (Length(r), Length(2.0 * r));
        let shape = match mark {
            Mark::Circle => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
            _ => format!("<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\""),
        };
        let areas = canvas.layer(Layer::Areas);
        let _ = writeln!(areas, "{shape} fill=\"currentColor\"{stroke}/>");
        match mark {
            Mark::Maximum => canvas.chevrons(centre, 0.47, &ink),
            Mark::Minimum => canvas.chevrons(centre, 0.39, &ink),
            Mark::Square | Mark::Circle => {}
        }
    }

    fn outside(&mut self, clue: picture::Outside) {
        let ink = self.ink(Paint::Ink);
        self.canvas.outside.push((clue, Seat { ink, group: None }));
    }

    fn corner(&mut self, at: picture::Point, rows: &[String]) {
        let (at, ink) = (Point::from(at), self.ink(Paint::Ink));
        // The lines of the grid cross here and would otherwise run through the digits.
        self.canvas.paper(at, 0.25);
        self.canvas.dot(at, 0.25, "none", self.rim(), &ink);
        let middle = (rows.len() as f64 - 1.0) / 2.0;
        for (number, row) in rows.iter().enumerate() {
            let at = at.shift(0.0, 0.19 * (number as f64 - middle));
            self.canvas.draw_centred(at, 0.19, &ink, row);
        }
    }

    fn diagonal(&mut self, is_rising: bool) {
        let ink = self.ink(Paint::Rule);
        let layout = &self.canvas.puzzle.layout;
        let (right, bottom) = (cells(layout.columns), cells(layout.rows));
        let (from, to) = match is_rising {
            true => (bottom, 0.0),
            false => (0.0, bottom),
        };
        let _ = writeln!(
            self.canvas.layer(Layer::Lines),
            "<path d=\"M0,{from}L{right},{to}\" {ink} stroke=\"currentColor\" stroke-width=\"2\"/>"
        );
    }

    fn area(&mut self, cell: Cell) {
        let ink = self.ink(Paint::Rule);
        let opacity = if self.is_blamed { 0.45 } else { 0.5 };
        let Point { x, y } = self.canvas.corner(cell);
        let _ = writeln!(
            self.canvas.layer(Layer::Areas),
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" {ink} \
             fill=\"currentColor\" fill-opacity=\"{opacity}\"/>"
        );
    }

    fn outline(&mut self, cells: &[Cell]) {
        let ink = match self.is_blamed {
            true => Ink::BLAME,
            false => Ink::MUTED,
        };
        let path = self.canvas.outline(cells);
        let _ = writeln!(
            self.canvas.front(),
            "<path d=\"{path}\" {ink} fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\"/>"
        );
    }

    fn letter(&mut self, cell: Cell, text: &str) {
        let ink = self.ink(Paint::Ink);
        self.canvas.label(cell, text, &ink);
    }
}

impl Canvas<'_> {
    /// Draws a line through the centres of the cells.
    fn stroke(&mut self, cells: &[Cell], width: f64, ink: &Ink) {
        let points = self.points(cells);
        let width = Length(width * CELL);
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<polyline points=\"{points}\" {ink} fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }

    /// Draws the inside of a pill on top of a wider line, so that the line looks like an outline.
    fn inner(&mut self, cells: &[Cell], width: f64) {
        let points = self.points(cells);
        let width = Length(width * CELL);
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<polyline points=\"{points}\" class=\"hollow\" fill=\"none\" stroke=\"#fff\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }

    fn points(&self, cells: &[Cell]) -> String {
        let points = cells.iter().map(|&cell| self.centre(cell).to_string());
        points.collect::<Vec<_>>().join(" ")
    }

    /// Draws the head of an arrow in the last cell of the arrow.
    fn head(&mut self, before: Cell, last: Cell, ink: &Ink) {
        let (from, to) = (self.centre(before), self.centre(last));
        let (right, down) = (to.x - from.x, to.y - from.y);
        // The last two cells may be the same. Their distance of 0 must not become a divisor.
        let length = right.hypot(down).max(1.0);
        let (right, down) = (0.2 * right / length, 0.2 * down / length);
        let one = to.shift(-right - down, right - down);
        let other = to.shift(down - right, -right - down);
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<path d=\"M{one}L{to}L{other}\" {ink} fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"3\"/>"
        );
    }

    /// Draws a circle in the layer of the lines.
    fn circle(&mut self, at: Point, r: f64, how: &str, ink: &Ink) {
        let (x, y, r) = (Length(at.x), Length(at.y), Length(r * CELL));
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {ink} {how}/>"
        );
    }

    /// Draws a hollow circle in the layer of the lines.
    fn ring(&mut self, at: Point, r: f64, ink: &Ink) {
        // The circle is filled with the colour of the paper, so that a line to its centre ends at its rim.
        let (x, y, radius) = (Length(at.x), Length(at.y), Length(r * CELL));
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<circle class=\"paper\" fill=\"#fff\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        );
        self.circle(
            at,
            r,
            "fill=\"none\" stroke=\"currentColor\" stroke-width=\"3\"",
            ink,
        );
    }

    fn diamond(&mut self, at: Point, r: f64, ink: &Ink) {
        let corners = [(0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)];
        let points = corners.map(|(right, down)| at.shift(right, down).to_string());
        let points = points.join(" ");
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<polygon class=\"paper\" fill=\"#fff\" points=\"{points}\"/>\n\
             <polygon points=\"{points}\" {ink} fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"3\"/>"
        );
    }

    /// Draws a circle in the colour of the paper. It hides everything behind it.
    fn paper(&mut self, at: Point, r: f64) {
        let (x, y, r) = (Length(at.x), Length(at.y), Length(r * CELL));
        let _ = writeln!(
            self.front(),
            "<circle class=\"paper\" fill=\"#fff\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"
        );
    }

    /// Draws a circle in front of the grid.
    fn dot(&mut self, at: Point, r: f64, fill: &str, width: u8, ink: &Ink) {
        let (x, y, r) = (Length(at.x), Length(at.y), Length(r * CELL));
        let _ = writeln!(
            self.front(),
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {ink} fill=\"{fill}\" stroke=\"currentColor\" \
             stroke-width=\"{width}\"/>"
        );
    }

    /// Draws a chevron at each of the four sides of a cell. The tip of each chevron is `tip` cells from the centre,
    /// and its ends are `0.86 - tip` cells from the centre. The chevrons therefore point outwards if `tip` is above
    /// 0.43, and inwards otherwise.
    fn chevrons(&mut self, centre: Point, tip: f64, ink: &Ink) {
        let base = 0.86 - tip;
        let mut path = String::new();
        for (right, down) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let at = |out: f64, along: f64| {
                centre.shift(out * right + along * down, out * down + along * right)
            };
            let _ = write!(
                path,
                "M{}L{}L{}",
                at(base, -0.1),
                at(tip, 0.0),
                at(base, 0.1)
            );
        }
        let _ = writeln!(
            self.front(),
            "<path d=\"{path}\" {ink} fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>"
        );
    }

    /// Returns the outline of a set of cells, slightly inside their edges.
    fn outline(&self, cells: &[Cell]) -> String {
        let places = cells.iter().map(|&cell| self.puzzle.layout.place(cell));
        let places: Vec<(i32, i32)> = places
            .map(|(row, column)| (row.into(), column.into()))
            .collect();
        outline(&places, CELL as i32, INSET)
    }

    /// Writes small text in the top left corner of a cell. Further labels go to the top right, the bottom left and the
    /// bottom right. The font of a long text is smaller, so that two labels fit next to each other.
    fn label(&mut self, cell: Cell, text: &str, ink: &Ink) {
        let before = self.labels.iter().filter(|&&other| other == cell).count();
        self.labels.push(cell);
        let letters = text.chars().count().max(1) as f64;
        let size = LABEL.min(0.38 / (LETTER * letters));
        let (right, anchor) = match before % 2 {
            0 => (0.11, Anchor::Start),
            _ => (0.89, Anchor::End),
        };
        let down = [0.19, 0.85][before / 2 % 2];
        let place = Text {
            at: self.corner(cell).shift(right, down),
            size,
            ink,
            anchor,
            halo: true,
        };
        self.text(&place, text);
    }

    /// Writes text around a point. A halo separates the text from the lines behind it.
    pub(super) fn draw_with_halo(&mut self, at: Point, size: f64, ink: &Ink, text: &str) {
        let place = Text {
            at,
            size,
            ink,
            anchor: Anchor::Middle,
            halo: true,
        };
        self.text(&place, text);
    }
}
