//! Converts the layers of a Penpa+ puzzle to digits, boxes and drawings.

use super::board::{Board, Point};
use super::document::Document;
use super::outlines::{Edge, boxes, chains, find_enclosed_cells, find_outlines};
use super::styles;
use crate::kit::node::{Node, shorten};
use crate::kit::unknown::Unknown;
use crate::kit::{ReadError, ReadOptions};
use crate::sudokupad::{Canvas, PIXELS};
use cluewright_puzzle::{Boxes, Cell, DigitSet, Given, Layer, Layout, Puzzle, open_part};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};

/// Layers whose entries are lines between two points.
const LINES: [&str; 5] = ["line", "freeline", "lineE", "freelineE", "wall"];

/// Layers whose entries are paths of points, each with the style in which the paths are drawn.
const PATHS: [(&str, Path); 6] = [
    ("thermo", Path::Thermometer),
    ("nobulbthermo", Path::Tube),
    ("arrows", Path::Arrow),
    ("direction", Path::Pointer),
    ("squareframe", Path::Tube),
    ("polygon", Path::Tube),
];

/// Layers that are read elsewhere or have nothing to draw, such as the editor's history and the hidden grid lines.
const OTHER: [&str; 11] = [
    "number",
    "numberS",
    "symbol",
    "surface",
    "cage",
    "killercages",
    "deletelineE",
    "command_redo",
    "command_undo",
    "command_replay",
    "qa",
];

/// Genres whose rules follow from the layout alone.
const PLAIN: [&str; 3] = ["classic", "irregular", "latin"];

/// The style in which a path of points is drawn.
#[derive(Clone, Copy)]
enum Path {
    Thermometer,
    Tube,
    Arrow,
    Pointer,
}

/// Reads an unpacked puzzle.
pub(super) fn read(document: &Document, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let kind = document.header[0].trim();
    if !matches!(kind, "square" | "sudoku") {
        let kind = shorten(kind);
        let message = format!("the grid is of type `{kind}`, expected `square` or `sudoku`");
        return Err(ReadError::new(message));
    }
    let problem = Node::root(&document.problem);
    if !document.problem.is_null() {
        problem.object().map_err(|error| error.within("pu_q"))?;
    }
    let board = Board::new(document)?;
    let layout = Layout {
        rows: board.rows as u8,
        columns: board.columns as u8,
        // Even files of type `sudoku` draw their boxes as heavy lines, so there are no boxes until these lines are
        // read.
        boxes: Boxes::None,
        ..Layout::square(board.rows.max(board.columns) as u8)
    };
    let mut reader = Reader {
        puzzle: Puzzle::new(layout),
        unknown: Unknown::default(),
        canvas: Canvas::default(),
        colours: &document.colours,
        board,
        sums: HashSet::new(),
    };
    reader.about(&document.header);
    reader
        .layers(&problem)
        .map_err(|error| error.within("pu_q"))?;
    // The genre check needs the boxes, and the solution needs the givens, so the layers are read first.
    reader.genre(kind, &document.tags);
    reader.solution(&document.solution);
    reader.canvas.settle(&mut reader.puzzle);
    reader.unknown.settle(&mut reader.puzzle, options)?;
    Ok(reader.puzzle)
}

struct Reader<'d> {
    puzzle: Puzzle,
    unknown: Unknown,
    canvas: Canvas,
    colours: &'d Value,
    board: Board,
    /// The corner points whose small number is the sum of a cage.
    sums: HashSet<usize>,
}

