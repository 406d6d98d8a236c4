//! Machines that come as text: regular expressions over digits, and the packed automata and pair
//! tables of ISS links.

use super::automaton::{TooManyStates, explore};
use super::{Automaton, PairTable};
use crate::puzzle::{DigitSet, Layout, digit_of_char};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The symbol that an automaton reads between two pieces of a clue.
pub(super) const BREAK: u8 = 63;

/// States of a machine, before and after determinisation.
const STATES: usize = 10_000;

type Built<T> = Result<Arc<T>, String>;

thread_local! {
    /// Machines that were built on this thread: a puzzle asks for the same one again and again.
    static KNOWN: RefCell<HashMap<(char, String, u8, u8), Known>> = RefCell::default();
}

/// How many machines a thread remembers.
const KEPT: usize = 256;

#[derive(Clone)]
enum Known {
    Automaton(Built<Automaton>),
    Table(Built<PairTable>),
}

/// The automaton of a regular expression. Digits above 9 are letters (`A` = 10); `.` is any digit;
/// `[…]` with ranges and a leading `^`, `( )`, `|`, `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`.
pub(super) fn pattern(text: &str, layout: &Layout) -> Built<Automaton> {
    let build = || Known::Automaton(compile_pattern(text, layout).map(Arc::new));
    match remembered('p', text, layout, build) {
        Known::Automaton(automaton) => automaton,
        Known::Table(_) => Err("not a pattern".to_owned()),
    }
}

/// The automaton of a packed machine, as ISS links carry it.
pub(super) fn encoded(text: &str, layout: &Layout) -> Built<Automaton> {
    let build = || Known::Automaton(decode_machine(text, layout).map(Arc::new));
    match remembered('m', text, layout, build) {
        Known::Automaton(automaton) => automaton,
        Known::Table(_) => Err("not a machine".to_owned()),
    }
}

/// The table of a packed pair relation, as ISS links carry it: for `n` digits, bit `i * n + j` tells
/// whether the `i`-th digit may stand before the `j`-th; six bits to a character, lowest first.
pub(super) fn pair_table(text: &str, layout: &Layout) -> Built<PairTable> {
    let build = || Known::Table(decode_table(text, layout).map(Arc::new));
    match remembered('t', text, layout, build) {
        Known::Table(table) => table,
        Known::Automaton(_) => Err("not a pair table".to_owned()),
    }
}

fn remembered(kind: char, text: &str, layout: &Layout, build: impl FnOnce() -> Known) -> Known {
    let key = (kind, text.to_owned(), layout.min_digit, layout.digit_count);
    KNOWN.with_borrow_mut(|known| {
        if known.len() >= KEPT {
            known.clear();
        }
        known.entry(key).or_insert_with(build).clone()
    })
}

/// The value of a base64 character of ISS links.
fn six_bits(c: char) -> Result<u8, String> {
    Ok(match c {
        'A'..='Z' => c as u8 - b'A',
        'a'..='z' => c as u8 - b'a' + 26,
        '0'..='9' => c as u8 - b'0' + 52,
        '-' => 62,
        '_' => 63,
        _ => return Err(format!("`{c}` is not one of A-Z, a-z, 0-9, - and _")),
    })
}

fn decode_table(text: &str, layout: &Layout) -> Result<PairTable, String> {
    let count = usize::from(layout.digit_count);
    let mut bits = vec![];
    for c in text.chars() {
        let six = six_bits(c)?;
        bits.extend((0..6).map(|i| six >> i & 1 == 1));
    }
    if bits.iter().skip(count * count).any(|&bit| bit) {
        return Err(format!("a pair table for more than {count} digits"));
    }
    let index = |value: u8| usize::from(value - layout.min_digit);
    let bit = |a, b| {
        bits.get(index(a) * count + index(b))
            .copied()
            .unwrap_or(false)
    };
    Ok(PairTable::new(layout.digits(), layout.digits(), bit))
}

/// An automaton that may be in several states at once.
#[derive(Default)]
struct Nondeterministic {
    starts: Vec<u32>,
    /// By state: symbols and where they lead.
    steps: Vec<Vec<(DigitSet, u32)>>,
    /// By state: where it leads without a symbol.
    free: Vec<Vec<u32>>,
    accepting: Vec<bool>,
}

impl Nondeterministic {
    fn state(&mut self) -> Result<u32, String> {
        if self.steps.len() >= STATES {
            return Err(format!("a machine of more than {STATES} states"));
        }
        self.steps.push(vec![]);
        self.free.push(vec![]);
        self.accepting.push(false);
        Ok(self.steps.len() as u32 - 1)
    }

    /// The states and all that are reached from them without a symbol, sorted.
    fn closed(&self, mut states: Vec<u32>) -> Vec<u32> {
        let mut seen = vec![false; self.steps.len()];
        states.iter().for_each(|&s| seen[s as usize] = true);
        let mut at = 0;
        while at < states.len() {
            for &target in &self.free[states[at] as usize] {
                if !std::mem::replace(&mut seen[target as usize], true) {
                    states.push(target);
                }
            }
            at += 1;
        }
        states.sort_unstable();
        states.dedup();
        states
    }

