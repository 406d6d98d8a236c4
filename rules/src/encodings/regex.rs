//! Regular expressions over digits.
//!
//! A pattern must match the whole line. It may contain literals (`0` to `9`, then `a` or `A` for 10 and so on), `.` for any digit,
//! classes such as `[135]`, `[2-6]` and `[^12]`, groups, `|`, and the repeats `*`, `+`, `?`, `{3}`, `{2,}` and `{2,4}`. There are no
//! escapes, and spaces are ignored.

use super::nfa::Nfa;
use super::{Automaton, EncodingError};
use cluewright_puzzle::{DigitSet, digit_of_char};
use std::iter::Peekable;
use std::vec::IntoIter;

/// Maximum nesting depth of groups. The parser is recursive, so deeper nesting could exhaust the stack.
const MAX_DEPTH: usize = 100;
/// The largest number of repeats in braces. It is limited because each repeat adds a copy of the states.
const MAX_REPEAT: usize = 1000;

/// Decodes a pattern into an automaton. `values` are the digits of the puzzle, and the values of its layers and letters.
///
/// # Errors
/// Returns an error if the pattern is malformed, contains a digit that is not among the values, or needs too many states.
pub fn decode_pattern(pattern: &str, values: DigitSet) -> Result<Automaton, EncodingError> {
    let node = parse(pattern, values)?;
    let mut nfa = Nfa::default();
    let start = nfa.state()?;
    nfa.start_in(start);
    let end = node.build(&mut nfa, start)?;
    nfa.accept_in(end);
    nfa.determinise()
}

/// Checks that a pattern is well-formed, without building its automaton.
///
/// # Errors
/// Returns an error if the pattern is malformed, or contains a digit that is not among the values.
pub fn check_pattern(pattern: &str, values: DigitSet) -> Result<(), EncodingError> {
    parse(pattern, values).map(|_| ())
}

/// A node of the syntax tree of a pattern.
enum Node {
    /// Matches one digit out of a set.
    One(DigitSet),
    /// Matches the parts one after another.
    Sequence(Vec<Node>),
    /// Matches one of the parts.
    Choice(Vec<Node>),
    /// Matches the part at least a minimum number of times and, if a maximum is given, at most that many times.
    Repeat(Box<Node>, usize, Option<usize>),
}

impl Node {
    /// Adds the states of this node, starting at the existing state `from`, and returns the end state. Adds no
    /// transition into `from`, because other alternatives may start there too. Callers may continue only from the end
    /// state.
    fn build(&self, nfa: &mut Nfa, from: u16) -> Result<u16, EncodingError> {
        match self {
            Self::One(values) => {
                let to = nfa.state()?;
                nfa.on(from, *values, to);
                Ok(to)
            }
            Self::Sequence(parts) => parts.iter().try_fold(from, |at, part| part.build(nfa, at)),
            Self::Choice(parts) => {
                let to = nfa.state()?;
                for part in parts {
                    let end = part.build(nfa, from)?;
                    nfa.silently(end, to);
                }
                Ok(to)
            }
            Self::Repeat(part, least, most) => {
                let mut at = from;
                for _ in 0..*least {
                    at = part.build(nfa, at)?;
                }
                // Other alternatives may start at `from` too, so a loop there would let them repeat this part first.
                let to = nfa.state()?;
                nfa.silently(at, to);
                match most {
                    None => {
                        let end = part.build(nfa, to)?;
                        nfa.silently(end, to);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            at = part.build(nfa, at)?;
                            nfa.silently(at, to);
                        }
                    }
                }
                Ok(to)
            }
        }
    }
}

fn parse(pattern: &str, values: DigitSet) -> Result<Node, EncodingError> {
    let chars: Vec<char> = pattern.chars().filter(|c| !c.is_whitespace()).collect();
    let mut parser = Parser {
        length: chars.len(),
        rest: chars.into_iter().peekable(),
        digits: values,
    };
    let node = parser.choice(0)?;
    match parser.rest.next() {
        None => Ok(node),
        // The parser stops early only at a `)`, which then has no opening parenthesis.
        Some(found) => Err(parser.error(format!("unmatched `{found}`"))),
    }
}

