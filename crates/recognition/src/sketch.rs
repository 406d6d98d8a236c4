//! Geometry of open elements: the cells that they touch, their colour and their text.
//!
//! Points are rows and columns in units of cells, from the grid's top-left corner.

use crate::colour::Colour;
use crate::path;
use cluewright_puzzle::{Cell, Element, Layer, Layout, Place};
use cluewright_rules::MarkShape;
use serde_json::Value;

/// A row and a column, in units of cells.
pub(crate) type Point = (f64, f64);

/// Maximum distance of a mark's centre from the edge or corner that the mark is on, in cells.
const NEAR: f64 = 0.17;

/// Maximum side of a shape that is only texture, in cells. Larger shapes are marks.
const SMALLEST: f64 = 0.14;

/// Minimum side of a square that is the background of its cell, in cells. Smaller squares leave too much of the cell
/// white.
const SMALLEST_BACKGROUND: f64 = 0.9;

/// Maximum distance of a line from the edges of cells along which it runs, in cells.
const OFF_EDGE: f64 = 0.06;

/// Minimum longer side of a shape that covers several cells, in cells.
const SMALLEST_PILL: f64 = 1.4;

/// The geometry of an element, with its colour and its text.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    /// The index of the element in the puzzle.
    pub(crate) index: usize,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Stroke(Stroke),
    Mark(Mark),
    Cage(Outline),
}

/// A line with or without an arrowhead.
#[derive(Clone, Debug)]
pub(crate) struct Stroke {
    pub(crate) has_head: bool,
    pub(crate) points: Vec<Point>,
    /// The cells that the line visits, in order. Consecutive repeats of a cell are listed once.
    pub(crate) cells: Vec<Cell>,
    pub(crate) colour: Colour,
    pub(crate) thickness: f64,
}

/// A shape or a text.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) centre: Point,
    pub(crate) spot: Spot,
    pub(crate) shape: MarkShape,
    /// The colour of the fill or, if the shape has no fill, of the border or the text.
    pub(crate) colour: Option<Colour>,
    pub(crate) is_filled: bool,
    pub(crate) size: (f64, f64),
    /// The rotation in degrees, clockwise.
    pub(crate) angle: f64,
    pub(crate) text: String,
}

/// A cage, or a coloured area of several cells.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub(crate) cells: Vec<Cell>,
    pub(crate) colour: Option<Colour>,
    pub(crate) text: String,
}

/// The position of a mark: in a cell, on an edge, at a corner or outside the grid.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spot {
    Cell(Cell),
    /// The two cells that share the edge, in reading order.
    Edge([Cell; 2]),
    /// The four cells that share the corner, in reading order.
    Corner([Cell; 4]),
    Outside(Place),
}

/// Returns the sketch of an element; `None` if it is invisible or has no position.
pub(crate) fn sketch(index: usize, element: &Element, layout: &Layout) -> Option<Sketch> {
    let item = &element.item;
    let kind = match element.layer {
        Layer::Lines => stroke(item, false, layout).map(|stroke| match stroke.mark(layout) {
            Some(mark) => Kind::Mark(mark),
            None => Kind::Stroke(stroke),
        }),
        Layer::Arrows => stroke(item, true, layout).map(Kind::Stroke),
        Layer::Cages => cage(item, layout).map(Kind::Cage),
        Layer::Underlays | Layer::Overlays => shape(item, layout),
        Layer::FogLight | Layer::TriggerEffect => None,
    };
    kind.map(|kind| Sketch { index, kind })
}

/// Returns the cell that an element fills, and the colour; `None` if the element is not a background or is white.
pub(crate) fn background(element: &Element, layout: &Layout) -> Option<(Cell, Colour)> {
    let is_shape = matches!(element.layer, Layer::Underlays | Layer::Overlays);
    let Kind::Mark(mark) = is_shape.then(|| shape(&element.item, layout))?? else {
        return None;
    };
    let covers = mark.shape == MarkShape::Square
        && mark.is_filled
        && mark.text.is_empty()
        && mark.size.0.min(mark.size.1) >= SMALLEST_BACKGROUND;
    // White is the colour of the paper, so a white square does not shade its cell.
    match (mark.spot, mark.colour) {
        (Spot::Cell(cell), Some(colour)) if covers && !colour.is_called("white") => {
            Some((cell, colour))
        }
        _ => None,
    }
}