    fn determinised(&self) -> Result<Automaton, String> {
        let symbols = self.steps.iter().flatten();
        let symbols = symbols.fold(DigitSet::EMPTY, |all, (set, _)| all | *set);
        let step = |states: &Vec<u32>, symbol| {
            let steps = states.iter().flat_map(|&s| &self.steps[s as usize]);
            let targets = steps
                .filter(|(set, _)| set.contains(symbol))
                .map(|&(_, t)| t);
            let targets = self.closed(targets.collect());
            Ok((!targets.is_empty()).then_some(targets))
        };
        let accepts = |states: &Vec<u32>| Ok(states.iter().any(|&s| self.accepting[s as usize]));
        let start = self.closed(self.starts.clone());
        explore(start, symbols, usize::MAX, STATES, step, accepts).map_err(|error: Failed| {
            match error {
                Failed::TooManyStates => format!("a machine of more than {STATES} states"),
            }
        })
    }
}

enum Failed {
    TooManyStates,
}

impl From<TooManyStates> for Failed {
    fn from(_: TooManyStates) -> Self {
        Self::TooManyStates
    }
}

/// Bits of a packed machine, highest first.
struct Bits {
    bits: Vec<bool>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        self.bits.len() - self.at
    }

    fn take(&mut self, count: usize) -> Result<usize, String> {
        let bits = self.bits.get(self.at..self.at + count);
        let bits = bits.ok_or("the packed machine ends too early")?;
        self.at += count;
        Ok(bits
            .iter()
            .fold(0, |number, &bit| number << 1 | usize::from(bit)))
    }
}

fn decode_machine(text: &str, layout: &Layout) -> Result<Automaton, String> {
    let mut bits = Bits {
        bits: vec![],
        at: 0,
    };
    for c in text.chars() {
        let six = six_bits(c)?;
        bits.bits.extend((0..6).rev().map(|i| six >> i & 1 == 1));
    }
    let mut machine = Nondeterministic::default();
    if !text.is_empty() {
        decode_states(&mut bits, &mut machine, layout)?;
    }
    machine.determinised()
}

fn decode_states(
    bits: &mut Bits,
    machine: &mut Nondeterministic,
    layout: &Layout,
) -> Result<(), String> {
    let packed = match bits.take(2)? {
        0 => false,
        1 => true,
        other => return Err(format!("packed machine of unknown format {other}")),
    };
    let state_bits = bits.take(4)? + 1;
    let symbol_count = bits.take(4)? + 1;
    let starts = bits.take(state_bits)?;
    let accepting = bits.take(state_bits)?;
    ensure_states(machine, starts + accepting)?;
    machine.starts = (0..starts as u32).collect();
    for state in (0..starts).rev() {
        machine.accepting[state] = bits.take(1)? == 1;
    }
    machine.accepting[starts..].fill(true);
    let symbol = |index: usize| symbol_value(index, layout);
    if packed {
        for state in 0.. {
            if bits.left() < symbol_count {
                break;
            }
            let mask = bits.take(symbol_count)?;
            for index in (0..symbol_count).filter(|index| mask >> index & 1 == 1) {
                let target = bits.take(state_bits)?;
                connect(machine, state, symbol(index)?, target)?;
            }
        }
        return Ok(());
    }
    let count_bits = bits.take(4)?;
    let symbol_bits = (usize::BITS - (symbol_count - 1).leading_zeros()) as usize;
    for state in 0.. {
        if count_bits == 0 || bits.left() < count_bits {
            break;
        }
        for _ in 0..bits.take(count_bits)? {
            let index = bits.take(symbol_bits)?;
            let target = bits.take(state_bits)?;
            connect(machine, state, symbol(index)?, target)?;
        }
    }
    Ok(())
}

/// Symbol `i` is the `i`-th digit; the one after the last digit is the break between pieces.
fn symbol_value(index: usize, layout: &Layout) -> Result<u8, String> {
    let count = usize::from(layout.digit_count);
    match index {
        _ if index < count => Ok(layout.min_digit + index as u8),
        _ if index == count => Ok(BREAK),
        _ => Err(format!("a machine over more than {count} digits")),
    }
}

fn connect(
    machine: &mut Nondeterministic,
    from: usize,
    symbol: u8,
    to: usize,
) -> Result<(), String> {
    ensure_states(machine, from.max(to) + 1)?;
    machine.steps[from].push((DigitSet::one(symbol), to as u32));
    Ok(())
}

fn ensure_states(machine: &mut Nondeterministic, count: usize) -> Result<(), String> {
    while machine.steps.len() < count {
        machine.state()?;
    }
    Ok(())
}

