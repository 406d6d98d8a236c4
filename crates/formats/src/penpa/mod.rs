//! Reads Penpa+ (penpa-edit) links, whose puzzles consist only of drawings.
//!
//! Digits and the borders of boxes are read. Everything else is converted to SudokuPad drawings, which may be rules.

mod board;
mod document;
mod inflate;
mod outlines;
mod read;
mod styles;

use crate::kit::{Format, ReadError, ReadOptions, links};
use cluewright_puzzle::Puzzle;

/// The format of penpa-edit.
#[derive(Debug)]
pub struct Penpa;

const HOSTS: [&str; 2] = ["penpa-edit", "penpa.app"];

impl Format for Penpa {
    fn name(&self) -> &'static str {
        "penpa"
    }

    fn recognises(&self, text: &str) -> bool {
        payload_of(text.trim().lines().next().unwrap_or_default()).is_some()
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        links::read_each(text.trim(), "a Penpa+ link", |link| {
            let payload = payload_of(link);
            let payload = payload.ok_or_else(|| {
                ReadError::new(
                    "the text is not a Penpa+ link with a puzzle, expected `…#m=edit&p=…`",
                )
            })?;
            read::read(&document::unpack(payload)?, options)
        })
    }

    fn is_written(&self) -> bool {
        false
    }
}

/// Returns the packed puzzle of a link. The text may be only the part after the `#` of a link.
fn payload_of(link: &str) -> Option<&str> {
    let link = link.trim();
    let is_bare = link.starts_with("m=edit&") || link.starts_with("m=solve&");
    let is_linked = HOSTS.iter().any(|host| link.contains(host));
    // A puzzle file is not a link, even if it contains such a link in a string or a comment.
    let is_alone = !link.contains(['"', '\'', ' ']) && !link.starts_with('#');
    if !is_alone || !is_bare && !is_linked {
        return None;
    }
    let mut parts = link.split(['#', '?', '&']);
    parts.find_map(|part| part.strip_prefix("p="))
}
