//! The column or key of the input that contains the puzzle.

use super::options::Kept;
use cluewright_formats::text_line::{PUZZLE, SOLUTION};
use csv::ByteRecord;
use serde_json::{Map, Value};

/// Keys of puzzles in JSON. An object with one of them is itself a puzzle.
const OWN_KEYS: &[&str] = &["clues", "grid", "givens", "url", "text"];

/// Minimum length of a puzzle in a table without a header: a 4x4 grid.
const SHORTEST: usize = 16;

/// The usual name of the column with the puzzle's id.
const ID: &str = "id";

/// A puzzle that was found in a line of JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) puzzle: String,
    pub(super) id: Option<String>,
    /// The solution, if the same object has it under another key.
    pub(super) solution: Option<String>,
    /// The values of the keys to copy, as JSON; an empty string if a key is missing.
    pub(super) kept: Vec<String>,
}

/// Extracts the puzzle from a line of JSON. The puzzle is the value of the key `field` or of a key with a usual name,
/// or the whole object.
///
/// # Errors
/// Returns an error if the line is not JSON, or if nothing in it can be a puzzle.
pub(super) fn json_record(
    line: &[u8],
    field: Option<&str>,
    kept: &[Kept],
) -> Result<Found, String> {
    let value: Value =
        serde_json::from_slice(line).map_err(|error| format!("this is not JSON: {error}"))?;
    let object = match value {
        Value::String(puzzle) => {
            return Ok(Found {
                puzzle,
                id: None,
                solution: None,
                kept: vec![],
            });
        }
        Value::Object(object) => object,
        _ => return Err("expected a JSON object or a string".to_owned()),
    };
    let id = object.get(ID).and_then(|id| match id {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    });
    let mut solutions = SOLUTION
        .iter()
        .filter_map(|name| object.get(*name)?.as_str());
    let solution = solutions.next().map(str::to_owned);
    let puzzle = puzzle_of(&object, line, field)?;
    let told = |kept: &Kept| {
        object
            .get(&kept.source)
            .map_or(String::new(), Value::to_string)
    };
    Ok(Found {
        puzzle,
        id,
        solution,
        kept: kept.iter().map(told).collect(),
    })
}

fn puzzle_of(
    object: &Map<String, Value>,
    line: &[u8],
    field: Option<&str>,
) -> Result<String, String> {
    if let Some(field) = field {
        let found = object.get(field).and_then(puzzle_text);
        return found.ok_or_else(|| format!("there is no puzzle under the key `{field}`"));
    }
    // An object with one of our own keys may itself be the puzzle, so these keys are tried last.
    let foreign = PUZZLE.iter().filter(|name| !OWN_KEYS.contains(name));
    let named = foreign
        .filter_map(|name| object.get(*name))
        .find_map(puzzle_text);
    if let Some(puzzle) = named {
        return Ok(puzzle);
    }
    let is_puzzle =
        str::from_utf8(line).is_ok_and(|line| cluewright_formats::recognise(line).is_ok());
    if is_puzzle {
        return Ok(String::from_utf8_lossy(line).into_owned());
    }
    let own = OWN_KEYS.iter().filter_map(|name| object.get(*name));
    let puzzle = own.filter_map(puzzle_text).next();
    puzzle.ok_or_else(|| {
        let keys: Vec<&str> = object.keys().map(String::as_str).take(8).collect();
        format!(
            "no key contains a puzzle: found {}; name one with --field",
            keys.join(", ")
        )
    })
}

fn puzzle_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Object(_) => Some(value.to_string()),
        _ => None,
    }
}

/// The indices of the columns to use. In a table without a header, the columns have no names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableColumns {
    /// The column with the puzzle; `None` if each record is read as a line of text.
    pub(super) puzzle: Option<usize>,
    pub(super) id: Option<usize>,
    pub(super) solution: Option<usize>,
    /// The columns to copy; `None` for a column that the table lacks.
    pub(super) kept: Vec<Option<usize>>,
    /// `true` if the first record is a header.
    pub(super) has_header: bool,
    /// The number of columns.
    pub(super) width: usize,
}

