//! Pictures of puzzles: grid, regions, givens, and clues by the shape of their rule.
//!
//! A clue is drawn as its rule's `draw` entry says. Lengths are in units of which a cell is
//! [`CELL`] wide.

use crate::puzzle::{Cell, Clue, DigitSet, Param, Puzzle, digit_char};
use crate::rules::{Book, Draw, Rule};
use std::fmt::Write;

/// Width and height of a cell.
const CELL: f64 = 64.0;
/// Room around the grid, for what stands outside.
const MARGIN: f64 = 72.0;
/// The colour of what is pointed at.
const BLAME: &str = "#d62728";
/// The colour of clues whose rule names none.
const PLAIN: &str = "#8a8a8a";

/// A drawing of one puzzle, from back to front.
#[derive(Clone, Debug)]
pub struct Canvas<'a> {
    puzzle: &'a Puzzle,
    book: &'a Book,
    /// Coloured areas and lines.
    back: String,
    /// What must stay readable: digits, sums, dots.
    front: String,
    /// Text lines below the grid.
    notes: Vec<(String, bool)>,
}

/// A point on the canvas.
type Point = (f64, f64);

impl<'a> Canvas<'a> {
    /// A picture of the grid with nothing in it yet.
    #[must_use]
    pub fn new(book: &'a Book, puzzle: &'a Puzzle) -> Self {
        Self {
            puzzle,
            book,
            back: String::new(),
            front: String::new(),
            notes: vec![],
        }
    }

    /// Fills a cell with a colour.
    pub fn shade(&mut self, cell: Cell, colour: &str) {
        let (x, y) = self.corner(cell);
        let colour = escaped(colour);
        let _ = writeln!(
            self.back,
            r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>"#
        );
    }

    /// Draws every given: a digit, or a pencil mark.
    pub fn givens(&mut self, blamed: impl Fn(usize) -> bool) {
        for (index, given) in self.puzzle.givens.iter().enumerate() {
            let colour = if blamed(index) { BLAME } else { "#000000" };
            match given.digits.single() {
                Some(digit) => self.digit(given.cell, digit, colour),
                None => self.candidates(given.cell, given.digits, colour),
            }
        }
    }

    /// A large digit in a cell.
    pub fn digit(&mut self, cell: Cell, digit: u8, colour: &str) {
        let (x, y) = self.centre(cell);
        let text = digit_char(digit).to_string();
        self.text((x, y), 0.62, colour, "middle", &text);
    }

    /// Two large digits in a cell, one above the other.
    pub fn two_digits(&mut self, cell: Cell, digits: [u8; 2], colours: [&str; 2]) {
        let (x, y) = self.centre(cell);
        for (place, (digit, colour)) in digits.into_iter().zip(colours).enumerate() {
            let (dx, dy) = if place == 0 {
                (-0.2, -0.18)
            } else {
                (0.2, 0.18)
            };
            let text = digit_char(digit).to_string();
            self.text(
                (x + dx * CELL, y + dy * CELL),
                0.44,
                colour,
                "middle",
                &text,
            );
        }
    }

    /// Small digits in a cell, each at its place.
    pub fn candidates(&mut self, cell: Cell, digits: DigitSet, colour: &str) {
        let layout = &self.puzzle.layout;
        let side = (1..=5u8)
            .find(|side| side * side >= layout.digit_count)
            .unwrap_or(5);
        let step = CELL / (f64::from(side) + 0.4);
        let (x, y) = self.corner(cell);
        for digit in digits.iter() {
            let place = digit.saturating_sub(layout.min_digit);
            let (row, column) = (f64::from(place / side), f64::from(place % side));
            let at = (x + step * (column + 0.7), y + step * (row + 0.7));
            self.text(
                at,
                0.8 / f64::from(side),
                colour,
                "middle",
                &digit_char(digit).to_string(),
            );
        }
    }

