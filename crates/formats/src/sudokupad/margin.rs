//! Removes margins: rows and columns around the real grid whose cells contain only clues.

use super::document::{Place, is_rowcol, lists, places, solution};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The real grid, as a rectangle of cells of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    top: i64,
    left: i64,
    rows: i64,
    columns: i64,
}

/// Maximum number of rows or columns of a file's grid, with its margins; no readable grid is as large.
const MOST_LINES: i64 = 1000;

/// Returns the document reduced to the real grid; numbers in the margin become text outside the grid. `None` if the grid has
/// no margin, or if the file does not prove that every cell of the margin is outside the real grid.
pub(super) fn without_margin(document: &Value) -> Option<Value> {
    let frame = Frame::of(document)?;
    let is_proven = match solution(document) {
        Some(solution) => frame.holds_all(document, &solution),
        None => !frame.is_crossed(document),
    };
    is_proven.then(|| frame.crop(document)).flatten()
}

/// Returns `true` if the grid that the file marks is smaller than the grid that it draws.
pub(super) fn has_margin(document: &Value) -> bool {
    Frame::of(document).is_some()
}

impl Frame {
    fn of(document: &Value) -> Option<Self> {
        let rows = document.get("cells")?.as_array()?;
        let (rows, columns) = (rows.len() as i64, rows.first()?.as_array()?.len() as i64);
        // The strongest evidence is tried first: marked rows and columns, then regions, then digits of the solution.
        let frame = Self::of_rows_and_columns(document)
            .or_else(|| Self::of_regions(document))
            .or_else(|| Self::of_solution(document, columns))?;
        // A frame as large as the file's grid means that there is no margin.
        let is_smaller = frame.rows * frame.columns < rows * columns;
        let fits = frame.top + frame.rows <= rows && frame.left + frame.columns <= columns;
        (is_smaller && fits).then_some(frame)
    }

    /// Returns the rectangle that the cells fill; `None` if they do not fill a rectangle.
    fn rectangle_of(cells: &BTreeSet<Place>) -> Option<Self> {
        let top = cells.iter().map(|cell| cell.0).min()?;
        let left = cells.iter().map(|cell| cell.1).min()?;
        let bottom = cells.iter().map(|cell| cell.0).max()?;
        let right = cells.iter().map(|cell| cell.1).max()?;
        // Coordinates of hostile files are checked first, so that the sizes below cannot overflow.
        let allowed = 0..=MOST_LINES;
        if ![top, left, bottom, right]
            .iter()
            .all(|at| allowed.contains(at))
        {
            return None;
        }
        let frame = Self {
            top,
            left,
            rows: bottom - top + 1,
            columns: right - left + 1,
        };
        let is_grid = frame.rows > 1 && frame.columns > 1;
        (is_grid && frame.rows * frame.columns == cells.len() as i64).then_some(frame)
    }

    /// Returns the rectangle whose rows and columns the file marks as such.
    fn of_rows_and_columns(document: &Value) -> Option<Self> {
        let cages = document.get("cages")?.as_array()?.iter();
        let lines: BTreeSet<Vec<Place>> = cages
            .filter(|cage| is_rowcol(cage))
            // Files may list the cells of a line in any order, so they are sorted before they are compared.
            .filter_map(|cage| cage.get("cells").map(|cells| sort_places(places(cells))))
            .collect();
        let frame = Self::rectangle_of(&lines.iter().flatten().copied().collect())?;
        frame
            .lines()
            .all(|line| lines.contains(&line))
            .then_some(frame)
    }

    /// Returns the rectangle that regions of one size fill. The number of regions must equal the number of cells in each region.
    fn of_regions(document: &Value) -> Option<Self> {
        let regions: Vec<Vec<Place>> = lists(document.get("regions")?);
        // Extra regions may have another size, so each size is tried. If two sizes fit, the rectangle is ambiguous.
        let sizes: BTreeSet<usize> = regions.iter().map(Vec::len).collect();
        let frames = sizes
            .into_iter()
            .filter(|&size| size > 1)
            .filter_map(|size| {
                let (houses, others): (Vec<_>, Vec<_>) =
                    regions.iter().partition(|region| region.len() == size);
                let cells: BTreeSet<Place> = houses.iter().copied().flatten().copied().collect();
                let is_square = houses.len() == size && cells.len() == size * size;
                let frame = Self::rectangle_of(&cells).filter(|_| is_square)?;
                // If another region has cells inside the frame, it is unclear which regions are the houses.
                let mut rest = others.into_iter().flatten();
                rest.all(|&cell| !frame.has(cell)).then_some(frame)
            });
        let frames: Vec<Self> = frames.collect();
        match frames[..] {
            [frame] => Some(frame),
            _ => None,
        }
    }

