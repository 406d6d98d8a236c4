//! Draws the picture of a clue: the shapes in its rule's `draw` entry, with their positions.
//!
//! A [`Canvas`] converts the shapes to SVG, or to the elements of another program.

use super::book::Book;
use super::lower::lower;
use super::rule::{Draw, ParamSpec};
use super::shape::Shape;
use cluewright_puzzle::{Cell, Clue, Layout, OwnRule, Param, Puzzle};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The colour of clues whose rule defines none.
const PLAIN: &str = "#8a8a8a";

/// A point; its coordinates are distances from the top left corner of the grid, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The distance from the left edge, in cells.
    pub x: f64,
    /// The distance from the top edge, in cells.
    pub y: f64,
}

impl Point {
    /// Returns the point shifted to the right and down by these distances, in cells.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Self {
        Self {
            x: self.x + right,
            y: self.y + down,
        }
    }
}

/// The colour of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// The colour of the clue's rule, [`ClueDrawing::colour`].
    Rule,
    /// The colour of text.
    Ink,
}

/// A small shape in the middle of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A filled square.
    Square,
    /// A filled circle.
    Circle,
    /// A filled square, with angles at its sides that point outwards.
    Maximum,
    /// A filled square, with angles at its sides that point inwards.
    Minimum,
}

/// A clue outside the grid.
#[derive(Clone, Debug)]
pub struct Outside {
    /// The row and column of the position just before the clue's first cell; it lies outside the grid.
    pub place: (i32, i32),
    /// The step from that position to the first cell, as rows down and columns to the right.
    pub step: (i32, i32),
    /// The text of the clue.
    pub text: String,
    /// The frame around the text: `circle`, `tower`, `hidden-tower` or `room`.
    pub mark: Option<String>,
}

/// A surface on which clues are drawn. Widths and radii are in cells.
pub trait Canvas {
    /// Draws a line through the centres of cells.
    fn line(&mut self, cells: &[Cell], width: f64);
    /// Draws a thermometer of the given width, starting with its bulb.
    fn thermometer(&mut self, cells: &[Cell], width: f64);
    /// Draws a hollow circle in a cell.
    fn ring(&mut self, cell: Cell, radius: f64, paint: Paint);
    /// Draws a hollow diamond in a cell.
    fn diamond(&mut self, cell: Cell);
    /// Draws the shaft of an arrow. The first cell is the bulb cell from which it starts.
    fn shaft(&mut self, cells: &[Cell]);
    /// Draws the bulb of an arrow, if the bulb has several cells.
    fn pill(&mut self, cells: &[Cell]);
    /// Draws the outline of an area, with optional text in its first cell.
    fn cage(&mut self, cells: &[Cell], text: Option<&str>, paint: Paint);
    /// Draws a filled dot, optionally with text inside.
    fn dot(&mut self, at: Point, fill: &str, text: Option<&str>);
    /// Draws text between cells, rotated clockwise by an angle in degrees.
    fn sign(&mut self, at: Point, turn: f64, text: &str);
    /// Draws a small shape in the middle of a cell.
    fn mark(&mut self, cell: Cell, mark: Mark);
    /// Draws a clue outside the grid.
    fn outside(&mut self, clue: Outside);
    /// Draws a circle that contains rows of text.
    fn corner(&mut self, at: Point, rows: &[String]);
    /// Draws one of the two main diagonals of the grid.
    fn diagonal(&mut self, is_rising: bool);
    /// Colours a cell.
    fn area(&mut self, cell: Cell);
    /// Draws the outline of a coloured area.
    fn outline(&mut self, cells: &[Cell]);
    /// Writes a letter into the corner of a cell.
    fn letter(&mut self, cell: Cell, text: &str);
}

/// A clue, with the drawing that its rule defines.
#[derive(Clone, Debug)]
pub struct ClueDrawing<'c> {
    clue: &'c Clue,
    params: Vec<ParamSpec>,
    draw: Cow<'c, Draw>,
    /// The areas to colour; empty unless the rule is about the whole grid and defines areas.
    areas: Vec<Vec<Cell>>,
    /// The letter of the clue. The clues of all rules that draw letters are lettered in one sequence.
    letter: Option<String>,
}