impl Reader<'_> {
    fn about(&mut self, header: &[String]) {
        let word = |index: usize, prefix: &str| {
            let field = header.get(index)?;
            let word = field.strip_prefix(prefix).unwrap_or(field).trim();
            (!word.is_empty()).then(|| word.to_owned())
        };
        let about = &mut self.puzzle.about;
        about.title = word(15, "Title:");
        about.author = word(16, "Author:");
        about.source = word(17, "");
        about.rules = word(18, "");
    }

    /// Checks that the puzzle is a sudoku: its boxes are drawn (or it is a Latin square), and either the file labels it as
    /// a sudoku or the boxes are the usual ones. Otherwise leaves the grid open, because other rules may apply. Invisible
    /// cells and other genres are also left open.
    fn genre(&mut self, kind: &str, tags: &Value) {
        let tags = tags.as_array().into_iter().flatten();
        let tags: Vec<&str> = tags.filter_map(Value::as_str).collect();
        let has_boxes = self.puzzle.layout.boxes != Boxes::None || tags.contains(&"latin");
        let has_plain_boxes = self.puzzle.layout.boxes == Boxes::Default(0);
        let is_named = kind == "sudoku" || tags.iter().any(|tag| PLAIN.contains(tag));
        // Penpa+ draws puzzles of every genre on square grids, so the grid alone does not show that the puzzle is a
        // sudoku.
        if !has_boxes || !(is_named || has_plain_boxes) {
            self.leave_open("grid that may not be a sudoku", None);
        }
        if !self.board.is_whole {
            self.leave_open("grid with invisible cells", None);
        }
        // Another genre may have rules that are not drawn.
        for tag in tags.iter().filter(|tag| !PLAIN.contains(tag)) {
            self.leave_open("genre", Some(shorten(tag)));
        }
    }

    fn leave_open(&mut self, kind: &str, text: Option<String>) {
        self.puzzle.unread.push(open_part(kind, vec![], text));
    }

    /// Uses the digits of the solver's layer as the solution, if they fill the grid together with the givens.
    fn solution(&mut self, layer: &Value) {
        let mut digits = vec![None; self.puzzle.layout.cell_count()];
        for given in &self.puzzle.givens {
            digits[given.cell.index()] = given.digits.single();
        }
        let numbers = layer.get("number").and_then(Value::as_object);
        for (key, number) in numbers.into_iter().flatten() {
            let cell = key.parse().ok();
            let cell = cell.and_then(|index| self.board.cell(index, &self.puzzle.layout));
            if let Some(cell) = cell {
                digits[cell.index()] = number.get(0).and_then(|value| self.digit(&text_of(value)));
            }
        }
        // A layer with gaps is an unfinished solve, not a solution.
        if digits.len() > self.puzzle.givens.len() && digits.iter().all(Option::is_some) {
            self.puzzle.solution = Some(digits);
        }
    }
}