/// Returns `true` if an element is a shape without text that is too small to be a mark.
pub(crate) fn is_texture(element: &Element) -> bool {
    let side = |name| number(&element.item, name).is_some_and(|side| side <= SMALLEST);
    matches!(element.layer, Layer::Underlays | Layer::Overlays)
        && side("width")
        && side("height")
        && text(&element.item, "text").is_empty()
}

/// Returns `true` if an element is a line without points and without a path.
pub(crate) fn has_no_way(element: &Element) -> bool {
    let ways = ["wayPoints", "d", "d2"];
    let is_empty = |way: &&str| match element.item.get(way) {
        Some(Value::Array(points)) => points.is_empty(),
        Some(Value::String(path)) => path.trim().is_empty(),
        other => other.is_none_or(Value::is_null),
    };
    matches!(element.layer, Layer::Lines | Layer::Arrows) && ways.iter().all(is_empty)
}

/// Returns `true` if an element is a line with an arrowhead.
pub(crate) fn is_arrow(element: &Element) -> bool {
    element.layer == Layer::Arrows
}

fn number(item: &Value, name: &str) -> Option<f64> {
    item.get(name)?.as_f64()
}

fn colour(item: &Value, name: &str) -> Option<Colour> {
    Colour::parse(item.get(name)?.as_str()?)
}