fn compile_pattern(text: &str, layout: &Layout) -> Result<Automaton, String> {
    let mut parser = Pattern {
        text: text.chars().filter(|c| !c.is_whitespace()).collect(),
        at: 0,
        depth: 0,
        layout,
        machine: Nondeterministic::default(),
    };
    let (start, end) = parser.alternatives()?;
    if let Some(c) = parser.peek() {
        return Err(format!("unexpected `{c}` in the pattern"));
    }
    parser.machine.accepting[end as usize] = true;
    parser.machine.starts = vec![start];
    parser.machine.determinised()
}

/// A pattern's parser, which builds as it reads (Thompson's construction). A part is its first and
/// its last state.
struct Pattern<'a> {
    text: Vec<char>,
    at: usize,
    depth: usize,
    layout: &'a Layout,
    machine: Nondeterministic,
}

type Part = (u32, u32);

impl Pattern<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn free(&mut self, from: u32, to: u32) {
        self.machine.free[from as usize].push(to);
    }

    fn alternatives(&mut self) -> Result<Part, String> {
        self.depth += 1;
        if self.depth > 40 {
            return Err("parentheses nested deeper than 40 levels".to_owned());
        }
        let (start, end) = (self.machine.state()?, self.machine.state()?);
        loop {
            let part = self.row()?;
            self.free(start, part.0);
            self.free(part.1, end);
            if !self.eat('|') {
                self.depth -= 1;
                return Ok((start, end));
            }
        }
    }

    fn row(&mut self) -> Result<Part, String> {
        let start = self.machine.state()?;
        let mut end = start;
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            let part = self.repeated()?;
            self.free(end, part.0);
            end = part.1;
        }
        Ok((start, end))
    }

    /// An atom with its repetition. Copies are made by reading the atom's text again.
    fn repeated(&mut self) -> Result<Part, String> {
        let from = self.at;
        let first = self.atom()?;
        let (low, high) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let bounds = self.bounds()?;
                return self.copies(from, first, bounds);
            }
            _ => return Ok(first),
        };
        self.at += 1;
        self.copies(from, first, (low, high))
    }

    fn copies(
        &mut self,
        from: usize,
        first: Part,
        (low, high): (usize, Option<usize>),
    ) -> Result<Part, String> {
        let after = self.at;
        let end = self.machine.state()?;
        let start = self.machine.state()?;
        let mut last = start;
        let count = high.unwrap_or(low.max(1));
        for copy in 0..count {
            let part = match copy {
                0 => first,
                _ => {
                    self.at = from;
                    self.atom()?
                }
            };
            if copy >= low {
                self.free(last, end);
            }
            self.free(last, part.0);
            if high.is_none() && copy + 1 == count {
                self.free(part.1, part.0);
            }
            last = part.1;
        }
        self.free(last, end);
        self.at = after;
        Ok((start, end))
    }

    /// `n}`, `n,}` or `n,m}`.
    fn bounds(&mut self) -> Result<(usize, Option<usize>), String> {
        let low = self.small_number()?;
        let high = match self.eat(',') {
            false => Some(low),
            true if self.peek() == Some('}') => None,
            true => Some(self.small_number()?),
        };
        if !self.eat('}') || high.is_some_and(|high| high < low) {
            return Err("a repetition reads {n}, {n,} or {n,m}".to_owned());
        }
        Ok((low, high))
    }

    fn small_number(&mut self) -> Result<usize, String> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = Some(number.unwrap_or(0) * 10 + digit as usize);
            self.at += 1;
            if number > Some(625) {
                return Err("a repetition of more than 625".to_owned());
            }
        }
        number.ok_or_else(|| "a repetition reads {n}, {n,} or {n,m}".to_owned())
    }

    fn atom(&mut self) -> Result<Part, String> {
        if self.eat('(') {
            let part = self.alternatives()?;
            if !self.eat(')') {
                return Err("`(` without `)` in the pattern".to_owned());
            }
            return Ok(part);
        }
        let digits = if self.eat('.') {
            self.layout.digits()
        } else if self.eat('[') {
            self.class()?
        } else {
            DigitSet::one(self.digit()?)
        };
        let (start, end) = (self.machine.state()?, self.machine.state()?);
        self.machine.steps[start as usize].push((digits, end));
        Ok((start, end))
    }

    /// `…]` or `^…]`.
    fn class(&mut self) -> Result<DigitSet, String> {
        let negated = self.eat('^');
        let mut set = DigitSet::EMPTY;
        while !self.eat(']') {
            let low = self.digit()?;
            let high = match self.eat('-') {
                true => self.digit()?,
                false => low,
            };
            set = set | DigitSet::range(low, high);
        }
        let digits = self.layout.digits();
        Ok(match negated {
            true => DigitSet::from_bits(digits.bits() & !set.bits()),
            false => set,
        })
    }

    fn digit(&mut self) -> Result<u8, String> {
        let c = self.peek().ok_or("the pattern ends too early")?;
        let value = digit_of_char(c).ok_or_else(|| format!("unexpected `{c}` in the pattern"))?;
        if !self.layout.digits().contains(value) {
            return Err(format!("`{c}` is not a digit of this puzzle"));
        }
        self.at += 1;
        Ok(value)
    }
}
