//! Draws clues as SudokuPad elements, in the styles that SudokuPad uses for f-puzzles imports.

use cluewright_puzzle::{Cell, Clue, Layer, Layout, Param, Puzzle, has_own_rule};
use cluewright_rules::Book;
use cluewright_rules::picture::{Canvas, ClueDrawing, Mark, Outside, Paint, Point, Seated, seat};
use serde_json::{Value, json};

/// An element of a picture, before it is added to a file.
pub(super) struct Item {
    pub(super) layer: Layer,
    pub(super) value: Value,
    /// The index of the clue that the element shows.
    pub(super) clue: usize,
}

/// The line width, in SudokuPad's unit, for a width of one cell in a rule file. It is half of a cell's 64 units,
/// because lines on SudokuPad are customarily half as thick as in our pictures.
const THICKNESS: f64 = 32.0;

const BLACK: &str = "#000000";
const WHITE: &str = "#FFFFFF";

/// Draws every clue of a puzzle. The second list contains the clues without a picture.
pub(super) fn draw<'p>(puzzle: &'p Puzzle, book: &Book) -> (Vec<Item>, Vec<&'p Clue>) {
    let mut pad = Pad {
        layout: &puzzle.layout,
        items: vec![],
        outside: vec![],
        clue: 0,
        colour: String::new(),
    };
    let mut undrawn = vec![];
    for (index, clue) in puzzle.clues.iter().enumerate() {
        pad.clue = index;
        pad.draw(puzzle, book, clue, &mut undrawn);
    }
    // Clues at the same position are arranged one behind another, so all clues must be known before the first one is
    // drawn.
    let outside = std::mem::take(&mut pad.outside);
    for seated in seat(&puzzle.layout, outside) {
        pad.clue = seated.about;
        pad.draw_seated(&seated);
    }
    (pad.items, undrawn)
}

/// Returns the row and column of a point, rounded to keep links short.
fn place(point: Point) -> [f64; 2] {
    [point.y, point.x].map(|length| (length * 1000.0).round() / 1000.0)
}

/// The canvas on which clues are drawn.
struct Pad<'p> {
    layout: &'p Layout,
    items: Vec<Item>,
    /// The clues outside the grid, each with its index.
    outside: Vec<(Outside, usize)>,
    /// The index of the clue that is being drawn.
    clue: usize,
    /// The colour of the rule whose clue is being drawn.
    colour: String,
}

impl<'p> Pad<'p> {
    fn draw(
        &mut self,
        puzzle: &'p Puzzle,
        book: &Book,
        clue: &'p Clue,
        undrawn: &mut Vec<&'p Clue>,
    ) {
        for part in &clue.parts {
            // If a part of a composite clue has no picture, the composite itself is listed, so the part is not listed
            // separately.
            self.draw(puzzle, book, part, &mut vec![]);
        }
        let from = self.items.len();
        let drawing = ClueDrawing::of(book, puzzle, clue);
        let is_drawn = drawing.is_some_and(|drawing| {
            self.colour = drawing.colour().to_owned();
            drawing.draw(puzzle, self)
        });
        if !is_drawn {
            undrawn.push(clue);
        }
        match clue.rule.as_str() {
            // SudokuPad must not check an own rule like the rule of the same name.
            own if has_own_rule(puzzle, own) => {}
            "killer-cage" | "sum" => self.state_sum(from, clue),
            // SudokuPad checks for repeated digits only in cages, so a hidden cage is added under the coloured cells.
            "extra-region" if is_drawn => {
                let cells = self.places(clue.cells_of("cells"));
                let cage = json!({"cells": cells, "unique": true, "hidden": true});
                self.push(Layer::Cages, cage);
            }
            _ => {}
        }
    }

    /// Adds the sum to the drawn cage of a clue, and `unique` to a killer cage, so that SudokuPad checks them.
    fn state_sum(&mut self, from: usize, clue: &Clue) {
        // A clue without a picture has added no item, so there may be nothing at this index.
        let Some(Item { value: cage, .. }) = self.items.get_mut(from) else {
            return;
        };
        if clue.rule == "killer-cage" {
            cage["unique"] = json!(true);
        }
        match clue.params.get("sum") {
            // The member `sum` is the plain sum, so a weighted sum must not be written there.
            Some(Param::Int(sum)) if !clue.params.contains_key("weights") => {
                cage["sum"] = json!(sum);
            }
            _ => {}
        }
    }

    fn push(&mut self, layer: Layer, value: Value) {
        let clue = self.clue;
        self.items.push(Item { layer, value, clue });
    }