    /// Returns the square that the digits of the solution fill, for a file without regions.
    fn of_solution(document: &Value, columns: i64) -> Option<Self> {
        let has_regions = document.get("regions").is_some_and(|regions| {
            let regions: Vec<Vec<Place>> = lists(regions);
            !regions.is_empty()
        });
        if has_regions {
            return None;
        }
        let solution = solution(document)?;
        let digits = solution.iter().enumerate().filter(|(_, c)| is_digit(**c));
        let cell = |at: usize| (at as i64 / columns, at as i64 % columns);
        let frame = Self::rectangle_of(&digits.map(|(at, _)| cell(at)).collect())?;
        (frame.rows == frame.columns).then_some(frame)
    }

    /// Returns the rows and the columns of the rectangle.
    fn lines(self) -> impl Iterator<Item = Vec<Place>> {
        let (rows, columns) = (
            self.top..self.top + self.rows,
            self.left..self.left + self.columns,
        );
        let across = rows.clone().map({
            let columns = columns.clone();
            move |row| columns.clone().map(|column| (row, column)).collect()
        });
        across.chain(columns.map(move |column| rows.clone().map(|row| (row, column)).collect()))
    }

    fn has(self, (row, column): Place) -> bool {
        (self.top..self.top + self.rows).contains(&row)
            && (self.left..self.left + self.columns).contains(&column)
    }

    /// Returns `true` if every digit that the solution has outside the rectangle is printed in the file and is therefore a clue.
    fn holds_all(self, document: &Value, solution: &[char]) -> bool {
        let shown = find_printed_texts(document);
        let columns = document["cells"][0].as_array().map_or(1, Vec::len) as i64;
        solution.iter().enumerate().all(|(at, &c)| {
            let cell = (at as i64 / columns, at as i64 % columns);
            self.has(cell) || !is_digit(c) || shown.contains(&(cell, c.to_string()))
        })
    }

    /// Returns `true` if a line joins cells of the margin with cells of the grid. Cells of the margin may then take digits.
    /// Cages are not tested here, because `crop_cages` refuses every visible cage that is partly in the margin.
    fn is_crossed(self, document: &Value) -> bool {
        let lines = document.get("lines").and_then(Value::as_array);
        lines.into_iter().flatten().any(|line| {
            let points = line.get("wayPoints").map(points).unwrap_or_default();
            // The points of lines need not be exactly at the centres of cells.
            let is_centre = |at: f64| (at - at.floor() - 0.5).abs() < 0.2;
            let centres = points
                .iter()
                .filter(|&&(row, column)| is_centre(row) && is_centre(column));
            let cells: Vec<bool> = centres
                .map(|&(row, column)| self.has((row.floor() as i64, column.floor() as i64)))
                .collect();
            cells.contains(&true) && cells.contains(&false)
        })
    }

    fn crop(self, document: &Value) -> Option<Value> {
        let mut cropped = document.clone();
        let root = cropped.as_object_mut()?;
        let mut texts = self.crop_cells(root)?;
        self.crop_solution(root, document);
        let regions: Vec<Vec<Place>> = lists(document.get("regions").unwrap_or(&Value::Null));
        // Regions that include cells of the margin are not houses of the real grid.
        let inner = |region: &Vec<Place>| region.iter().all(|&cell| self.has(cell));
        let regions = regions.iter().filter(|region| inner(region));
        let regions: Vec<Vec<Place>> = regions
            .map(|region| region.iter().map(|&cell| self.shift_cell(cell)).collect())
            .collect();
        root.insert("regions".to_owned(), json!(regions));
        self.crop_cages(root, &mut texts)?;
        for (layer, member) in [
            ("lines", "wayPoints"),
            ("arrows", "wayPoints"),
            ("underlays", "center"),
            ("overlays", "center"),
        ] {
            for item in items(root, layer) {
                if let Some(points) = item.get_mut(member) {
                    self.shift_points(points);
                }
            }
        }
        for light in items(root, "foglight") {
            self.shift_points(light);
        }
        for trigger in items(root, "triggereffect") {
            self.shift_names(trigger);
        }
        if !texts.is_empty() {
            let overlays = root.entry("overlays").or_insert_with(|| json!([]));
            overlays.as_array_mut()?.append(&mut texts);
        }
        Some(cropped)
    }

