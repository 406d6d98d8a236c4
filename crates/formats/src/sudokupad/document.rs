//! Reads lists of cells, the solution and the rules text from SudokuPad's JSON, before a puzzle is built.

use serde_json::Value;

/// The row and column of a cell in the file, counted from 0.
pub(super) type Place = (i64, i64);

/// Returns the cells of a list. Items that are not cells, such as `{}`, are skipped.
pub(super) fn places(list: &Value) -> Vec<Place> {
    let cell = |cell: &Value| match cell.as_array()?.as_slice() {
        [row, column] => Some((row.as_i64()?, column.as_i64()?)),
        _ => None,
    };
    let cells = list.as_array().into_iter().flatten();
    cells.filter_map(cell).collect()
}

/// Returns the cells of several lists; empty lists are left out.
pub(super) fn lists(lists: &Value) -> Vec<Vec<Place>> {
    let lists = lists.as_array().into_iter().flatten().map(places);
    lists.filter(|cells| !cells.is_empty()).collect()
}

/// Returns `true` if a cage marks a row or column. Files contain such cages if they draw more cells
/// than the grid has.
pub(super) fn is_rowcol(cage: &Value) -> bool {
    cage.get("type").and_then(Value::as_str) == Some("rowcol")
}

/// Returns the solution that a file states, one character for each cell of the file.
pub(super) fn solution(document: &Value) -> Option<Vec<char>> {
    let rows = document.get("cells")?.as_array()?;
    let count = rows.len() * rows.first()?.as_array()?.len();
    let cages = document.get("cages").and_then(Value::as_array);
    let words = cages.into_iter().flatten().filter_map(|cage| {
        let text = cage.get("value")?.as_str()?.trim_start();
        text.strip_prefix("solution:").map(str::trim)
    });
    let stated = document.get("metadata").and_then(|m| m.get("solution"));
    let mut texts = stated.and_then(Value::as_str).into_iter().chain(words);
    let characters: Vec<char> = texts.next()?.chars().collect();
    // A text of another length cannot be compared with the cells: some files store only a digest of the solution.
    (characters.len() == count).then_some(characters)
}

/// Returns the rules text of the document.
pub(super) fn rules(document: &Value) -> String {
    let stated = document.get("metadata").and_then(|m| m.get("rules"));
    let stated = stated.or_else(|| document.get("rules"));
    let lines = |value: &Value| match value {
        Value::Array(lines) => {
            let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
            Some(lines.join("\n"))
        }
        value => value.as_str().map(str::to_owned),
    };
    let cages = document.get("cages").and_then(Value::as_array);
    let mut words = cages.into_iter().flatten().filter_map(|cage| {
        let text = cage.get("value")?.as_str()?.trim_start();
        text.strip_prefix("rules:").map(str::to_owned)
    });
    stated
        .and_then(lines)
        .or_else(|| words.next())
        .unwrap_or_default()
}
