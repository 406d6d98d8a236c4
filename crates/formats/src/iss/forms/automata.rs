//! Regular expressions and automata that a list of cells must match.

use crate::iss::kit::{
    Family, Form, Piece, Reading, Token, Type, Unwritable, Writing, read_groups,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue, DigitSet, Layout};
use cluewright_rules::encodings;
use percent_encoding::percent_decode_str;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("Regex", "regex", &Regex),
        Type::clue("NFA", "nfa", &Machine),
    ],
    restated: &[],
};

/// The arguments of a regular expression: the expression in base64, then lists of cells separated
/// by empty arguments.
struct Regex;

impl Form for Regex {
    fn usage(&self) -> &'static str {
        "~pattern in base64~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let encoded = a.next("a pattern")?;
        let pattern = pattern(&encoded)?;
        encodings::check_pattern(&pattern, item.layout().digits())
            .map_err(|e| encoded.error(e.to_string()))?;
        let clue = |list: Vec<Cell>| match list[..] {
            // Our lines need two cells, so a pattern on one cell becomes the digits that it allows.
            [cell] => item.keep(cell, one_digit(&pattern, item.layout())),
            _ => item.on(list).with("pattern", pattern.as_str()),
        };
        Ok(a.lists("")?.into_iter().map(clue).collect())
    }

    fn params(&self) -> &[&'static str] {
        &["pattern"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let pattern = clue.text("pattern")?;
        // A pattern may name digits that the grid lacks, and the reader would then refuse the text.
        if encodings::check_pattern(&pattern, clue.layout().digits()).is_err() {
            return Err(clue.cannot("a pattern that the grid's digits cannot match"));
        }
        let sextets = encodings::bytes_to_sextets(pattern.as_bytes());
        let pattern = encodings::encode_sextets(&sextets);
        Ok(Token::with_shared(clue.kind.name, pattern, clue.names()))
    }
}

/// Returns the digits that match a regular expression on their own.
fn one_digit(pattern: &str, layout: &Layout) -> DigitSet {
    let matches = encodings::decode_pattern(pattern, layout.digits());
    let digits = layout.digits();
    let digits = digits
        .iter()
        .filter(|&d| matches.as_ref().is_ok_and(|m| m.accepts([d])));
    digits.collect()
}

/// Decodes a regular expression: from base64 or, in old texts, from percent encoding.
fn pattern(encoded: &Piece) -> Result<String, ReadError> {
    let bytes: Vec<u8> = match encoded.text.contains('%') {
        true => percent_decode_str(&encoded.text).collect(),
        false => {
            let sextets = encodings::decode_sextets(encoded.text.trim_end_matches('='));
            encodings::sextets_to_bytes(&sextets.map_err(|e| encoded.error(e.to_string()))?)
        }
    };
    let text = String::from_utf8(bytes).ok();
    let text = text.filter(|text| text.chars().all(|c| !c.is_control()));
    text.ok_or_else(|| encoded.error("this is not a pattern in base64"))
}

/// The arguments of an automaton: its code, then lists of cells. A list may have a name, and `-`
/// may divide it into segments.
struct Machine;

impl Form for Machine {
    fn usage(&self) -> &'static str {
        "~machine~_name~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let machine = item.args().next("a machine")?;
        encodings::check_machine(&machine.text, item.layout())
            .map_err(|e| machine.error(e.to_string()))?;
        let groups = read_groups(item.item, item.cells, true)?;
        let clue = |lists| item.pieces(lists).with("machine", &*machine.text);
        Ok(groups.into_iter().map(clue).collect())
    }

    fn params(&self) -> &[&'static str] {
        &["machine"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let machine = clue.text("machine")?;
        Ok(Token::with_shared(clue.kind.name, machine, clue.pieces()))
    }

    fn has_names(&self) -> bool {
        true
    }
}
