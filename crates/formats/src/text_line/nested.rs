//! Reads grids in brackets: JSON, lists and arrays of programming languages, tables of web pages.

use super::drawing;
use super::grid::{Grid, has_default_boxes, side};
use super::line;
use super::table::{PUZZLE, REGIONS, SOLUTION};
use crate::kit::ReadError;
use crate::kit::borders::Borders;
use crate::kit::picture::{Cells, Symbol};
use cluewright_puzzle::Puzzle;
use serde_json::{Map, Value};

/// Maximum length of the text, in bytes. A longer text is not a grid, or contains many grids.
const LONGEST: usize = 1 << 20;

/// Minimum number of cells in brackets that count as a grid.
const FEWEST: usize = 16;

/// Maximum number of digits outside the brackets, such as the dimensions of an array or a number in a
/// predicate's name.
const MOST_DIGITS: usize = 8;

/// Returns `true` if the text is a structure that contains grids.
pub(super) fn holds_grids(text: &str) -> bool {
    text.len() <= LONGEST && !Nest::of(text).grids().is_empty()
}

/// Reads the puzzles of a structure; `None` if the text is not a structure, or has no grids.
pub(super) fn read(text: &str, zero_is_digit: bool) -> Option<Result<Vec<Puzzle>, ReadError>> {
    let nest = (text.len() <= LONGEST).then(|| Nest::of(text))?;
    (!nest.grids().is_empty()).then(|| nest.puzzles(zero_is_digit))
}

/// The form in which a text contains grids.
enum Nest {
    Json(Value),
    /// The rows of a grid, and the words around them.
    Rows(Vec<Vec<String>>, String),
    None,
}

impl Nest {
    fn of(text: &str) -> Self {
        let body = text.trim();
        if body.starts_with(['[', '{'])
            && let Ok(value) = serde_json::from_str(body)
        {
            return Self::Json(value);
        }
        let rows = match body.contains("<td") || body.contains("<TD") {
            true => table_rows(body),
            false => read_bracketed_rows(body),
        };
        rows.map_or(Self::None, |(rows, rest)| Self::Rows(rows, rest))
    }

    fn grids(&self) -> Vec<Vec<String>> {
        match self {
            Self::Json(value) => grids_in(value),
            Self::Rows(rows, _) => vec![rows.concat()],
            Self::None => vec![],
        }
    }

    fn puzzles(&self, zero_is_digit: bool) -> Result<Vec<Puzzle>, ReadError> {
        match self {
            Self::Json(value) => {
                let mut puzzles = vec![];
                add_puzzles(value, None, zero_is_digit, &mut puzzles)?;
                Ok(puzzles)
            }
            Self::Rows(rows, rest) => {
                let digits = rest.chars().filter(char::is_ascii_digit).count();
                if digits > MOST_DIGITS {
                    let message = format!("`{rest:.40}` next to the grid cannot be interpreted");
                    return Err(ReadError::new(message).help("remove everything but the grid"));
                }
                Ok(vec![grid(&rows.concat(), zero_is_digit)?.into_puzzle()])
            }
            Self::None => Ok(vec![]),
        }
    }
}

/// Returns the symbols of a value that is a grid: a list of rows, a list of all cells, or a single text.
fn cells(value: &Value) -> Option<Vec<String>> {
    let symbols = match value {
        Value::String(text) => {
            let text = text.trim();
            let rows: Vec<&str> = text.split_whitespace().collect();
            let is_rows = rows.iter().all(|row| row.chars().count() == rows.len());
            let is_grid = line::fits(text) || rows.len() >= 4 && is_rows;
            let symbols = rows.concat().chars().map(String::from).collect();
            is_grid.then_some(symbols)?
        }
        Value::Array(rows) => match symbols_of(rows) {
            Some(symbols) => symbols,
            None => {
                let row = |row: &Value| {
                    let symbols = match row {
                        Value::Array(cells) => symbols_of(cells)?,
                        Value::String(text) => text.chars().map(String::from).collect(),
                        _ => return None,
                    };
                    (symbols.len() == rows.len()).then_some(symbols)
                };
                rows.iter().map(row).collect::<Option<Vec<_>>>()?.concat()
            }
        },
        _ => return None,
    };
    (symbols.len() >= FEWEST && side(symbols.len()).is_some()).then_some(symbols)
}

