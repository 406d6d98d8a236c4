//! Reads SudokuPad's own JSON. Givens, regions and cages state rules; nearly everything else is a drawing.

use super::document::is_rowcol;
use super::drawings;
use super::grid::Grid;
use super::margin::without_margin;
use crate::kit::borders::default_or_own;
use crate::kit::drawn::{self, Drawn, Form, Spot, settle};
use crate::kit::node::{Node, Typed, kind_of, show};
use crate::kit::unknown::{Unknown, count_drawings};
use crate::kit::{ReadError, ReadOptions};
use cluewright_puzzle::{
    Cell, Clue, DigitSet, Element, GRID, Given, Layer, Puzzle, Status, digit_of_char, open_part,
};
use serde_json::{Value, json};

/// The layers of drawings. They may show rules that only the rules text states.
const DRAWN: [Layer; 4] = [
    Layer::Lines,
    Layer::Arrows,
    Layer::Underlays,
    Layer::Overlays,
];

/// The layers of fog and its triggers. They hide cells from solvers but never restrict digits.
const FOG: [Layer; 2] = [Layer::FogLight, Layer::TriggerEffect];

/// The other members of a puzzle that are read, or that never affect digits.
const OTHER: [&str; 14] = [
    "id", "cellSize", "metadata", "settings", "cells", "regions", "cages", "global", "title",
    "author", "rules", "videos", "duration", "norowcol",
];

const CELL: [&str; 13] = [
    "value",
    "given",
    "centremarks",
    "centermarks",
    "cornermarks",
    "pencilMarks",
    "pencilmarks",
    "candidates",
    "color",
    "colour",
    "colors",
    "colours",
    "highlight",
];

/// Members of a cell that hold the setter's small digits or letters. All other marks of a cell are a solver's notes.
const MARKS: [&str; 3] = ["pencilMarks", "pencilmarks", "candidates"];

const CAGE: [&str; 17] = [
    "cells",
    "value",
    "unique",
    "sum",
    "style",
    "hidden",
    "type",
    "outlineC",
    "fontC",
    "color",
    "borderColor",
    "textColor",
    "fontSize",
    "opacity",
    "width",
    "thickness",
    "target",
];

/// Global rules that SudokuPad checks itself, each with SudokuPad's name, our name, and `true` if pairs with a drawn mark are exempt.
pub(super) const GLOBALS: [(&str, &str, bool); 6] = [
    ("antiknight", "anti-knight", false),
    ("antiking", "anti-king", false),
    ("disjoint", "disjoint-groups", false),
    ("nonconsecutive", "non-consecutive", true),
    ("antixv", "xv-negative", true),
    ("antiratio", "black-dot-negative", true),
];

/// Returns `true` if a JSON document is a SudokuPad puzzle.
pub(super) fn is_ours(value: &Value) -> bool {
    let rows = value.get("cells").and_then(Value::as_array);
    rows.is_some_and(|rows| rows.iter().all(Value::is_array))
        // A plain grid in JSON may also be named `cells`, so the document must have another SudokuPad key.
        && ["regions", "cages", "cellSize", "metadata"]
            .iter()
            .any(|key| value.get(key).is_some())
}

/// Reads one puzzle from its JSON.
pub(super) fn read(value: &Value, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    // The document itself is cropped, so that no later step has to deal with the margin.
    let cropped = without_margin(value);
    let root = Node::root(cropped.as_ref().unwrap_or(value));
    let grid = Grid::of(&root)?;
    let mut reader = Reader {
        puzzle: Puzzle::new(grid.layout),
        unknown: Unknown::default(),
        drawn: vec![],
    };
    if let Some(reason) = grid.open {
        reader
            .puzzle
            .unread
            .push(open_part(GRID, vec![], Some(reason)));
    }
    reader.cells(&root)?;
    reader.regions(&root)?;
    reader.metadata(&root)?;
    reader.cages(&root)?;
    reader.globals(&root)?;
    // Drawings come after all clues, because a drawing that shows a clue is cosmetic.
    reader.drawings(&root)?;
    reader.unknown_keys(&root);
    // The check covers the boxes too, so it must come after `regions`.
    let checked = reader.puzzle.layout.check();
    checked.map_err(|error| ReadError::new(error.to_string()))?;
    reader.unknown.settle(&mut reader.puzzle, options)?;
    Ok(reader.puzzle)
}

struct Reader {
    puzzle: Puzzle,
    unknown: Unknown,
    /// The drawings that may be rules.
    drawn: Vec<drawn::Item>,
}