    /// Adds a shape; `members` holds its colours, its text and other members.
    fn shape(&mut self, layer: Layer, at: Point, size: f64, members: Value) {
        let mut shape = json!({"center": place(at), "width": size, "height": size});
        // The members are added last, so that a pill can replace the size.
        if let (Value::Object(shape), Value::Object(members)) = (&mut shape, members) {
            shape.extend(members);
        }
        self.push(layer, shape);
    }

    fn path(&mut self, colour: &str, thickness: f64, points: &[Point]) {
        let points: Vec<_> = points.iter().copied().map(place).collect();
        self.push(
            Layer::Lines,
            json!({"color": colour, "thickness": thickness, "wayPoints": points}),
        );
    }

    fn stroke(&mut self, cells: &[Cell], colour: &str, thickness: f64) {
        let points = self.centres(cells);
        self.path(colour, thickness, &points);
    }

    fn arrow(&mut self, colour: &str, thickness: f64, points: &[Point]) {
        let points: Vec<_> = points.iter().copied().map(place).collect();
        self.push(
            Layer::Arrows,
            json!({"color": colour, "thickness": thickness, "headLength": 0.3, "wayPoints": points}),
        );
    }

    fn centre(&self, cell: Cell) -> Point {
        let (row, column) = self.layout.place(cell);
        Point {
            x: f64::from(column) + 0.5,
            y: f64::from(row) + 0.5,
        }
    }

    fn centres(&self, cells: &[Cell]) -> Vec<Point> {
        cells.iter().map(|&cell| self.centre(cell)).collect()
    }

    fn places(&self, cells: &[Cell]) -> Vec<(u8, u8)> {
        cells.iter().map(|&cell| self.layout.place(cell)).collect()
    }

    /// Draws a clue outside the grid at its position.
    fn draw_seated(
        &mut self,
        Seated {
            clue, centre, out, ..
        }: &Seated<usize>,
    ) {
        let (down, right) = (f64::from(clue.step.0), f64::from(clue.step.1));
        let mut at = *centre;
        if clue.is_diagonal() {
            let reach = |by: f64| at.moved(by * right, by * down);
            let ends = [reach(0.22), reach(0.47)];
            self.arrow(BLACK, 2.0, &ends);
            at = match out {
                (_, 0) => at.moved(0.26 * right, -0.14 * down),
                _ => at.moved(-0.12 * right, 0.12 * down),
            };
        }
        let font = if clue.is_diagonal() { 20 } else { 28 };
        let mut members = json!({"text": clue.text, "fontSize": font, "color": BLACK});
        match clue.mark.as_deref() {
            Some("tower" | "hidden-tower") => {
                let corners = [
                    (-0.3, 0.3),
                    (-0.3, -0.3),
                    (0.0, -0.42),
                    (0.3, -0.3),
                    (0.3, 0.3),
                ];
                let mut points = corners.map(|(x, y)| at.moved(x, y)).to_vec();
                points.push(points[0]);
                self.path(BLACK, 1.5, &points);
            }
            Some(mark) => {
                members["borderColor"] = json!(BLACK);
                members["rounded"] = json!(mark == "circle");
            }
            None => {}
        }
        self.shape(Layer::Overlays, at, 0.65, members);
    }
}