/// Returns the symbols of a list of single cells.
fn symbols_of(cells: &[Value]) -> Option<Vec<String>> {
    let symbol = |cell: &Value| match cell {
        Value::Null => Some(String::new()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if text.chars().count() <= 2 => Some(text.trim().to_owned()),
        _ => None,
    };
    cells.iter().map(symbol).collect()
}

/// Returns all grids in a value, at any depth.
fn grids_in(value: &Value) -> Vec<Vec<String>> {
    if let Some(cells) = cells(value) {
        return vec![cells];
    }
    match value {
        Value::Array(values) => values.iter().flat_map(grids_in).collect(),
        Value::Object(object) => object.values().flat_map(grids_in).collect(),
        _ => vec![],
    }
}

/// Appends the puzzles in a value to `puzzles`. They may be nested in lists and objects.
fn add_puzzles(
    value: &Value,
    name: Option<&str>,
    zero_is_digit: bool,
    puzzles: &mut Vec<Puzzle>,
) -> Result<(), ReadError> {
    if let Some(cells) = cells(value) {
        puzzles.push(grid(&cells, zero_is_digit)?.into_puzzle());
        return Ok(());
    }
    match value {
        Value::Array(values) => {
            for value in values {
                add_puzzles(value, name, zero_is_digit, puzzles)?;
            }
            Ok(())
        }
        Value::Object(object) if object.values().any(|value| cells(value).is_some()) => {
            puzzles.push(record(object, zero_is_digit)?);
            Ok(())
        }
        Value::Object(object) => {
            for (name, value) in object {
                add_puzzles(value, Some(name), zero_is_digit, puzzles)?;
            }
            Ok(())
        }
        // Text under a key may be an id, but text in a list of grids should be a grid.
        Value::String(text) if name.is_none() => {
            Err(ReadError::new(format!("`{text:.40}` is not a grid")))
        }
        _ => Ok(()),
    }
}

/// Reads an object as a puzzle: one key contains the grid, and others may contain the solution and the regions.
fn record(object: &Map<String, Value>, zero_is_digit: bool) -> Result<Puzzle, ReadError> {
    let is =
        |names: &[&str], name: &str| names.iter().any(|wanted| wanted.eq_ignore_ascii_case(name));
    let (mut puzzle, mut solution, mut regions) = (None, None, None);
    let mut left = vec![];
    for (name, value) in object {
        let slot = match cells(value) {
            Some(_) if is(SOLUTION, name) => &mut solution,
            Some(_) if is(REGIONS, name) => &mut regions,
            // The givens may have any other name. A second grid of this kind is reported as an error below.
            Some(_) => &mut puzzle,
            None if is_empty(value) => continue,
            None if value.is_array() || value.is_object() => {
                return Err(ReadError::new(format!("`{name:.40}` next to the grid cannot be interpreted"))
                    .help(format!("a grid may have a solution and regions next to it; the grid itself may be named {}", PUZZLE.join(", "))));
            }
            None => {
                left.push(format!("`{name:.40}`"));
                continue;
            }
        };
        let read = grid(&cells(value).unwrap_or_default(), zero_is_digit);
        let read = read.map_err(|error| error.place(name.clone()))?;
        if slot.replace(read).is_some() {
            return Err(ReadError::new(format!("`{name:.40}` is a second grid"))
                .help("name the solution `solution` and a map of regions `regions`"));
        }
    }
    let Some(Grid::Givens(mut puzzle)) = puzzle else {
        return Err(ReadError::new("no key contains the givens")
            .help(format!("a grid may be named {}", PUZZLE.join(", "))));
    };
    match regions {
        Some(Grid::Regions(boxes, side))
            if side == puzzle.layout.rows && has_default_boxes(&puzzle) =>
        {
            puzzle.layout.boxes = boxes;
        }
        Some(_) => return Err(ReadError::new("the map of regions does not fit the grid")),
        None => {}
    }
    if let Some(solution) = solution {
        // The solution is not compared with the givens, because a wrong solution has to be reported as wrong, not as
        // unreadable.
        let solution = solution.into_puzzle();
        if solution.layout.rows != puzzle.layout.rows {
            return Err(ReadError::new(
                "the solution and the grid have different sizes",
            ));
        }
        let mut digits = vec![None; puzzle.layout.cell_count()];
        for given in &solution.givens {
            digits[given.cell.index()] = given.digits.single();
        }
        puzzle.solution = Some(digits);
    }
    if !left.is_empty() {
        left.truncate(8);
        puzzle
            .warnings
            .push(format!("ignored: {}", left.join(", ")));
    }
    Ok(puzzle)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Null => true,
        _ => false,
    }
}

/// Returns the grid of symbols in reading order.
fn grid(symbols: &[String], zero_is_digit: bool) -> Result<Grid, ReadError> {
    let Some(side) = side(symbols.len()) else {
        let message = format!("{} symbols do not form a square grid", symbols.len());
        return Err(ReadError::new(message));
    };
    let cells = Cells {
        rows: side,
        columns: side,
        symbols: symbols.iter().map(|text| Symbol { text, at: 0 }).collect(),
        borders: Borders::default(),
    };
    // The symbols are copies, so the spans of errors would not refer to the text.
    drawing::grid(&cells, zero_is_digit).map_err(|error| ReadError {
        span: None,
        ..error
    })
}