impl<'c> ClueDrawing<'c> {
    /// Returns the drawing of a clue; `None` if its rule is unknown.
    #[must_use]
    pub fn of(book: &'c Book, puzzle: &'c Puzzle, clue: &'c Clue) -> Option<Self> {
        if let Some(own) = puzzle.own_rules.iter().find(|own| own.name == clue.rule) {
            return Self::of_own(book, own, clue);
        }
        let rule = book.rule(&clue.rule).ok()?;
        let draw = match &rule.draw {
            Some(draw) => Cow::Borrowed(draw),
            None => Cow::Owned(usual_draw(rule.shape)),
        };
        let areas = match (rule.shape, draw.kind.as_str()) {
            (Shape::Global, "area") => areas(book, puzzle, clue),
            _ => vec![],
        };
        Some(Self {
            clue,
            params: rule.params.clone(),
            letter: letter(book, puzzle, clue),
            draw,
            areas,
        })
    }

    /// Returns the drawing of a clue whose rule is the puzzle's own. Uses the drawing of the book's rule that a value
    /// of the clue names or, if there is none, the default drawing of the shape.
    fn of_own(book: &'c Book, own: &OwnRule, clue: &'c Clue) -> Option<Self> {
        let (_, shape) = *Shape::ALL.iter().find(|(name, _)| *name == own.shape)?;
        let draw_of = |value: &Param| draw_of_named(book, shape, value);
        let values = own.params.iter();
        let values = values.filter_map(|(name, _)| clue.params.get(name));
        let (names, shown): (Vec<&Param>, Vec<&Param>) =
            values.partition(|value| draw_of(value).is_some());
        let alike = names.first().and_then(|name| draw_of(name));
        let mut draw = alike.cloned().unwrap_or_else(|| usual_draw(shape));
        if let Some(colour) = &own.colour {
            // A shape with a fill uses the fill's colour as the rule's colour, in preference to the outline's.
            let key = if draw.keys.contains_key("fill") {
                "fill"
            } else {
                "colour"
            };
            draw.keys.insert(key.to_owned(), colour.clone().into());
        }
        let shown: Vec<String> = shown.into_iter().map(value_text).collect();
        let shown = Some(shown.join(" ")).filter(|text| !text.is_empty());
        // Only drawings of these kinds can show text. Other drawings show a letter instead of the values.
        let has_text = ["cage", "dot", "edge", "corner", "outside"].contains(&draw.kind.as_str());
        if let (Some(text), true) = (&shown, has_text) {
            draw.keys.insert("text".to_owned(), text.clone().into());
        }
        Some(Self {
            clue,
            params: vec![],
            draw: Cow::Owned(draw),
            areas: vec![],
            letter: shown.filter(|_| !has_text),
        })
    }

    /// Returns the colour of the rule.
    #[must_use]
    pub fn colour(&self) -> &str {
        self.key("fill").or(self.key("colour")).unwrap_or(PLAIN)
    }

    /// Draws the clue. Returns `false` if it cannot be drawn on the grid.
    pub fn draw(&self, puzzle: &Puzzle, canvas: &mut dyn Canvas) -> bool {
        let layout = &puzzle.layout;
        let grid = layout.cell_count();
        let is_on_grid = self.clue.cells().all(|cell| cell.index() < grid);
        let has_cells = self.clue.cells().next().is_some();
        match self.draw.kind.as_str() {
            "diagonal" => canvas.diagonal(self.flag("rising")),
            "none" => return false,
            _ if !self.areas.is_empty() => {
                for cell in self.areas.iter().flatten() {
                    canvas.area(*cell);
                }
            }
            // A bulb of unknowns is not on the grid, so the next arm would refuse the clue.
            "arrow" if self.has_unknown_bulb(layout) => self.unknowns(puzzle, canvas),
            _ if !is_on_grid || !has_cells => return false,
            "line" | "thermometer" => self.line(canvas),
            "arrow" => self.arrow(layout, canvas),
            "cage" => self.cage(canvas),
            "dot" => {
                let fill = self.key("colour").unwrap_or("#ffffff");
                canvas.dot(self.middle(layout), fill, self.text().as_deref());
            }
            "edge" => self.edge(layout, canvas),
            "cell" => self.marks(canvas),
            "outside" => self.outside(layout, canvas),
            "corner" => self.corner(layout, canvas),
            _ => self.clue.cells().for_each(|cell| canvas.area(cell)),
        }
        self.letters(layout, canvas);
        true
    }