fn text(item: &Value, name: &str) -> String {
    match item.get(name) {
        Some(Value::String(text)) => text.trim().to_owned(),
        // Some files have a number in place of a string, for example as the sum of a cage.
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn point(value: &Value) -> Option<Point> {
    match value.as_array()?.as_slice() {
        [row, column] => Some((row.as_f64()?, column.as_f64()?)),
        _ => None,
    }
}

fn stroke(item: &Value, has_head: bool, layout: &Layout) -> Option<Stroke> {
    let points = way(item)?;
    let thickness = number(item, "thickness").unwrap_or(1.0);
    (points.len() > 1 && thickness > 0.0 && !is_wall(&points)).then_some(())?;
    Some(Stroke {
        has_head,
        cells: cells_along(&points, layout),
        points,
        colour: colour(item, "color")?,
        thickness,
    })
}

/// Returns the points that a line visits; `None` if it has no points and no path that can be read.
fn way(item: &Value) -> Option<Vec<Point>> {
    match item.get("wayPoints") {
        Some(points) => Some(points.as_array()?.iter().filter_map(point).collect()),
        None => path::points(
            item.get("d")?
                .as_str()
                // A path with a fill is an area, so its points would not be those of a line.
                .filter(|_| item.get("fill").is_none())?,
        ),
    }
}

/// Returns `true` if a line runs only along edges of cells, so that it separates cells and does not connect any.
fn is_wall(points: &[Point]) -> bool {
    let is_whole = |at: f64| (at - at.round()).abs() <= OFF_EDGE;
    let follows = |pair: &[Point]| {
        let (from, to) = (pair[0], pair[1]);
        let is_level = is_whole(from.0) && (from.0 - to.0).abs() <= OFF_EDGE;
        let is_upright = is_whole(from.1) && (from.1 - to.1).abs() <= OFF_EDGE;
        is_level || is_upright
    };
    points.windows(2).all(follows)
}

/// Returns the edges along which a line runs, each as the positions of the two cells that it separates. Returns `None`
/// unless the whole line runs along edges.
pub(crate) fn wall(element: &Element) -> Option<Vec<[Place; 2]>> {
    let is_line = matches!(element.layer, Layer::Lines);
    let points = way(&element.item).filter(|points| is_line && points.len() > 1)?;
    let corner = |(row, column): Point| (row.round() as i32, column.round() as i32);
    let edges = points.windows(2).flat_map(|pair| {
        let (from, to) = (corner(pair[0]), corner(pair[1]));
        // A range from a greater to a lesser number would be empty, so the corners are sorted.
        let (from, to) = (from.min(to), from.max(to));
        let level = (from.1..to.1).map(move |column| [(from.0 - 1, column), (from.0, column)]);
        let upright = (from.0..to.0).map(move |row| [(row, from.1 - 1), (row, from.1)]);
        level.chain(upright)
    });
    is_wall(&points).then(|| edges.collect())
}

/// Maximum difference between two coordinates that are meant to be equal, in cells.
const EVEN: f64 = 0.06;

/// Maximum distance of the points of an inequality sign from its centre, in cells.
const SIGN: f64 = 0.35;

impl Stroke {
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.colour == other.colour && (self.thickness - other.thickness).abs() < 0.5
    }

    /// Returns the diamond or square that a closed stroke draws around the centre of a cell; `None` for other strokes.
    fn mark(&self, layout: &Layout) -> Option<Mark> {
        let [corners @ .., last] = self.points.as_slice() else {
            return None;
        };
        let &[a, b, c, d] = corners.first_chunk()?;
        let &[cell] = self.cells.first_chunk()?;
        let middle = |one: Point, other: Point| ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
        let apart = |one: Point, other: Point| (one.0 - other.0).abs().max((one.1 - other.1).abs());
        let centre = middle(a, c);
        let (row, column) = layout.place(cell);
        let of_cell = (f64::from(row) + 0.5, f64::from(column) + 0.5);
        let is_closed = corners.len() == 4 && self.cells.len() == 1 && apart(a, *last) < EVEN;
        let is_centred = apart(centre, middle(b, d)) < EVEN && apart(centre, of_cell) < NEAR;
        let is_level = |point: Point| (point.0 - centre.0).abs() < EVEN;
        let is_upright = |point: Point| (point.1 - centre.1).abs() < EVEN;
        let is_turned = is_level(a) && is_upright(b) || is_upright(a) && is_level(b);
        let is_straight = [a, b, c, d]
            .iter()
            .all(|&point| !is_level(point) && !is_upright(point));
        let reach = [a, b, c, d].map(|point| apart(point, centre));
        let size = 2.0 * reach.into_iter().fold(0.0, f64::max);
        let shape = if is_turned {
            MarkShape::Diamond
        } else {
            MarkShape::Square
        };
        (is_closed && is_centred && (is_turned || is_straight)).then(|| Mark {
            centre,
            spot: Spot::Cell(cell),
            shape,
            colour: Some(self.colour),
            is_filled: false,
            size: (size, size),
            angle: 0.0,
            text: String::new(),
        })
    }

    /// Returns `true` if the stroke lies on a longer stroke of the same look.
    pub(crate) fn is_part_of(&self, whole: &Self) -> bool {
        let mut back = self.cells.clone();
        back.reverse();
        let mut parts = whole.cells.windows(self.cells.len());
        self.is_like(whole)
            && self.cells.len() < whole.cells.len()
            && parts.any(|part| part == self.cells || part == back)
    }

    /// Returns the first and the last cell of the stroke.
    pub(crate) fn ends(&self) -> [Cell; 2] {
        [self.cells[0], self.cells[self.cells.len() - 1]]
    }

    /// Returns the cell in which two open strokes meet end to end; `None` if there is no such cell.
    pub(crate) fn joint(&self, other: &Self) -> Option<Cell> {
        let (mine, others) = (self.ends(), other.ends());
        let is_open = |ends: [Cell; 2]| ends[0] != ends[1];
        let mut joints = mine.into_iter().filter(|end| others.contains(end));
        // A closed stroke has no free end, so nothing can be joined to it.
        joints.next().filter(|_| is_open(mine) && is_open(others))
    }

    /// Adds an arrowhead in one of the end cells. The stroke is reversed if necessary, so that it points to that cell.
    pub(crate) fn add_head(&mut self, end: Cell) {
        if self.cells[self.cells.len() - 1] != end {
            self.cells.reverse();
            self.points.reverse();
        }
        self.has_head = true;
    }

    /// Appends a stroke that meets this stroke end to end.
    pub(crate) fn append(&mut self, mut other: Self) {
        let [first, last] = self.ends();
        if !other.ends().contains(&last) {
            self.cells.reverse();
            self.points.reverse();
        }
        let joint = if other.ends().contains(&last) {
            last
        } else {
            first
        };
        if other.cells[0] != joint {
            other.cells.reverse();
            other.points.reverse();
        }
        self.cells.extend(other.cells.drain(1..));
        self.points.extend(other.points);
    }

    /// Returns the cells that an inequality sign compares, the cell with the greater digit first. The sign consists of
    /// two segments with a tip on the edge between the cells. Returns `None` for other strokes.
    pub(crate) fn find_compared(&self, layout: &Layout) -> Option<[Cell; 2]> {
        let [start, tip, end] = self.points[..] else {
            return None;
        };
        let middle = ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0);
        let centre = ((middle.0 + tip.0) / 2.0, (middle.1 + tip.1) / 2.0);
        let is_small =
            |point: &Point| (point.0 - centre.0).abs().max((point.1 - centre.1).abs()) < SIGN;
        let Some(Spot::Edge([one, other])) = spot(centre, layout) else {
            return None;
        };
        let is_level = layout.place(one).0 == layout.place(other).0;
        let (towards, astray) = match is_level {
            true => (tip.1 - middle.1, tip.0 - middle.0),
            false => (tip.0 - middle.0, tip.1 - middle.1),
        };
        let is_sign = self.points.iter().all(is_small) && towards.abs() > 4.0 * astray.abs();
        let pair = if towards > 0.0 {
            [one, other]
        } else {
            [other, one]
        };
        (!self.has_head && is_sign && towards.abs() > 0.03).then_some(pair)
    }
}