impl Canvas for Pad<'_> {
    fn line(&mut self, cells: &[Cell], width: f64) {
        let colour = self.colour.clone();
        self.stroke(cells, &colour, width * THICKNESS);
    }

    fn thermometer(&mut self, cells: &[Cell], _: f64) {
        let colour = self.colour.clone();
        if let Some(&bulb) = cells.first() {
            let members = json!({"rounded": true, "backgroundColor": colour});
            self.shape(Layer::Underlays, self.centre(bulb), 0.85, members);
        }
        self.stroke(cells, &colour, 21.0);
    }

    fn ring(&mut self, cell: Cell, _: f64, paint: Paint) {
        let border = match paint {
            Paint::Rule => self.colour.as_str(),
            Paint::Ink => BLACK,
        };
        let members = json!({"rounded": true, "backgroundColor": WHITE, "borderColor": border});
        self.shape(Layer::Overlays, self.centre(cell), 0.75, members);
    }

    fn diamond(&mut self, cell: Cell) {
        let members = json!({"backgroundColor": WHITE, "borderColor": self.colour, "angle": 45});
        self.shape(Layer::Overlays, self.centre(cell), 0.5, members);
    }

    fn shaft(&mut self, cells: &[Cell]) {
        let (colour, points) = (self.colour.clone(), self.centres(cells));
        self.arrow(&colour, 5.0, &points);
    }

    /// Draws a straight pill as one rounded shape. Draws any other pill as a line with a thinner line on top.
    fn pill(&mut self, cells: &[Cell]) {
        let places = self.places(cells);
        let is_straight = places.iter().all(|place| place.0 == places[0].0)
            || places.iter().all(|place| place.1 == places[0].1);
        let colour = self.colour.clone();
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
            return;
        };
        // A rounded shape is always a rectangle, so a pill with a bend needs lines.
        if !is_straight {
            self.stroke(cells, &colour, 48.0);
            return self.stroke(cells, WHITE, 44.0);
        }
        let (from, to) = (self.centre(first), self.centre(last));
        let members = json!({
            "width": (to.x - from.x).abs() + 0.75,
            "height": (to.y - from.y).abs() + 0.75,
            "rounded": true, "backgroundColor": WHITE, "borderColor": colour,
        });
        let middle = from.moved((to.x - from.x) / 2.0, (to.y - from.y) / 2.0);
        self.shape(Layer::Overlays, middle, 0.75, members);
    }

    fn cage(&mut self, cells: &[Cell], text: Option<&str>, paint: Paint) {
        let mut cage = json!({"cells": self.places(cells)});
        if let Some(text) = text {
            cage["value"] = json!(text);
        }
        if paint == Paint::Rule {
            cage["outlineC"] = json!(self.colour);
            cage["fontC"] = json!(self.colour);
        }
        self.push(Layer::Cages, cage);
    }

    fn dot(&mut self, at: Point, fill: &str, text: Option<&str>) {
        let ink = if fill == BLACK { WHITE } else { BLACK };
        let mut members = json!({"rounded": true, "backgroundColor": fill, "borderColor": BLACK});
        if let Some(text) = text {
            members["text"] = json!(text);
            members["fontSize"] = json!(14);
            members["color"] = json!(ink);
        }
        self.shape(Layer::Overlays, at, 0.3, members);
    }

    fn sign(&mut self, at: Point, turn: f64, text: &str) {
        let mut members =
            json!({"text": text, "fontSize": 21, "color": BLACK, "backgroundColor": WHITE});
        if turn != 0.0 {
            members["angle"] = json!(turn);
        }
        self.shape(Layer::Overlays, at, 0.25, members);
    }

    fn mark(&mut self, cell: Cell, mark: Mark) {
        let centre = self.centre(cell);
        let (size, tip) = match mark {
            Mark::Square | Mark::Circle => (0.7, None),
            Mark::Maximum => (1.0, Some(0.47)),
            Mark::Minimum => (1.0, Some(0.39)),
        };
        let mut members = json!({"backgroundColor": self.colour});
        if mark == Mark::Circle {
            members["rounded"] = json!(true);
        }
        self.shape(Layer::Underlays, centre, size, members);
        let Some(tip) = tip else {
            return;
        };
        for (x, y) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let at = |out: f64, along: f64| centre.moved(out * x + along * y, out * y + along * x);
            let angle = [at(0.86 - tip, -0.1), at(tip, 0.0), at(0.86 - tip, 0.1)];
            self.path(BLACK, 1.5, &angle);
        }
    }

    fn outside(&mut self, clue: Outside) {
        self.outside.push((clue, self.clue));
    }

    fn corner(&mut self, at: Point, rows: &[String]) {
        let members = json!({
            "rounded": true, "backgroundColor": WHITE, "borderColor": BLACK,
            "text": rows.join("\n"), "fontSize": 14, "color": BLACK,
        });
        self.shape(Layer::Overlays, at, 0.6, members);
    }

    fn diagonal(&mut self, is_rising: bool) {
        let (right, bottom) = (f64::from(self.layout.columns), f64::from(self.layout.rows));
        let (from, to) = if is_rising {
            (bottom, 0.0)
        } else {
            (0.0, bottom)
        };
        let colour = self.colour.clone();
        let ends = [Point { x: 0.0, y: from }, Point { x: right, y: to }];
        self.path(&colour, 2.0, &ends);
    }

    fn area(&mut self, cell: Cell) {
        let members = json!({"backgroundColor": self.colour});
        self.shape(Layer::Underlays, self.centre(cell), 1.0, members);
    }

    /// Draws nothing, because SudokuPad cannot outline coloured cells.
    fn outline(&mut self, _: &[Cell]) {}

    /// Draws nothing, because a solver could mistake the letter for a clue.
    fn letter(&mut self, _: Cell, _: &str) {}
}