/// Reads the parts of the document that describe the grid.
impl Reader {
    fn cells(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        let columns = usize::from(self.puzzle.layout.columns);
        for (r, row) in root.list("cells")?.enumerate() {
            let cells: Vec<_> = row.items()?.collect();
            if cells.len() != columns {
                let found = cells.len();
                return Err(row.error(format!("the row has {found} cells, expected {columns}")));
            }
            for (c, cell) in cells.iter().enumerate() {
                let at = self.puzzle.layout.cell(r as u8, c as u8);
                self.cell(at, cell)?;
            }
        }
        Ok(())
    }

    /// Reads a cell. A value in a cell counts as given even if the file does not mark it as given, because SudokuPad does the same.
    fn cell(&mut self, at: Cell, cell: &Node<'_>) -> Result<(), ReadError> {
        self.unknown_members(cell, &CELL);
        self.marks(at, cell);
        let Some(value) = cell.get("value") else {
            return Ok(());
        };
        let Some(digit) = self.digit(value.value) else {
            // Without a known grid, a digit in a cell may be a clue rather than a given.
            if self.has_open_grid() {
                self.text_in(at, plain(value.value));
                return Ok(());
            }
            let layout = &self.puzzle.layout;
            let (low, high) = (layout.min_digit, layout.max_digit());
            return Err(value.error_expecting(&format!("a digit from {low} to {high}")));
        };
        self.puzzle.givens.push(Given {
            cell: at,
            digits: DigitSet::one(digit),
        });
        Ok(())
    }

    /// Keeps small digits and letters in a cell as a text drawing: they may be candidates, or labels.
    fn marks(&mut self, at: Cell, cell: &Node<'_>) {
        let marks = MARKS.iter().filter_map(|name| cell.value.get(name));
        let marks = marks.flat_map(|marks| match marks {
            Value::Array(marks) => marks.iter().map(plain).collect(),
            marks => vec![plain(marks)],
        });
        self.text_in(at, marks.collect());
    }

    fn has_open_grid(&self) -> bool {
        self.puzzle.unread.iter().any(|part| part.kind == GRID)
    }

    fn text_in(&mut self, at: Cell, text: String) {
        if text.trim().is_empty() {
            return;
        }
        let (row, column) = self.puzzle.layout.place(at);
        let centre = [f64::from(row) + 0.5, f64::from(column) + 0.5];
        let item =
            json!({ "center": centre, "width": 0, "height": 0, "text": text, "fontSize": 14 });
        let drawn = Drawn {
            form: Form::Text,
            spot: Spot::Cells(vec![at]),
            text,
        };
        self.draw(Layer::Overlays, &Node::root(&item), Some(drawn));
    }

    fn digit(&self, value: &Value) -> Option<u8> {
        let digit = match kind_of(value) {
            Typed::Number(number) => u8::try_from(number).ok()?,
            _ => one_char(value.as_str()?.trim()).and_then(digit_of_char)?,
        };
        self.puzzle.layout.digits().contains(digit).then_some(digit)
    }

    /// Reads regions. Regions that do not overlap are the boxes; the other regions are extra regions.
    fn regions(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        let layout = &self.puzzle.layout;
        let mut numbers: Vec<Option<u8>> = vec![None; layout.cell_count()];
        let mut count = 0u8;
        let (mut extra, mut frames) = (vec![], vec![]);
        for region in root.list("regions")? {
            let cells = self.cells_of(&region)?;
            let free = cells.iter().all(|cell| numbers[cell.index()].is_none());
            if cells.is_empty() {
                continue;
            }
            // A region with more cells than there are digits must repeat a digit. Setters use such a region to frame the whole grid.
            if cells.len() > usize::from(layout.digit_count) {
                frames.push(format!(
                    "{}: the region has {} cells, but there are only {} digits, so it is treated as a frame, not as a house",
                    region.place(),
                    cells.len(),
                    layout.digit_count
                ));
                continue;
            }
            // A cell can be in only one box, so a region that overlaps an earlier one is an extra region. A box number is
            // a byte, so regions beyond 255 become extra regions, too.
            if !free || count == u8::MAX {
                extra.push(Clue::on("extra-region", cells));
                continue;
            }
            for cell in cells {
                numbers[cell.index()] = Some(count);
            }
            count += 1;
        }
        self.puzzle.clues.extend(extra);
        self.puzzle.warnings.extend(frames);
        if count == 0 {
            self.warn(
                "the puzzle has no regions, so none are assumed: digits differ only in rows and columns"
                    .to_owned(),
            );
        } else {
            self.puzzle.layout.boxes = default_or_own(&self.puzzle.layout, numbers);
        }
        Ok(())
    }
}