    /// Draws a clue, in red where it is blamed. Clues that have no shape stand as notes below.
    pub fn clue(&mut self, clue: &Clue, blamed: bool) {
        for part in &clue.parts {
            self.clue(part, blamed);
        }
        let rule = self.book.rule(&clue.rule).ok();
        let grid = self.puzzle.layout.cell_count();
        let on_grid = clue.cells().all(|cell| cell.index() < grid);
        match rule.and_then(|rule| Some((rule, rule.draw.as_ref()?))) {
            Some((rule, draw)) if on_grid && clue.cells().next().is_some() => {
                self.drawn(clue, rule, draw, blamed);
            }
            Some((_, draw)) if draw.kind == "diagonal" => self.diagonal(draw, blamed),
            _ if clue.parts.is_empty() => {
                let name = self.book.describe(self.puzzle, clue);
                self.notes.push((name, blamed));
            }
            _ => {}
        }
    }

    /// A line of text below the grid, in red where something is blamed.
    pub fn note(&mut self, text: impl Into<String>, blamed: bool) {
        self.notes.push((text.into(), blamed));
    }

    /// The picture as an SVG document.
    #[must_use]
    pub fn finish(mut self) -> String {
        let layout = &self.puzzle.layout;
        let longest = self.notes.iter().map(|(note, _)| note.chars().count());
        let words = longest.max().unwrap_or(0) as f64 * CELL * 0.14;
        let width = (f64::from(layout.columns) * CELL + MARGIN).max(words) + MARGIN;
        let bottom = f64::from(layout.rows) * CELL + 2.0 * MARGIN;
        let line = 22.0;
        let height = bottom + line * self.notes.len() as f64;
        let notes = std::mem::take(&mut self.notes);
        for (number, (note, blamed)) in notes.iter().enumerate() {
            let at = (MARGIN, bottom - MARGIN * 0.4 + line * number as f64);
            let colour = if *blamed { BLAME } else { "#333333" };
            self.text(at, 0.25, colour, "start", note);
        }
        let title = self.puzzle.about.title.as_deref().unwrap_or("Sudoku");
        let (title, grid) = (escaped(title), self.grid());
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" "#,
                r#"width="{width}" height="{height}" font-family="sans-serif">"#,
                "\n<title>{title}</title>\n",
                r##"<rect width="100%" height="100%" fill="#ffffff"/>"##,
                "\n{back}{grid}{front}</svg>\n"
            ),
            width = width,
            height = height,
            title = title,
            back = self.back,
            grid = grid,
            front = self.front,
        )
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
        let mut line = |parted: bool, (x, y): Point, (dx, dy): Point| {
            let _ = write!(lines[usize::from(parted)], "M{x} {y}l{dx} {dy}");
        };
        let (rows, columns) = (i32::from(layout.rows), i32::from(layout.columns));
        for row in 0..=rows {
            for column in 0..=columns {
                let at = (
                    MARGIN + f64::from(column) * CELL,
                    MARGIN + f64::from(row) * CELL,
                );
                let here = box_of(row, column);
                if column < columns {
                    line(here != box_of(row - 1, column), at, (CELL, 0.0));
                }
                if row < rows {
                    line(here != box_of(row, column - 1), at, (0.0, CELL));
                }
            }
        }
        let path = |lines: &str, width: f64, colour: &str| {
            format!(
                "<path d=\"{lines}\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"square\" fill=\"none\"/>\n"
            )
        };
        path(&lines[0], 1.0, "#777777") + &path(&lines[1], 3.0, "#000000")
    }

    fn drawn(&mut self, clue: &Clue, rule: &Rule, draw: &Draw, blamed: bool) {
        let cells: Vec<Cell> = clue.cells().collect();
        let colour = match blamed {
            true => BLAME.to_owned(),
            false => key(draw, "colour").unwrap_or_else(|| PLAIN.to_owned()),
        };
        let text = key(draw, "text").and_then(|text| filled(&text, clue, rule));
        match draw.kind.as_str() {
            "line" | "thermometer" => self.line(&cells, draw, &colour),
            "arrow" => self.arrow(clue, &colour),
            "cage" => self.cage(clue, &colour, text.as_deref()),
            "dot" => {
                let fill = match key(draw, "fill").or_else(|| key(draw, "colour")) {
                    Some(fill) => fill,
                    None => "#ffffff".to_owned(),
                };
                self.dot(&cells, &fill, blamed, text.as_deref());
            }
            "edge" => self.edge(&cells, blamed, text.as_deref().unwrap_or("")),
            "cell" => cells.iter().for_each(|&cell| self.mark(cell, draw, blamed)),
            "outside" => self.outside(&cells, blamed, text.as_deref().unwrap_or("?")),
            "corner" => self.quadruple(&cells, blamed, text.as_deref().unwrap_or("")),
            "diagonal" => self.diagonal(draw, blamed),
            "none" => {
                let name = self.book.describe(self.puzzle, clue);
                self.notes.push((name, blamed));
            }
            _ => self.area(&cells, &colour, blamed),
        }
    }

    fn line(&mut self, cells: &[Cell], draw: &Draw, colour: &str) {
        let thermometer = draw.kind == "thermometer";
        let width = number(draw, "width").unwrap_or(if thermometer { 0.2 } else { 0.16 });
        self.stroke(cells, colour, width);
        let ends = [
            (key(draw, "start"), cells.first()),
            (key(draw, "end"), cells.last()),
        ];
        for (shape, cell) in ends {
            let Some((&cell, shape)) = cell.zip(shape) else {
                continue;
            };
            let (x, y) = self.centre(cell);
            let r = CELL * 0.3;
            let _ = match shape.as_str() {
                "diamond" => writeln!(
                    self.back,
                    "<path d=\"M{x} {}L{} {y}L{x} {}L{} {y}z\" fill=\"#ffffff\" stroke=\"{}\" \
                     stroke-width=\"3\"/>",
                    y - r,
                    x + r,
                    y + r,
                    x - r,
                    escaped(colour)
                ),
                _ => writeln!(
                    self.back,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"#ffffff\" stroke=\"{}\" \
                     stroke-width=\"3\"/>",
                    escaped(colour)
                ),
            };
        }
        if thermometer && let Some(&bulb) = cells.first() {
            let (x, y) = self.centre(bulb);
            let r = CELL * 0.34;
            let colour = escaped(colour);
            let _ = writeln!(
                self.back,
                r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>"#
            );
        }
    }

    fn stroke(&mut self, cells: &[Cell], colour: &str, width: f64) {
        let points: Vec<String> = cells
            .iter()
            .map(|&cell| self.centre(cell))
            .map(|(x, y)| format!("{x},{y}"))
            .collect();
        let (points, width, colour) = (points.join(" "), width * CELL, escaped(colour));
        let _ = writeln!(
            self.back,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }

    fn arrow(&mut self, clue: &Clue, colour: &str) {
        let (bulb, shaft) = (
            clue.cells_of("bulb").to_vec(),
            clue.cells_of("shaft").to_vec(),
        );
        for pair in bulb.windows(2) {
            self.stroke(pair, "#dddddd", 0.7);
        }
        let last = bulb.last().copied();
        let path: Vec<Cell> = last.into_iter().chain(shaft.iter().copied()).collect();
        self.stroke(&path, colour, 0.05);
        for &cell in &bulb {
            let (x, y) = self.centre(cell);
            let (r, colour) = (CELL * 0.38, escaped(colour));
            let _ = writeln!(
                self.back,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"#ffffff\" stroke=\"{colour}\" \
                 stroke-width=\"3\"/>"
            );
        }
        if let [.., before, tip] = path[..] {
            self.tip(self.centre(before), self.centre(tip), colour);
        }
    }

    /// The head of an arrow at `to`.
    fn tip(&mut self, from: Point, to: Point, colour: &str) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length * CELL * 0.2, dy / length * CELL * 0.2);
        let (x, y) = to;
        let _ = writeln!(
            self.back,
            "<path d=\"M{} {}L{x} {y}L{} {}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
            x - ux - uy,
            y - uy + ux,
            x - ux + uy,
            y - uy - ux,
            escaped(colour)
        );
    }

    /// A dashed outline a little inside the cells' edges, and a text in the first cell.
    fn cage(&mut self, clue: &Clue, colour: &str, text: Option<&str>) {
        let inset = CELL * 0.09;
        let colour = if colour == PLAIN { "#333333" } else { colour };
        for (_, cells) in &clue.slots {
            let mut path = String::new();
            let has = |row: i32, column: i32| {
                let cell = self.puzzle.layout.cell_at(row, column);
                cell.is_some_and(|cell| cells.contains(&cell))
            };
            for &cell in cells {
                let (row, column) = self.puzzle.layout.place(cell);
                let (row, column) = (i32::from(row), i32::from(column));
                let (x, y) = self.corner(cell);
                let (up, down) = (has(row - 1, column), has(row + 1, column));
                let (left, right) = (has(row, column - 1), has(row, column + 1));
                let near = |open: bool| if open { 0.0 } else { inset };
                let far = |open: bool| if open { CELL } else { CELL - inset };
                let (x1, x2) = (x + near(left), x + far(right));
                let (y1, y2) = (y + near(up), y + far(down));
                if !up {
                    let _ = write!(path, "M{x1} {}H{x2}", y + inset);
                }
                if !down {
                    let _ = write!(path, "M{x1} {}H{x2}", y + CELL - inset);
                }
                if !left {
                    let _ = write!(path, "M{} {y1}V{y2}", x + inset);
                }
                if !right {
                    let _ = write!(path, "M{} {y1}V{y2}", x + CELL - inset);
                }
            }
            let _ = writeln!(
                self.front,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" \
                 stroke-dasharray=\"5 3\"/>",
                escaped(colour)
            );
        }
        if let (Some(text), Some(first)) = (text, clue.cells().min()) {
            let (x, y) = self.corner(first);
            let at = (x + CELL * 0.12, y + CELL * 0.18);
            self.text(at, 0.22, colour, "start", text);
        }
    }

    fn dot(&mut self, cells: &[Cell], fill: &str, blamed: bool, text: Option<&str>) {
        let (x, y) = self.middle(cells);
        let (r, stroke) = (CELL * 0.13, if blamed { BLAME } else { "#000000" });
        let width = if blamed { 4 } else { 2 };
        let fill = escaped(fill);
        let _ = writeln!(
            self.front,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\"/>"
        );
        if let Some(text) = text {
            self.text((x, y), 0.18, "#777777", "middle", text);
        }
    }

    fn edge(&mut self, cells: &[Cell], blamed: bool, text: &str) {
        let at = self.middle(cells);
        let (x, y) = at;
        let (w, colour) = (CELL * 0.26, if blamed { BLAME } else { "#000000" });
        let (left, top) = (x - w / 2.0, y - w / 2.0);
        let _ = writeln!(
            self.front,
            r##"<rect x="{left}" y="{top}" width="{w}" height="{w}" fill="#ffffff"/>"##
        );
        let turned = match cells {
            [a, b, ..] => {
                let (one, other) = (self.centre(*a), self.centre(*b));
                (other.1 - one.1).atan2(other.0 - one.0).to_degrees()
            }
            _ => 0.0,
        };
        // Only signs that point somewhere are turned.
        let turned = if text == ">" { turned } else { 0.0 };
        let _ = writeln!(self.front, "<g transform=\"rotate({turned} {x} {y})\">");
        self.text(at, 0.3, colour, "middle", text);
        self.front.push_str("</g>\n");
    }

    fn mark(&mut self, cell: Cell, draw: &Draw, blamed: bool) {
        let (x, y) = self.centre(cell);
        let fill = key(draw, "fill").or_else(|| key(draw, "colour"));
        let fill = escaped(&fill.unwrap_or_else(|| "#dddddd".to_owned()));
        let stroke = if blamed { BLAME } else { "none" };
        let r = CELL * 0.38;
        let _ = match key(draw, "mark").as_deref() {
            Some("circle") => writeln!(
                self.back,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{stroke}\" \
                 stroke-width=\"4\"/>"
            ),
            _ => writeln!(
                self.back,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" \
                 stroke=\"{stroke}\" stroke-width=\"4\"/>",
                x - r,
                y - r,
                2.0 * r,
                2.0 * r
            ),
        };
    }

    /// A text beside the first cell, away from the second.
    fn outside(&mut self, cells: &[Cell], blamed: bool, text: &str) {
        let Some(&first) = cells.first() else {
            return;
        };
        let (x, y) = self.centre(first);
        let (dx, dy) = match cells.get(1) {
            Some(&second) => {
                let (to_x, to_y) = self.centre(second);
                (x - to_x, y - to_y)
            }
            None => (-CELL, 0.0),
        };
        let at = (x + dx * 0.8, y + dy * 0.8);
        let colour = if blamed { BLAME } else { "#000000" };
        self.text(at, 0.38, colour, "middle", text);
        if dx != 0.0 && dy != 0.0 {
            let from = (x + dx * 0.68, y + dy * 0.68);
            self.tip(from, (x + dx * 0.48, y + dy * 0.48), colour);
        }
    }

    fn quadruple(&mut self, cells: &[Cell], blamed: bool, text: &str) {
        let (x, y) = self.middle(cells);
        let (r, stroke) = (CELL * 0.24, if blamed { BLAME } else { "#000000" });
        let _ = writeln!(
            self.front,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"#ffffff\" stroke=\"{stroke}\" \
             stroke-width=\"2\"/>"
        );
        self.text((x, y), 0.18, stroke, "middle", text);
    }

    fn diagonal(&mut self, draw: &Draw, blamed: bool) {
        let layout = &self.puzzle.layout;
        let (width, height) = (
            f64::from(layout.columns) * CELL,
            f64::from(layout.rows) * CELL,
        );
        let rising = draw.keys.get("rising").and_then(toml::Value::as_bool) == Some(true);
        let (from, to) = if rising { (height, 0.0) } else { (0.0, height) };
        let colour = if blamed { BLAME } else { "#66a3ff" };
        let (x1, x2, y1, y2) = (MARGIN, MARGIN + width, MARGIN + from, MARGIN + to);
        let _ = writeln!(
            self.back,
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="2"/>"#
        );
    }

    fn area(&mut self, cells: &[Cell], colour: &str, blamed: bool) {
        let opacity = if blamed { 0.45 } else { 0.25 };
        for &cell in cells {
            let (x, y) = self.corner(cell);
            let colour = escaped(colour);
            let _ = writeln!(
                self.back,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{colour}\" \
                 fill-opacity=\"{opacity}\"/>"
            );
        }
    }

    fn text(&mut self, (x, y): Point, size: f64, colour: &str, anchor: &str, text: &str) {
        let (size, colour, text) = (size * CELL, escaped(colour), escaped(text));
        // Digits are about 0.7 of the font's size high.
        let base = y + size * 0.35;
        let _ = writeln!(
            self.front,
            "<text x=\"{x}\" y=\"{base}\" font-size=\"{size}\" fill=\"{colour}\" \
             text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    fn corner(&self, cell: Cell) -> Point {
        let (row, column) = self.puzzle.layout.place(cell);
        (
            MARGIN + f64::from(column) * CELL,
            MARGIN + f64::from(row) * CELL,
        )
    }

    fn centre(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// The middle of some cells.
    fn middle(&self, cells: &[Cell]) -> Point {
        let count = cells.len().max(1) as f64;
        let centres = cells.iter().map(|&cell| self.centre(cell));
        let (x, y) = centres.fold((0.0, 0.0), |(x, y), (a, b)| (x + a, y + b));
        (x / count, y / count)
    }
}

/// A text of a rule's drawing.
fn key(draw: &Draw, name: &str) -> Option<String> {
    draw.keys.get(name)?.as_str().map(str::to_owned)
}

fn number(draw: &Draw, name: &str) -> Option<f64> {
    draw.keys.get(name)?.as_float()
}

/// The text with the clue's parameters put in; `None` where one is left out.
fn filled(text: &str, clue: &Clue, rule: &Rule) -> Option<String> {
    let mut filled = text.to_owned();
    for param in &rule.params {
        let slot = format!("{{{}}}", param.name);
        if !filled.contains(&slot) {
            continue;
        }
        let value = match clue.params.get(&param.name)? {
            Param::Int(number) => number.to_string(),
            Param::Ints(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                numbers.join(" ")
            }
            Param::Text(text) => text.clone(),
        };
        filled = filled.replace(&slot, &value);
    }
    Some(filled)
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