    /// Outlines the coloured pieces of the clue and draws its letter, so that groups can be distinguished without colours.
    fn letters(&self, layout: &Layout, canvas: &mut dyn Canvas) {
        let Some(letter) = &self.letter else {
            return;
        };
        for (_, cells) in &self.clue.slots {
            if self.draw.kind != "area" {
                if let Some(&first) = cells.first() {
                    canvas.letter(first, letter);
                }
                continue;
            }
            for piece in split_pieces(layout, cells) {
                canvas.outline(&piece);
                if let Some(&first) = piece.iter().min() {
                    canvas.letter(first, letter);
                }
            }
        }
    }

    /// Returns a text value of the rule's `draw` entry.
    fn key(&self, name: &str) -> Option<&str> {
        self.draw.keys.get(name)?.as_str()
    }

    fn flag(&self, name: &str) -> bool {
        self.draw.keys.get(name).and_then(toml::Value::as_bool) == Some(true)
    }

    /// Returns the text with the clue's parameters filled in; `None` if one of them is missing.
    fn text(&self) -> Option<String> {
        let mut filled = self.key("text")?.to_owned();
        for param in &self.params {
            let slot = format!("{{{}}}", param.name);
            // A parameter that the text does not show may be missing.
            if !filled.contains(&slot) {
                continue;
            }
            let value = self.clue.params.get(&param.name)?;
            filled = filled.replace(&slot, &value_text(value));
        }
        Some(filled)
    }