/// Reads the title, author, rules and solution.
impl Reader {
    fn metadata(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        for key in ["title", "author", "rules"] {
            if let Some(text) = root.text(key) {
                self.say(key, &text);
            }
        }
        let Some(metadata) = root.get("metadata") else {
            return Ok(());
        };
        metadata.object()?;
        for key in [
            "title",
            "author",
            "rules",
            "source",
            "msgcorrect",
            "solution",
        ] {
            if let Some(text) = metadata.text(key) {
                self.say(key, &text);
            } else if let Some(Value::Array(lines)) = metadata.get(key).map(|node| node.value) {
                let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
                self.say(key, &lines.join("\n"));
            }
        }
        for (name, ..) in GLOBALS {
            // The key alone is not enough, because real files contain `antiknight: false` too.
            if metadata.value.get(name) == Some(&Value::Bool(true)) {
                self.global(name, &metadata.place(), root)?;
            }
        }
        Ok(())
    }

    /// Reads a metadata entry of the puzzle. Unknown keys are ignored.
    fn say(&mut self, key: &str, text: &str) {
        let about = &mut self.puzzle.about;
        let word = match key {
            "title" => &mut about.title,
            "author" => &mut about.author,
            "rules" => &mut about.rules,
            "source" => &mut about.source,
            "msgcorrect" => &mut about.message,
            "solution" => return self.solution(text),
            _ => return,
        };
        // The first text is kept. The document's members are read before its cages. In older files, cages repeat the
        // texts.
        word.get_or_insert_with(|| text.to_owned());
    }

    /// Reads the solution, one character for each cell. Some files store only a digest of the solution, which cannot be
    /// compared with digits.
    fn solution(&mut self, text: &str) {
        let digits = self.puzzle.layout.digits();
        let cell = |c: char| match c {
            // Zero is a blank, unless it is a digit of the grid.
            '0' if digits.contains(0) => Some(Some(0)),
            '.' | '?' | '0' | ' ' => Some(None),
            _ => digit_of_char(c).filter(|&d| digits.contains(d)).map(Some),
        };
        let solution: Option<Vec<Option<u8>>> = text.chars().map(cell).collect();
        let expected = self.puzzle.layout.cell_count();
        match solution {
            Some(cells) if cells.len() == expected => self.add_solution(cells),
            _ => self.warn(format!(
                "the solution does not have one digit for each of the {expected} cells (it may be hidden), so \
                 nothing is compared with it"
            )),
        }
    }

    /// Adds the digits of a solution to those that the file has stated before.
    fn add_solution(&mut self, cells: Vec<Option<u8>>) {
        let before = self.puzzle.solution.take().unwrap_or_default();
        let mut pairs = before.iter().zip(&cells);
        if pairs.any(|pair| matches!(pair, (Some(one), Some(other)) if one != other)) {
            self.warn(
                "the file states two different solutions, so nothing is compared with them"
                    .to_owned(),
            );
            return;
        }
        let before = before.into_iter().chain(std::iter::repeat(None));
        let all: Vec<Option<u8>> = cells
            .into_iter()
            .zip(before)
            .map(|(new, old)| old.or(new))
            .collect();
        // A solution that consists only of blanks agrees with every grid, so it must not count as a match.
        self.puzzle.solution = Some(all).filter(|all| all.iter().any(Option::is_some));
    }
}

/// Reads cages and global rules.
impl Reader {
    fn cages(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        for cage in root.list("cages")? {
            cage.object()?;
            if !self.metadata_cage(&cage) {
                self.unknown_members(&cage, &CAGE);
                self.cage(&cage)?;
            }
        }
        Ok(())
    }

    /// Reads the metadata in an invisible cage with text such as `title: …`, in which older files store it. Returns `false`
    /// for any other cage.
    fn metadata_cage(&mut self, cage: &Node<'_>) -> bool {
        let text = cage.text("value").unwrap_or_default();
        let hidden = cage.get("cells").is_none()
            || ["fontC", "outlineC"].iter().any(|key| {
                cage.text(key)
                    .is_some_and(|colour| drawings::is_transparent(&colour))
            });
        let Some((key, word)) = text.split_once(':').filter(|_| hidden) else {
            return false;
        };
        self.say(key.trim(), word.trim());
        true
    }

