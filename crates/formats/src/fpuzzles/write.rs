//! Converts a puzzle to f-puzzles JSON.

use super::drawings;
use super::keys::{Form, KEYS, Key, direction_of, dutch_difference, reads_regions};
use super::read::ratios;
use super::rest;
use crate::kit::cells::{is_square, place_name};
use crate::kit::{WriteError, pill_out_of_order, refuse_unread};
use cluewright_puzzle::{Boxes, Cell, Clue, Param, Puzzle, has_own_rule};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the puzzle as an f-puzzles document.
pub(super) fn write(puzzle: &Puzzle) -> Result<Value, WriteError> {
    // Drawings from f-puzzles are restored at the end, so they are not a reason to refuse.
    if !rest::is_ours(puzzle) {
        refuse_unread(puzzle, "fpuzzles")?;
    }
    let mut writer = Writer {
        puzzle,
        entries: BTreeMap::new(),
        parts: vec![],
    };
    writer.layout();
    // Every clue is tried before the first error is returned, so that the error lists all clues that cannot be written.
    let clues = puzzle.clues.iter();
    let unwritten: Vec<&Clue> = clues.filter(|clue| writer.clue(clue).is_none()).collect();
    writer.parts.extend(describe_all(puzzle, &unwritten));
    let pill = pill_out_of_order(&puzzle.clues);
    writer.parts.extend(pill.map(str::to_owned));
    writer.marks_apart();
    let grid = writer.grid();
    if !writer.parts.is_empty() {
        return Err(WriteError {
            format: "fpuzzles",
            parts: writer.parts,
        });
    }
    let mut document = writer.document(grid);
    rest::put_back(puzzle, &mut document);
    Ok(document)
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    /// The written entries of each key.
    entries: BTreeMap<&'static str, Vec<Value>>,
    /// Descriptions of the parts that f-puzzles cannot express.
    parts: Vec<String>,
}

/// Describes the clues that cannot be written: each clue individually or, if a rule has many of them, only their
/// number.
fn describe_all(puzzle: &Puzzle, clues: &[&Clue]) -> Vec<String> {
    // Maximum number of clues of a rule that are described individually. More are only counted, because there can be
    // hundreds.
    const FEW: usize = 3;
    let mut parts = vec![];
    for (nth, clue) in clues.iter().enumerate() {
        let is_same = |other: &&&Clue| other.rule == clue.rule;
        match clues.iter().filter(is_same).count() {
            ..=FEW => parts.push(describe(puzzle, clue)),
            count if !clues[..nth].iter().any(|other| is_same(&other)) => {
                parts.push(format!("{} ({count})", clue.rule));
            }
            _ => {}
        }
    }
    parts
}

/// Describes an unwritable clue: its rule, its cells and its parameters.
fn describe(puzzle: &Puzzle, clue: &Clue) -> String {
    let cells: Vec<String> = clue.cells().map(|cell| puzzle.cell_name(cell)).collect();
    let params: Vec<String> = clue
        .params
        .iter()
        .map(|(name, value)| format!("{name} {}", param_text(value)))
        .collect();
    let mut words = clue.rule.clone();
    if !cells.is_empty() {
        words = format!("{words} at {}", cells.join(" "));
    }
    if !params.is_empty() {
        words = format!("{words} ({})", params.join(", "));
    }
    words
}

fn param_text(param: &Param) -> String {
    match param {
        Param::Int(number) => number.to_string(),
        Param::Ints(numbers) => {
            let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
            words.join(" ")
        }
        Param::Text(text) => text.clone(),
    }
}