    fn line(&self, canvas: &mut dyn Canvas) {
        let width = self.draw.keys.get("width").and_then(toml::Value::as_float);
        for (_, cells) in &self.clue.slots {
            match self.draw.kind.as_str() {
                "thermometer" => canvas.thermometer(cells, width.unwrap_or(0.2)),
                _ => canvas.line(cells, width.unwrap_or(0.16)),
            }
            let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
                continue;
            };
            for (end, cell) in [("start", first), ("end", last)] {
                match self.key(end) {
                    Some("diamond") => canvas.diamond(cell),
                    Some(_) => canvas.ring(cell, 0.3, Paint::Rule),
                    None => {}
                }
            }
        }
    }

    /// Draws an arrow: a bulb of one cell or a pill of several, and a shaft with a head.
    fn arrow(&self, layout: &Layout, canvas: &mut dyn Canvas) {
        let (bulb, shaft) = (self.clue.cells_of("bulb"), self.clue.cells_of("shaft"));
        let (Some(&first), Some(&last)) = (shaft.first(), bulb.last()) else {
            return;
        };
        let (row, column) = layout.place(first);
        let touches = |cell: &&Cell| {
            let (other_row, other_column) = layout.place(**cell);
            row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1
        };
        // The last cell of a pill need not touch the shaft, so the shaft starts at a cell that does.
        let from = bulb.iter().find(touches).copied().unwrap_or(last);
        canvas.shaft(&[&[from], shaft].concat());
        match bulb {
            [only] => canvas.ring(*only, 0.38, Paint::Rule),
            _ => canvas.pill(bulb),
        }
    }

    /// Returns `true` if the bulb consists only of letters or other unknowns, and the shaft is in the grid.
    fn has_unknown_bulb(&self, layout: &Layout) -> bool {
        let grid = layout.cell_count();
        let (bulb, shaft) = (self.clue.cells_of("bulb"), self.clue.cells_of("shaft"));
        bulb.iter().all(|cell| cell.index() >= grid) && shaft.iter().all(|cell| cell.index() < grid)
    }

    /// Draws the names of the unknowns in the bulb: in a circle at the centre of a 2x2, otherwise in the corner of a cage.
    fn unknowns(&self, puzzle: &Puzzle, canvas: &mut dyn Canvas) {
        let layout = &puzzle.layout;
        let (bulb, shaft) = (self.clue.cells_of("bulb"), self.clue.cells_of("shaft"));
        let names: Vec<String> = bulb.iter().map(|&cell| puzzle.cell_name(cell)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match is_square(layout, shaft) {
            true => canvas.corner(middle(layout, shaft), &in_rows(&names)),
            false => canvas.cage(shaft, Some(&names.join(" ")), Paint::Ink),
        }
    }

    fn cage(&self, canvas: &mut dyn Canvas) {
        let paint = match self.key("colour") {
            Some(_) => Paint::Rule,
            None => Paint::Ink,
        };
        let text = self.text();
        let first = self.clue.cells().min();
        for (slot, cells) in &self.clue.slots {
            if let ("control", [cell]) = (slot.as_str(), &cells[..]) {
                canvas.ring(*cell, 0.38, paint);
                continue;
            }
            // The slots share one text, so only the cage that contains the clue's first cell shows it.
            let has_text = cells.iter().min().copied() == first;
            canvas.cage(cells, text.as_deref().filter(|_| has_text), paint);
        }
    }

    fn edge(&self, layout: &Layout, canvas: &mut dyn Canvas) {
        let text = self.text().unwrap_or_default();
        let cells: Vec<Cell> = self.clue.cells().collect();
        // Only `>` has a direction, so other signs are not rotated.
        let turn = match cells[..] {
            [a, b, ..] if text == ">" => {
                let (one, other) = (centre(layout, a), centre(layout, b));
                (other.y - one.y).atan2(other.x - one.x).to_degrees()
            }
            _ => 0.0,
        };
        canvas.sign(self.middle(layout), turn, &text);
    }

    fn marks(&self, canvas: &mut dyn Canvas) {
        if self.key("mark") == Some("ring") {
            self.clue
                .cells()
                .for_each(|cell| canvas.ring(cell, 0.38, Paint::Ink));
            return;
        }
        let mark = match self.key("mark") {
            Some("circle") => Mark::Circle,
            Some("max") => Mark::Maximum,
            Some("min") => Mark::Minimum,
            _ => Mark::Square,
        };
        self.clue.cells().for_each(|cell| canvas.mark(cell, mark));
    }

    fn outside(&self, layout: &Layout, canvas: &mut dyn Canvas) {
        let cells: Vec<Cell> = self.clue.cells().collect();
        if let Some((place, step)) = before(layout, &cells, self.flag("arrow")) {
            canvas.outside(Outside {
                place,
                step,
                text: self.text().unwrap_or_else(|| "?".to_owned()),
                mark: self.key("mark").map(str::to_owned),
            });
        }
    }

    /// Draws a circle with digits in it: up to two digits side by side, more in two rows.
    fn corner(&self, layout: &Layout, canvas: &mut dyn Canvas) {
        let text = self.text().unwrap_or_default();
        let digits: Vec<&str> = text.split_whitespace().collect();
        canvas.corner(self.middle(layout), &in_rows(&digits));
    }

    fn middle(&self, layout: &Layout) -> Point {
        middle(layout, &self.clue.cells().collect::<Vec<_>>())
    }
}

/// Returns the centre of the cells.
fn middle(layout: &Layout, cells: &[Cell]) -> Point {
    let centres = || cells.iter().map(|&cell| centre(layout, cell));
    let count = cells.len().max(1) as f64;
    Point {
        x: centres().map(|point| point.x).sum::<f64>() / count,
        y: centres().map(|point| point.y).sum::<f64>() / count,
    }
}