/// Returns the cells that a line visits. The line may bend at the centres and corners of cells, and it may begin and
/// end short of a centre.
fn cells_along(points: &[Point], layout: &Layout) -> Vec<Cell> {
    let cell = |(row, column): Point| layout.cell_at(row.floor() as i32, column.floor() as i32);
    let mut cells: Vec<Cell> = vec![];
    for pair in points.windows(2) {
        let [from, to] = inner(pair[0], pair[1]).map(|(row, column)| (row.floor(), column.floor()));
        let (down, right) = (to.0 - from.0, to.1 - from.1);
        // Without a step, `at` would divide by zero. Coordinates come from the file, so they can be huge, and the
        // number of steps needs a limit.
        let steps = down.abs().max(right.abs()).clamp(1.0, 100.0);
        let at = |step: f64| {
            let share = step / steps;
            (from.0 + 0.5 + down * share, from.1 + 0.5 + right * share)
        };
        cells.extend((0..=steps as u32).filter_map(|step| cell(at(f64::from(step)))));
    }
    cells.dedup();
    cells
}

/// Returns two points moved a little towards each other, so that an end at the corner of a cell lies in the cell that
/// the line enters.
fn inner(from: Point, to: Point) -> [Point; 2] {
    let towards = |(row, column): Point, to: Point| {
        let step = |at: f64, to: f64| at + 0.01 * (to - at).clamp(-1.0, 1.0);
        (step(row, to.0), step(column, to.1))
    };
    [towards(from, to), towards(to, from)]
}

/// Returns the cells inside the outline of a cage; `None` for other elements.
pub(crate) fn cage_cells(element: &Element, layout: &Layout) -> Option<Vec<Cell>> {
    let is_cage = element.layer == Layer::Cages;
    is_cage
        .then(|| cage(&element.item, layout))?
        .map(|cage| cage.cells)
}

