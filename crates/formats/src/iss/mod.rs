//! ISS: constraint text of the Interactive Sudoku Solver, and links to it.
//!
//! `.Thermo~R1C1~R2C1.~R5C5_3` is a thermometer and a given. A text is read in these steps:
//!
//! * [`lex`] cuts the text into items, and [`raw`] reads drawings of grids;
//! * [`resolve`] finds the types of the items in [`forms`], and builds groups;
//! * [`declare`] reads the grid and its variables;
//! * [`read`] turns the other constraints into clues.
//!
//! [`write`] does the reverse with the same types. Conjunctions (`And`, `Replicate`) become separate clues; alternatives
//! (`Or`) become one `any-of` clue.
//!
//! Differences between constraint text and the puzzles read from it:
//! * Groups of variables keep their full name (`Var~X` becomes the extra `VX`). The extras are sorted by name, because ISS
//!   numbers its cells in that order.
//! * A given inside an alternative is a relation: `R1C1 in {1, 2}`.
//! * `FullRankTies~none`, and the variables of `Doppelganger` if a constraint names one, become relations. The writer
//!   recognises these.
//! * Jigsaw pieces become the boxes of a grid without boxes, otherwise extra regions.
//! * Names of constraints and of groups, and hints for the search, are counted as drawings.

mod declare;
mod forms;
mod kit;
mod merge;
mod parts;
mod raw;
mod read;
mod resolve;
mod write;

use crate::kit::{Format, ReadError, ReadOptions, WriteError, refuse_unread};
use cluewright_puzzle::Puzzle;
use declare::Section;
use kit::lex;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The path of the solver's page. Links to puzzles differ only after the question mark.
const HOME: &str = "Interactive-Sudoku-Solver";

/// The ISS format: constraint text, links to it, and killer strings.
pub(super) struct Iss;

impl Format for Iss {
    fn name(&self) -> &'static str {
        "iss"
    }

    fn recognises(&self, text: &str) -> bool {
        is_link(text) || looks_like_constraints(text) || looks_like_killer(text)
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        let puzzle = match is_link(text) {
            true => read_text(&text_of_link(text.trim())?, options).map_err(in_link),
            false => read_text(text, options),
        };
        Ok(vec![puzzle?])
    }

    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        refuse_unread(puzzle, self.name())?;
        write::write(puzzle)
    }
}

fn read_text(text: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let text = lex::without_comments(text);
    let mut sections = vec![];
    // All sections share one limit, because a text can have any number of sections.
    let mut room = read::MAX_CLUES;
    for range in lex::sections(&text) {
        // Drawings are tried first, because the reader of constraint text would split a grid at the dots that mark its
        // blanks.
        sections.push(match raw::read(&text[range.clone()]) {
            Some(Ok(raw)) => Section::Raw(raw),
            Some(Err(message)) => return Err(ReadError::new(message).at(range)),
            None => {
                let items = lex::items(&text, range)?;
                Section::Listed(resolve::constraints(items, &mut room, options)?)
            }
        });
    }
    match sections.is_empty() {
        true => Err(ReadError::new("the text is empty")
            .help("a puzzle without any constraint is written `.`")),
        false => read::puzzle(&sections, options),
    }
}

fn is_link(text: &str) -> bool {
    let text = text.trim_start();
    let link = ["http://", "https://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    link && text.contains(HOME) || text.starts_with("?q=")
}

/// Returns `true` if some item has arguments, or is just the name of a known type and has more than four letters. Shorter
/// names can also occur in grids that are drawn with letters and dots, so they need arguments.
fn looks_like_constraints(text: &str) -> bool {
    let text = lex::without_comments(text);
    text.split('.').skip(1).any(|item| {
        let item = item.trim();
        let letters = item.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let name = &item[..item.len() - letters.len()];
        letters.starts_with('~') || name.len() > 4 && forms::find(item).is_some()
    })
}

fn looks_like_killer(text: &str) -> bool {
    let compact: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        // 400 characters suffice to recognise both kinds of killer, so a longer text is not copied.
        .take(400)
        .collect();
    let pointers = ['<', '>', '^'];
    // Ids of Simon Tatham's Solo also begin with `3x3`, so the whole head of a killer is compared.
    ["3x3::k:", "3x3:d:k:"]
        .iter()
        .any(|head| compact.starts_with(head))
        || compact.len() == 81 && compact.contains(pointers) && !compact.contains('~')
}

/// Returns the constraint text in the parameter `q` of a link.
fn text_of_link(link: &str) -> Result<String, ReadError> {
    let (_, query) = link.split_once('?').unwrap_or((link, ""));
    let query = query.split('#').next().unwrap_or("");
    let mut fields = query.split('&').filter_map(|field| field.split_once('='));
    let Some((_, text)) = fields.clone().find(|(key, _)| *key == "q") else {
        return Err(match fields.any(|(key, _)| key == "code") {
            true => ReadError::new("the link contains a program for the sandbox, not a puzzle")
                .help("run it in the sandbox, and copy the link of the puzzle that it creates"),
            false => ReadError::new("the link contains no puzzle: `?q=` is missing"),
        });
    };
    // A `+` means a blank, but `%2B` means a plus sign, so blanks are restored before decoding.
    let spaced: Cow<str> = match text.contains('+') {
        true => text.replace('+', " ").into(),
        false => text.into(),
    };
    let decoded = percent_decode_str(&spaced).decode_utf8();
    decoded
        .map(Cow::into_owned)
        .map_err(|_| ReadError::new("the link's `q` is damaged: it is not UTF-8"))
}

/// Replaces the byte range of an error with a description, because an offset in the decoded text is not an offset in the
/// link.
fn in_link(mut error: ReadError) -> ReadError {
    if let Some(span) = error.span.take() {
        error.place = Some(format!("character {} of the link's text", span.start + 1));
    }
    error
}
