//! Unpacks the text of a link. Its lines contain comma-separated lists and abbreviated JSON.

use super::inflate::{from_base64, inflate};
use crate::kit::node::json_error;
use crate::kit::{ReadError, lz};
use serde_json::Value;

/// The parts of the text that a reader needs.
pub(super) struct Document {
    /// The fields of the first line: the type of grid, its size, and the puzzle's title, author,
    /// source and rules.
    pub(super) header: Vec<String>,
    /// The empty space above, below, left and right of the grid, in cells.
    pub(super) margins: Value,
    /// The visible cells: the number of the first one, then the difference of each cell from the
    /// previous one.
    pub(super) visible: Value,
    /// The layer that the setter drew.
    pub(super) problem: Value,
    pub(super) solution: Value,
    /// Colours of individual parts of the setter's layer.
    pub(super) colours: Value,
    /// Tags that name the genre.
    pub(super) tags: Value,
}

/// Abbreviations that Penpa+ uses for frequent words, each with its word. Penpa+ inserts them in
/// this order, so they are expanded in reverse order.
const ABBREVIATIONS: [(&str, &str); 30] = [
    ("z9", "\"qa\""),
    ("zQ", "\"pu_q\""),
    ("zA", "\"pu_a\""),
    ("zG", "\"grid\""),
    ("zM", "\"edit_mode\""),
    ("zS", "\"surface\""),
    ("zL", "\"line\""),
    ("zE", "\"lineE\""),
    ("zW", "\"wall\""),
    ("zC", "\"cage\""),
    ("zN", "\"number\""),
    ("zY", "\"symbol\""),
    ("zP", "\"special\""),
    ("zB", "\"board\""),
    ("zR", "\"command_redo\""),
    ("zU", "\"command_undo\""),
    ("z8", "\"command_replay\""),
    ("z1", "\"numberS\""),
    ("zF", "\"freeline\""),
    ("z2", "\"freelineE\""),
    ("zT", "\"thermo\""),
    ("z3", "\"arrows\""),
    ("zD", "\"direction\""),
    ("z0", "\"squareframe\""),
    ("z5", "\"polygon\""),
    ("z4", "\"deletelineE\""),
    ("z6", "\"killercages\""),
    ("z7", "\"nobulbthermo\""),
    ("z_", "\"__a\""),
    ("zO", "null"),
];

// The indices of the lines that are read.
const MARGINS: usize = 1;
const PROBLEM: usize = 3;
const SOLUTION: usize = 4;
const VISIBLE: usize = 5;
const COLOURS: usize = 14;
const TAGS: usize = 17;

/// Unpacks a payload.
///
/// # Errors
///
/// Fails if the payload is damaged, or if its text does not contain a Penpa+ puzzle.
pub(super) fn unpack(payload: &str) -> Result<Document, ReadError> {
    let help = "copy the whole link again, from its first character to its last";
    let payload = lz::clean(payload);
    let bytes = from_base64(&payload)
        .ok_or_else(|| ReadError::new("the packed puzzle is not base64 text").help(help))?;
    let text = inflate(&bytes).map_err(|at| {
        let length = bytes.len();
        let message = format!("the packed puzzle is damaged at byte {at} of {length}");
        ReadError::new(message).help(help)
    })?;
    let text = String::from_utf8(text)
        .map_err(|_| ReadError::new("the packed puzzle does not unpack to text").help(help))?;
    parse(&text)
}

fn parse(text: &str) -> Result<Document, ReadError> {
    let lines: Vec<&str> = text.split('\n').collect();
    // Later lines may be missing, so only those up to the setter's layer are required.
    if lines.len() <= PROBLEM {
        let message = format!("the packed puzzle has {} lines, expected 19", lines.len());
        return Err(ReadError::new(message));
    }
    let json = |number: usize| match lines.get(number).map(|line| line.trim()) {
        None | Some("") => Ok(Value::Null),
        Some(line) => expand(line)
            .map_err(|error| error.place(format!("line {} of the packed puzzle", number + 1))),
    };
    Ok(Document {
        header: lines[0].split(',').map(unescape).collect(),
        margins: json(MARGINS)?,
        visible: json(VISIBLE)?,
        problem: json(PROBLEM)?,
        // Damage in the solver's layer or in the colours is ignored, because no clue depends on
        // them.
        solution: json(SOLUTION).unwrap_or_default(),
        colours: json(COLOURS).unwrap_or_default(),
        // Damaged tags are an error, because the genre determines whether the grid counts as a
        // sudoku.
        tags: json(TAGS)?,
    })
}

/// Parses a line of JSON after expanding its abbreviations.
fn expand(line: &str) -> Result<Value, ReadError> {
    let mut line = line.to_owned();
    for (short, long) in ABBREVIATIONS.iter().rev() {
        line = line.replace(short, long);
    }
    // The user never sees the decoded text, so a position in it would be useless.
    serde_json::from_str(&line).map_err(|error| ReadError {
        span: None,
        ..json_error(&line, &error)
    })
}

fn unescape(field: &str) -> String {
    // These are Penpa+'s own escapes: `%2D` is a line break, so percent decoding would be wrong.
    let field = field.replace("%2C", ",").replace("%2D", "\n");
    field.replace("%2E", "&").replace("%2F", "=")
}