    /// Removes the cells of the margin, and returns their numbers as text elements.
    fn crop_cells(self, root: &mut Map<String, Value>) -> Option<Vec<Value>> {
        let rows = root.get_mut("cells")?.as_array_mut()?;
        let mut texts = vec![];
        for (row, cells) in rows.iter_mut().enumerate() {
            let cells = cells.as_array_mut()?;
            for (column, cell) in cells.iter().enumerate() {
                let at = (row as i64, column as i64);
                if let Some(value) = cell.get("value").filter(|_| !self.has(at)) {
                    texts.push(self.text(at, value, VALUE_SIZE));
                }
            }
            let columns = self.left..self.left + self.columns;
            *cells = columns
                .filter_map(|at| cells.get(at as usize).cloned())
                .collect();
        }
        // The last rows are removed first, so that the indices of the first ones stay valid.
        rows.truncate((self.top + self.rows) as usize);
        rows.drain(..self.top as usize);
        Some(texts)
    }

    fn crop_solution(self, root: &mut Map<String, Value>, document: &Value) {
        // `root` is cropped already, but the solution still has the width of the original document.
        let columns = document["cells"][0].as_array().map_or(1, Vec::len) as i64;
        let Some(solution) = solution(document) else {
            return;
        };
        let inner = solution.iter().enumerate().filter(|(at, _)| {
            let at = *at as i64;
            self.has((at / columns, at % columns))
        });
        let inner: String = inner.map(|(_, c)| c).collect();
        let metadata = root.entry("metadata").or_insert_with(|| json!({}));
        if let Some(metadata) = metadata.as_object_mut() {
            metadata.insert("solution".to_owned(), inner.into());
        }
        // In older files, the solution is the text of a cage without cells. This text still has characters for the margin,
        // so the cage is removed.
        if let Some(Value::Array(cages)) = root.get_mut("cages") {
            let is_solution = |cage: &Value| {
                let text = cage.get("value").and_then(Value::as_str);
                text.is_some_and(|text| text.trim_start().starts_with("solution:"))
            };
            cages.retain(|cage| !is_solution(cage));
        }
    }

    /// Moves the cages to the real grid. The number of a cage in the margin becomes a text element. Returns `None` if a
    /// visible cage in the margin has no number or is only partly in the margin, because the margin may then belong to the
    /// grid.
    fn crop_cages(self, root: &mut Map<String, Value>, texts: &mut Vec<Value>) -> Option<()> {
        let Some(Value::Array(cages)) = root.get_mut("cages") else {
            return Some(());
        };
        for cage in std::mem::take(cages) {
            let cells = cage.get("cells").map(places).unwrap_or_default();
            let is_hidden = cage.get("hidden") == Some(&Value::Bool(true));
            let first = cells.iter().min().copied();
            match (first, cells.iter().filter(|&&cell| self.has(cell)).count()) {
                // In older files, cages without cells contain texts. They have no position to move.
                (None, _) => cages.push(cage),
                (_, inside) if inside == cells.len() => {
                    let mut cage = cage;
                    let cells = cells.into_iter().map(|cell| self.shift_cell(cell));
                    cage["cells"] = json!(cells.collect::<Vec<Place>>());
                    cages.push(cage);
                }
                (Some(first), 0) => match cage.get("value").filter(|value| !value.is_null()) {
                    Some(value) => texts.push(self.text(first, value, CAGE_SIZE)),
                    None if is_hidden => {}
                    None => return None,
                },
                _ if is_hidden && is_rowcol(&cage) => {}
                _ => return None,
            }
        }
        Some(())
    }

