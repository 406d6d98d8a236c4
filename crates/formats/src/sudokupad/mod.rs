//! SudokuPad (Cracking the Cryptic): links whose id contains the puzzle.
//!
//! An id starts with the name of its encoding:
//!
//! * `fpuz` contains an f-puzzles payload with all its rules;
//! * `scl` contains SudokuPad's own JSON, in which most rules are only drawn, and the puzzle itself if Cluewright wrote the link;
//! * `scf` and `classic` contain plain 9x9 grids.
//!
//! Any other id is a key of SudokuPad's server, which cannot be read here.

mod canvas;
mod classic;
mod ctc;
mod document;
mod drawings;
mod grid;
mod margin;
mod member;
mod pictures;
mod write;
mod zipper;

pub(crate) use canvas::{Canvas, PIXELS};

use crate::fpuzzles;
use crate::kit::payload::damage_error;
use crate::kit::{Aside, Format, ReadError, ReadOptions, WriteError, links, lz};
use cluewright_puzzle::{Clue, Puzzle};
use cluewright_rules::Book;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// SudokuPad links and JSON.
#[derive(Debug)]
pub struct SudokuPad;

const LINK: &str = "https://sudokupad.app/?puzzleid=";

const HOSTS: [&str; 3] = ["sudokupad.app", "crackingthecryptic.com", "sudokupad://"];

/// The encodings by their prefix in an id. Longer prefixes precede the shorter ones that they start with. Otherwise `fpuz`
/// would match `fpuzzles` and leave `zles` in the data.
const CODINGS: [(&str, Coding); 6] = [
    ("fpuzzles", Coding::FPuzzles),
    ("fpuz", Coding::FPuzzles),
    ("classic", Coding::Classic),
    ("scl", Coding::Ctc),
    ("ctc", Coding::Ctc),
    ("scf", Coding::Codoku),
];

/// Minimum length of the data in an id. A shorter id that begins like an encoding is a key of the server. No grid after
/// `scf` can be shorter, because a character encodes at most six of its 81 cells.
const SHORTEST_DATA: usize = 14;

#[derive(Clone, Copy)]
enum Coding {
    FPuzzles,
    Ctc,
    Codoku,
    Classic,
}

impl Format for SudokuPad {
    fn name(&self) -> &'static str {
        "sudokupad"
    }

    fn recognises(&self, text: &str) -> bool {
        let text = text.trim();
        if text.starts_with('{') {
            return document(text).is_some_and(|value| ctc::is_ours(&value));
        }
        let first = text.lines().next().unwrap_or_default();
        is_link(first) || is_id(first)
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        let blanks = text.len() - text.trim_start().len();
        let text = text.trim();
        if text.starts_with('{') {
            let read = read_document(text, options);
            return Ok(vec![read.map_err(|error| error.shift(blanks))?]);
        }
        links::read_each(text, "a SudokuPad link or JSON", |link| {
            read_link(link, options)
        })
    }

    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        self.write_with(puzzle, Book::builtin())
    }

    /// Writes a link that shows the puzzle and also stores it for our own reader. An f-puzzles payload is written instead if some parts
    /// came from f-puzzles and only a payload can hold them, or if no puzzle file can express one of the clues.
    fn write_with(&self, puzzle: &Puzzle, book: &Book) -> Result<String, WriteError> {
        if let Some(payload) = own_payload(puzzle) {
            return Ok(link("fpuz", &payload));
        }
        match write::document(puzzle, book) {
            Ok(document) => Ok(link("scl", &lz::pack(&document.to_string()))),
            Err(error) => match fpuzzles::to_payload(puzzle) {
                // A payload cannot hold the elements of a SudokuPad source, so they would be lost.
                Ok(payload) if puzzle.elements.is_empty() => Ok(link("fpuz", &payload)),
                _ => Err(error),
            },
        }
    }

    fn in_words(&self, puzzle: &Puzzle, book: &Book) -> Vec<String> {
        match own_payload(puzzle) {
            Some(_) => vec![],
            None => write::undrawn(puzzle, book),
        }
    }

    fn shows_solution(&self) -> bool {
        true
    }

    fn keeps(&self, puzzle: &Puzzle) -> &'static [Aside] {
        match own_payload(puzzle) {
            Some(_) => fpuzzles::FPuzzles.keeps(puzzle),
            None => &[
                Aside::Title,
                Aside::Author,
                Aside::Rules,
                Aside::Source,
                Aside::Message,
                Aside::Solution,
                Aside::Entries,
                Aside::Drawings,
            ],
        }
    }
}

/// Returns the clues of a puzzle that have no picture.
pub(crate) fn undrawn_clues<'p>(puzzle: &'p Puzzle, book: &Book) -> Vec<&'p Clue> {
    pictures::draw(puzzle, book).1
}

/// Builds the link from an encoding and its data.
fn link(coding: &str, data: &str) -> String {
    // `/` and `+` are encoded too, because programs collapse two slashes and read a `+` as a blank.
    let data = utf8_percent_encode(data, NON_ALPHANUMERIC);
    format!("{LINK}{coding}{data}")
}

