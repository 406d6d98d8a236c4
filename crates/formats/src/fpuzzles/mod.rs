//! f-puzzles: the links, payloads and JSON of f-puzzles.com, the tool that most setters use.
//!
//! A link contains the puzzle's JSON, packed by [`lz`]. `keys.rs` lists the keys and their rules. Drawings are counted but not read as
//! rules, and they are written back unchanged.

mod drawings;
mod elements;
mod keys;
mod read;
mod regions;
mod rest;
mod write;

use crate::kit::node::json_error;
use crate::kit::payload::damage_error;
use crate::kit::{Aside, Format, ReadError, ReadOptions, WriteError, links, lz};
use cluewright_puzzle::Puzzle;
use serde_json::Value;

/// f-puzzles links and JSON.
#[derive(Debug)]
pub struct FPuzzles;

const LINK: &str = "https://f-puzzles.com/?load=";

/// Minimum length at which text that is not a link is tried as a payload. No payload is shorter, because `size` and
/// `grid` alone have more than a dozen different characters, and each new character takes at least ten bits.
const SHORTEST_PAYLOAD: usize = 20;

impl Format for FPuzzles {
    fn name(&self) -> &'static str {
        "fpuzzles"
    }

    fn recognises(&self, text: &str) -> bool {
        let text = text.trim();
        if text.starts_with('{') {
            return documents(text).is_ok_and(|all| all.first().is_some_and(read::is_ours));
        }
        let first = text.lines().next().unwrap_or_default();
        is_link(first) || is_payload(first)
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        // JSON errors point into the trimmed text, so they are shifted by the length of the leading white space.
        let blanks = text.len() - text.trim_start().len();
        let text = text.trim();
        if text.starts_with('{') {
            let documents = documents(text).map_err(|error| error.shift(blanks))?;
            return documents.iter().map(|d| read_value(d, options)).collect();
        }
        links::read_each(text, "an f-puzzles link or JSON", |link| {
            read_link(link, options)
        })
    }

    /// Writes the link that opens the puzzle in f-puzzles.
    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        Ok(format!("{LINK}{}", to_payload(puzzle)?))
    }

    fn keeps(&self, puzzle: &Puzzle) -> &'static [Aside] {
        const ALL: &[Aside] = &[
            Aside::Title,
            Aside::Author,
            Aside::Rules,
            Aside::Message,
            Aside::Solution,
            Aside::Entries,
            Aside::Drawings,
        ];
        // Drawings can be written back only if they came from f-puzzles. `Drawings` is last in the list, so that the
        // shorter slice leaves them out.
        match rest::is_ours(puzzle) {
            true => ALL,
            false => &ALL[..ALL.len() - 1],
        }
    }
}

/// Returns the puzzle as the JSON that f-puzzles reads, indented.
///
/// # Errors
///
/// Fails if f-puzzles cannot express some part of the puzzle.
pub fn to_json(puzzle: &Puzzle) -> Result<String, WriteError> {
    Ok(format!("{:#}", write::write(puzzle)?))
}

/// Returns the puzzle as the packed text that links contain.
///
/// # Errors
///
/// Fails if f-puzzles cannot express some part of the puzzle.
pub fn to_payload(puzzle: &Puzzle) -> Result<String, WriteError> {
    Ok(lz::pack(&write::write(puzzle)?.to_string()))
}

/// Reads a puzzle from the packed text of a link. The text may have been changed by URL encoding.
///
/// # Errors
///
/// Fails if the text does not unpack to f-puzzles JSON, or has parts that are not understood.
pub(crate) fn read_payload(payload: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    read_value(&unpack(payload)?, options)
}

/// Unpacks the JSON in a payload, or in a link that contains one.
///
/// # Errors
///
/// Fails if the text does not unpack to JSON.
pub fn unpack(payload: &str) -> Result<Value, ReadError> {
    let payload = lz::clean(query(payload, "load").unwrap_or(payload));
    let value = lz::unpack_repaired(&payload, |text| serde_json::from_str(text).ok());
    value.ok_or_else(|| damage_error(&payload))
}

/// Reads a puzzle from f-puzzles JSON.
///
/// # Errors
///
/// Fails if the JSON has parts that are not understood.
pub fn read_value(value: &Value, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    read::read(value, options)
}

fn read_link(link: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    if let Some(payload) = query(link, "load") {
        return read_payload(payload, options);
    }
    if !is_link(link) {
        return read_payload(link, options);
    }
    let error = match query(link, "id") {
        Some(id) => format!("`{id}` is a short id: the puzzle itself is on f-puzzles' server"),
        None => "the link contains no puzzle, expected `?load=…`".to_owned(),
    };
    Err(ReadError::new(error)
        .help("open the link, choose Export, and paste the long link that it gives (`?load=…`)"))
}

/// Returns the value of a parameter in a link's query string.
fn query<'a>(link: &'a str, name: &str) -> Option<&'a str> {
    // The separator before the name is part of the search, so that `load=` does not match the end of another name.
    let marks = ["?", "&"].map(|mark| format!("{mark}{name}="));
    let mut found = marks
        .iter()
        .filter_map(|mark| link.split_once(mark.as_str()));
    let (_, value) = found.next()?;
    value.split(['&', '#']).next()
}

fn is_link(text: &str) -> bool {
    text.contains("f-puzzles.com")
}

fn is_payload(text: &str) -> bool {
    if text.len() < SHORTEST_PAYLOAD {
        return false;
    }
    let payload = lz::clean(text);
    let read = |text: &str| serde_json::from_str(text).ok();
    // Unpacking may try thousands of repairs, so text with other characters is refused first.
    lz::is_payload(&payload)
        && lz::unpack_repaired(&payload, read).is_some_and(|value| read::is_ours(&value))
}

/// Returns the JSON documents in the text, in order.
fn documents(text: &str) -> Result<Vec<Value>, ReadError> {
    let stream = serde_json::Deserializer::from_str(text).into_iter();
    stream
        .collect::<Result<_, _>>()
        .map_err(|error| json_error(text, &error))
}
