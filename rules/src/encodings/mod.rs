//! Relations that are written as text: pair tables, automata and regular expressions, in the notation of the Interactive Sudoku Solver
//! (ISS).
//!
//! Rules of the book take such texts as parameters, and this module decodes them to the [`PairTable`] and the [`Automaton`] of
//! statements. A text does not contain the number of digits for which it was made, so every decoder here needs the puzzle's [`Layout`].

mod base64;
mod machine;
mod nfa;
mod regex;

pub use base64::{bytes_to_sextets, decode_sextets, encode_sextets, sextets_to_bytes};
pub use machine::{check_machine, decode_machine};
pub use regex::{check_pattern, decode_pattern};

use super::{Automaton, PairTable};
use cluewright_puzzle::Layout;
use thiserror::Error;

/// The symbol that an automaton reads between two segments of one line. No digit is this large.
pub const BREAK: u8 = 63;

/// Maximum number of states of an automaton before it is minimised. (The largest known case, a nondeterministic machine of
/// 250 states in a published puzzle, needs half this number.)
pub const MAX_STATES: usize = 16_384;

/// Error for a text that does not encode a relation over a puzzle's digits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EncodingError {
    /// The text has a character outside the encoding's alphabet.
    #[error(
        "`{found}` at position {place} is not one of the encoding's 64 characters (A-Z a-z 0-9 - _)"
    )]
    NotBase64 {
        /// The unexpected character.
        found: char,
        /// The position of the character, counted from 1.
        place: usize,
    },
    /// A pair key has more bits than the puzzle has pairs of digits.
    #[error("the key is for more digits than the {digits} of this puzzle")]
    KeyTooLong {
        /// Number of digits of the puzzle.
        digits: u8,
    },
    /// The text of a machine is damaged.
    #[error("the machine is damaged: {0}")]
    Machine(&'static str),
    /// A machine has more symbols than the puzzle has digits.
    #[error("the machine reads {symbols} symbols, but the puzzle has {digits} digits")]
    TooManySymbols {
        /// Number of symbols of the machine.
        symbols: usize,
        /// Number of digits of the puzzle.
        digits: u8,
    },
    /// A regular expression is malformed.
    #[error("the pattern is invalid at position {place}: {message}")]
    Pattern {
        /// The mistake and what was expected.
        message: String,
        /// The position of the mistake, counted from 1, in the pattern without its spaces.
        place: usize,
    },
    /// An automaton needs more than [`MAX_STATES`] states.
    #[error("the automaton needs more than {MAX_STATES} states; use fewer repeats")]
    TooManyStates,
}

/// Decodes a key into a pair table. Bit `i * n + j` of the key is set if the `i`-th of `n` digits may be followed by the `j`-th, both
/// counted from 0. Each character encodes six bits, lowest first; trailing zeros are left out.
///
/// # Errors
/// Returns an error if a character is not part of the encoding, or the key allows digits that the puzzle does not have.
pub fn decode_key(key: &str, layout: &Layout) -> Result<PairTable, EncodingError> {
    let digits = usize::from(layout.digit_count);
    let mut rows = vec![0u64; usize::from(layout.max_digit()) + 1];
    for (index, sextet) in decode_sextets(key)?.into_iter().enumerate() {
        // Zero bits are skipped, so the padding in the last character is never taken for further digits.
        for bit in (0..6).filter(|bit| sextet >> bit & 1 == 1) {
            let pair = index * 6 + bit;
            let (first, second) = (pair / digits, pair % digits);
            if first >= digits {
                return Err(EncodingError::KeyTooLong {
                    digits: layout.digit_count,
                });
            }
            let low = usize::from(layout.min_digit);
            rows[low + first] |= 1 << (low + second);
        }
    }
    let rows = rows.into_iter().map(cluewright_puzzle::DigitSet::from_bits);
    Ok(PairTable {
        rows: rows.collect(),
    })
}

/// Encodes a predicate over pairs of digits as a key for [`decode_key`].
pub fn encode_key(layout: &Layout, mut allows: impl FnMut(u8, u8) -> bool) -> String {
    let digits: Vec<u8> = layout.digits().iter().collect();
    let mut sextets = vec![0; (digits.len() * digits.len()).div_ceil(6)];
    for (i, &a) in digits.iter().enumerate() {
        for (j, &b) in digits.iter().enumerate() {
            let bit = i * digits.len() + j;
            sextets[bit / 6] |= u8::from(allows(a, b)) << (bit % 6);
        }
    }
    while sextets.last() == Some(&0) {
        sextets.pop();
    }
    encode_sextets(&sextets)
}

/// Returns an automaton for a line that is split into segments of these lengths. It accepts the values of the segments
/// if `automaton` accepts them with a [`BREAK`] between segments.
///
/// # Errors
/// Returns an error if the automaton needs far more than [`MAX_STATES`] states.
pub fn read_breaks(automaton: &Automaton, lengths: &[usize]) -> Result<Automaton, EncodingError> {
    nfa::cut(automaton, lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_encode_the_allowed_pairs() {
        let table = decode_key("8H_xf8H_xf8H_B", &Layout::square(9)).expect("a good key");
        let allowed = |a: u8, b: u8| table.allows(a, b);
        for a in 1..=9 {
            for b in 1..=9 {
                assert_eq!(allowed(a, b), a.abs_diff(b) > 1, "{a} {b}");
            }
        }
    }

    #[test]
    fn keys_round_trip_on_digits_from_zero() {
        let layout = Layout {
            min_digit: 0,
            ..Layout::square(6)
        };
        let key = encode_key(&layout, |a, b| a + b == 5);
        let table = decode_key(&key, &layout).expect("our own key");
        for a in 0..6 {
            for b in 0..6 {
                assert_eq!(table.allows(a, b), a + b == 5);
            }
        }
    }

    #[test]
    fn a_key_for_more_digits_is_refused() {
        let key = encode_key(&Layout::square(9), |a, b| a == b);
        let error = decode_key(&key, &Layout::square(4)).unwrap_err();
        assert_eq!(error, EncodingError::KeyTooLong { digits: 4 });
    }

    #[test]
    fn breaks_are_read_where_the_line_is_cut() {
        let pattern = decode_pattern("1*2", Layout::square(9).digits()).expect("a good pattern");
        let mut with_break = pattern.clone();
        // The expected automaton accepts `1*2`, a break and `1*2`: it joins two copies of `pattern`.
        let states = pattern.accepting.len() as u16;
        for state in 0..states {
            for value in 0..64 {
                let next = pattern.next[usize::from(state) * 64 + value];
                let moved = if next == Automaton::DEAD {
                    next
                } else {
                    next + states
                };
                with_break.next.push(moved);
            }
            if pattern.accepting[usize::from(state)] {
                with_break.next[usize::from(state) * 64 + usize::from(BREAK)] =
                    states + pattern.start;
            }
        }
        with_break.accepting = [vec![false; usize::from(states)], pattern.accepting].concat();
        let cut = read_breaks(&with_break, &[2, 3]).expect("few states");
        assert!(cut.accepts([1, 2, 1, 1, 2]));
        assert!(!cut.accepts([1, 1, 2, 1, 2]));
        assert!(!cut.accepts([1, 2, 1, 2]));
    }
}