/// Reads rows in brackets of any kind, and returns them with the text around them.
fn read_bracketed_rows(text: &str) -> Option<(Vec<Vec<String>>, String)> {
    let mut open: Vec<Group> = vec![];
    let mut rest = String::new();
    let mut found = None;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' | '(' => {
                // The brackets of a grid are never nested this deeply.
                if open.len() > 8 {
                    return None;
                }
                open.push(Group {
                    start: at + 1,
                    ..Group::default()
                });
            }
            ']' | '}' | ')' => {
                let group = open.pop()?;
                let inside = &text[group.start..at];
                match group.rows(inside) {
                    Some(rows) if found.is_none() => found = Some(rows),
                    // If there are two grids, either of them could be the puzzle.
                    Some(_) => return None,
                    None => match open.last_mut() {
                        Some(parent) if group.children.is_empty() && !group.has_grid => {
                            parent.children.push(fields(inside, ','));
                            parent
                                .between
                                .push_str(&text[parent.end.max(parent.start)..group.start - 1]);
                            parent.end = at + 1;
                        }
                        _ => rest.push_str(&group.outside(inside)),
                    },
                }
                if found.is_some()
                    && let Some(parent) = open.last_mut()
                {
                    parent.has_grid = true;
                }
            }
            _ if open.is_empty() => rest.push(c),
            _ => {}
        }
    }
    let rows = found.filter(|_| open.is_empty())?;
    Some((rows, rest))
}

/// An open bracket, with the contents read so far.
#[derive(Default)]
struct Group {
    start: usize,
    /// The offset after the last inner bracket.
    end: usize,
    /// The fields of each inner bracket.
    children: Vec<Vec<String>>,
    /// The text between the inner brackets.
    between: String,
    has_grid: bool,
}

impl Group {
    /// Returns the rows of the bracket, if it has as many rows as each row has fields.
    fn rows(&self, inside: &str) -> Option<Vec<Vec<String>>> {
        let rows = match self.children.is_empty() {
            false => {
                let is_separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
                let tail = &inside[self.end.saturating_sub(self.start).min(inside.len())..];
                let is_list = self.between.chars().chain(tail.chars()).all(is_separator);
                is_list.then(|| self.children.clone())?
            }
            true if inside.trim_start().starts_with('|') => {
                let rows = inside.trim().trim_matches('|').split('|');
                rows.map(|row| fields(row, ',')).collect()
            }
            true => {
                let cells = fields(inside, ',');
                let side = side(cells.len()).filter(|_| cells.len() >= FEWEST)?;
                cells.chunks(side.into()).map(<[String]>::to_vec).collect()
            }
        };
        let is_cell = |cell: &String| cell.chars().count() <= 2 || cell == "None" || cell == "null";
        let is_square = rows.len() >= 4 && rows.iter().all(|row| row.len() == rows.len());
        (is_square && rows.iter().flatten().all(is_cell)).then_some(rows)
    }

    /// Returns the text in a bracket; empty if the bracket contains the grid.
    fn outside(&self, inside: &str) -> String {
        match self.has_grid {
            true => String::new(),
            false => inside.to_owned(),
        }
    }
}

/// Splits a row into fields, without quotes.
fn fields(row: &str, separator: char) -> Vec<String> {
    let row = row.trim().trim_end_matches(separator);
    let field = |field: &str| field.trim().trim_matches(['"', '\'']).to_owned();
    row.split(separator).map(field).collect()
}

/// Returns the rows of an HTML table, and the text outside its cells.
fn table_rows(text: &str) -> Option<(Vec<Vec<String>>, String)> {
    let mut rows: Vec<Vec<String>> = vec![];
    let mut rest = String::new();
    for piece in text.split('<') {
        let (tag, content) = piece.split_once('>').unwrap_or(("", piece));
        let name = tag
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        match &*name {
            "tr" => rows.push(vec![]),
            "td" | "th" => {
                let cell = content.trim().trim_matches('\u{a0}');
                rows.last_mut()?
                    .push(if cell == "&nbsp;" { "" } else { cell }.to_owned());
            }
            _ => {
                // A cell may wrap its digit in another tag, such as `<b>`, so the text of that tag belongs to the
                // cell.
                let inside = rows.last_mut().and_then(|row| row.last_mut());
                match inside.filter(|cell| cell.is_empty() && !name.starts_with('/')) {
                    Some(cell) => content.trim().clone_into(cell),
                    None => rest.push_str(content.trim()),
                }
            }
        }
    }
    let side = rows.len();
    let is_square = side >= 4 && rows.iter().all(|row| row.len() == side);
    is_square.then_some((rows, rest))
}