    fn cage(&mut self, cage: &Node<'_>) -> Result<(), ReadError> {
        let cells = match cage.get("cells") {
            Some(cells) => self.cells_of(&cells)?,
            None => vec![],
        };
        // SudokuPad marks rows and columns with cages. Clues for them would only repeat the houses.
        if is_rowcol(cage.value) && self.is_line(&cells) {
            let reason = "rows and columns are houses";
            self.keep(Layer::Cages, cage, Status::decoration(reason));
            return Ok(());
        }
        if is_light(cage) {
            self.draw_cage(cage, cells);
            return Ok(());
        }
        let unique = cage.flag("unique")?;
        let style = |key| {
            cage.text(key)
                .is_some_and(|s| s.eq_ignore_ascii_case("extraregion"))
        };
        let region = style("style") || style("type");
        let sum = self.sum(cage, unique);
        let on = |rule| (!cells.is_empty()).then(|| Clue::on(rule, cells.clone()));
        let clue = match sum {
            // Without `unique`, SudokuPad checks the sum but allows repeated digits.
            Some(sum) if unique => on("killer-cage").map(|clue| clue.with("sum", sum)),
            Some(sum) => on("sum").map(|clue| clue.with("sum", sum)),
            None if region => on("extra-region"),
            None if unique => on("killer-cage"),
            None => None,
        };
        match clue {
            Some(clue) => {
                self.keep(Layer::Cages, cage, Status::read(&clue.rule));
                self.puzzle.clues.push(clue);
            }
            None => self.draw_cage(cage, cells),
        }
        Ok(())
    }

    /// Returns `true` if the cells are a row or column that is a house.
    fn is_line(&self, cells: &[Cell]) -> bool {
        let layout = &self.puzzle.layout;
        let is_all = |line: Vec<Cell>| {
            line.len() == cells.len() && line.iter().all(|cell| cells.contains(cell))
        };
        layout.lines
            && ((0..layout.rows).any(|row| is_all(layout.row(row).collect()))
                || (0..layout.columns).any(|column| is_all(layout.column(column).collect())))
    }

    /// Returns the sum of a cage: its `sum`, or its text if the cage states a rule (`unique`).
    fn sum(&mut self, cage: &Node<'_>, unique: bool) -> Option<i64> {
        let mut ask = |key: &str| match cage.kind_of(key) {
            Typed::Blank => None,
            Typed::Number(sum) => Some(sum),
            Typed::Other(text) => {
                self.unknown.push(
                    format!("{}.{key}", cage.place()),
                    format!("`{text}` is not a number"),
                    "the cage is read without it",
                );
                None
            }
        };
        // A number alone may also be a product or a count, so the cage is kept as a drawing, and the rules text decides its
        // meaning. Most cages with a number (6,341 of 7,564 in real files) have no `unique`.
        match ask("sum") {
            None if unique => ask("value"),
            sum => sum,
        }
    }

    /// Keeps a cage that states no rule as a drawing.
    fn draw_cage(&mut self, cage: &Node<'_>, cells: Vec<Cell>) {
        let text = cage.text("value").unwrap_or_default();
        // Hidden and empty cages only frame the picture, and light cages only lift fog. None of these can be a rule.
        let is_frame = cells.is_empty() || cage.get("hidden").is_some() || is_light(cage);
        let drawn = (!is_frame).then_some(Drawn {
            form: Form::Cage,
            spot: Spot::Cells(cells),
            text,
        });
        self.draw(Layer::Cages, cage, drawn);
    }

    /// Keeps an item as an element of the picture; `drawn` describes it if it may be a rule.
    fn draw(&mut self, layer: Layer, item: &Node<'_>, drawn: Option<Drawn>) {
        let Some(drawn) = drawn else {
            count_drawings(&mut self.puzzle, layer.name(), 1);
            return self.keep(
                layer,
                item,
                Status::decoration("no part of it can be a rule"),
            );
        };
        // `keep` adds the element below, so the current number of elements is its index.
        self.drawn.push(drawn::Item {
            name: layer.name().to_owned(),
            drawn,
            element: Some(self.puzzle.elements.len()),
        });
        self.keep(layer, item, Status::Open);
    }

    fn keep(&mut self, layer: Layer, item: &Node<'_>, status: Status) {
        let item = item.value.clone();
        self.puzzle.elements.push(Element {
            layer,
            item,
            status,
        });
    }

    fn globals(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        for item in root.list("global")? {
            match item.value.as_str() {
                Some(name) if GLOBALS.iter().any(|global| global.0 == name) => {
                    self.global(name, &item.place(), root)?;
                }
                _ => {
                    let what = format!("global rule {}", show(item.value));
                    self.unknown.push(item.place(), what, "it is left out");
                }
            }
        }
        Ok(())
    }

