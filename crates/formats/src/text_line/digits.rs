//! Converts symbols to digits. Decides which symbols are blanks, and whether `A` means 1 or 10.

use super::grid::layout;
use crate::kit::ReadError;
use crate::kit::picture::Symbol;
use cluewright_puzzle::{Cell, DigitSet, Given, Puzzle, digit_of_char};

/// The symbols that usually mean a blank.
pub(super) const BLANKS: [char; 6] = ['.', '0', '_', '*', '-', '?'];

/// Words that mean a blank cell.
const NOTHING: &[&str] = &[
    "", " ", "\u{a0}", "null", "None", "none", "nan", "NaN", "&nbsp;",
];

/// The interpretation of a grid's symbols.
struct Alphabet<'t> {
    digits: DigitSet,
    /// `true` if the letter `A` means 1.
    is_from_a: bool,
    /// The symbol that means a blank, if it is not one of the usual ones.
    filler: Option<&'t str>,
}

/// Converts the symbols of a square grid to givens.
///
/// # Errors
///
/// Fails if a symbol is neither a digit nor a blank, or if there are two kinds of blanks.
pub(super) fn read(symbols: &[Symbol], side: u8, zero_is_digit: bool) -> Result<Puzzle, ReadError> {
    let mut puzzle = Puzzle::new(layout(side, zero_is_digit));
    let alphabet = Alphabet::new(symbols, &puzzle, zero_is_digit);
    let mut blank: Option<Symbol> = None;
    for (index, symbol) in symbols.iter().enumerate() {
        if let Some(value) = alphabet.value(symbol.text) {
            puzzle.givens.push(Given {
                cell: Cell::from_index(index),
                digits: DigitSet::one(value),
            });
            continue;
        }
        if !alphabet.is_blank(symbol.text) {
            let (low, high) = (puzzle.layout.min_digit, puzzle.layout.max_digit());
            let text = symbol.text;
            return Err(symbol.error(format!(
                "`{text:.20}` is neither a digit from {low} to {high} nor a blank"
            )));
        }
        match blank {
            // Two kinds of blanks suggest that one of them, such as `0`, is a digit.
            Some(first) if first.text != symbol.text => {
                return Err(blanks_error(first, *symbol));
            }
            _ => blank = Some(*symbol),
        }
    }
    alphabet.tell(&mut puzzle);
    Ok(puzzle)
}

/// Returns the error for a grid that has two kinds of blanks.
fn blanks_error(first: Symbol, other: Symbol) -> ReadError {
    let message = format!(
        "found the blank `{}`, but earlier blanks are `{}`",
        other.text, first.text
    );
    let is_zero = |symbol: Symbol| symbol.text == "0";
    let help = match is_zero(first) || is_zero(other) {
        true => "use one symbol for all blanks; if `0` is the lowest digit, use --zero-is-digit",
        false => "use one symbol for all blanks",
    };
    other.error(message).help(help)
}

impl<'t> Alphabet<'t> {
    fn new(symbols: &[Symbol<'t>], puzzle: &Puzzle, zero_is_digit: bool) -> Self {
        let side = puzzle.layout.rows;
        let has_numeral = |symbol: &Symbol| symbol.text.contains(|c| ('1'..='9').contains(&c));
        let letter = |symbol: &Symbol| first_letter(symbol.text);
        // In grids with numerals, `A` is the digit 10, so `A` can mean 1 only in grids without numerals.
        let is_from_a = !zero_is_digit
            && !symbols.iter().any(has_numeral)
            && (side >= 10 || symbols.iter().filter_map(letter).any(|value| value <= side));
        let mut alphabet = Self {
            digits: puzzle.layout.digits(),
            is_from_a,
            filler: None,
        };
        alphabet.filler = alphabet.filler_of(symbols, side);
        alphabet
    }

    /// Returns the symbol that marks the blanks, if no usual symbol for blanks occurs.
    fn filler_of(&self, symbols: &[Symbol<'t>], side: u8) -> Option<&'t str> {
        let text = |symbol: &Symbol<'t>| symbol.text;
        if symbols.iter().map(text).any(|text| self.is_blank(text)) {
            return None;
        }
        let mut fillers = symbols.iter().map(text).filter(|text| may_fill(text));
        let letter = || {
            let count = |wanted: &str| symbols.iter().filter(|s| s.text == wanted).count();
            // A row holds a digit only once, so a symbol that occurs more often than there are rows cannot be a
            // digit.
            let is_frequent = |wanted: &&str| count(wanted) > side.into();
            let letters = symbols.iter().map(text).filter(|text| is_cross(text));
            letters
                .clone()
                // If these letters are not digits of the grid, they can only be blanks.
                .find(|text| self.value(text).is_none())
                .or_else(|| {
                    ["x", "X", "o", "O"]
                        .into_iter()
                        .find(is_frequent)
                        .and_then(|wanted| letters.clone().find(|text| *text == wanted))
                })
        };
        // The first filler is enough, because `read` refuses a grid with a second one.
        fillers.next().or_else(letter)
    }

    /// Returns the digit that a symbol denotes; `None` if it does not denote a digit.
    fn value(&self, text: &str) -> Option<u8> {
        if self.filler == Some(text) {
            return None;
        }
        let mut characters = text.chars();
        let value = match (characters.next(), characters.next()) {
            (Some(_), None) if self.is_from_a => first_letter(text)?,
            (Some(c), None) => digit_of_char(c)?,
            _ => text.parse().ok()?,
        };
        self.digits.contains(value).then_some(value)
    }

    fn is_blank(&self, text: &str) -> bool {
        let is_dot = |c: char| BLANKS.contains(&c);
        let is_zero = !text.is_empty() && text.bytes().all(|byte| byte == b'0');
        self.filler == Some(text)
            || NOTHING.contains(&text)
            || is_zero && !self.digits.contains(0)
            // `0` is excluded here, because the line above decides whether it is a blank.
            || text.len() == 1 && text.chars().all(is_dot) && text != "0"
    }

    /// Adds warnings about interpretations that may surprise the user.
    fn tell(&self, puzzle: &mut Puzzle) {
        if let Some(filler) = self
            .filler
            .filter(|filler| !filler.contains(char::is_whitespace))
        {
            let warning = format!("`{filler}` is read as a blank");
            puzzle.warnings.push(warning);
        }
        let high = puzzle.layout.max_digit();
        if self.is_from_a && high < 10 {
            let letter = char::from(b'A' + high - 1);
            let warning = format!("the letters A to {letter} are read as 1 to {high}");
            puzzle.warnings.push(warning);
        }
    }
}

/// Returns the value of a letter if `A` means 1.
fn first_letter(text: &str) -> Option<u8> {
    let [letter] = text.as_bytes() else {
        return None;
    };
    let letter = letter.to_ascii_uppercase();
    letter.is_ascii_uppercase().then(|| letter - b'A' + 1)
}

/// Returns `true` for a symbol that can mark blanks because it is neither a letter nor a digit.
fn may_fill(text: &str) -> bool {
    let mut characters = text.chars();
    let (first, rest) = (characters.next(), characters.next());
    first.is_some_and(|c| !c.is_alphanumeric() && !c.is_control()) && rest.is_none()
}

/// Returns `true` for the letters that people use to mark blanks.
fn is_cross(text: &str) -> bool {
    matches!(text, "x" | "X" | "o" | "O")
}