/// Writes clues. Each method returns `None` if f-puzzles cannot express the clue.
impl Writer<'_> {
    fn clue(&mut self, clue: &Clue) -> Option<()> {
        // f-puzzles has neither composite clues nor own rules, which may have the name of a rule that it knows.
        if !clue.parts.is_empty() || has_own_rule(self.puzzle, &clue.rule) {
            return None;
        }
        match clue.rule.as_str() {
            "v" => return self.sum_mark(clue, "V"),
            "x" => return self.sum_mark(clue, "X"),
            "dutch-whisper" => return self.dutch(clue),
            "non-consecutive" => return self.nonconsecutive(clue, false),
            "white-dot-negative" => return self.nonconsecutive(clue, true),
            "black-dot-negative" => return self.ratio_negative(clue),
            "xv-negative" => return self.sum_negative(clue),
            _ => {}
        }
        let key = KEYS.iter().find(|key| key.rule == clue.rule)?;
        match key.form {
            Form::Flag => self.flag(key.name, clue),
            Form::Lines(param) => self.line(key, param, clue),
            Form::Sets => self.set(key, clue),
            Form::Arrow => self.arrow(key, clue),
            Form::Cells(param) => self.cells(key, param, clue),
            Form::Mark | Form::Marks => self.marks(key, clue),
            Form::Pair(param) => self.pair(key, param, clue),
            Form::Clone => self.clone(key, clue),
            Form::Quadruple => self.quadruple(key, clue),
            Form::Outside(param) => self.outside(key, param, clue),
            Form::Diagonal => self.diagonal(key, clue),
            // `x` and `v` have returned above, so this case cannot occur.
            Form::Xv => None,
        }
    }

    fn flag(&mut self, key: &'static str, clue: &Clue) -> Option<()> {
        only(clue, &[], &[])?;
        self.entries.entry(key).or_default();
        Some(())
    }

    fn line(&mut self, key: &Key, param: Option<&str>, clue: &Clue) -> Option<()> {
        let [cells] = self.slots(clue, ["cells"])?;
        self.check_defaults(clue, param)?;
        // A line of one cell has no effect, and our reader treats it as a drawing, so it cannot be written.
        if cells.len() < 2 {
            return None;
        }
        let mut entry = json!({"lines": [cells]});
        if let Some(value) = param.and_then(|param| clue.params.get(param)) {
            entry["value"] = number_text(value)?;
        }
        self.push(key.name, entry)
    }

    /// Writes a line of a rule about a set of cells. Refuses a line that names a cell twice, because f-puzzles would treat
    /// it as a closed loop.
    fn set(&mut self, key: &Key, clue: &Clue) -> Option<()> {
        let cells = clue.cells_of("cells");
        let different: BTreeSet<&Cell> = cells.iter().collect();
        if different.len() < cells.len() {
            return None;
        }
        self.line(key, None, clue)
    }

    /// Checks that every parameter that the key cannot store has the value that f-puzzles implies.
    fn check_defaults(&self, clue: &Clue, param: Option<&str>) -> Option<()> {
        let size = i64::from(self.puzzle.layout.rows);
        // f-puzzles always uses these values, because the keys have no member for the parameter.
        let implied = |name: &str| match (clue.rule.as_str(), name) {
            ("modular-line", "modulus") => Some(3),
            ("lockout-line", "difference") => Some((size - 1) / 2),
            _ => None,
        };
        let mut params = clue.params.iter();
        params
            .all(|(name, value)| {
                Some(name.as_str()) == param
                    || implied(name).map(Param::Int).as_ref() == Some(value)
            })
            .then_some(())
    }

    fn dutch(&mut self, clue: &Clue) -> Option<()> {
        let implied = Param::Int(dutch_difference(self.puzzle.layout.rows));
        let [cells] = self.slots(clue, ["cells"])?;
        only(clue, &["cells"], &["difference"])?;
        // The value is always written, because a line without one would be read as a German whisper.
        let value = number_text(clue.params.get("difference").unwrap_or(&implied))?;
        self.push("whispers", json!({"lines": [cells], "value": value}))
    }

    /// Writes an arrow. Consecutive arrows with the same bulb share one entry, because f-puzzles stores a bulb
    /// once, with all its lines.
    fn arrow(&mut self, key: &Key, clue: &Clue) -> Option<()> {
        only(clue, &["bulb", "shaft"], &[])?;
        let [bulb, mut line] = self.slots(clue, ["bulb", "shaft"])?;
        let start = self.attachment(clue.cells_of("bulb"), clue.cells_of("shaft"))?;
        // The line starts in the bulb, because f-puzzles excludes the first cell of an arrow's line from the sum.
        line.insert(0, self.name(start));
        let entries = self.entries.entry(key.name).or_default();
        if let Some(last) = entries
            .last_mut()
            .filter(|last| last["cells"] == json!(bulb))
        {
            last["lines"].as_array_mut()?.push(json!(line));
        } else {
            entries.push(json!({"cells": bulb, "lines": [line]}));
        }
        Some(())
    }

    /// Returns the cell of the bulb at which the shaft begins: the last one that touches the first cell of the shaft.
    fn attachment(&self, bulb: &[Cell], shaft: &[Cell]) -> Option<Cell> {
        let place = |cell| self.puzzle.layout.place(cell);
        let (row, column) = place(*shaft.first()?);
        let touches = |cell: &&Cell| {
            let (r, c) = place(**cell);
            r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1
        };
        // A shaft that touches no cell of the bulb may start at any of them, because the first cell of a line is never part
        // of the sum.
        bulb.iter().rev().find(touches).or(bulb.last()).copied()
    }

    fn cells(&mut self, key: &Key, param: Option<&str>, clue: &Clue) -> Option<()> {
        let [cells] = self.slots(clue, ["cells"])?;
        only(clue, &["cells"], param.as_slice())?;
        let mut entry = json!({"cells": cells});
        if let Some(value) = param.and_then(|param| clue.params.get(param)) {
            entry["value"] = number_text(value)?;
        }
        self.push(key.name, entry)
    }

    fn marks(&mut self, key: &Key, clue: &Clue) -> Option<()> {
        only(clue, &["cells"], &[])?;
        let [cells] = self.slots(clue, ["cells"])?;
        // Every entry of such a key has one cell, so a clue with several cells becomes several entries.
        for cell in cells {
            self.push(key.name, json!({"cell": cell}))?;
        }
        Some(())
    }

    fn pair(&mut self, key: &Key, param: &'static str, clue: &Clue) -> Option<()> {
        if clue.cells_of("cells").len() != 2 {
            return None;
        }
        self.cells(key, Some(param), clue)
    }

    fn sum_mark(&mut self, clue: &Clue, value: &str) -> Option<()> {
        only(clue, &["cells"], &[])?;
        let [cells] = self.slots(clue, ["cells"])?;
        if cells.len() != 2 {
            return None;
        }
        self.push("xv", json!({"cells": cells, "value": value}))
    }

    fn clone(&mut self, key: &Key, clue: &Clue) -> Option<()> {
        only(clue, &["cells", "copy"], &[])?;
        let [cells, copies] = self.slots(clue, ["cells", "copy"])?;
        if cells.len() != copies.len() {
            return None;
        }
        self.push(key.name, json!({"cells": cells, "cloneCells": copies}))
    }

    fn quadruple(&mut self, key: &Key, clue: &Clue) -> Option<()> {
        only(clue, &["cells"], &["digits"])?;
        let [cells] = self.slots(clue, ["cells"])?;
        let Some(Param::Ints(digits)) = clue.params.get("digits") else {
            return None;
        };
        let layout = &self.puzzle.layout;
        let high = i64::from(layout.max_digit());
        let known = digits.iter().all(|digit| (1..=high).contains(digit));
        // A quadruple without digits would not be a constraint in f-puzzles.
        if !known || digits.is_empty() || !is_square(layout, clue.cells_of("cells")) {
            return None;
        }
        self.push(key.name, json!({"cells": cells, "values": digits}))
    }

    fn outside(&mut self, key: &Key, param: &str, clue: &Clue) -> Option<()> {
        only(clue, &["cells"], &[param])?;
        let seat = self.puzzle.layout.seat_of_line(self.grid_cells(clue)?)?;
        let value = number_text(clue.params.get(param)?)?;
        self.push(key.name, json!({"cell": place_name(seat), "value": value}))
    }

    fn diagonal(&mut self, key: &Key, clue: &Clue) -> Option<()> {
        only(clue, &["cells"], &["sum"])?;
        let cells = self.grid_cells(clue)?;
        let (seat, step) = self.puzzle.layout.seat_of_diagonal(cells)?;
        let sum = clue.params.get("sum")?;
        // f-puzzles ignores a little killer whose sum is not positive, so such a clue cannot be written.
        if !matches!(sum, Param::Int(1..)) {
            return None;
        }
        let [names] = self.slots(clue, ["cells"])?;
        let entry = json!({
            "cell": place_name(seat),
            "direction": direction_of(step),
            "cells": names,
            "value": number_text(sum)?,
        });
        self.push(key.name, entry)
    }

    /// Writes the nonconsecutive rule. f-puzzles always exempts pairs with a dot. Without dots the exemption makes no difference, so
    /// either form of the rule can be written.
    fn nonconsecutive(&mut self, clue: &Clue, exempts_dots: bool) -> Option<()> {
        if !exempts_dots && self.has_dots() {
            return None;
        }
        implies(clue, "differences", &[1])?;
        self.entries.entry("nonconsecutive").or_default();
        Some(())
    }

    fn has_dots(&self) -> bool {
        let mut clues = self.puzzle.clues.iter();
        clues.any(|clue| matches!(clue.rule.as_str(), "white-dot" | "black-dot"))
    }

    fn ratio_negative(&mut self, clue: &Clue) -> Option<()> {
        // f-puzzles forbids the ratios of all dots in the puzzle, while our rule without a parameter forbids only 2. They agree only
        // if 2 is the only ratio.
        let ratios = ratios(&self.puzzle.clues);
        if !clue.params.contains_key("ratios") && ratios != [2] {
            return None;
        }
        implies(clue, "ratios", &ratios)?;
        self.negative("ratio")
    }

    fn sum_negative(&mut self, clue: &Clue) -> Option<()> {
        implies(clue, "sums", &[5, 10])?;
        self.negative("xv")
    }

    fn negative(&mut self, name: &str) -> Option<()> {
        self.push("negative", json!(name))
    }

    fn push(&mut self, key: &'static str, entry: Value) -> Option<()> {
        self.entries.entry(key).or_default().push(entry);
        Some(())
    }

    /// Refuses two clues of one rule if a cell of one is adjacent to a cell of the other, because f-puzzles never compares
    /// two marked cells.
    fn marks_apart(&mut self) {
        for rule in ["minimum", "maximum"] {
            let clues = self.puzzle.clues.iter().filter(|clue| clue.rule == rule);
            let marks: Vec<(usize, Cell)> = clues
                .enumerate()
                .flat_map(|(number, clue)| clue.cells().map(move |cell| (number, cell)))
                .collect();
            if self.any_touch(&marks) {
                let part = format!("{rule} clues that compare marked neighbours with each other");
                self.parts.push(part);
            }
        }
    }

    fn any_touch(&self, marks: &[(usize, Cell)]) -> bool {
        let owner: BTreeMap<Cell, usize> = marks.iter().map(|&(n, cell)| (cell, n)).collect();
        let layout = &self.puzzle.layout;
        marks.iter().any(|&(number, cell)| {
            let (row, column) = layout.place(cell);
            let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            beside.into_iter().any(|(down, right)| {
                // Marked cells of the same clue are not compared by our rule either, so only neighbours that another clue
                // marks matter.
                let next = layout.cell_at(i32::from(row) + down, i32::from(column) + right);
                next.and_then(|next| owner.get(&next))
                    .is_some_and(|&n| n != number)
            })
        })
    }

    /// Returns the cells of a clue; `None` if it has a slot other than `cells`, or a cell outside the grid.
    fn grid_cells<'c>(&self, clue: &'c Clue) -> Option<&'c [Cell]> {
        let count = self.puzzle.layout.cell_count();
        let cells = clue.cells_of("cells");
        cells
            .iter()
            .all(|cell| cell.index() < count)
            .then_some(cells)
    }

    /// Returns the names of the cells in a clue's slots; `None` if the clue has other slots, an empty slot, or a cell
    /// outside the grid.
    fn slots<const N: usize>(&self, clue: &Clue, names: [&str; N]) -> Option<[Vec<String>; N]> {
        let count = self.puzzle.layout.cell_count();
        let fits = clue.slots.len() == N
            && clue.cells().all(|cell| cell.index() < count)
            // An entry without cells would be read back as a drawing.
            && names.iter().all(|name| !clue.cells_of(name).is_empty());
        fits.then(|| names.map(|name| clue.cells_of(name).iter().map(|&c| self.name(c)).collect()))
    }

    fn name(&self, cell: Cell) -> String {
        self.puzzle.layout.name(cell)
    }
}