impl TableColumns {
    /// Finds the columns, based on the first record. The puzzle column is the column named `field`, a column with a
    /// usual name, or the column in which the first record contains a puzzle.
    ///
    /// # Errors
    /// Returns an error if there is no such column.
    pub(super) fn find(
        first: &ByteRecord,
        field: Option<&str>,
        kept: &[Kept],
    ) -> Result<Self, String> {
        let kept = |has_header: bool| {
            let names = column_names(first, has_header);
            let place = |kept: &Kept| {
                let same = |name: &String| name.eq_ignore_ascii_case(&kept.source);
                names.iter().position(same)
            };
            kept.iter().map(place).collect()
        };
        let named = |name: &str| {
            let same = |cell: &[u8]| cell.trim_ascii().eq_ignore_ascii_case(name.as_bytes());
            first.iter().position(same)
        };
        let header = |puzzle| Self {
            puzzle: Some(puzzle),
            id: named(ID),
            solution: SOLUTION.iter().find_map(|name| named(name)),
            kept: kept(true),
            has_header: true,
            width: first.len(),
        };
        if let Some(field) = field {
            let found = named(field).map(header);
            return found.ok_or_else(|| format!("there is no column `{field}`: {}", names(first)));
        }
        if let Some(puzzle) = PUZZLE.iter().find_map(|name| named(name)) {
            return Ok(header(puzzle));
        }
        let is_puzzle = |cell: &[u8]| {
            let text = str::from_utf8(cell).unwrap_or_default();
            text.len() >= SHORTEST && cluewright_formats::recognise(text).is_ok()
        };
        let found = first.iter().position(is_puzzle).map(|puzzle| Self {
            puzzle: Some(puzzle).filter(|&puzzle| !is_line(&first[puzzle])),
            id: None,
            solution: None,
            kept: kept(false),
            has_header: false,
            width: first.len(),
        });
        found.ok_or_else(|| {
            format!(
                "no column is recognised as the puzzle: {}; name one with --field",
                names(first)
            )
        })
    }
}

/// Returns `true` if a table field contains a whole grid on one line. The whole record is then read as a line of
/// text, because its other fields may be the solution or the regions, and an id may look like a grid.
fn is_line(cell: &[u8]) -> bool {
    let text = str::from_utf8(cell).unwrap_or_default().trim();
    let format = cluewright_formats::recognise(text).map(|format| format.name());
    format.is_ok_and(|name| name == "text-line") && !text.contains(char::is_whitespace)
}

/// Returns the names of a table's columns. A column without a name is named after its position.
pub(super) fn column_names(first: &ByteRecord, has_header: bool) -> Vec<String> {
    let name = |(index, cell): (usize, &[u8])| {
        let name = String::from_utf8_lossy(cell.trim_ascii()).into_owned();
        match has_header && !name.is_empty() {
            true => name,
            false => format!("column-{}", index + 1),
        }
    };
    first.iter().enumerate().map(name).collect()
}

fn names(record: &ByteRecord) -> String {
    let names: Vec<String> = record
        .iter()
        // A file that is not a table may have a million fields or contain control characters, but the message must
        // fit on one line.
        .take(12)
        .map(|cell| {
            let name: String = String::from_utf8_lossy(cell).chars().take(30).collect();
            format!("`{}`", name.escape_debug())
        })
        .collect();
    format!("found {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(line: &str, field: Option<&str>) -> Result<(String, Option<String>), String> {
        json_record(line.as_bytes(), field, &[]).map(|found| (found.puzzle, found.id))
    }

    #[test]
    fn json_holds_a_puzzle_under_a_key_or_is_one() {
        let line = ".".repeat(81);
        let both = Ok((line.clone(), Some("7".to_owned())));
        assert_eq!(find(&format!(r#"{{"id":7,"iss":"{line}"}}"#), None), both);
        assert_eq!(
            find(&format!(r#"{{"id":"7","mine":"{line}"}}"#), Some("mine")),
            both
        );
        assert_eq!(
            find(&format!(r#""{line}""#), None),
            Ok((line.clone(), None))
        );
        let native = r#"{"size":4,"clues":{"odd":"R1C1"}}"#;
        assert_eq!(find(native, None), Ok((native.to_owned(), None)));
        for wrong in ["", "7", "[", r#"{"a":1}"#, r#"{"puzzle":[1]}"#] {
            assert!(find(wrong, None).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_table_has_a_header_or_begins_with_a_puzzle() {
        let find = |cells: &[&str], field| {
            let found = TableColumns::find(&ByteRecord::from(cells.to_vec()), field, &[]);
            found
                .map(|found| (found.puzzle, found.id, found.has_header))
                .ok()
        };
        assert_eq!(
            find(&["id", "Puzzle"], None),
            Some((Some(1), Some(0), true))
        );
        assert_eq!(find(&["a", "b"], Some("b")), Some((Some(1), None, true)));
        let line = ".".repeat(81);
        assert_eq!(find(&["hard", &line], None), Some((None, None, false)));
        let json = r#"{"size":4,"clues":{"odd":"R1C1"}}"#;
        assert_eq!(find(&["hard", json], None), Some((Some(1), None, false)));
        assert_eq!(find(&["a", "b"], None), None);
        assert_eq!(find(&["a", "b"], Some("c")), None);
    }
}