/// Returns the puzzle as an f-puzzles payload. `None` unless the puzzle has kept parts of an f-puzzles file, the payload can hold the
/// puzzle, and SudokuPad draws all its clues.
fn own_payload(puzzle: &Puzzle) -> Option<String> {
    let is_invisible = |clue: &Clue| clue.rule == "lockout-line";
    let is_theirs = puzzle.kept.as_ref()?.format == "fpuzzles";
    if !is_theirs || puzzle.clues.iter().any(is_invisible) {
        return None;
    }
    fpuzzles::to_payload(puzzle).ok()
}

fn is_link(text: &str) -> bool {
    HOSTS.iter().any(|host| text.contains(host))
}

/// Returns `true` if the text, without a link around it, is an id that contains a puzzle.
fn is_id(text: &str) -> bool {
    let Some((coding, data)) = decode_id(text) else {
        return false;
    };
    let data = data.trim();
    match coding {
        Coding::Classic | Coding::Codoku => classic::recognises(data),
        Coding::Ctc if data.starts_with('{') => true,
        Coding::Ctc | Coding::FPuzzles => {
            data.len() >= SHORTEST_DATA && lz::is_payload(&lz::clean(data))
        }
    }
}

fn read_link(link: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let id = id_of(link);
    if id.is_empty() {
        return Err(
            ReadError::new("the link contains no puzzle").help("copy the link of an opened puzzle")
        );
    }
    let Some((coding, data)) = decode_id(id) else {
        return Err(short_id(id));
    };
    match coding {
        _ if data.len() < SHORTEST_DATA => Err(short_id(id)),
        Coding::FPuzzles => fpuzzles::read_payload(data, options),
        Coding::Ctc => read_packed(data, options),
        Coding::Codoku => classic::read_codoku(data, options),
        Coding::Classic if classic::recognises(data) => classic::read(data, options),
        // Keys of the server, such as `classic-fun`, can begin like an encoding, so this is not reported as damage.
        Coding::Classic => Err(short_id(id)),
    }
}

/// Returns the id in a link. Text that is not a link is only trimmed.
fn id_of(link: &str) -> &str {
    if !is_link(link) {
        return link.trim();
    }
    let id = match link.split_once("puzzleid=") {
        Some((_, id)) => id.split(['&', '#']).next(),
        None => path_of(link).split(['?', '#']).next(),
    };
    id.unwrap_or_default().trim()
}

/// Returns the path of a link, without the folders before the id.
fn path_of(link: &str) -> &str {
    let address = link.split_once("://").map_or(link, |(_, address)| address);
    let mut path = address.split_once('/').map_or("", |(_, path)| path);
    for folder in ["sudoku/", "puzzle/"] {
        path = path.strip_prefix(folder).unwrap_or(path);
    }
    path
}

fn decode_id(id: &str) -> Option<(Coding, &str)> {
    CODINGS
        .iter()
        .find_map(|&(prefix, coding)| Some((coding, id.strip_prefix(prefix)?)))
}

fn short_id(id: &str) -> ReadError {
    let id = crate::kit::node::shorten(id);
    ReadError::new(format!(
        "`{id}` is a short id: the puzzle itself is on SudokuPad's server"
    ))
    .help(
        "paste the puzzle instead: its f-puzzles link, a SudokuPad link whose id starts with `fpuz` \
         or `scl`, or the JSON that SudokuPad exports",
    )
}

/// Reads the data of an `scl` id. The data may be packed or plain, and zipped or not.
fn read_packed(data: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let cleaned = lz::clean(data);
    if let Some(value) = lz::unpack_repaired(&cleaned, document) {
        return read_value(&value, options);
    }
    let plain = lz::percent_decoded(data.trim());
    if plain.starts_with('{') {
        // The user pasted the encoded text, so a position in the decoded text would not help.
        return read_document(&plain, options).map_err(|error| ReadError {
            span: None,
            ..error
        });
    }
    Err(damage_error(&cleaned))
}

fn read_document(text: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    match document(text) {
        Some(value) => read_value(&value, options),
        // The text is parsed again, because `document` drops the position of the error.
        None => Err(match serde_json::from_str::<Value>(text) {
            Err(error) => crate::kit::node::json_error(text, &error),
            Ok(_) => ReadError::new("the text is JSON, but not a SudokuPad puzzle"),
        }),
    }
}

/// Reads the puzzle that a document stores. If there is none, or if the document was edited, reads the givens, cages and
/// drawings.
fn read_value(value: &Value, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    match member::unpack(value, options) {
        Some(Ok(puzzle)) => Ok(puzzle),
        None => ctc::read(value, options),
        Some(Err(reason)) => {
            let mut puzzle = ctc::read(value, options)?;
            let warning = format!("{reason}, so its clues are read from the drawings");
            puzzle.warnings.push(warning);
            Ok(puzzle)
        }
    }
}

/// Parses JSON text, zipped or not.
fn document(text: &str) -> Option<Value> {
    serde_json::from_str(text)
        .ok()
        .or_else(|| zipper::unzip(text))
        .filter(Value::is_object)
}
