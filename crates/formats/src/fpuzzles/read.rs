//! Converts f-puzzles JSON to a puzzle.

use super::drawings;
use super::elements::{BULB_SIZE, QUADRUPLE_SIZE, background, elements, round_mark};
use super::keys::{
    CELL, CELL_MUTE, COSMETIC, FOG, Form, KEYS, Key, MUTE, READ, STYLE, dutch_difference,
    reads_regions, step_of,
};
use super::regions::{Regions, default_regions};
use super::rest::Rest;
use crate::kit::cells::is_square;
use crate::kit::drawn::{self, Drawn, Form as Drawing, Known, Spot, settle};
use crate::kit::node::{Node, Typed, show};
use crate::kit::unknown::{Unknown, count_drawings};
use crate::kit::{ReadError, ReadOptions};
use cluewright_puzzle::{
    Boxes, Cell, Clue, DigitSet, Element, Given, Layer, Layout, Param, Place, Puzzle, Status,
    digit_of_char, parse_place,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Reads one puzzle from its JSON.
pub(super) fn read(value: &Value, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let root = Node::root(value);
    let mut reader = Reader {
        puzzle: Puzzle::new(layout(&root)?),
        unknown: Unknown::default(),
        drawn: vec![],
        rest: Rest::default(),
    };
    reader.grid(&root)?;
    reader.about(&root);
    for key in KEYS {
        reader.key(key, &root)?;
    }
    // The negative rules depend on the dots, so they are read after all other clues.
    reader.negatives(&root)?;
    // Rows become regions only if some clue depends on regions, so all clues are read first.
    reader.regions_of_rows();
    reader.solution(&root)?;
    // Drawings come after all clues, because a drawing that shows a clue is cosmetic.
    reader.drawings(&root)?;
    reader.unknown_keys(&root);
    // Reading continues after an unknown part, so that one error can list all of them.
    reader.unknown.settle(&mut reader.puzzle, options)?;
    reader.puzzle.kept = reader.rest.into_kept();
    Ok(reader.puzzle)
}

/// Returns `true` if a JSON document is an f-puzzles puzzle.
pub(super) fn is_ours(value: &Value) -> bool {
    let drawn = |grid: &Value| match grid {
        Value::Array(rows) => !rows.is_empty() && rows.iter().all(Value::is_string),
        grid => grid.is_string(),
    };
    // Our own JSON puzzle files also have `size` and `grid`, but there `grid` is a string or a list of strings, not rows of
    // objects.
    value.get("size").is_some() && value.get("grid").is_some_and(|grid| !drawn(grid))
}

fn layout(root: &Node<'_>) -> Result<Layout, ReadError> {
    let size = root
        .get("size")
        .ok_or_else(|| ReadError::new("the puzzle has no `size`"))?;
    let size = size
        .number(1, 25)
        .map_err(|error| error.help("`size` is the number of rows and of columns, from 1 to 25"))?;
    Ok(Layout::square(size as u8))
}

struct Reader {
    puzzle: Puzzle,
    unknown: Unknown,
    /// Drawings that may be rules.
    drawn: Vec<drawn::Item>,
    /// The parts of the file that are kept for writing but do not state rules.
    rest: Rest,
}

/// Reads the parts of the document that describe the grid.
impl Reader {
    fn grid(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        let size = usize::from(self.puzzle.layout.rows);
        let rows: Vec<_> = root.list("grid")?.collect();
        if rows.len() != size {
            let message = format!("the grid has {} rows, expected {size}", rows.len());
            return Err(ReadError::new(message).place("grid"));
        }
        let mut regions = Regions::default();
        self.rest.grid(&rows);
        for (r, row) in rows.iter().enumerate() {
            let cells: Vec<_> = row.items()?.collect();
            if cells.len() != size {
                let found = cells.len();
                return Err(row.error(format!("the row has {found} cells, expected {size}")));
            }
            for (c, cell) in cells.iter().enumerate() {
                if !cell.value.is_null() {
                    cell.object()?;
                }
                let at = self.puzzle.layout.cell(r as u8, c as u8);
                self.cell(at, cell)?;
                regions.read(at, cell)?;
            }
        }
        self.puzzle.layout.boxes = regions.boxes(&self.puzzle.layout)?;
        Ok(())
    }

    fn cell(&mut self, at: Cell, cell: &Node<'_>) -> Result<(), ReadError> {
        let high = i64::from(self.puzzle.layout.max_digit());
        if let Some(value) = cell.get("value") {
            let digit = value.number(0, high)? as u8;
            // A digit without `given` was typed by a user, so it must not restrict the puzzle.
            if digit != 0 && cell.flag("given")? {
                self.give(at, DigitSet::one(digit));
            } else if digit != 0 {
                self.puzzle.entries.push((at, digit));
            }
        }
        // Given pencil marks restrict their cell. All other marks are a user's notes, so they are ignored.
        let marks = cell.list("givenPencilMarks")?;
        let marks = marks.map(|mark| Ok(mark.number(1, high)? as u8));
        let marks: DigitSet = marks.collect::<Result<_, ReadError>>()?;
        if !marks.is_empty() {
            self.give(at, marks);
        }
        if cell.get("c").is_some() || cell.get("cArray").is_some() {
            self.drawing("cell colour");
        }
        if let Some(colour) = cell.get("c") {
            self.keep_background(at, colour.value);
        }
        self.unknown_members(cell, &CELL, &CELL_MUTE);
        Ok(())
    }

    fn keep_background(&mut self, cell: Cell, colour: &Value) {
        let (row, column) = self.puzzle.layout.place(cell);
        let centre = [f64::from(row) + 0.5, f64::from(column) + 0.5];
        if let Some(item) = background(centre, colour) {
            self.puzzle.elements.push(Element {
                layer: Layer::Underlays,
                item,
                status: Status::decoration("no part of it can be a rule"),
            });
        }
    }

    fn give(&mut self, cell: Cell, digits: DigitSet) {
        self.puzzle.givens.push(Given { cell, digits });
    }
}

/// Reads the parts of the document that state clues.
impl Reader {
    fn key(&mut self, key: &'static Key, root: &Node<'_>) -> Result<(), ReadError> {
        if key.form == Form::Flag {
            if root.flag(key.name)? {
                self.clue(Clue::new(key.rule));
            }
            return Ok(());
        }
        let entries: Vec<_> = root.list(key.name)?.collect();
        for entry in &entries {
            // A value that is not an object has no members, so `unknown_members` would silently accept it.
            entry.object()?;
            self.unknown_members(entry, key.form.members(), &STYLE);
        }
        match key.form {
            Form::Marks => self.marks(key, &entries),
            Form::Pair(param) => self.pairs(key, param, &entries),
            form => entries.iter().try_for_each(|e| self.entry(key, form, e)),
        }
    }

    fn entry(&mut self, key: &Key, form: Form, entry: &Node<'_>) -> Result<(), ReadError> {
        match form {
            Form::Lines(param) => self.lines(key, param, entry),
            Form::Sets => self.sets(key, entry),
            Form::Arrow => self.arrow(key, entry),
            Form::Cells(param) => self.cells(key, param, entry),
            Form::Mark => {
                let cell = self.cell_of(entry)?;
                self.clue(Clue::on(key.rule, [cell]));
                Ok(())
            }
            Form::Xv => self.xv(entry),
            Form::Clone => self.clone(key, entry),
            Form::Quadruple => self.quadruple(key, entry),
            Form::Outside(param) => self.outside(key, param, entry),
            Form::Diagonal => self.diagonal(key, entry),
            Form::Flag | Form::Marks | Form::Pair(_) => Ok(()),
        }
    }

    fn lines(&mut self, key: &Key, param: Option<&str>, entry: &Node<'_>) -> Result<(), ReadError> {
        let value = match param {
            Some(_) => self.value(entry, "the line is read without it"),
            None => None,
        };
        for cells in self.lines_of(entry, key.name)? {
            // f-puzzles writes German and Dutch whispers under the same key, so only the difference distinguishes them.
            let clue = match (param, value) {
                (Some("difference"), Some(value)) if self.is_dutch(value) => {
                    Clue::on("dutch-whisper", cells)
                }
                (Some(param), Some(value)) => Clue::on(key.rule, cells).with(param, value),
                _ => Clue::on(key.rule, cells),
            };
            self.clue(clue);
        }
        Ok(())
    }

    fn is_dutch(&self, difference: i64) -> bool {
        difference == dutch_difference(self.puzzle.layout.rows)
    }

    fn sets(&mut self, key: &Key, entry: &Node<'_>) -> Result<(), ReadError> {
        for mut cells in self.lines_of(entry, key.name)? {
            // The rule is about a set of cells, so repeated cells are dropped.
            let mut seen = BTreeSet::new();
            cells.retain(|&cell| seen.insert(cell));
            self.clue(Clue::on(key.rule, cells));
        }
        Ok(())
    }

    /// Returns the lines of an entry that have at least two cells. A line of one cell has no effect in f-puzzles, so it is
    /// kept as a drawing.
    fn lines_of(&mut self, entry: &Node<'_>, name: &str) -> Result<Vec<Vec<Cell>>, ReadError> {
        let mut lines = vec![];
        for line in entry.list("lines")? {
            let cells = self.cell_names(line.items()?)?;
            match cells.len() {
                0 => {}
                1 => {
                    // Only this line is kept, because the other lines of the entry are written again as clues.
                    self.rest.entry(name, json!({"lines": [line.value]}));
                    self.mark(&format!("{name} of one cell"), cells, None);
                }
                _ => lines.push(cells),
            }
        }
        Ok(lines)
    }

    fn arrow(&mut self, key: &Key, entry: &Node<'_>) -> Result<(), ReadError> {
        let mut bulb = self.cells_in(entry, "cells")?;
        // The cells of a pill form one number in reading order, even if the file lists another cell first.
        bulb.sort_unstable();
        let lines = self.lines_of(entry, key.name)?;
        if lines.is_empty() {
            self.rest.entry(key.name, entry.value.clone());
            let picture = round_mark(&self.puzzle.layout, &bulb, BULB_SIZE);
            self.mark("arrow without shaft", bulb.clone(), picture);
        } else if bulb.is_empty() {
            return Err(entry.error("the arrow has a shaft but no bulb cells"));
        }
        for line in lines {
            if !bulb.contains(&line[0]) {
                let first = self.puzzle.layout.name(line[0]);
                self.warn(entry, format!("a shaft starts at {first}, which is not a cell of the bulb; f-puzzles leaves that cell out of the sum"));
            }
            let clue = Clue::new(key.rule).slot("bulb", bulb.clone());
            self.clue(clue.slot("shaft", &line[1..]));
        }
        Ok(())
    }

    fn cells(&mut self, key: &Key, param: Option<&str>, entry: &Node<'_>) -> Result<(), ReadError> {
        let cells = self.cells_in(entry, "cells")?;
        if cells.is_empty() {
            self.mute(key.name, entry, &format!("{} without cells", key.name));
            return Ok(());
        }
        let clue = Clue::on(key.rule, cells);
        let value = match param {
            Some(param) => self
                .value(entry, "the cage is read without it")
                .map(|v| (param, v)),
            None => None,
        };
        self.clue(match value {
            Some((param, value)) => clue.with(param, value),
            None => clue,
        });
        Ok(())
    }

    fn marks(&mut self, key: &Key, entries: &[Node<'_>]) -> Result<(), ReadError> {
        // All marks become one clue, because a marked cell is not compared with neighbours that have the same mark.
        let mut cells = vec![];
        let mut seen = BTreeSet::new();
        for entry in entries {
            let cell = self.cell_of(entry)?;
            if seen.insert(cell) {
                cells.push(cell);
            }
        }
        if !cells.is_empty() {
            self.clue(Clue::on(key.rule, cells));
        }
        Ok(())
    }

    /// Reads dots. Equal dots on the same pair of cells become one clue. Dots with different values all become clues, with
    /// a warning.
    fn pairs(&mut self, key: &Key, param: &str, entries: &[Node<'_>]) -> Result<(), ReadError> {
        let mut seen: BTreeMap<(Cell, Cell), Vec<Option<i64>>> = BTreeMap::new();
        for entry in entries {
            let [a, b] = self.pair(entry)?;
            let value = match entry.kind_of("value") {
                Typed::Blank => None,
                Typed::Number(value) => Some(value),
                Typed::Other(text) => {
                    self.not_a_number(entry, &text, "the dot is not checked");
                    self.rest.entry(key.name, entry.value.clone());
                    continue;
                }
            };
            // Dots may name the cells of a pair in either order, so the pair is sorted before it is compared.
            let others = seen.entry((a.min(b), a.max(b))).or_default();
            if others.contains(&value) {
                continue;
            }
            if !others.is_empty() {
                self.warn(
                    entry,
                    "the pair has another dot of this kind with a different value; both apply"
                        .to_owned(),
                );
            }
            others.push(value);
            let clue = Clue::on(key.rule, [a, b]);
            self.clue(match value {
                Some(value) => clue.with(param, value),
                None => clue,
            });
        }
        Ok(())
    }

    fn xv(&mut self, entry: &Node<'_>) -> Result<(), ReadError> {
        let pair = self.pair(entry)?;
        match entry.text("value").unwrap_or_default().trim() {
            "X" | "x" => self.clue(Clue::on("x", pair)),
            "V" | "v" => self.clue(Clue::on("v", pair)),
            "" => {
                self.mute("xv", entry, "xv without value");
                self.warn(
                    entry,
                    "the mark has no value, so it requires no sum, and a negative constraint on sums treats its \
                     cells as unmarked"
                        .to_owned(),
                );
            }
            other => {
                self.unknown.push(
                    format!("{}.value", entry.place()),
                    format!("`{other}` is neither X nor V"),
                    "the mark is not checked",
                );
                self.rest.entry("xv", entry.value.clone());
            }
        }
        Ok(())
    }

    fn clone(&mut self, key: &Key, entry: &Node<'_>) -> Result<(), ReadError> {
        let cells = self.cells_in(entry, "cells")?;
        let copies = self.cells_in(entry, "cloneCells")?;
        if cells.len() != copies.len() {
            return Err(entry.error(format!(
                "the clone has {} cells and {} copies, expected the same number",
                cells.len(),
                copies.len()
            )));
        }
        // A cell that is its own clone adds no constraint, so the pair is dropped.
        let pairs = cells.into_iter().zip(copies).filter(|(a, b)| a != b);
        let (cells, copies): (Vec<_>, Vec<_>) = pairs.unzip();
        if cells.is_empty() {
            self.mute(key.name, entry, "clone without copies");
        } else {
            self.clue(Clue::on(key.rule, cells).slot("copy", copies));
        }
        Ok(())
    }

    fn quadruple(&mut self, key: &Key, entry: &Node<'_>) -> Result<(), ReadError> {
        // The file may list the cells in any order, but `is_square` expects reading order.
        let mut cells = self.cells_in(entry, "cells")?;
        cells.sort_unstable();
        if !is_square(&self.puzzle.layout, &cells) {
            return Err(entry
                .error("the cells are not the four cells of a 2x2 square")
                .help("list them in reading order: R1C1 R1C2 R2C1 R2C2"));
        }
        let high = i64::from(self.puzzle.layout.max_digit());
        let digits = entry.list("values")?;
        let digits: Vec<i64> = digits
            .map(|digit| digit.number(1, high))
            .collect::<Result<_, _>>()?;
        if digits.len() > cells.len() {
            let message = format!("the quadruple lists {} digits for four cells", digits.len());
            return Err(entry.error(message));
        }
        if digits.is_empty() {
            self.rest.entry(key.name, entry.value.clone());
            let picture = round_mark(&self.puzzle.layout, &cells, QUADRUPLE_SIZE);
            self.mark("quadruple without values", cells, picture);
        } else {
            self.clue(Clue::on(key.rule, cells).with("digits", digits));
        }
        Ok(())
    }

    fn outside(&mut self, key: &Key, param: &str, entry: &Node<'_>) -> Result<(), ReadError> {
        let cells = self.line_of_sight(entry)?;
        let place = self.place_of(entry)?;
        if let Some(value) = self.outside_value(key, entry, place) {
            self.clue(Clue::on(key.rule, cells).with(param, value));
        }
        Ok(())
    }

    /// Returns the cells of the row or column that an outside clue sees, starting with the nearest one.
    fn line_of_sight(&self, entry: &Node<'_>) -> Result<Vec<Cell>, ReadError> {
        let place = self.place_of(entry)?;
        let line = self.puzzle.layout.line_seen_from(place);
        line.ok_or_else(|| self.misplacement_error(entry, "a position next to a row or a column"))
    }

    fn diagonal(&mut self, key: &Key, entry: &Node<'_>) -> Result<(), ReadError> {
        let direction = entry.text("direction").unwrap_or_default();
        let step = step_of(&direction).ok_or_else(|| {
            entry.error(format!(
                "the direction is `{direction}`, expected UR, UL, DR or DL"
            ))
        })?;
        let place = self.place_of(entry)?;
        let layout = &self.puzzle.layout;
        let cells = layout.diagonal_seen_from(place, step);
        // A little killer always covers a whole diagonal, so a diagonal that starts inside the grid becomes an ordinary sum.
        let before = layout.cell_at(place.0 - step.0, place.1 - step.1);
        let inside = layout.cell_at(place.0, place.1).is_some() && before.is_some();
        let rule = if inside { "sum" } else { key.rule };
        if cells.is_empty() {
            return Err(
                self.misplacement_error(entry, "a position at which its diagonal enters the grid")
            );
        }
        if let Some(value) = self.outside_value(key, entry, place) {
            self.clue(Clue::on(rule, cells).with("sum", value));
        }
        Ok(())
    }

    fn misplacement_error(&self, entry: &Node<'_>, expected: &str) -> ReadError {
        let cell = entry.text("cell").unwrap_or_default();
        entry.error(format!("the clue is at {cell}, expected {expected}"))
    }

    /// Returns the number of an outside clue. A mark without a number is kept as a drawing, because it states no
    /// clue.
    fn outside_value(&mut self, key: &Key, entry: &Node<'_>, place: Place) -> Option<i64> {
        let is_arrow = key.form == Form::Diagonal;
        let (form, text) = match entry.kind_of("value") {
            // A sandwich can have the value 0. A diagonal cannot sum to 0, so f-puzzles ignores a 0 there.
            Typed::Number(value) if value > 0 || !is_arrow => return Some(value),
            Typed::Number(value) => (Drawing::Arrow, value.to_string()),
            Typed::Other(text) => (Drawing::Text, text),
            // The arrow is drawn even without a number, so it may state another rule.
            Typed::Blank if is_arrow => (Drawing::Arrow, String::new()),
            Typed::Blank => {
                self.mute(key.name, entry, &format!("{} without value", key.name));
                return None;
            }
        };
        self.rest.entry(key.name, entry.value.clone());
        let spot = Spot::Beside(place);
        let lacks = if form == Drawing::Text {
            "number"
        } else {
            "value"
        };
        let drawn = Drawn { form, spot, text };
        self.draw(&format!("{} without {lacks}", key.name), drawn, None);
        None
    }
}

/// Reads negative constraints, which hold for pairs without a mark.
impl Reader {
    fn negatives(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        if root.flag("nonconsecutive")? {
            // f-puzzles exempts pairs with a dot, so the rule is plain `non-consecutive` only in puzzles without dots.
            let mut clues = self.puzzle.clues.iter();
            let dots = clues.any(|c| matches!(c.rule.as_str(), "white-dot" | "black-dot"));
            self.clue(Clue::new(if dots {
                "white-dot-negative"
            } else {
                "non-consecutive"
            }));
        }
        let mut seen = HashSet::new();
        for item in root.list("negative")? {
            let name = item
                .value
                .as_str()
                .ok_or_else(|| item.error_expecting("a name such as `ratio`"))?;
            match name {
                _ if !seen.insert(name) => {}
                "ratio" => {
                    let ratios = ratios(&self.puzzle.clues);
                    let clue = Clue::new("black-dot-negative");
                    // 2 is the default of our rule, so the clue needs no parameter.
                    self.clue(if ratios == [2] {
                        clue
                    } else {
                        clue.with("ratios", ratios)
                    });
                }
                "xv" => self.clue(Clue::new("xv-negative")),
                // Fog never restricts digits, so its negative constraint is kept but not applied.
                "foglight" => {
                    self.rest.entry("negative", item.value.clone());
                    self.drawing("foglight");
                }
                _ => {
                    self.rest.entry("negative", item.value.clone());
                    let what = format!("negative constraint {}", show(item.value));
                    self.unknown.push(item.place(), what, "it is not checked");
                }
            }
        }
        Ok(())
    }

    /// Uses the rows as regions if no rectangles tile the grid, as f-puzzles does. This matters only for rules that depend
    /// on regions.
    fn regions_of_rows(&mut self) {
        let layout = &self.puzzle.layout;
        let rows = layout.boxes == Boxes::Default(0) && layout.box_shape().is_none();
        if rows && self.puzzle.clues.iter().any(|c| reads_regions(&c.rule)) {
            let regions = default_regions(layout).into_iter().map(Some).collect();
            self.puzzle.layout.boxes = Boxes::Own(regions);
        }
    }
}

/// Returns the ratios that the negative constraint on black dots forbids. f-puzzles forbids every ratio that some dot of the
/// puzzle has, or 2 if there are no dots.
pub(super) fn ratios(clues: &[Clue]) -> Vec<i64> {
    let dots = clues.iter().filter(|clue| clue.rule == "black-dot");
    let ratio = |dot: &Clue| match dot.params.get("ratio") {
        Some(Param::Int(ratio)) => *ratio,
        _ => 2,
    };
    // The ratios are sorted, because the writer compares them with the list in a clue.
    let ratios: BTreeSet<i64> = dots.map(ratio).collect();
    if ratios.is_empty() {
        vec![2]
    } else {
        ratios.into_iter().collect()
    }
}

/// Reads the title, author and rules, the solution, the drawings, and the remaining members.
impl Reader {
    fn about(&mut self, root: &Node<'_>) {
        let about = &mut self.puzzle.about;
        about.title = root.text("title");
        about.author = root.text("author");
        about.rules = root.text("ruleset");
        about.message = root.text("successMessage").filter(|text| !text.is_empty());
    }

    fn solution(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        let Some(node) = root.get("solution") else {
            return Ok(());
        };
        let high = i64::from(self.puzzle.layout.max_digit());
        let digits: Vec<Option<u8>> = match node.value {
            Value::String(text) => solution_text(text)
                .map_err(|found| node.error(format!("{found} is not a digit of a solution")))?,
            _ => {
                let items = node.items()?;
                items
                    .map(|item| solution_item(&item, high))
                    .collect::<Result<_, _>>()?
            }
        };
        let expected = self.puzzle.layout.cell_count();
        if digits.len() != expected {
            let found = digits.len();
            return Err(node.error(format!("found {found} digits, expected {expected}")));
        }
        // The text of a solution is parsed independently of the grid, so its digits are checked here.
        if let Some(digit) = digits.iter().flatten().find(|&&d| i64::from(d) > high) {
            return Err(node.error(format!("found {digit}, expected digits from 1 to {high}")));
        }
        // A solution that consists only of blanks would match every grid, so it is dropped.
        let known = digits.iter().any(Option::is_some);
        self.puzzle.solution = known.then_some(digits);
        Ok(())
    }

    fn drawings(&mut self, root: &Node<'_>) -> Result<(), ReadError> {
        for name in MUTE {
            self.rest.member(root, name);
        }
        for name in FOG {
            self.rest.member(root, name);
            let count = root.list(name)?.len();
            self.count_drawings(name, count);
        }
        for name in COSMETIC {
            for item in root.list(name)? {
                item.object()?;
                self.cosmetic(name, &item);
            }
        }
        settle(&mut self.puzzle, std::mem::take(&mut self.drawn));
        Ok(())
    }

    fn cosmetic(&mut self, name: &str, item: &Node<'_>) {
        let drawn = drawings::list_drawings(name, item, &self.puzzle.layout);
        // f-puzzles does not draw newer constraints itself, so exporters add drawings of them. These drawings only repeat
        // the clues. A closure, so that the index of all clues is built only for items with the older tag.
        let repeats = || {
            let known = Known::of(&self.puzzle);
            drawn.iter().all(|drawn| known.explains(drawn))
        };
        if drawings::is_duplicate(item) || drawings::may_be_duplicate(item) && repeats() {
            return;
        }
        self.rest.entry(name, item.value.clone());
        let text = item.text("value").unwrap_or_default();
        if name == "cage" && drawings::is_digital_root(&text) {
            self.unknown.push(
                item.place(),
                format!("digital-root cage `{text}`"),
                "it is treated as a drawing",
            );
            self.drawing(name);
            self.keep(name, item);
        } else if drawn.is_empty() {
            self.drawing(name);
            self.keep(name, item);
        } else {
            // Both lists skip empty lines, so they have the same length.
            for (drawn, element) in drawn.into_iter().zip(elements(name, item)) {
                self.draw(name, drawn, Some(element));
            }
        }
    }

    /// Keeps the picture of a cosmetic item as an element of the puzzle.
    fn keep(&mut self, name: &str, item: &Node<'_>) {
        for (layer, item) in elements(name, item) {
            let status = Status::decoration("no part of it can be a rule");
            self.puzzle.elements.push(Element {
                layer,
                item,
                status,
            });
        }
    }

    /// Adds a drawing that may be a rule, with its picture. If it turns out to be cosmetic, it is counted under `name`.
    fn draw(&mut self, name: &str, drawn: Drawn, picture: Option<(Layer, Value)>) {
        let name = name.to_owned();
        let element = picture.map(|(layer, item)| {
            let status = Status::Open;
            self.puzzle.elements.push(Element {
                layer,
                item,
                status,
            });
            self.puzzle.elements.len() - 1
        });
        self.drawn.push(drawn::Item {
            name,
            drawn,
            element,
        });
    }

    fn unknown_keys(&mut self, root: &Node<'_>) {
        let known: HashSet<&str> = KEYS
            .iter()
            .map(|key| key.name)
            .chain(COSMETIC)
            .chain(FOG)
            .chain(READ)
            .chain(MUTE)
            .collect();
        for (name, node) in root.members() {
            if known.contains(name) {
                continue;
            }
            self.rest.member(root, name);
            match drawings::shows_all(root, &node, &self.puzzle.layout) {
                // The drawings are read with the rules text, so nothing that the key states is lost.
                true => self.puzzle.warnings.push(format!(
                    "{}: unknown key `{name}`; its entries are drawn too, so the drawings are read instead",
                    node.place()
                )),
                false => self.unknown(&node, name),
            }
        }
    }

    fn unknown_members(&mut self, node: &Node<'_>, read: &[&str], style: &[&str]) {
        for (name, member) in node.members() {
            if !read.contains(&name) && !style.contains(&name) {
                self.unknown(&member, name);
            }
        }
    }

    fn unknown(&mut self, node: &Node<'_>, name: &str) {
        let what = format!("unknown key `{name}`");
        self.unknown.push(node.place(), what, "it is not checked");
    }
}

impl Reader {
    fn clue(&mut self, clue: Clue) {
        self.puzzle.clues.push(clue);
    }

    /// Ignores an entry that has no effect on digits, although its key states a rule.
    fn mute(&mut self, key: &str, entry: &Node<'_>, kind: &str) {
        self.rest.entry(key, entry.value.clone());
        self.drawing(kind);
    }

    /// Adds a mark that was drawn with a rule's tool but is not a constraint, together with its picture (if any). A mark
    /// without cells is only counted.
    fn mark(&mut self, kind: &str, cells: Vec<Cell>, picture: Option<(Layer, Value)>) {
        if cells.is_empty() {
            return self.drawing(kind);
        }
        let drawn = Drawn {
            form: Drawing::Mark,
            spot: Spot::Cells(cells),
            text: String::new(),
        };
        self.draw(kind, drawn, picture);
    }

    fn drawing(&mut self, kind: &str) {
        self.count_drawings(kind, 1);
    }

    fn count_drawings(&mut self, kind: &str, count: usize) {
        count_drawings(&mut self.puzzle, kind, count);
    }

    fn warn(&mut self, node: &Node<'_>, message: String) {
        self.puzzle
            .warnings
            .push(format!("{}: {message}", node.place()));
    }

    /// Returns the number in an entry's value; `None` if there is none. Text that is not a number is reported, together with
    /// the consequence of ignoring it (`otherwise`).
    fn value(&mut self, entry: &Node<'_>, otherwise: &str) -> Option<i64> {
        match entry.kind_of("value") {
            Typed::Blank => None,
            Typed::Number(value) => Some(value),
            Typed::Other(text) => {
                self.not_a_number(entry, &text, otherwise);
                None
            }
        }
    }

    fn not_a_number(&mut self, entry: &Node<'_>, text: &str, otherwise: &str) {
        self.unknown.push(
            format!("{}.value", entry.place()),
            format!("`{text}` is not a number"),
            otherwise,
        );
    }

    fn pair(&self, entry: &Node<'_>) -> Result<[Cell; 2], ReadError> {
        let cells = self.cells_in(entry, "cells")?;
        match cells[..] {
            [a, b] if a != b => Ok([a, b]),
            _ => Err(entry.error(format!(
                "the mark has {} cells, expected two different ones",
                cells.len()
            ))),
        }
    }

    fn cells_in(&self, entry: &Node<'_>, member: &str) -> Result<Vec<Cell>, ReadError> {
        self.cell_names(entry.list(member)?)
    }

    fn cell_names<'a>(
        &self,
        nodes: impl IntoIterator<Item = Node<'a>>,
    ) -> Result<Vec<Cell>, ReadError> {
        nodes
            .into_iter()
            .map(|node| self.cell_name(&node))
            .collect()
    }

    fn cell_of(&self, entry: &Node<'_>) -> Result<Cell, ReadError> {
        match entry.get("cell") {
            Some(node) => self.cell_name(&node),
            None => Err(entry.error("the mark has no `cell`")),
        }
    }

    fn cell_name(&self, node: &Node<'_>) -> Result<Cell, ReadError> {
        let name = node
            .value
            .as_str()
            .ok_or_else(|| node.error_expecting("a cell name such as R1C1"))?;
        let cell = self.puzzle.layout.parse_name(name.trim());
        cell.map_err(|error| node.error(error.to_string()))
    }

    /// Returns the position of an entry's cell, which may lie outside the grid.
    fn place_of(&self, entry: &Node<'_>) -> Result<Place, ReadError> {
        let name = entry.text("cell").unwrap_or_default();
        let place = parse_place(name.trim()).map(|(row, column)| (row - 1, column - 1));
        place.ok_or_else(|| {
            let place = format!("{}.cell", entry.place());
            let message = format!("`{name}` is not a position; expected one such as R0C1");
            ReadError::new(message).place(place)
        })
    }
}

/// Parses a solution that is written as text: one character for each cell, or numbers separated by commas.
fn solution_text(text: &str) -> Result<Vec<Option<u8>>, String> {
    let text = text.trim();
    if text.contains(',') {
        return text.split(',').map(|n| solution_number(n.trim())).collect();
    }
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            // f-puzzles has no digit 0, so `0` can only be a blank.
            '.' | '0' | '?' | '_' | '-' => Ok(None),
            _ => digit_of_char(c).map(Some).ok_or_else(|| format!("`{c}`")),
        })
        .collect()
}

fn solution_number(number: &str) -> Result<Option<u8>, String> {
    match number {
        "" | "." | "0" | "?" => Ok(None),
        _ => number.parse().map(Some).map_err(|_| format!("`{number}`")),
    }
}

fn solution_item(item: &Node<'_>, high: i64) -> Result<Option<u8>, ReadError> {
    match item.value {
        Value::Null => Ok(None),
        Value::String(text) if matches!(text.trim(), "" | "." | "?") => Ok(None),
        _ => {
            let digit = item.number(0, high)? as u8;
            Ok((digit != 0).then_some(digit))
        }
    }
}