struct Parser {
    rest: Peekable<IntoIter<char>>,
    length: usize,
    digits: DigitSet,
}

impl Parser {
    /// Returns an error at the position of the last character read.
    fn error(&self, message: impl Into<String>) -> EncodingError {
        EncodingError::Pattern {
            message: message.into(),
            // Before the first character is read, the position would be 0, but positions count from 1.
            place: (self.length - self.rest.len()).max(1),
        }
    }

    fn choice(&mut self, depth: usize) -> Result<Node, EncodingError> {
        if depth > MAX_DEPTH {
            return Err(self.error(format!(
                "groups are nested more than {MAX_DEPTH} levels deep"
            )));
        }
        let mut parts = vec![self.sequence(depth)?];
        while self.rest.next_if_eq(&'|').is_some() {
            parts.push(self.sequence(depth)?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Node::Choice(parts),
        })
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, EncodingError> {
        let mut parts = vec![];
        while let Some(c) = self.rest.next_if(|&c| c != '|' && c != ')') {
            let mut part = self.atom(c, depth)?;
            while let Some((least, most)) = self.repeat()? {
                part = match part {
                    // A repeat of a repeat, such as `x**`, is built as a single loop, because nested loops would form an endless cycle
                    // of silent transitions.
                    Node::Repeat(inner, 0 | 1, None) if most.is_none() && least <= 1 => {
                        Node::Repeat(inner, 0, None)
                    }
                    Node::Repeat(..) => {
                        return Err(
                            self.error("a repeat cannot follow another repeat; use a group")
                        );
                    }
                    part => Node::Repeat(Box::new(part), least, most),
                };
            }
            parts.push(part);
        }
        Ok(Node::Sequence(parts))
    }

    fn atom(&mut self, c: char, depth: usize) -> Result<Node, EncodingError> {
        match c {
            '.' => Ok(Node::One(self.digits)),
            '[' => self.class().map(Node::One),
            '(' => {
                let node = self.choice(depth + 1)?;
                match self.rest.next() {
                    Some(')') => Ok(node),
                    _ => Err(self.error("a `(` is not closed")),
                }
            }
            '*' | '+' | '?' | '{' => {
                Err(self.error(format!("there is nothing to repeat before `{c}`")))
            }
            _ => Ok(Node::One(DigitSet::one(self.digit(c)?))),
        }
    }

    fn digit(&self, c: char) -> Result<u8, EncodingError> {
        let digit = digit_of_char(c).ok_or_else(|| {
            let expected = "digits, letters and `. [ ] ( ) | * + ? { }`";
            self.error(format!("unexpected `{c}`; patterns consist of {expected}"))
        })?;
        if self.digits.contains(digit) {
            return Ok(digit);
        }
        let (low, high) = (self.digits.min(), self.digits.max());
        let range = format!("{} to {}", low.unwrap_or(0), high.unwrap_or(0));
        Err(self.error(format!("`{c}` is not among the digits {range}")))
    }

    /// Parses a class after its opening bracket: the rest of `[...]`.
    fn class(&mut self) -> Result<DigitSet, EncodingError> {
        let inverted = self.rest.next_if_eq(&'^').is_some();
        let mut set = DigitSet::EMPTY;
        loop {
            let first = match self.rest.next() {
                None => return Err(self.error("a `[` is not closed")),
                Some(']') => break,
                Some(c) => self.digit(c)?,
            };
            let mut last = first;
            if self.rest.next_if_eq(&'-').is_some() {
                // A pattern that ends here is refused like `[1-]`, because a bracket is not a digit.
                let c = self.rest.next().unwrap_or(']');
                last = self.digit(c)?;
            }
            if last < first {
                return Err(self.error("a range ends before it begins"));
            }
            set = set | DigitSet::range(first, last);
        }
        Ok(match inverted {
            true => DigitSet::from_bits(self.digits.bits() & !set.bits()),
            false => set,
        })
    }

    /// Parses a repeat after a part, if there is one, and returns its minimum and maximum.
    fn repeat(&mut self) -> Result<Option<(usize, Option<usize>)>, EncodingError> {
        let Some(c) = self.rest.next_if(|c| "*+?{".contains(*c)) else {
            return Ok(None);
        };
        Ok(Some(match c {
            '*' => (0, None),
            '+' => (1, None),
            '?' => (0, Some(1)),
            _ => self.braces()?,
        }))
    }

    /// Parses braces after the opening one: the rest of `{2}`, `{2,}` or `{2,4}`.
    fn braces(&mut self) -> Result<(usize, Option<usize>), EncodingError> {
        let Some(least) = self.number()? else {
            return Err(self.error("`{` needs a number: {3}, {2,} or {2,4}"));
        };
        let mut most = Some(least);
        if self.rest.next_if_eq(&',').is_some() {
            most = self.number()?;
        }
        if self.rest.next() != Some('}') {
            return Err(self.error("a `{` is not closed"));
        }
        match most {
            Some(most) if most < least => Err(self.error("a repeat ends before it begins")),
            _ => Ok((least, most)),
        }
    }

    fn number(&mut self) -> Result<Option<usize>, EncodingError> {
        let mut number = None;
        while let Some(c) = self.rest.next_if(char::is_ascii_digit) {
            let digit = usize::from(c as u8 - b'0');
            // The limit is checked after each digit, so that a long number cannot overflow.
            let next = number.unwrap_or(0) * 10 + digit;
            if next > MAX_REPEAT {
                return Err(
                    self.error(format!("a part can be repeated at most {MAX_REPEAT} times"))
                );
            }
            number = Some(next);
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(pattern: &str, word: &str) -> bool {
        let automaton = decode_pattern(pattern, DigitSet::range(1, 12)).expect(pattern);
        automaton.accepts(word.chars().filter_map(digit_of_char))
    }

    #[test]
    fn patterns_match_whole_words() {
        for (pattern, yes, no) in [
            ("12", "12", "123"),
            ("1|23", "23", "13"),
            ("1*2", "1112", "1121"),
            ("1+2", "12", "2"),
            ("(12)?3", "3", "23"),
            ("(12*)?3", "1223", "223"),
            ("(1*|2)3", "113", "123"),
            ("(1*2*)*3", "121213", "1214"),
            (".{2}", "9C", "9"),
            ("[2-4a]{1,2}", "3A", "5"),
            ("[^1-9]{2,}", "ABC", "A9"),
            ("(1|) 2", "2", "22"),
            ("1{0}2", "2", "12"),
        ] {
            assert!(accepts(pattern, yes), "{pattern} {yes}");
            assert!(!accepts(pattern, no), "{pattern} {no}");
        }
    }

    #[test]
    fn the_empty_pattern_matches_only_the_empty_line() {
        assert!(accepts("", ""));
        assert!(!accepts("", "1"));
    }

    #[test]
    fn mistakes_are_reported_with_their_position() {
        for (pattern, place, part) in [
            ("1(2", 3, "not closed"),
            ("12)", 3, "unmatched"),
            ("*1", 1, "nothing to repeat"),
            ("[12", 3, "not closed"),
            ("1D", 2, "not among the digits 1 to 12"),
            ("1{3,2}", 6, "ends before"),
            ("1\\d", 2, "unexpected"),
            ("[3-1]", 4, "ends before"),
            ("1{9999}", 6, "at most"),
        ] {
            match check_pattern(pattern, DigitSet::range(1, 12)) {
                Err(EncodingError::Pattern { message, place: p }) => {
                    assert!(message.contains(part), "{pattern}: {message}");
                    assert_eq!(p, place, "{pattern}: {message}");
                }
                other => panic!("{pattern}: {other:?}"),
            }
        }
    }

    #[test]
    fn repeats_with_too_many_states_are_refused() {
        let nested = "((.{99}){99}){99}";
        let values = DigitSet::range(1, 9);
        assert_eq!(
            decode_pattern(nested, values),
            Err(EncodingError::TooManyStates)
        );
        assert!(check_pattern(&"(".repeat(100_000), values).is_err());
    }
}