impl Reader<'_> {
    fn layers(&mut self, layer: &Node<'_>) -> Result<(), ReadError> {
        // Cages are read before small numbers, because the sum of a cage is stored as a small number.
        self.cages(layer)?;
        self.edge_cages(layer)?;
        self.surface(layer)?;
        for name in LINES {
            self.lines(name, layer)?;
        }
        for (name, path) in PATHS {
            self.paths(name, path, layer)?;
        }
        self.symbols(layer)?;
        self.numbers(layer)?;
        self.small_numbers(layer)?;
        for (name, member) in layer.members() {
            let mut paths = PATHS.iter();
            let is_known =
                LINES.contains(&name) || OTHER.contains(&name) || paths.any(|path| path.0 == name);
            if !is_known {
                let what = format!("unknown layer `{}`", shorten(name));
                self.unknown.push(member.place(), what, "it is left out");
            }
        }
        Ok(())
    }

    fn draw(&mut self, layer: Layer, item: Value) {
        self.canvas.draw(&mut self.puzzle, layer, item);
    }

    /// Returns the individual colour of a part if it has one, otherwise the colour of its style.
    fn colour(&self, layer: &str, key: &str, usual: &str) -> Value {
        let own = self.colours.get(layer).and_then(|colours| colours.get(key));
        own.filter(|colour| colour.is_string())
            .cloned()
            .unwrap_or_else(|| usual.into())
    }

    /// Parses a point number, and returns it with the point's position.
    fn point(&self, key: &str) -> Result<(usize, Point), String> {
        let index = key.trim().parse().ok();
        let point = index.and_then(|index| Some((index, self.board.point(index)?)));
        point.ok_or_else(|| format!("`{}` is not a point", shorten(key)))
    }

    /// Returns the point of an entry.
    fn point_of(&self, entry: &Entry<'_>) -> Result<(usize, Point), ReadError> {
        self.point(entry.key).map_err(|error| entry.error(error))
    }

    /// Returns the two points that an entry connects; `None` if the entry belongs to a single point.
    fn edge_of(&self, entry: &Entry<'_>) -> Result<Option<Edge>, ReadError> {
        let Some((from, to)) = entry.key.split_once(',') else {
            return Ok(None);
        };
        let index = |key| self.point(key).map(|point| point.0);
        let edge = index(from).and_then(|from| Ok((from, index(to)?)));
        edge.map(Some).map_err(|error| entry.error(error))
    }

    fn surface(&mut self, layer: &Node<'_>) -> Result<(), ReadError> {
        for entry in entries(layer.value, "surface")? {
            let (_, center) = self.point_of(&entry)?;
            let colour = styles::surface(style(entry.value));
            let colour = self.colour("surface", entry.key, colour);
            let item =
                json!({"center": center, "width": 1, "height": 1, "backgroundColor": colour});
            self.draw(Layer::Underlays, item);
        }
        Ok(())
    }

    /// Reads lines between points. Heavy lines that run along all sides of regions are the borders of boxes.
    fn lines(&mut self, name: &str, layer: &Node<'_>) -> Result<(), ReadError> {
        // A sorted map makes the order of the drawings the same in every run.
        let mut styled: BTreeMap<(i64, String), Vec<Edge>> = BTreeMap::new();
        for entry in entries(layer.value, name)? {
            let style = style(entry.value);
            let colour = self.colour(name, entry.key, styles::line(style).0);
            let Some(edge) = self.edge_of(&entry)? else {
                // The entry is a mark across an edge.
                let (_, center) = self.point_of(&entry)?;
                self.draw(
                    Layer::Overlays,
                    json!({"center": center, "text": "×", "color": colour, "fontSize": PIXELS / 4.0}),
                );
                continue;
            };
            let colour = text_of(&colour);
            styled.entry((style, colour)).or_default().push(edge);
        }
        // The boxes are set before any of these lines is drawn, because `is_border` depends on them.
        if name == "lineE" {
            let heavy = styled
                .iter()
                .filter(|((style, _), _)| styles::is_heavy(*style));
            let heavy: Vec<Edge> = heavy.flat_map(|(_, edges)| edges.clone()).collect();
            let found = boxes(&self.segments(&heavy), &self.puzzle.layout);
            self.puzzle.layout.boxes = found.unwrap_or(Boxes::None);
        }
        for ((style, colour), edges) in styled {
            let (_, thickness) = styles::line(style);
            // Borders and other lines are joined separately. Otherwise a drawn line would continue along a border that it
            // touches.
            let (borders, others): (Vec<Edge>, Vec<Edge>) =
                edges.iter().partition(|&&edge| self.is_border(edge));
            for chain in chains(&borders).into_iter().chain(chains(&others)) {
                let points = self.points(&chain);
                let item = json!({"wayPoints": points, "color": colour, "thickness": thickness});
                self.draw(Layer::Lines, item);
            }
        }
        Ok(())
    }

    fn segments(&self, edges: &[Edge]) -> Vec<(Point, Point)> {
        let segment = |&(from, to): &Edge| Some((self.board.point(from)?, self.board.point(to)?));
        edges.iter().filter_map(segment).collect()
    }

    fn points(&self, chain: &[usize]) -> Vec<Point> {
        let points = chain.iter();
        points
            .filter_map(|&point| self.board.point(point))
            .collect()
    }

    /// Returns `true` if an edge is part of the outer border of the grid or separates two boxes.
    fn is_border(&self, edge: Edge) -> bool {
        let layout = &self.puzzle.layout;
        let boxes = layout.box_cells();
        // The result is `None` outside the grid, but `Some(None)` for a cell without a box. Both differ from any box, so
        // the outer border of the grid counts as a border.
        let region = |row: f64, column: f64| {
            let cell = layout.cell_at(row.floor() as i32, column.floor() as i32);
            cell.map(|cell| boxes.iter().position(|cells| cells.contains(&cell)))
        };
        let segments = self.segments(&[edge]);
        let Some(&([a, b], [c, d])) = segments.first() else {
            return false;
        };
        let (row, column) = (f64::midpoint(a, c), f64::midpoint(b, d));
        let is_side = a.fract() == 0.0 && b.fract() == 0.0 && (a - c).abs() + (b - d).abs() == 1.0;
        is_side
            && match a == c {
                true => region(row - 0.5, column) != region(row + 0.5, column),
                false => region(row, column - 0.5) != region(row, column + 0.5),
            }
    }

    fn paths(&mut self, name: &str, path: Path, layer: &Node<'_>) -> Result<(), ReadError> {
        for (index, list) in layer.list(name)?.enumerate() {
            let points = self.points_of(&list)?;
            let Some(&start) = points.first() else {
                continue;
            };
            let grey = self.colour(name, &index.to_string(), "#cccccc");
            let line = |thickness: f64| json!({"wayPoints": points, "color": grey, "thickness": thickness * PIXELS});
            let circle = |size: f64, fill: &Value| json!({"center": start, "width": size, "height": size, "rounded": true, "backgroundColor": fill, "borderColor": grey});
            match path {
                Path::Thermometer => {
                    self.draw(Layer::Lines, line(0.4));
                    self.draw(Layer::Underlays, circle(0.8, &grey));
                }
                Path::Tube => self.draw(Layer::Lines, line(0.4)),
                Path::Arrow | Path::Pointer => {
                    let mut arrow = line(0.05);
                    arrow["headLength"] = 0.3.into();
                    self.draw(Layer::Arrows, arrow);
                    if matches!(path, Path::Arrow) {
                        self.draw(Layer::Overlays, circle(0.8, &"#ffffff".into()));
                    }
                }
            }
        }
        Ok(())
    }

    fn points_of(&self, list: &Node<'_>) -> Result<Vec<Point>, ReadError> {
        let points = list.items()?.map(|node| {
            let point = self.point(&text_of(node.value));
            point
                .map(|point| point.1)
                .map_err(|error| node.error(error))
        });
        points.collect()
    }
}