/// Arranges texts in rows: up to two side by side, more in two rows.
fn in_rows(texts: &[&str]) -> Vec<String> {
    let in_row = if texts.len() > 2 {
        texts.len().div_ceil(2)
    } else {
        2
    };
    texts.chunks(in_row).map(|row| row.join(" ")).collect()
}

/// Returns `true` if the cells are the four cells around a corner.
fn is_square(layout: &Layout, cells: &[Cell]) -> bool {
    let places = || cells.iter().map(|&cell| layout.place(cell));
    let spread =
        |ends: (Option<u8>, Option<u8>)| matches!(ends, (Some(low), Some(high)) if high - low == 1);
    let rows = || places().map(|(row, _)| row);
    let columns = || places().map(|(_, column)| column);
    cells.len() == 4
        && spread((rows().min(), rows().max()))
        && spread((columns().min(), columns().max()))
}

/// Looks up the book's rule that a value names, and returns its drawing if its clues have the given shape.
fn draw_of_named<'b>(book: &'b Book, shape: Shape, value: &Param) -> Option<&'b Draw> {
    let Param::Text(name) = value else {
        return None;
    };
    let rule = book.rule(name).ok().filter(|rule| rule.shape == shape)?;
    rule.draw.as_ref()
}

/// Formats the value of a parameter for a picture.
fn value_text(value: &Param) -> String {
    match value {
        Param::Int(number) => number.to_string(),
        Param::Ints(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(" ")
        }
        Param::Text(text) => text.clone(),
    }
}

/// Returns the cells of each statement to which a rule of the whole grid is lowered; empty if they cannot be determined.
fn areas(book: &Book, puzzle: &Puzzle, clue: &Clue) -> Vec<Vec<Cell>> {
    // The clue is lowered alone, because an error in another clue would leave no statements.
    let alone = Puzzle {
        clues: vec![clue.clone()],
        givens: vec![],
        ..puzzle.clone()
    };
    let mut areas = vec![];
    for lowered in lower(&alone, book).unwrap_or_default() {
        for statement in &lowered.statements {
            statement.each_conjunct(&mut |part| areas.push(part.cells()));
        }
    }
    areas
}

/// Returns the letter of a clue: A to Z, then A2 and so on. The clues of all rules that draw letters are lettered in one
/// sequence. Returns `None` if the clue's rule draws no letter.
fn letter(book: &Book, puzzle: &Puzzle, clue: &Clue) -> Option<String> {
    let has_letter = |clue: &Clue| {
        let draw = book
            .rule(&clue.rule)
            .ok()
            .and_then(|rule| rule.draw.as_ref());
        draw.is_some_and(|draw| {
            draw.keys.get("letter").and_then(toml::Value::as_bool) == Some(true)
        })
    };
    if !has_letter(clue) {
        return None;
    }
    let mut lettered = puzzle.clues.iter().filter(|other| has_letter(other));
    let place = lettered.position(|other| std::ptr::eq(other, clue) || other == clue)?;
    let letter = char::from(b'A' + (place % 26) as u8);
    Some(match place / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    })
}

/// Splits cells into orthogonally connected pieces.
fn split_pieces(layout: &Layout, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut rest = cells.to_vec();
    let mut pieces = vec![];
    while let Some(start) = rest.pop() {
        let mut piece = vec![start];
        let mut done = 0;
        while let Some(&cell) = piece.get(done) {
            let (row, column) = layout.place(cell);
            let touches = |other: &Cell| {
                let (other_row, other_column) = layout.place(*other);
                row.abs_diff(other_row) + column.abs_diff(other_column) == 1
            };
            piece.extend(rest.extract_if(.., |other| touches(other)));
            done += 1;
        }
        pieces.push(piece);
    }
    pieces
}

/// Returns the default drawing of a shape, for rules that define none.
fn usual_draw(shape: Shape) -> Draw {
    let kind = match shape {
        Shape::Line | Shape::Pieces => "line",
        Shape::Group | Shape::Copy => "cage",
        Shape::Control | Shape::Arms => "area",
        Shape::Pair => "dot",
        Shape::Cell => "cell",
        Shape::Square => "corner",
        Shape::Outside | Shape::Diagonal => "outside",
        Shape::Arrow => "arrow",
        Shape::Global => "none",
    };
    Draw {
        kind: kind.to_owned(),
        keys: BTreeMap::new(),
    }
}

