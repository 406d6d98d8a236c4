//! Automata in the serialised form that ISS uses.
//!
//! Each character of the text encodes six bits, highest first. The text starts with a header:
//!
//! * the format (2 bits: 0 plain, 1 packed)
//! * the width of a state number less one (4 bits)
//! * the number of symbols less one (4 bits)
//! * the number of start states, and the number of other accepting states (each as wide as a state number)
//! * one bit for each start state, last state first, which is set if that state accepts
//!
//! States are numbered in this order: start states, other accepting states, the rest.
//!
//! In the plain format, a 4-bit width follows. Then each state has a field of that width with the number of its transitions, and each
//! transition has a symbol and a state. In the packed format, each state has one bit for each symbol, highest symbol first, and then a
//! state for each set bit, lowest symbol first. The remaining bits are zero.
//!
//! Symbol `s` is the `s`-th digit of the puzzle. The symbol after the last digit is the [`BREAK`].

use super::nfa::Nfa;
use super::{Automaton, BREAK, EncodingError, MAX_STATES, decode_sextets};
use cluewright_puzzle::{DigitSet, Layout};

/// Decodes a machine into an automaton.
///
/// # Errors
/// Returns an error if the text is damaged or was made for more digits, or if the automaton needs more than [`MAX_STATES`] states.
pub fn decode_machine(text: &str, layout: &Layout) -> Result<Automaton, EncodingError> {
    read(text, layout)?.determinise()
}

/// Checks that the text is a machine over the puzzle's digits, without building its automaton.
///
/// # Errors
/// Returns an error if the text is damaged or was made for more digits.
pub fn check_machine(text: &str, layout: &Layout) -> Result<(), EncodingError> {
    read(text, layout).map(|_| ())
}

fn read(text: &str, layout: &Layout) -> Result<Nfa, EncodingError> {
    let mut nfa = Nfa::default();
    if text.is_empty() {
        let start = nfa.state()?;
        nfa.start_in(start);
        return Ok(nfa);
    }
    let mut bits = Bits::new(text)?;
    let format = bits.take(2)?;
    let state_bits = bits.take(4)? + 1;
    let symbols = bits.take(4)? + 1;
    // A machine may also read breaks, so it may have one symbol more than the puzzle has digits.
    if symbols > usize::from(layout.digit_count) + 1 {
        return Err(EncodingError::TooManySymbols {
            symbols,
            digits: layout.digit_count,
        });
    }
    let starts = bits.take(state_bits)?;
    let accepting = bits.take(state_bits)?;
    if starts + accepting > MAX_STATES {
        return Err(EncodingError::TooManyStates);
    }
    for _ in 0..starts + accepting {
        nfa.state()?;
    }
    for start in (0..starts as u16).rev() {
        nfa.start_in(start);
        if bits.take(1)? == 1 {
            nfa.accept_in(start);
        }
    }
    for state in starts..starts + accepting {
        nfa.accept_in(state as u16);
    }
    let mut body = Body {
        nfa,
        states: starts + accepting,
        state_bits,
        layout,
    };
    match format {
        0 => body.plain(&mut bits, symbols)?,
        1 => body.read_packed(&mut bits, symbols)?,
        _ => return Err(EncodingError::Machine("its format must be 0 or 1")),
    }
    bits.end()?;
    Ok(body.nfa)
}

/// A reader for the transitions of a machine.
struct Body<'a> {
    nfa: Nfa,
    states: usize,
    state_bits: usize,
    layout: &'a Layout,
}

impl Body<'_> {
    fn plain(&mut self, bits: &mut Bits, symbols: usize) -> Result<(), EncodingError> {
        let count_bits = bits.take(4)?;
        let symbol_bits = symbols.next_power_of_two().trailing_zeros() as usize;
        let mut state = 0;
        // A count of width 0 takes no bits, so without the first condition the loop would never end.
        while count_bits > 0 && bits.remaining_bits() >= count_bits {
            for _ in 0..bits.take(count_bits)? {
                let symbol = bits.take(symbol_bits)?;
                if symbol >= symbols {
                    return Err(EncodingError::Machine("a transition has an unknown symbol"));
                }
                let target = bits.take(self.state_bits)?;
                self.add(state, symbol, target)?;
            }
            state += 1;
        }
        Ok(())
    }

    fn read_packed(&mut self, bits: &mut Bits, symbols: usize) -> Result<(), EncodingError> {
        let mut state = 0;
        // There is at least one symbol, so each pass takes bits and the loop ends.
        while bits.remaining_bits() >= symbols {
            let mask = bits.take(symbols)?;
            for symbol in (0..symbols).filter(|s| mask >> s & 1 == 1) {
                let target = bits.take(self.state_bits)?;
                self.add(state, symbol, target)?;
            }
            state += 1;
        }
        Ok(())
    }

    fn add(&mut self, from: usize, symbol: usize, to: usize) -> Result<(), EncodingError> {
        let most = from.max(to);
        // The text may name a state up to 65,535, so the limit is checked before any state is added.
        if most >= MAX_STATES {
            return Err(EncodingError::TooManyStates);
        }
        // The header counts only start states and accepting states, so others are added when a transition names them.
        while self.states <= most {
            self.nfa.state()?;
            self.states += 1;
        }
        let value = match symbol == usize::from(self.layout.digit_count) {
            true => BREAK,
            false => self.layout.min_digit + symbol as u8,
        };
        self.nfa.on(from as u16, DigitSet::one(value), to as u16);
        Ok(())
    }
}