    fn global(&mut self, name: &str, place: &str, root: &Node<'_>) -> Result<(), ReadError> {
        let Some(&(_, rule, exempts)) = GLOBALS.iter().find(|global| global.0 == name) else {
            return Ok(());
        };
        // The file does not state which of the drawn marks exempt a pair. A wrong guess could exclude the solution, so the
        // rule is reported and not applied.
        if exempts && has_edge_marks(root)? {
            let what =
                format!("`{name}` exempts pairs with marks, but the marks are only drawings");
            self.unknown.push(place, what, "it is left out");
        } else if !self.puzzle.clues.iter().any(|clue| clue.rule == rule) {
            // A file may state the rule in `metadata` and in `global`, so it is added only once.
            self.puzzle.clues.push(Clue::new(rule));
        }
        Ok(())
    }
}

/// Returns `true` if a cage only lifts fog.
fn is_light(cage: &Node<'_>) -> bool {
    let text = cage.text("value").unwrap_or_default();
    text.trim().eq_ignore_ascii_case("foglight")
}

/// Returns `true` if something is drawn on an edge between two cells.
fn has_edge_marks(root: &Node<'_>) -> Result<bool, ReadError> {
    let on_edge = |mark: &Node<'_>| {
        let place = mark.value.get("center")?.as_array()?;
        let [row, column] = place.as_slice() else {
            return None;
        };
        let (row, column) = (row.as_f64()?, column.as_f64()?);
        // On a corner both numbers are whole, and in a cell neither is. On an edge, exactly one of them is.
        Some((row.fract() == 0.0) != (column.fract() == 0.0))
    };
    for kind in ["overlays", "underlays"] {
        if root.list(kind)?.any(|mark| on_edge(&mark) == Some(true)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads drawings and the remaining members.
impl Reader {
    fn drawings(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        for layer in FOG {
            for item in root.list(layer.name())? {
                count_drawings(&mut self.puzzle, layer.name(), 1);
                self.keep(
                    layer,
                    &item,
                    Status::decoration("fog hides clues but does not state any"),
                );
            }
        }
        for layer in DRAWN {
            for item in root.list(layer.name())? {
                item.object()?;
                let layout = &self.puzzle.layout;
                let drawn = match layer {
                    Layer::Lines => drawings::stroke(Form::Line, &item, layout),
                    Layer::Arrows => drawings::stroke(Form::Arrow, &item, layout),
                    _ => drawings::shape(&item, layout),
                };
                self.draw(layer, &item, drawn);
            }
        }
        settle(&mut self.puzzle, std::mem::take(&mut self.drawn));
        Ok(())
    }

    fn unknown_keys(&mut self, root: &Node<'_>) {
        let drawn = DRAWN.iter().chain(&FOG).map(|layer| layer.name());
        let known: Vec<&str> = OTHER.into_iter().chain(drawn).collect();
        self.unknown_members(root, &known);
    }

    fn unknown_members(&mut self, node: &Node<'_>, known: &[&str]) {
        for (name, member) in node.members() {
            if !known.contains(&name) {
                let what = format!("unknown key `{name}`");
                self.unknown.push(member.place(), what, "it is left out");
            }
        }
    }

    fn warn(&mut self, message: String) {
        self.puzzle.warnings.push(message);
    }

    /// Returns the cells of a list of row and column pairs, counted from 0, without duplicates.
    fn cells_of(&self, list: &Node<'_>) -> Result<Vec<Cell>, ReadError> {
        let mut cells = vec![];
        let mut named = vec![false; self.puzzle.layout.cell_count()];
        // In SudokuPad's zipped files, an empty list becomes `{}`.
        let cells_named = list.items()?.filter(|item| !is_empty(item.value));
        for item in cells_named {
            let cell = self.cell_named(&item)?;
            if !std::mem::replace(&mut named[cell.index()], true) {
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    fn cell_named(&self, item: &Node<'_>) -> Result<Cell, ReadError> {
        let layout = &self.puzzle.layout;
        let place = item.value.as_array().map(Vec::as_slice);
        let cell = match place {
            Some([row, column]) => index(row).zip(index(column)),
            _ => None,
        };
        cell.and_then(|(row, column)| layout.cell_at(row, column))
            .ok_or_else(|| {
                let written = match place {
                    Some(_) => crate::kit::node::shorten(&item.value.to_string()),
                    None => show(item.value),
                };
                item.error(format!(
                    "found {written}, expected a cell as [row, column], counted from 0, of {} rows \
                     and {} columns",
                    layout.rows, layout.columns
                ))
            })
    }
}

/// Returns a string, or a number as text.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(serde_json::Map::is_empty)
}

fn index(value: &Value) -> Option<i32> {
    match kind_of(value) {
        Typed::Number(number) => i32::try_from(number).ok(),
        _ => None,
    }
}

fn one_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