/// Checks that a clue has no slots or parameters other than these; returns `None` otherwise.
fn only(clue: &Clue, slots: &[&str], params: &[&str]) -> Option<()> {
    let plain = clue
        .slots
        .iter()
        .all(|(name, _)| slots.contains(&name.as_str()))
        && clue
            .params
            .keys()
            .all(|name| params.contains(&name.as_str()));
    plain.then_some(())
}

/// Checks that a global clue has no cells, and no parameter other than `param` with these numbers; returns `None`
/// otherwise.
fn implies(clue: &Clue, param: &str, numbers: &[i64]) -> Option<()> {
    only(clue, &[], &[param])?;
    match clue.params.get(param) {
        None => Some(()),
        Some(Param::Ints(found)) => (found == numbers).then_some(()),
        Some(Param::Int(found)) => (numbers == [*found]).then_some(()),
        Some(Param::Text(_)) => None,
    }
}

/// Writes a number as text, because f-puzzles stores typed numbers as text.
fn number_text(param: &Param) -> Option<Value> {
    match param {
        Param::Int(number) => Some(json!(number.to_string())),
        _ => None,
    }
}

/// Writes the parts of the document that describe the grid.
impl Writer<'_> {
    fn layout(&mut self) {
        let layout = &self.puzzle.layout;
        let mut parts = vec![];
        if layout.rows != layout.columns {
            parts.push(format!(
                "a grid of {} rows and {} columns",
                layout.rows, layout.columns
            ));
        } else if layout.digit_count != layout.rows || layout.min_digit != 1 {
            parts.push(format!(
                "digits from {} to {}",
                layout.min_digit,
                layout.max_digit()
            ));
        }
        if !layout.lines {
            parts.push("rows and columns that repeat digits".to_owned());
        }
        if let Some(part) = self.odd_boxes() {
            parts.push(part);
        }
        let unknowns: Vec<&str> = self.puzzle.extras.iter().map(|e| &*e.name).collect();
        match unknowns[..] {
            [] => {}
            [only] => parts.push(format!("the unknown {only}")),
            _ => parts.push(format!("the unknowns {}", unknowns.join(", "))),
        }
        self.parts.append(&mut parts);
    }

    /// Describes the boxes if f-puzzles region numbers cannot express them; otherwise returns `None`.
    fn odd_boxes(&self) -> Option<String> {
        let layout = &self.puzzle.layout;
        match &layout.boxes {
            Boxes::None => None,
            Boxes::Default(0) => None,
            Boxes::Default(size) => {
                (*size != layout.rows).then(|| format!("boxes of {size} cells"))
            }
            Boxes::Own(numbers) => {
                let size = usize::from(layout.rows);
                let wrong = |cells: &Vec<Cell>| cells.len() != size;
                let odd = layout.box_cells().into_iter().find(wrong);
                // f-puzzles would interpret a larger number as no region.
                let numbered = numbers.iter().flatten().all(|&n| usize::from(n) < size);
                match odd {
                    Some(cells) => Some(format!(
                        "the region of {} cells at {}",
                        cells.len(),
                        layout.name(cells[0])
                    )),
                    None if !numbered => Some(format!("region numbers over {}", size - 1)),
                    None => None,
                }
            }
        }
    }

    fn grid(&mut self) -> Value {
        let layout = &self.puzzle.layout;
        let mut cells: Vec<Map<String, Value>> = vec![Map::new(); layout.cell_count()];
        self.put_givens(&mut cells);
        for &(cell, digit) in &self.puzzle.entries {
            // If a cell has both a given and a typed digit, the given is written.
            if let Some(object) = cells
                .get_mut(cell.index())
                .filter(|o| !o.contains_key("value"))
            {
                object.insert("value".to_owned(), json!(digit));
            }
        }
        for (index, region) in self.regions().into_iter().enumerate() {
            cells[index].insert("region".to_owned(), region);
        }
        let mut cells = cells.into_iter().map(Value::Object);
        let rows = (0..layout.rows).map(|_| {
            let row = cells.by_ref().take(layout.columns.into());
            Value::Array(row.collect())
        });
        Value::Array(rows.collect())
    }

    /// Writes the givens and restricted cells. An f-puzzles cell can hold only one digit and one list of candidates.
    fn put_givens(&mut self, cells: &mut [Map<String, Value>]) {
        for given in &self.puzzle.givens {
            let marks: Vec<u8> = given.digits.iter().collect();
            // `layout` has already refused auxiliary variables, so their givens need no message of their own.
            let Some(object) = cells.get_mut(given.cell.index()) else {
                continue;
            };
            match marks[..] {
                [digit]
                    if !object.contains_key("value")
                        && !object.contains_key("givenPencilMarks") =>
                {
                    object.insert("value".to_owned(), json!(digit));
                    object.insert("given".to_owned(), json!(true));
                }
                // A single digit matches here too. If the cell already has a digit, the second one is written as its only
                // candidate.
                [_, ..] if !object.contains_key("givenPencilMarks") => {
                    object.insert("givenPencilMarks".to_owned(), json!(marks));
                }
                _ => {
                    let name = self.puzzle.cell_name(given.cell);
                    self.parts
                        .push(format!("the restriction of {name} to {:?}", given.digits));
                }
            }
        }
    }

    /// Returns the region number of each cell; an empty list if the regions that f-puzzles assumes can stay.
    fn regions(&self) -> Vec<Value> {
        let layout = &self.puzzle.layout;
        let none = || vec![Value::Null; layout.cell_count()];
        match &layout.boxes {
            Boxes::Own(numbers) => numbers.iter().map(|number| json!(number)).collect(),
            Boxes::None => none(),
            Boxes::Default(_) => {
                let read = self
                    .puzzle
                    .clues
                    .iter()
                    .any(|clue| reads_regions(&clue.rule));
                // Without explicit regions, rules about regions would use the boxes that f-puzzles assumes.
                if layout.box_shape().is_none() && read {
                    none()
                } else {
                    vec![]
                }
            }
        }
    }

    fn document(mut self, grid: Value) -> Value {
        let mut document = Map::new();
        document.insert("size".to_owned(), json!(self.puzzle.layout.rows));
        let about = &self.puzzle.about;
        let words = [
            ("title", &about.title),
            ("author", &about.author),
            ("ruleset", &about.rules),
            ("successMessage", &about.message),
        ];
        for (name, text) in words {
            if let Some(text) = text {
                document.insert(name.to_owned(), json!(text));
            }
        }
        document.insert("grid".to_owned(), grid);
        // These keys are not in `KEYS`, because they are read after all other clues.
        let names = ["nonconsecutive", "negative"];
        for name in KEYS.iter().map(|key| key.name).chain(names) {
            if let Some(entries) = self.entries.remove(name) {
                // Lines, cages and marks always have cells, so a key without entries belongs to a rule about the whole grid.
                let flag = entries.is_empty();
                document.insert(
                    name.to_owned(),
                    if flag { json!(true) } else { json!(entries) },
                );
            }
        }
        drawings::add_duplicates(self.puzzle, &mut document);
        if let Some(solution) = &self.puzzle.solution {
            document.insert("solution".to_owned(), json!(solution));
        }
        Value::Object(document)
    }
}