fn cage(item: &Value, layout: &Layout) -> Option<Outline> {
    let cells = item.get("cells")?.as_array()?;
    let cell = |place: &Value| {
        let (row, column) = point(place)?;
        layout.cell_at(row as i32, column as i32)
    };
    let mut cells: Vec<Cell> = cells.iter().filter_map(cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let text = match text(item, "value") {
        text if text.is_empty() => self::text(item, "sum"),
        text => text,
    };
    (!cells.is_empty()).then(|| Outline {
        cells,
        colour: ["outlineC", "borderColor", "color"]
            .into_iter()
            .find_map(|name| colour(item, name)),
        text,
    })
}

/// Returns `true` if a flag is set. Some tools write 1 instead of `true`.
fn is_set(flag: &Value) -> bool {
    flag.as_bool() == Some(true) || flag.as_i64() == Some(1)
}

fn shape(item: &Value, layout: &Layout) -> Option<Kind> {
    let text = text(item, "text");
    let size = (
        number(item, "width").unwrap_or(0.0),
        number(item, "height").unwrap_or(0.0),
    );
    let (fill, border) = (colour(item, "backgroundColor"), colour(item, "borderColor"));
    let is_drawn = (fill.is_some() || border.is_some()) && size.0.max(size.1) > SMALLEST;
    if !is_drawn && text.is_empty() {
        return None;
    }
    let centre = point(item.get("center")?)?;
    let rounded = item.get("rounded").is_some_and(is_set);
    if is_drawn && size.0.max(size.1) >= SMALLEST_PILL {
        return area(centre, size, fill.or(border), rounded, text, layout);
    }
    // SudokuMaker misspells the key for the angle as `andgle`, so both spellings are read.
    let angle = number(item, "angle")
        .or(number(item, "andgle"))
        .unwrap_or(0.0);
    let is_tilted = (angle.rem_euclid(90.0) - 45.0).abs() < 10.0;
    Some(Kind::Mark(Mark {
        centre,
        spot: spot(centre, layout)?,
        shape: match (is_drawn, rounded) {
            (false, _) => MarkShape::Bare,
            (_, true) => MarkShape::Circle,
            _ if is_tilted => MarkShape::Diamond,
            _ => MarkShape::Square,
        },
        colour: fill.or(border).or_else(|| colour(item, "color")),
        is_filled: fill.is_some(),
        size,
        angle,
        text,
    }))
}

/// Returns a shape over several cells as a mark if it is a pill, and as a coloured area otherwise.
fn area(
    centre: Point,
    size: (f64, f64),
    colour: Option<Colour>,
    rounded: bool,
    text: String,
    layout: &Layout,
) -> Option<Kind> {
    let cells = layout.cells_under(centre, size.0, size.1);
    let is_pill = rounded && (2..=3).contains(&cells.len());
    match cells[..] {
        [first, ..] if is_pill => Some(Kind::Mark(Mark {
            centre,
            spot: match cells[..] {
                [one, other] => Spot::Edge([one, other]),
                _ => Spot::Cell(first),
            },
            shape: MarkShape::Circle,
            colour,
            is_filled: true,
            size,
            angle: 0.0,
            text,
        })),
        [] => None,
        _ => Some(Kind::Cage(Outline {
            cells,
            colour,
            text,
        })),
    }
}

impl Mark {
    /// Returns the cells under a pill; empty for a mark within one cell.
    pub(crate) fn pill_cells(&self, layout: &Layout) -> Vec<Cell> {
        match self.size.0.max(self.size.1) >= SMALLEST_PILL {
            true => layout.cells_under(self.centre, self.size.0, self.size.1),
            false => vec![],
        }
    }

    /// Returns `true` if the mark is large enough to be a bulb or to represent its cell.
    pub(crate) fn is_large(&self) -> bool {
        self.size.0.min(self.size.1) >= 0.35
    }
}

fn spot(centre: Point, layout: &Layout) -> Option<Spot> {
    let (row, column) = centre;
    let cells = layout.cells_around(centre, NEAR);
    Some(match cells[..] {
        [cell] => Spot::Cell(cell),
        [one, other] => Spot::Edge([one, other]),
        [a, b, c, d] => Spot::Corner([a, b, c, d]),
        _ => Spot::Outside((row.floor() as i32, column.floor() as i32)),
    })
}