impl Reader<'_> {
    fn cages(&mut self, layer: &Node<'_>) -> Result<(), ReadError> {
        for list in layer.list("killercages")? {
            let mut cells = vec![];
            for node in list.items()? {
                let point = self.point(&text_of(node.value));
                let (index, _) = point.map_err(|error| node.error(error))?;
                cells.extend(self.board.cell(index, &self.puzzle.layout));
            }
            self.cage(layer, cells);
        }
        Ok(())
    }

    /// Reads cages whose outline is drawn edge by edge, a quarter of a cell inside the border of their cells.
    fn edge_cages(&mut self, layer: &Node<'_>) -> Result<(), ReadError> {
        let mut edges = vec![];
        for entry in entries(layer.value, "cage")? {
            edges.extend(self.edge_of(&entry)?);
        }
        for outline in find_outlines(&edges) {
            let segments = self.segments(&outline);
            let cells = find_enclosed_cells(&segments, &self.puzzle.layout);
            // An outline with a gap encloses no cells. Its edges may still state a rule, so they are drawn.
            if cells.is_empty() {
                for (from, to) in segments {
                    let item = json!({"wayPoints": [from, to], "color": "#000000", "thickness": 1});
                    self.draw(Layer::Lines, item);
                }
            } else {
                self.cage(layer, cells);
            }
        }
        Ok(())
    }

    /// Draws a cage. Its text is the small number in its first cell.
    fn cage(&mut self, layer: &Node<'_>, mut cells: Vec<Cell>) {
        // The sum is stored at the first cell in reading order, so the cells are sorted.
        cells.sort_unstable();
        cells.dedup();
        let Some(&first) = cells.first() else {
            return;
        };
        let layout = &self.puzzle.layout;
        let corner = self.board.top_left(layout, first);
        let numbers = layer.value.get("numberS");
        let number = numbers.and_then(|numbers| numbers.get(corner.to_string()));
        let text = number.and_then(|number| number.get(0)).map(text_of);
        let places: Vec<_> = cells.iter().map(|&cell| layout.place(cell)).collect();
        // The number is recorded, so that it is not drawn a second time as a small number.
        self.sums.insert(corner);
        let text = text.map(|text| text.trim().to_owned());
        let item = json!({"cells": places, "value": text, "outlineC": "#000000"});
        self.draw(Layer::Cages, item);
    }
}

