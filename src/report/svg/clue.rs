//! How a clue is drawn, by the kind that its rule's `draw` entry names.

use super::outline::outline;
use super::outside::{Outside, before};
use super::{Anchor, CELL, Canvas, Ink, Layer, Length, Point, Text, cells, escaped};
use cluewright_puzzle::{Cell, Clue, Param};
use cluewright_rules::{Clues, Draw, ParamSpec, Shape};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The colour of clues whose rule names none.
const PLAIN: &str = "#8a8a8a";
/// How far the outline of a cage is inside its cells.
const INSET: i32 = 6;
/// How far a label stands below another in the same cell, in cells.
const LABEL: f64 = 0.22;

/// How much of what lies behind a line shows through.
const SEE_THROUGH: &str = " opacity=\"0.75\"";

/// A clue that is being drawn.
struct Drawn<'c> {
    clue: &'c Clue,
    params: Vec<ParamSpec>,
    draw: Cow<'c, Draw>,
    blamed: bool,
}

/// Draws a clue in groups that say which it is: its place in the puzzle, or none where it is a part of another.
pub(super) fn draw(canvas: &mut Canvas<'_>, clue: &Clue, index: Option<usize>, blamed: bool) {
    let grid = canvas.puzzle.layout.cell_count();
    let on_grid = clue.cells().all(|cell| cell.index() < grid);
    let has_cells = clue.cells().next().is_some();
    let drawn = Drawn::of(canvas, clue, blamed);
    let starts = GROUPED.map(|layer| canvas.layer(layer).len());
    let (outside, notes) = (canvas.outside.len(), canvas.notes.len());
    let group = group(canvas, clue, index, drawn.as_ref(), blamed);
    for part in &clue.parts {
        draw(canvas, part, None, blamed);
    }
    match &drawn {
        Some(drawn) if drawn.draw.kind == "diagonal" => drawn.diagonal(canvas),
        Some(drawn) if on_grid && has_cells && drawn.draw.kind != "none" => drawn.on(canvas),
        _ => canvas.note(canvas.book.describe(canvas.puzzle, clue), blamed),
    }
    for (layer, start) in GROUPED.into_iter().zip(starts) {
        let svg = canvas.layer(layer);
        if svg.len() > start {
            let see_through = if layer == Layer::Lines {
                SEE_THROUGH
            } else {
                ""
            };
            svg.insert_str(start, &format!("<g {group}{see_through}>\n"));
            svg.push_str("</g>\n");
        }
    }
    for clue in &mut canvas.outside[outside..] {
        clue.group.get_or_insert_with(|| format!("<g {group}>\n"));
    }
    for note in &mut canvas.notes[notes..] {
        note.group.get_or_insert_with(|| format!("<g {group}>\n"));
    }
}

/// Where clues are drawn at once.
const GROUPED: [Layer; 3] = [Layer::Areas, Layer::Lines, Layer::Over];

/// The attributes that say which clue it is, and its colour.
fn group(
    canvas: &Canvas<'_>,
    clue: &Clue,
    index: Option<usize>,
    drawn: Option<&Drawn<'_>>,
    blamed: bool,
) -> String {
    let rule = escaped(&clue.rule);
    let mut group = format!(
        "class=\"clue {rule}{}\"",
        if blamed { " blame" } else { "" }
    );
    if let Some(index) = index {
        let before = canvas.puzzle.clues[..index].iter();
        let nth = before.filter(|other| other.rule == clue.rule).count();
        let cells = clue.cells().map(|cell| canvas.puzzle.cell_name(cell));
        let cells: Vec<String> = cells.collect();
        let cells = escaped(&cells.join(" "));
        let _ = write!(
            group,
            " data-clue=\"{index}\" data-rule=\"{rule}\" data-nth=\"{nth}\" data-cells=\"{cells}\""
        );
    }
    let colour = match (blamed, drawn) {
        (true, _) => Some("#d62728"),
        (false, Some(drawn)) => Some(drawn.key("fill").or(drawn.key("colour")).unwrap_or(PLAIN)),
        (false, None) => None,
    };
    if let Some(colour) = colour {
        let _ = write!(group, " color=\"{}\"", escaped(colour));
    }
    group
}

/// How clues are drawn whose rule does not say, by its shape.
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