/// Returns the centre of a cell in the grid.
fn centre(layout: &Layout, cell: Cell) -> Point {
    let (row, column) = layout.place(cell);
    Point {
        x: f64::from(column) + 0.5,
        y: f64::from(row) + 0.5,
    }
}

/// Returns the position just before the first cell of a line, and the step from that position to the cell.
fn before(layout: &Layout, line: &[Cell], is_diagonal: bool) -> Option<((i32, i32), (i32, i32))> {
    let place = |cell: Cell| {
        let (row, column) = layout.place(cell);
        (i32::from(row), i32::from(column))
    };
    let (row, column) = place(*line.first()?);
    let step = match line.get(1) {
        Some(&second) => {
            let (to_row, to_column) = place(second);
            ((to_row - row).signum(), (to_column - column).signum())
        }
        // A diagonal of a single cell cuts off a corner of the grid.
        None if is_diagonal => (
            if row == 0 { 1 } else { -1 },
            if column == 0 { -1 } else { 1 },
        ),
        None => (0, 1),
    };
    Some(((row - step.0, column - step.1), step))
}

/// The distance between clues that share a position outside the grid, in cells.
const BEHIND: f64 = 0.6;

/// A clue outside the grid, with the position at which it is drawn.
#[derive(Clone, Debug)]
pub struct Seated<T> {
    /// The arranged clue.
    pub clue: Outside,
    /// The caller's data for drawing the clue.
    pub about: T,
    /// The centre of the clue's text.
    pub centre: Point,
    /// The distance by which the drawing extends beyond the grid, in cells.
    pub reach: f64,
    /// The outward step from the grid, as rows down and columns to the right.
    pub out: (i32, i32),
}

impl Outside {
    /// Returns `true` if the clue is about a diagonal.
    #[must_use]
    pub const fn is_diagonal(&self) -> bool {
        self.step.0 != 0 && self.step.1 != 0
    }
}

/// Arranges clues outside the grid. Clues about diagonals are next to the grid, and other clues in the same position are one behind
/// another.
#[must_use]
pub fn seat<T>(layout: &Layout, mut clues: Vec<(Outside, T)>) -> Vec<Seated<T>> {
    clues.sort_by_key(|(clue, _)| !clue.is_diagonal());
    // The arranged clues, each with the number of clues in front of it.
    let mut seated: Vec<(Seated<T>, u32)> = vec![];
    for (clue, about) in clues {
        let out = outwards(layout, clue.place);
        // Two diagonals that begin at the same position each occupy half of it, so neither is in front of the other.
        let is_before = |(other, _): &&(Seated<T>, u32)| {
            let other = &other.clue;
            other.place == clue.place && (!clue.is_diagonal() || other.step == clue.step)
        };
        let before = seated.iter().filter(is_before);
        let before = before.map(|(_, before)| before + 1).max().unwrap_or(0);
        let behind = BEHIND * f64::from(before);
        let (row, column) = clue.place;
        let centre = Point {
            x: f64::from(column) + 0.5 + f64::from(out.1) * behind,
            y: f64::from(row) + 0.5 + f64::from(out.0) * behind,
        };
        let clue = Seated {
            clue,
            about,
            centre,
            reach: 1.0 + behind,
            out,
        };
        seated.push((clue, before));
    }
    seated.into_iter().map(|(clue, _)| clue).collect()
}

/// Returns the outward step from the grid to a position outside it; at a corner, it points up or down.
fn outwards(layout: &Layout, (row, column): (i32, i32)) -> (i32, i32) {
    let side = |at: i32, count: u8| i32::from(at >= i32::from(count)) - i32::from(at < 0);
    match side(row, layout.rows) {
        0 => (0, side(column, layout.columns)),
        down => (down, 0),
    }
}
