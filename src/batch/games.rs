//! Exports of OpenSudoku: XML files in which each `game` element has a puzzle in its attribute `data`.

use super::input::in_words;
use super::reader::{BLOCK, LONGEST, Piece, at_end};
use super::record::{Cut, Fault, Record};
use cluewright_formats::text_line::game_of;
use std::io::{self, BufRead, BufReader, Read};

/// A reader of the records in an export.
pub(super) struct Games {
    reader: BufReader<Box<dyn Read + Send>>,
    /// The line at which the next piece begins.
    line: u64,
    /// `true` once a game has been found.
    has_games: bool,
}

impl Games {
    pub(super) fn new(reader: Box<dyn Read + Send>) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: 1,
            has_games: false,
        }
    }

    /// Returns the next games, and `true` if there may be more.
    pub(super) fn next(&mut self) -> (Piece, bool) {
        let (mut text, mut records) = (vec![], vec![]);
        let mut goes_on = true;
        while goes_on && text.len() < BLOCK {
            let start = text.len();
            let fault = match self.read_tag(&mut text) {
                Ok(true) => None,
                Ok(false) if self.has_games => {
                    goes_on = false;
                    None
                }
                Ok(false) => Some("the file contains no `<game data=\"…\">`".to_owned()),
                Err(error) => Some(in_words(&error)),
            };
            let piece = &text[start..];
            if let Some(fault) = fault {
                records.push(at_end(&text, self.line, Some(Fault::input(fault))));
                goes_on = false;
            } else if let Some(puzzle) = game_of(piece) {
                self.has_games = true;
                records.push(Record {
                    start,
                    line: self.line + line_ends(&piece[..puzzle.start]),
                    text: start + puzzle.start..start + puzzle.end,
                    ..Record::default()
                });
            }
            self.line += line_ends(&text[start..]);
        }
        let rows = records.len() as u64;
        (
            (rows > 0).then_some((text, rows, Cut::Records(records))),
            goes_on,
        )
    }

    /// Reads to the end of the next tag. Returns `false` at the end of the file.
    fn read_tag(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let start = text.len();
        loop {
            // Each read is limited, because text without a `>` would otherwise be read into memory as a whole.
            let mut reader = self.reader.by_ref().take(LONGEST as u64);
            if reader.read_until(b'>', text)? == 0 {
                return Ok(text.len() > start);
            }
            // Only quotation marks within the tag count, because quotation marks in the text before it need not come in
            // pairs.
            let tag = tag_of(&text[start..]);
            let quotes = memchr::memchr_iter(b'"', tag).count();
            // A `>` inside quotes does not end the tag, so the quotes before it are counted.
            if quotes.is_multiple_of(2) {
                return Ok(true);
            }
            if text.len() - start > LONGEST {
                let message = "a tag is too long; is a closing quote missing?";
                return Err(io::Error::other(message));
            }
        }
    }
}

fn line_ends(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text).count() as u64
}

/// Returns the last tag in a piece of XML.
fn tag_of(piece: &[u8]) -> &[u8] {
    let start = memchr::memrchr(b'<', piece).unwrap_or(piece.len());
    &piece[start..]
}