/// A bit reader that starts with the most significant bit of each sextet.
struct Bits {
    sextets: Vec<u8>,
    at: usize,
    end: usize,
}

impl Bits {
    fn new(text: &str) -> Result<Self, EncodingError> {
        let sextets = decode_sextets(text)?;
        let all = sextets.len() * 6;
        let end = all / 8 * 8;
        // Padding to whole characters takes at most four bits, so six spare bits mean that the text was cut off.
        if all - end == 6 {
            return Err(EncodingError::Machine("a character is missing at its end"));
        }
        let at = end;
        let mut filler = Self {
            sextets,
            at,
            end: all,
        };
        filler.end()?;
        Ok(Self {
            at: 0,
            end,
            ..filler
        })
    }

    fn remaining_bits(&self) -> usize {
        self.end - self.at
    }

    /// Reads the number in the next `count` bits (at most 17).
    fn take(&mut self, count: usize) -> Result<usize, EncodingError> {
        if self.remaining_bits() < count {
            return Err(EncodingError::Machine("it ends too early"));
        }
        let bit = |at: usize| usize::from(self.sextets[at / 6] >> (5 - at % 6) & 1);
        let number = (self.at..self.at + count).fold(0, |number, at| number * 2 + bit(at));
        self.at += count;
        Ok(number)
    }

    /// Checks that all remaining bits are zero.
    fn end(&mut self) -> Result<(), EncodingError> {
        while self.remaining_bits() > 0 {
            if self.take(1)? == 1 {
                return Err(EncodingError::Machine("there is data after its last state"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::encode_sextets;

    /// Packs `(number, width)` fields, highest bit first, padded to whole bytes.
    fn pack(fields: &[(usize, usize)]) -> String {
        let mut bits: Vec<u8> = fields
            .iter()
            .flat_map(|&(number, width)| (0..width).rev().map(move |i| (number >> i & 1) as u8))
            .collect();
        bits.resize(bits.len().div_ceil(8) * 8, 0);
        bits.resize(bits.len().div_ceil(6) * 6, 0);
        let sextet = |six: &[u8]| six.iter().fold(0, |number, bit| number * 2 + bit);
        encode_sextets(&bits.chunks(6).map(sextet).collect::<Vec<_>>())
    }

    /// A machine over the digits 1 to 4 that accepts any number of 1s followed by one 2.
    const PLAIN: &[(usize, usize)] = &[
        (0, 2),
        (0, 4),
        (3, 4),
        (1, 1),
        (1, 1),
        (0, 1),
        (2, 4),
        (2, 2),
        (0, 2),
        (0, 1),
        (1, 2),
        (1, 1),
    ];

    #[test]
    fn plain_machines_are_decoded() {
        let automaton = decode_machine(&pack(PLAIN), &Layout::square(4)).expect("a good machine");
        assert!(automaton.accepts([1, 1, 2]));
        assert!(automaton.accepts([2]));
        assert!(!automaton.accepts([1, 1]));
        assert!(!automaton.accepts([2, 2]));
        assert_eq!(automaton.accepting.len(), 2);
    }

    #[test]
    fn packed_machines_with_breaks_are_decoded() {
        // In this machine, the start state accepts. A break leads back to it, and digit 3 leads to state 1, which does not accept.
        let text = pack(&[
            (1, 2),
            (0, 4),
            (3, 4),
            (1, 1),
            (0, 1),
            (1, 1),
            (0b1100, 4),
            (1, 1),
            (0, 1),
        ]);
        let layout = Layout::square(3);
        let automaton = decode_machine(&text, &layout).expect("a good machine");
        assert!(automaton.accepts([]));
        assert!(automaton.accepts([BREAK, BREAK]));
        assert!(!automaton.accepts([3]));
        assert!(!automaton.accepts([1]));
    }

    #[test]
    fn the_empty_text_rejects_everything() {
        let automaton = decode_machine("", &Layout::square(9)).expect("a good machine");
        assert!(!automaton.accepts([]));
        assert!(!automaton.accepts([1]));
    }

    #[test]
    fn damage_is_found() {
        let good = pack(PLAIN);
        let layout = Layout::square(4);
        assert_eq!(
            check_machine(&good[..4], &layout),
            Err(EncodingError::Machine("it ends too early"))
        );
        assert_eq!(
            check_machine(&good, &Layout::square(2)),
            Err(EncodingError::TooManySymbols {
                symbols: 4,
                digits: 2
            })
        );
        assert!(check_machine("____", &layout).is_err());
    }
}
