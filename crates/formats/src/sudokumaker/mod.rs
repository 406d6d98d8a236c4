//! SudokuMaker: links and JSON of sudokumaker.app. Clues are constraints with numbered types.
//!
//! `types.rs` lists the types. Cosmetic constraints become drawings. Constraints that are programs stay open.

mod clues;
mod drawings;
mod grid;
mod groups;
mod places;
mod read;
mod reader;
mod types;

use crate::kit::node::json_error;
use crate::kit::payload::damage_error;
use crate::kit::{Format, ReadError, ReadOptions, links, lz};
use cluewright_puzzle::Puzzle;
use serde_json::Value;

/// The format of sudokumaker.app.
#[derive(Debug)]
pub struct SudokuMaker;

const HOST: &str = "sudokumaker.app";

impl Format for SudokuMaker {
    fn name(&self) -> &'static str {
        "sudokumaker"
    }

    fn recognises(&self, text: &str) -> bool {
        let text = text.trim();
        if text.starts_with('{') {
            return document(text).is_ok_and(|value| read::is_ours(&value));
        }
        let first = text.lines().next().unwrap_or_default();
        payload_of(first).is_some() || is_payload(first)
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        // JSON errors point into the trimmed text, so they are shifted by the length of the leading white
        // space.
        let blanks = text.len() - text.trim_start().len();
        let text = text.trim();
        if text.starts_with('{') {
            let value = document(text).map_err(|error| error.shift(blanks))?;
            return Ok(vec![read::read(&value, options)?]);
        }
        links::read_each(text, "a SudokuMaker link or JSON", |link| {
            read::read(&unpack_link(link)?, options)
        })
    }

    fn is_written(&self) -> bool {
        false
    }
}

fn document(text: &str) -> Result<Value, ReadError> {
    serde_json::from_str(text).map_err(|error| json_error(text, &error))
}

/// Returns the packed puzzle of a link; `None` if the text is not a SudokuMaker link, or if the link contains
/// no puzzle.
fn payload_of(link: &str) -> Option<&str> {
    let (_, query) = link.split_once(HOST)?;
    let (_, payload) = query.split_once("puzzle=")?;
    payload.split(['&', '#']).next()
}

fn unpack_link(link: &str) -> Result<Value, ReadError> {
    let payload = lz::clean(payload_of(link).unwrap_or(link));
    let value = lz::unpack_repaired(&payload, |text| serde_json::from_str(text).ok());
    value.ok_or_else(|| damage_error(&payload))
}

/// Returns `true` if the text is the packed puzzle alone.
fn is_payload(text: &str) -> bool {
    let payload = lz::clean(text);
    lz::is_payload(&payload)
        && lz::unpack(&payload)
            .and_then(|text| serde_json::from_str(&text).ok())
            .is_some_and(|value| read::is_ours(&value))
}