    /// Creates a text element in the centre of a cell of the margin.
    fn text(self, (row, column): Place, value: &Value, size: u32) -> Value {
        let text = match value {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        let centre = [
            row.saturating_sub(self.top) as f64 + 0.5,
            column.saturating_sub(self.left) as f64 + 0.5,
        ];
        json!({ "center": centre, "width": 0, "height": 0, "text": text, "fontSize": size })
    }

    fn shift_cell(self, (row, column): Place) -> Place {
        // A file may state any number, so the difference may exceed the range.
        (
            row.saturating_sub(self.top),
            column.saturating_sub(self.left),
        )
    }

    /// Moves a point, or every point of a list, to the real grid.
    fn shift_points(self, points: &mut Value) {
        let Some(items) = points.as_array_mut() else {
            return;
        };
        if let [Value::Number(row), Value::Number(column)] = &items[..] {
            let moved = |at: &serde_json::Number, by: i64| match at.as_i64() {
                // Integer coordinates stay integers, so that they are equal to those of a file without a margin.
                Some(at) => json!(at.saturating_sub(by)),
                None => json!(decimal(at.as_f64().unwrap_or_default() - by as f64)),
            };
            let moved = [moved(row, self.top), moved(column, self.left)];
            return items.clone_from_slice(&moved);
        }
        items.iter_mut().for_each(|point| self.shift_points(point));
    }

    /// Moves the cells that a trigger's text names, such as `r1c1r1c2`, to the real grid.
    fn shift_names(self, value: &mut Value) {
        match value {
            Value::Object(members) => members
                .values_mut()
                .for_each(|member| self.shift_names(member)),
            Value::String(text) => {
                if let Some(names) = names(text) {
                    let names = names.into_iter().map(|cell| self.shift_cell(cell));
                    let names = names.map(|(row, column)| format!("r{row}c{column}"));
                    *text = names.collect();
                }
            }
            _ => {}
        }
    }
}

/// Parses text that consists of cell names; returns their rows and columns.
fn names(text: &str) -> Option<Vec<Place>> {
    let cells = text.strip_prefix('r')?.split('r');
    let cell = |name: &str| {
        let (row, column) = name.split_once('c')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    cells.map(cell).collect()
}

/// Font size of numbers in cells, in SudokuPad's unit.
const VALUE_SIZE: u32 = 28;
/// Font size of numbers in the corners of cages, in SudokuPad's unit.
const CAGE_SIZE: u32 = 16;

/// Rounds a coordinate to six decimal places, to remove binary rounding errors.
fn decimal(at: f64) -> f64 {
    (at * 1e6).round() / 1e6
}

fn is_digit(c: char) -> bool {
    // Some files write 0 for cells that the solution omits, so 0 does not count as a digit.
    c.is_ascii_digit() && c != '0' || c.is_ascii_alphabetic()
}

fn sort_places(mut cells: Vec<Place>) -> Vec<Place> {
    cells.sort_unstable();
    cells
}

fn items<'r>(root: &'r mut Map<String, Value>, name: &str) -> impl Iterator<Item = &'r mut Value> {
    let items = root.get_mut(name).and_then(Value::as_array_mut);
    items.into_iter().flatten()
}

fn points(value: &Value) -> Vec<(f64, f64)> {
    let point = |point: &Value| Some((point.get(0)?.as_f64()?, point.get(1)?.as_f64()?));
    let points = value.as_array().into_iter().flatten();
    points.filter_map(point).collect()
}

/// Returns the texts that a file prints in cells: the values of cells, the texts of shapes, and the numbers of cages (in
/// their first cells).
fn find_printed_texts(document: &Value) -> BTreeSet<(Place, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => text.trim().to_owned(),
        value => value.to_string(),
    };
    let rows = document["cells"].as_array().into_iter().flatten();
    let cells = rows.enumerate().flat_map(|(row, cells)| {
        let cells = cells.as_array().into_iter().flatten().enumerate();
        cells.map(move |(column, cell)| ((row as i64, column as i64), cell))
    });
    let values = cells.filter_map(|(at, cell)| Some((at, text(cell.get("value")?))));
    let shapes = ["overlays", "underlays"].into_iter();
    let shapes = shapes.filter_map(|layer| document.get(layer)?.as_array());
    let texts = shapes.flatten().filter_map(|shape| {
        let (row, column) = points(&json!([shape.get("center")?])).pop()?;
        let at = (row.floor() as i64, column.floor() as i64);
        Some((at, text(shape.get("text")?)))
    });
    let cages = document.get("cages").and_then(Value::as_array);
    let cages = cages.into_iter().flatten().filter_map(|cage| {
        let cells = places(cage.get("cells")?);
        Some((*cells.iter().min()?, text(cage.get("value")?)))
    });
    values.chain(texts).chain(cages).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_be_at_any_coordinates() {
        let side = |at: i64| 1 + 2 * at..3 + 2 * at;
        let cells = |(row, column)| side(row).flat_map(move |r| side(column).map(move |c| [r, c]));
        let regions = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|at| cells(at).collect::<Vec<_>>());
        let far = [i64::MIN, i64::MAX];
        let document = json!({
            "cells": vec![vec![json!({}); 5]; 5],
            "regions": regions,
            "lines": [{"wayPoints": [far, [3, 4]]}],
            "cages": [{"cells": [far], "value": "7"}],
            "triggereffect": [{"trigger": {"cell": format!("r{}c{}", far[0], far[1])}}],
        });
        let cropped = without_margin(&document).expect("the first row and column are a margin");
        assert_eq!(
            cropped["lines"][0]["wayPoints"],
            json!([[i64::MIN, i64::MAX - 1], [2, 3]])
        );
        assert_eq!(cropped["cells"].as_array().map(Vec::len), Some(4));
    }
}