impl Reader<'_> {
    /// Reads symbols. Each symbol has a number, a name and a level: level 1 is below lines, level 2 is above them.
    fn symbols(&mut self, layer: &Node<'_>) -> Result<(), ReadError> {
        for entry in entries(layer.value, "symbol")? {
            let (_, center) = self.point_of(&entry)?;
            let item = self.symbol(&entry, center);
            let layer = match style(entry.part(2)) {
                1 => Layer::Underlays,
                _ => Layer::Overlays,
            };
            self.draw(layer, item);
        }
        Ok(())
    }

    fn symbol(&self, entry: &Entry<'_>, center: Point) -> Value {
        const SIGNS: [&str; 4] = ["<", "∧", ">", "∨"];
        let name = text_of(entry.part(1));
        let number = style(entry.part(0));
        if name == "inequality" && (1..=8).contains(&number) {
            let sign = SIGNS[(number - 1) as usize % 4];
            return json!({"center": center, "text": sign, "color": "#000000", "fontSize": PIXELS / 2.0});
        }
        let circle = styles::circle_size(&name).map(|size| ([0.0, 0.0], [size, size]));
        let pill = styles::pill(&name, number);
        let square = styles::square_size(&name).map(|size| ([0.0, 0.0], [size, size]));
        let form = circle.or(pill).or(square);
        let ([right, down], [width, height]) = form.unwrap_or(([0.0, 0.0], [0.6, 0.6]));
        let (fill, border) = match pill {
            Some(_) => (styles::CLEAR, "#000000"),
            None => styles::shape(number),
        };
        let mut item = json!({
            "center": [center[0] + down, center[1] + right],
            "width": width,
            "height": height,
            "rounded": circle.or(pill).is_some(),
            "backgroundColor": self.colour("symbol", entry.key, fill),
            "borderColor": border,
        });
        if form.is_none() {
            // SudokuPad has no such shape, so the name of the symbol is kept as a description.
            item["symbol"] = format!("{name} {}", entry.part(0)).into();
        }
        item
    }

    /// Reads numbers. Each entry has text, a colour and a kind. Black digits of the usual kind are givens; all other
    /// entries are drawn as text.
    fn numbers(&mut self, layer: &Node<'_>) -> Result<(), ReadError> {
        for entry in entries(layer.value, "number")? {
            let (index, center) = self.point_of(&entry)?;
            let (text, colour, kind) = (
                text_of(entry.part(0)),
                style(entry.part(1)),
                text_of(entry.part(2)),
            );
            let cell = self.board.cell(index, &self.puzzle.layout);
            let is_plain = colour == 1 && kind == "1";
            match (cell, self.digit(&text)) {
                (Some(cell), Some(digit)) if is_plain => self.puzzle.givens.push(Given {
                    cell,
                    digits: DigitSet::one(digit),
                }),
                _ => self.text(center, &text, colour, &kind, entry.key),
            }
        }
        Ok(())
    }

    fn text(&mut self, center: Point, text: &str, colour: i64, kind: &str, key: &str) {
        let mut text = text.trim();
        if let Some((before, direction)) = text.rsplit_once('_').filter(|_| kind == "2") {
            self.pointer(center, direction);
            text = before;
        }
        let circle = styles::circle_behind(colour);
        if text.is_empty() && circle.is_none() {
            return;
        }
        let mut item = json!({
            "center": center,
            "text": text,
            "color": self.colour("number", key, styles::text(colour)),
            "fontSize": styles::text_size(kind) * PIXELS,
        });
        if let Some((fill, border)) = circle {
            item["width"] = 0.8.into();
            item["height"] = 0.8.into();
            item["rounded"] = true.into();
            item["backgroundColor"] = fill.into();
            item["borderColor"] = border.into();
        }
        self.draw(Layer::Overlays, item);
    }

    /// Draws the arrow that points away from a number.
    fn pointer(&mut self, [row, column]: Point, direction: &str) {
        let (down, right) = match direction {
            "0" => (-1.0, 0.0),
            "1" => (0.0, -1.0),
            "2" => (0.0, 1.0),
            "3" => (1.0, 0.0),
            "4" => (-1.0, -1.0),
            "5" => (-1.0, 1.0),
            "6" => (1.0, -1.0),
            "7" => (1.0, 1.0),
            _ => return,
        };
        let half = 0.35;
        let (down, right) = (down * half, right * half);
        let item = json!({
            "wayPoints": [[row - down, column - right], [row + down, column + right]],
            "color": "#000000",
            "thickness": 2,
            "headLength": 0.25,
        });
        self.draw(Layer::Arrows, item);
    }

    /// Reads the numbers in the corners and at the sides of cells, except for the sums of cages.
    fn small_numbers(&mut self, layer: &Node<'_>) -> Result<(), ReadError> {
        for entry in entries(layer.value, "numberS")? {
            let (index, center) = self.point_of(&entry)?;
            let text = text_of(entry.part(0));
            // Penpa+ writes some small numbers with a leading blank, so the text is trimmed.
            let text = text.trim();
            if text.is_empty() || self.sums.contains(&index) {
                continue;
            }
            let item = json!({
                "center": center,
                "text": text,
                "color": self.colour("numberS", entry.key, styles::text(style(entry.part(1)))),
                "fontSize": PIXELS * 0.3,
            });
            self.draw(Layer::Overlays, item);
        }
        Ok(())
    }

    fn digit(&self, text: &str) -> Option<u8> {
        let digit = text.trim().parse().ok();
        digit.filter(|&digit| self.puzzle.layout.digits().contains(digit))
    }
}