impl<'c> Drawn<'c> {
    /// How the clue is drawn; `None` where nobody knows its rule.
    fn of(canvas: &Canvas<'c>, clue: &'c Clue, blamed: bool) -> Option<Self> {
        let own = &canvas.puzzle.own_rules;
        if let Some(own) = own.iter().find(|own| own.name == clue.rule) {
            let named = Shape::ALL.iter().find(|(name, _)| *name == own.shape);
            let draw = Cow::Owned(usual_draw(named?.1));
            let params = vec![];
            return Some(Self {
                clue,
                params,
                draw,
                blamed,
            });
        }
        let rule = canvas.book.rule(&clue.rule).ok()?;
        let draw = match &rule.draw {
            Some(draw) => Cow::Borrowed(draw),
            None => Cow::Owned(usual_draw(rule.shape)),
        };
        let params = rule.params.clone();
        Some(Self {
            clue,
            params,
            draw,
            blamed,
        })
    }
}

impl Drawn<'_> {
    fn on(&self, canvas: &mut Canvas<'_>) {
        match self.draw.kind.as_str() {
            "line" | "thermometer" => self.line(canvas),
            "arrow" => self.arrow(canvas),
            "cage" => self.cage(canvas),
            "dot" => self.dot(canvas),
            "edge" => self.edge(canvas),
            "cell" => self.clue.cells().for_each(|cell| self.mark(canvas, cell)),
            "outside" => self.outside(canvas),
            "corner" => self.quadruple(canvas),
            _ => self.area(canvas),
        }
    }

    /// A text of the rule's drawing.
    fn key(&self, name: &str) -> Option<&str> {
        self.draw.keys.get(name)?.as_str()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.draw.keys.get(name)?.as_float()
    }

    fn flag(&self, name: &str) -> bool {
        self.draw.keys.get(name).and_then(toml::Value::as_bool) == Some(true)
    }

    /// The rule's colour, or blame.
    const fn colour(&self) -> Ink {
        if self.blamed { Ink::BLAME } else { Ink::OfClue }
    }

    /// Plain ink, or blame.
    const fn ink(&self) -> Ink {
        Ink::blamed(self.blamed)
    }

    /// The text with the clue's parameters put in; `None` where one is left out.
    fn text(&self) -> Option<String> {
        let mut filled = self.key("text")?.to_owned();
        for param in &self.params {
            let slot = format!("{{{}}}", param.name);
            if !filled.contains(&slot) {
                continue;
            }
            let value = match self.clue.params.get(&param.name)? {
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

    fn line(&self, canvas: &mut Canvas<'_>) {
        let thermometer = self.draw.kind == "thermometer";
        let width = self.number("width");
        let width = width.unwrap_or(if thermometer { 0.2 } else { 0.16 });
        let ink = self.colour();
        for (_, cells) in &self.clue.slots {
            canvas.stroke(cells, width, &ink);
            let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
                continue;
            };
            if thermometer {
                let centre = canvas.centre(first);
                canvas.circle(centre, 0.34, "fill=\"currentColor\"", &ink);
            }
            for (end, cell) in [("start", first), ("end", last)] {
                let centre = canvas.centre(cell);
                match self.key(end) {
                    Some("diamond") => canvas.diamond(centre, 0.3, &ink),
                    Some(_) => canvas.ring(centre, 0.3, &ink),
                    None => {}
                }
            }
        }
    }

    /// A bulb of one cell or a pill of several, and the shaft with its head.
    fn arrow(&self, canvas: &mut Canvas<'_>) {
        let (bulb, shaft) = (self.clue.cells_of("bulb"), self.clue.cells_of("shaft"));
        let ink = self.colour();
        let (Some(&first), Some(&last)) = (shaft.first(), bulb.last()) else {
            return;
        };
        let (row, column) = canvas.puzzle.layout.place(first);
        let touches = |cell: &&Cell| {
            let (other_row, other_column) = canvas.puzzle.layout.place(**cell);
            row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1
        };
        let from = bulb.iter().find(touches).copied().unwrap_or(last);
        let path: Vec<Cell> = [&[from], shaft].concat();
        canvas.stroke(&path, 0.05, &ink);
        if let [.., before, tip] = path[..] {
            canvas.head(before, tip, &ink);
        }
        match bulb {
            [only] => canvas.ring(canvas.centre(*only), 0.38, &ink),
            _ => {
                canvas.stroke(bulb, 0.78, &ink);
                canvas.inner(bulb, 0.7);
            }
        }
    }

    /// A dashed outline a little inside the cells' edges, and a text in the first cell.
    fn cage(&self, canvas: &mut Canvas<'_>) {
        let ink = match self.key("colour") {
            Some(_) => self.colour(),
            None => self.ink(),
        };
        for (slot, cells) in &self.clue.slots {
            if let ("control", [cell]) = (slot.as_str(), &cells[..]) {
                canvas.ring(canvas.centre(*cell), 0.38, &ink);
                continue;
            }
            let layout = &canvas.puzzle.layout;
            let places: Vec<(i32, i32)> = cells
                .iter()
                .map(|&cell| layout.place(cell))
                .map(|(row, column)| (row.into(), column.into()))
                .collect();
            let path = outline(&places, CELL as i32, INSET);
            let _ = writeln!(
                canvas.front(),
                "<path d=\"{path}\" {ink} fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.6\" \
                 stroke-dasharray=\"5 3\"/>"
            );
        }
        if let (Some(text), Some(first)) = (self.text(), self.clue.cells().min()) {
            canvas.label(first, &text, &ink);
        }
    }

    /// A black dot is black and a white one white in dark mode too.
    fn dot(&self, canvas: &mut Canvas<'_>) {
        let at = canvas.middle(self.clue.cells());
        let fill = self.key("colour").unwrap_or("#ffffff");
        let ink = self.ink();
        canvas.dot(at, 0.13, fill, if self.blamed { 4 } else { 2 }, &ink);
        if let Some(text) = self.text() {
            let dark = fill == "#000000";
            let beside = if dark { at.moved(0.0, 0.22) } else { at };
            let ink = if dark { ink } else { Ink::PLAIN };
            canvas.haloed(beside, 0.17, &ink, &text);
        }
    }

    fn edge(&self, canvas: &mut Canvas<'_>) {
        let text = self.text().unwrap_or_default();
        let cells: Vec<Cell> = self.clue.cells().collect();
        let at = canvas.middle(cells.iter().copied());
        // Only signs that point somewhere are turned.
        let turned = match cells[..] {
            [a, b, ..] if text == ">" => {
                let (one, other) = (canvas.centre(a), canvas.centre(b));
                (other.y - one.y).atan2(other.x - one.x).to_degrees()
            }
            _ => 0.0,
        };
        let turn = Length(turned);
        let (x, y) = (Length(at.x), Length(at.y));
        let _ = writeln!(canvas.front(), "<g transform=\"rotate({turn} {x} {y})\">");
        canvas.haloed(at, 0.3, &self.ink(), &text);
        canvas.front().push_str("</g>\n");
    }

    fn mark(&self, canvas: &mut Canvas<'_>, cell: Cell) {
        let stroke = match self.blamed {
            true => " stroke=\"currentColor\" stroke-width=\"4\" fill-opacity=\"0.3\"",
            false => "",
        };
        let centre = canvas.centre(cell);
        let r = 0.38 * CELL;
        let (x, y) = (Length(centre.x), Length(centre.y));
        let (left, top) = (Length(centre.x - r), Length(centre.y - r));
        let (r, side) = (Length(r), Length(2.0 * r));
        let shape = match self.key("mark") {
            Some("circle") => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
            _ => format!("<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\""),
        };
        let areas = canvas.layer(Layer::Areas);
        let _ = writeln!(areas, "{shape} fill=\"currentColor\"{stroke}/>");
        match self.key("mark") {
            Some("max") => canvas.chevrons(centre, 0.47, &self.ink()),
            Some("min") => canvas.chevrons(centre, 0.39, &self.ink()),
            _ => {}
        }
    }

    fn outside(&self, canvas: &mut Canvas<'_>) {
        let cells: Vec<Cell> = self.clue.cells().collect();
        let layout = &canvas.puzzle.layout;
        let Some((place, way)) = before(layout, &cells, self.flag("arrow")) else {
            return;
        };
        canvas.outside.push(Outside {
            place,
            way,
            text: self.text().unwrap_or_else(|| "?".to_owned()),
            mark: self.key("mark").map(str::to_owned),
            ink: self.ink(),
            group: None,
        });
    }

    /// A circle with its digits: up to two side by side, more in two rows.
    fn quadruple(&self, canvas: &mut Canvas<'_>) {
        let at = canvas.middle(self.clue.cells());
        let ink = self.ink();
        canvas.paper(at, 0.25);
        canvas.dot(at, 0.25, "none", if self.blamed { 4 } else { 2 }, &ink);
        let text = self.text().unwrap_or_default();
        let digits: Vec<&str> = text.split_whitespace().collect();
        let in_row = if digits.len() > 2 {
            digits.len().div_ceil(2)
        } else {
            2
        };
        let rows: Vec<String> = digits.chunks(in_row).map(|row| row.join(" ")).collect();
        let middle = (rows.len() as f64 - 1.0) / 2.0;
        for (number, row) in rows.iter().enumerate() {
            let at = at.moved(0.0, 0.19 * (number as f64 - middle));
            canvas.centred(at, 0.19, &ink, row);
        }
    }

    fn diagonal(&self, canvas: &mut Canvas<'_>) {
        let layout = &canvas.puzzle.layout;
        let (right, bottom) = (cells(layout.columns), cells(layout.rows));
        let (from, to) = match self.flag("rising") {
            true => (bottom, 0.0),
            false => (0.0, bottom),
        };
        let _ = writeln!(
            canvas.layer(Layer::Lines),
            "<path d=\"M0,{from}L{right},{to}\" {} stroke=\"currentColor\" stroke-width=\"2\"/>",
            self.colour()
        );
    }

    fn area(&self, canvas: &mut Canvas<'_>) {
        let ink = self.colour();
        let opacity = if self.blamed { 0.45 } else { 0.5 };
        for cell in self.clue.cells() {
            let Point { x, y } = canvas.corner(cell);
            let _ = writeln!(
                canvas.layer(Layer::Areas),
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" {ink} \
                 fill=\"currentColor\" fill-opacity=\"{opacity}\"/>"
            );
        }
    }
}

impl Canvas<'_> {
    /// A line through the centres of some cells.
    fn stroke(&mut self, cells: &[Cell], width: f64, ink: &Ink) {
        let points = self.points(cells);
        let width = Length(width * CELL);
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<polyline points=\"{points}\" {ink} fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        );
    }

    /// The inside of a pill, where its outline was drawn as a wider line.
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

    /// The head of an arrow in its last cell.
    fn head(&mut self, before: Cell, last: Cell, ink: &Ink) {
        let (from, to) = (self.centre(before), self.centre(last));
        let (right, down) = (to.x - from.x, to.y - from.y);
        let length = right.hypot(down).max(1.0);
        let (right, down) = (0.2 * right / length, 0.2 * down / length);
        let one = to.moved(-right - down, right - down);
        let other = to.moved(down - right, -right - down);
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<path d=\"M{one}L{to}L{other}\" {ink} fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"3\"/>"
        );
    }

    /// A circle among the lines.
    fn circle(&mut self, at: Point, r: f64, how: &str, ink: &Ink) {
        let (x, y, r) = (Length(at.x), Length(at.y), Length(r * CELL));
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {ink} {how}/>"
        );
    }

    /// A hollow circle among the lines.
    fn ring(&mut self, at: Point, r: f64, ink: &Ink) {
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
        let points = corners.map(|(right, down)| at.moved(right, down).to_string());
        let points = points.join(" ");
        let _ = writeln!(
            self.layer(Layer::Lines),
            "<polygon class=\"paper\" fill=\"#fff\" points=\"{points}\"/>\n\
             <polygon points=\"{points}\" {ink} fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"3\"/>"
        );
    }

    /// A circle in front that hides what is behind it.
    fn paper(&mut self, at: Point, r: f64) {
        let (x, y, r) = (Length(at.x), Length(at.y), Length(r * CELL));
        let _ = writeln!(
            self.front(),
            "<circle class=\"paper\" fill=\"#fff\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"
        );
    }

    /// A circle in front.
    fn dot(&mut self, at: Point, r: f64, fill: &str, width: u8, ink: &Ink) {
        let (x, y, r) = (Length(at.x), Length(at.y), Length(r * CELL));
        let _ = writeln!(
            self.front(),
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {ink} fill=\"{fill}\" stroke=\"currentColor\" \
             stroke-width=\"{width}\"/>"
        );
    }

    /// Small angles at the four sides of a cell, which point away from its centre where their tips are the
    /// far end, and towards it otherwise.
    fn chevrons(&mut self, centre: Point, tip: f64, ink: &Ink) {
        let base = 0.86 - tip;
        let mut path = String::new();
        for (right, down) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let at = |out: f64, along: f64| {
                centre.moved(out * right + along * down, out * down + along * right)
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

    /// A small text in the top left corner of a cell, below the labels that stand there.
    fn label(&mut self, cell: Cell, text: &str, ink: &Ink) {
        let above = self.labels.iter().filter(|&&other| other == cell).count();
        self.labels.push(cell);
        let place = Text {
            at: self.corner(cell).moved(0.12, 0.21 + LABEL * above as f64),
            size: 0.22,
            ink,
            anchor: Anchor::Start,
            halo: true,
        };
        self.text(&place, text);
    }

    /// A text around a point that hides lines behind it.
    pub(super) fn haloed(&mut self, at: Point, size: f64, ink: &Ink, text: &str) {
        let place = Text {
            at,
            size,
            ink,
            anchor: Anchor::Middle,
            halo: true,
        };
        self.text(&place, text);
    }

    /// The middle of some cells.
    fn middle(&self, cells: impl Iterator<Item = Cell>) -> Point {
        let centres: Vec<Point> = cells.map(|cell| self.centre(cell)).collect();
        let count = centres.len().max(1) as f64;
        Point {
            x: centres.iter().map(|point| point.x).sum::<f64>() / count,
            y: centres.iter().map(|point| point.y).sum::<f64>() / count,
        }
    }
}
