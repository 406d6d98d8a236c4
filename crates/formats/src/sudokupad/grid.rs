//! Determines the grid of a SudokuPad document: its size, its digits, and whether its rows and columns are houses.

use super::document::{is_rowcol, lists, places, rules, solution};
use super::margin::has_margin;
use crate::kit::ReadError;
use crate::kit::node::Node;
use cluewright_puzzle::{Boxes, Layout};
use serde_json::Value;

/// A grid, and the reason why parts of it are unknown.
pub(super) struct Grid {
    /// The layout, without its boxes.
    pub(super) layout: Layout,
    /// The reason why the digits or the houses of the grid are unknown; `None` if they are known.
    pub(super) open: Option<String>,
}

impl Grid {
    /// Determines the grid. SudokuPad does not state its digits. They run from 1 to the length of the longer side, or to
    /// the size of the regions if these fill the grid; `digits` lists the exceptions.
    pub(super) fn of(root: &Node<'_>) -> Result<Self, ReadError> {
        let rows: Vec<_> = root.list("cells")?.collect();
        let columns = match rows.first() {
            Some(row) => row.items()?.count(),
            None => 0,
        };
        let side = |count: usize| {
            u8::try_from(count)
                .ok()
                .filter(|side| (1..=25).contains(side))
        };
        let (Some(rows), Some(columns)) = (side(rows.len()), side(columns)) else {
            return Err(root.error(format!(
                "the grid has {} rows and {columns} columns, expected 1 to 25 of each",
                rows.len()
            )));
        };
        let document = root.value;
        let size = region_size(document, rows, columns);
        let count = rows.max(columns).max(size.unwrap_or(0));
        let open = open_houses(document, rows, columns, size.is_some());
        let (min_digit, digit_count) = digits(document, count);
        let layout = Layout {
            rows,
            columns,
            min_digit,
            digit_count,
            // While the houses are unknown, none are assumed, because a wrong one could exclude the solution.
            lines: open.is_none() && has_lines(document, rows, columns),
            boxes: Boxes::None,
        };
        Ok(Self { layout, open })
    }
}

/// Returns the number of cells of each region. `None` unless all regions have the same number of cells, together fill the grid, and are
/// no smaller than a row.
fn region_size(document: &Value, rows: u8, columns: u8) -> Option<u8> {
    let regions = lists(document.get("regions")?);
    let size = regions.first()?.len();
    let is_tiled = regions.iter().all(|region| region.len() == size)
        && regions.len() * size == usize::from(rows) * usize::from(columns);
    let size = u8::try_from(size).ok().filter(|&size| size <= 25)?;
    // A row cannot have more cells than there are digits, so smaller regions do not determine the digits.
    (is_tiled && size >= rows.max(columns)).then_some(size)
}

/// Returns `true` if all rows and columns are houses: if the file marks all of them, or if it marks none and does not set `norowcol`.
fn has_lines(document: &Value, rows: u8, columns: u8) -> bool {
    let cages = document.get("cages").and_then(Value::as_array);
    let marked = cages.into_iter().flatten().filter(|cage| is_rowcol(cage));
    let marked: Vec<usize> = marked
        .filter_map(|cage| cage.get("cells").map(|cells| places(cells).len()))
        .collect();
    let whole = |length: u8| {
        let lines = marked.iter().filter(|&&cells| cells == usize::from(length));
        lines.count()
    };
    match (marked.is_empty(), rows == columns) {
        (true, _) => !is_set(document, "norowcol"),
        // The rows and columns of a square have the same length, so they can only be counted together.
        (false, true) => whole(rows) >= usize::from(rows) * 2,
        (false, false) => {
            whole(columns) >= usize::from(rows) && whole(rows) >= usize::from(columns)
        }
    }
}

/// Returns the reason why the file does not determine which cells must differ; `None` for an ordinary grid.
fn open_houses(document: &Value, rows: u8, columns: u8, is_tiled: bool) -> Option<String> {
    let is_usual = rows == columns && rows <= 9;
    if is_set(document, "norowcol") && !has_lines(document, rows, columns) {
        return Some("rows and columns are not houses by themselves (`norowcol`), and only the rules text states which cells differ".to_owned());
    }
    if has_margin(document) {
        return Some(format!(
            "the file draws {rows} rows and {columns} columns around a smaller grid, and cells outside of that may take digits"
        ));
    }
    (!is_usual && !is_tiled).then(|| {
        format!(
            "the file draws {rows} rows and {columns} columns without regions that fill them, so only the rules text states which digits and houses there are"
        )
    })
}

fn is_set(document: &Value, flag: &str) -> bool {
    let metadata = document.get("metadata").and_then(|m| m.get(flag));
    [metadata, document.get(flag)].contains(&Some(&Value::Bool(true)))
}

/// Returns the lowest digit and the number of digits; `count` is the usual number.
///
/// A 0 among the givens or in a full solution makes 0 a digit. The highest digit is then the one that the rules text names
/// (`0-8`); without such a text it is 9, which excludes nothing that the setter allows. It is also 9 if the solution has a
/// digit above the usual range, because each row then holds only some of the digits.
fn digits(document: &Value, count: u8) -> (u8, u8) {
    let highest = highest_digit(document).unwrap_or(0);
    if !has_zero(document) || count > 10 {
        return (1, if highest > count { 9 } else { count });
    }
    // With a 0, nine cells hold either the digits 0-8 or nine of the ten digits 0-9, so the text may name either range.
    let named = [count - 1, count].into_iter().find(|&named| {
        let text = rules(document);
        // A range that ends below a digit of the solution cannot be the grid's range.
        named >= highest
            && ["-", "–", " - ", " to ", " through "]
                .iter()
                .any(|to| contains_range(&text, &format!("0{to}{named}")))
    });
    (0, named.map_or(10, |named| named + 1))
}

/// Returns the highest digit of the solution. `None` if the solution contains letters, because it may then be a digest.
fn highest_digit(document: &Value) -> Option<u8> {
    let digits = solution(document)?.into_iter();
    let digits: Option<Vec<u8>> = digits
        .filter(|c| !matches!(c, '.' | '?' | ' '))
        .map(|c| u8::try_from(c.to_digit(10)?).ok())
        .collect();
    digits?.into_iter().max()
}

/// Returns `true` if the text contains a range such as `0-8` that is not part of a longer number.
fn contains_range(text: &str, range: &str) -> bool {
    text.match_indices(range).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + range.len()..].chars().next();
        ![before, after].iter().flatten().any(char::is_ascii_digit)
    })
}

fn has_zero(document: &Value) -> bool {
    let rows = document.get("cells").and_then(Value::as_array);
    let cells = rows.into_iter().flatten().filter_map(Value::as_array);
    let is_zero = |value: &Value| value.as_i64() == Some(0) || value.as_str() == Some("0");
    let is_given = cells
        .flatten()
        .filter_map(|cell| cell.get("value"))
        .any(is_zero);
    let columns = document["cells"][0].as_array().map_or(1, Vec::len).max(1);
    // Some files write 0 for cells that the solution omits. If a row has several zeros, 0 is such a blank and not a digit.
    let is_once = |row: &[char]| row.iter().filter(|&&digit| digit == '0').count() <= 1;
    let is_solved = solution(document).is_some_and(|digits| {
        digits.contains(&'0')
            && digits.iter().all(char::is_ascii_digit)
            && digits.chunks(columns).all(is_once)
    });
    is_given || is_solved
}