/// An entry of a layer, with its one or two points.
struct Entry<'v> {
    layer: &'v str,
    key: &'v str,
    value: &'v Value,
}

impl Entry<'_> {
    /// Returns the item of the entry's list at an index; `null` if there is none.
    fn part(&self, index: usize) -> &Value {
        self.value.get(index).unwrap_or(&Value::Null)
    }

    fn error(&self, message: String) -> ReadError {
        ReadError::new(message).place(format!("{}.{}", self.layer, shorten(self.key)))
    }
}

/// Returns the entries of a layer. Their keys are points.
fn entries<'v>(
    layer: &'v Value,
    name: &'v str,
) -> Result<impl Iterator<Item = Entry<'v>>, ReadError> {
    let members = match layer.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::Object(members)) => Some(members),
        // Penpa+ writes an empty layer as an empty list instead of an empty object.
        Some(Value::Array(list)) if list.is_empty() => None,
        Some(_) => return Err(ReadError::new("expected an object").place(name)),
    };
    let members = members.into_iter().flatten();
    Ok(members.map(move |(key, value)| Entry {
        layer: name,
        key,
        value,
    }))
}

/// Returns the number of an entry's style; 0 if it has none.
fn style(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

/// Returns the text of a number entry. The entry may be a string, a number, or a list of marked digits.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(marks) => {
            let is_set = |mark: &Value| mark.as_i64() == Some(1);
            let digits = (1..=marks.len()).filter(|&digit| is_set(&marks[digit - 1]));
            digits.map(|digit| digit.to_string()).collect()
        }
        _ => String::new(),
    }
}
