//! Recognises common input that no format can read, and explains why it cannot be read.

use crate::kit::node::json_error;
use crate::kit::payload::{damage_error, is_damaged_payload};
use crate::kit::{ReadError, lz};
use serde_json::Value;

/// Hosts whose links cannot be read, with the reason and advice. Links that contain a puzzle in a known format
/// are recognised before this list is used.
const HOSTS: &[(&[&str], &str, &str)] = &[
    (
        &["tinyurl.com", "bit.ly"],
        "a shortened link contains no puzzle, and nothing is fetched from the network",
        "open it in a browser and paste the long link that it leads to",
    ),
    (
        &["penpa-edit"],
        "the Penpa+ link contains no puzzle",
        "choose Share in Penpa+, and paste the long link that it gives (`#m=edit&p=…`)",
    ),
    (
        &["sudokumaker.app"],
        "the SudokuMaker link contains no puzzle",
        "choose Share in SudokuMaker, and paste the long link that it gives (`?puzzle=…`)",
    ),
    (
        &["lisudoku.xyz"],
        "lisudoku links are not supported",
        "export the puzzle from lisudoku to f-puzzles, and paste that link",
    ),
    (
        &["sudokupad.app", "crackingthecryptic.com"],
        "a short SudokuPad link contains no puzzle, and nothing is fetched from the network",
        "open it in a browser, export the puzzle, and paste the long link or the file",
    ),
    (
        &["f-puzzles.com"],
        "a short f-puzzles link contains no puzzle, and nothing is fetched from the network",
        "open it in a browser and paste the link of Export > \"Generate long link\"",
    ),
];

/// Returns the first JSON syntax error in the text; `None` if the text is valid JSON.
fn find_json_error(text: &str) -> Option<ReadError> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let error = documents.find_map(Result::err)?;
    Some(json_error(text, &error))
}

/// Returns `true` if text that no format recognises is clearly intended as a puzzle: it looks like JSON or like a
/// damaged payload.
pub(super) fn is_meant_as_puzzle(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[']) || is_damaged_payload(text.trim())
}

/// Returns the error for text that no format recognises. For known kinds of text, the error contains the reason
/// and advice.
pub(super) fn refusal(text: &str) -> ReadError {
    // The host of a link is at its start, so the rest, which may be megabytes, is not searched.
    let start: String = text.trim_start().chars().take(200).collect();
    let link = start.contains("://") || start.starts_with("www.");
    let is_there = |host: &&str| link && start.contains(host);
    if let Some((_, reason, help)) = HOSTS.iter().find(|(hosts, ..)| hosts.iter().any(is_there)) {
        return ReadError::new(*reason).help(*help);
    }
    if link {
        return ReadError::new("the link leads to an unknown site").help(
            "links of f-puzzles, SudokuPad, SudokuMaker, Penpa+ and the Interactive Sudoku Solver are supported",
        );
    }
    let error = match start.chars().next() {
        Some('{' | '[') if let Some(error) = find_json_error(text) => return error,
        Some('{' | '[') => ReadError::new(
            "this JSON contains no puzzle: expected `size` and `grid`, or `cells` and `regions`, or the keys of \
             a puzzle file",
        )
        .help("the JSON of f-puzzles, SudokuPad, SudokuMaker and Cluewright is supported"),
        _ if is_damaged_payload(text.trim()) => return damage_error(&lz::clean(text)),
        _ => ReadError::new("the format of the text is unknown")
            .help("expected a puzzle file, 81 characters, or a link of a setting tool; --from forces a format"),
    };
    let first = text.trim_start();
    let at = text.len() - first.len();
    let line = first.lines().next().map_or(0, str::len);
    error.at(at..at + line)
}
