//! Construction of automata: exploration of states, trimming and minimisation.

use cluewright_puzzle::DigitSet;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// A deterministic automaton over values. A missing transition rejects the word. Lowering minimises automata and numbers their states in
/// breadth-first order, so that automata of the same language are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Automaton {
    /// `next[state * 64 + value]` is the next state, or `Automaton::DEAD`.
    pub next: Vec<u16>,
    /// `accepting[state]` is `true` if the automaton accepts a word that ends in this state. The length is the number of
    /// states.
    pub accepting: Vec<bool>,
    /// The state before the first value is read.
    pub start: u16,
}

impl Automaton {
    /// The target of missing transitions. An automaton that reaches it rejects the word.
    pub const DEAD: u16 = u16::MAX;

    /// Returns the state after reading a value.
    #[must_use]
    pub fn step(&self, state: u16, value: u8) -> u16 {
        // A row has 64 entries, so a larger value would read the row of another state.
        if state == Self::DEAD || value >= 64 {
            return Self::DEAD;
        }
        self.next[usize::from(state) * 64 + usize::from(value)]
    }

    /// Returns `true` if the automaton accepts a sequence of values.
    pub fn accepts(&self, values: impl IntoIterator<Item = u8>) -> bool {
        let end = values
            .into_iter()
            .fold(self.start, |state, v| self.step(state, v));
        end != Self::DEAD && self.accepting[usize::from(end)]
    }
}

/// Error for an automaton with more states than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyStates;

/// The states that are reachable from a start state, with their transitions.
pub(super) struct Explored<S> {
    pub(super) states: Vec<S>,
    next: Vec<u16>,
}

/// Explores the states that are reachable from `start` within `depth` steps. Fails if there are more than `limit`, which must be below
/// 65,535, because the largest 16-bit number is `Automaton::DEAD`.
pub(super) fn explore<S: Clone + Eq + Hash, E: From<TooManyStates>>(
    start: S,
    symbols: DigitSet,
    depth: usize,
    limit: usize,
    mut step: impl FnMut(&S, u8) -> Result<Option<S>, E>,
) -> Result<Explored<S>, E> {
    let mut numbers = FxHashMap::from_iter([(start.clone(), 0u16)]);
    let mut states = vec![start];
    let mut next = vec![];
    let (mut layer, mut layer_end) = (0, 1);
    let mut at = 0;
    while at < states.len() {
        if at == layer_end {
            layer += 1;
            layer_end = states.len();
        }
        next.resize((at + 1) * 64, Automaton::DEAD);
        // No word is longer than `depth`, so deeper states need no transitions. Counters could otherwise grow without end.
        let symbols = if layer < depth {
            symbols
        } else {
            DigitSet::EMPTY
        };
        for symbol in symbols.iter() {
            let Some(target) = step(&states[at], symbol)? else {
                continue;
            };
            let fresh = states.len() as u16;
            let number = *numbers.entry(target.clone()).or_insert(fresh);
            if number == fresh {
                states.push(target);
            }
            if states.len() > limit {
                return Err(TooManyStates.into());
            }
            next[at * 64 + usize::from(symbol)] = number;
        }
        at += 1;
    }
    Ok(Explored { states, next })
}

impl<S> Explored<S> {
    /// Returns the minimal automaton of the explored states. `accepting[i]` is `true` if the `i`-th of `states` accepts.
    pub(super) fn accepting(self, accepting: Vec<bool>) -> Automaton {
        minimise(&Automaton {
            next: self.next,
            accepting,
            start: 0,
        })
    }
}

/// Returns the minimal automaton of the same language: states from which no word is accepted are removed, equivalent states are merged
/// (Moore's refinement), and states are numbered in breadth-first order.
pub(super) fn minimise(automaton: &Automaton) -> Automaton {
    let symbols = used_symbols(automaton);
    let useful = useful(automaton, &symbols);
    if !useful[usize::from(automaton.start)] {
        // An automaton needs a start state, so the automaton of the empty language keeps one state.
        return Automaton {
            next: vec![Automaton::DEAD; 64],
            accepting: vec![false],
            start: 0,
        };
    }
    let classes = refine(automaton, &symbols, &useful);
    number(automaton, &symbols, &classes)
}

/// Returns the automaton that accepts exactly the words over `symbols` that this one rejects.
pub(super) fn complement(automaton: &Automaton, symbols: DigitSet) -> Automaton {
    // A word that reaches a missing transition is rejected, so the complement accepts it in this additional state.
    let sink = automaton.accepting.len() as u16;
    let mut next = automaton.next.clone();
    next.resize(next.len() + 64, Automaton::DEAD);
    for row in next.chunks_mut(64) {
        for symbol in symbols.iter() {
            let target = &mut row[usize::from(symbol)];
            if *target == Automaton::DEAD {
                *target = sink;
            }
        }
    }
    let accepting = automaton.accepting.iter().map(|accepting| !accepting);
    minimise(&Automaton {
        next,
        accepting: accepting.chain([true]).collect(),
        start: automaton.start,
    })
}

/// Returns `true` if acceptance of words of this length does not depend on the order of their symbols: from every reachable state,
/// swapping the next two symbols leads to an equivalent state.
pub(super) fn ignores_order(automaton: &Automaton, length: usize, symbols: DigitSet) -> bool {
    let classes = classes(automaton, length, symbols);
    let states = automaton.accepting.len();
    let mut reached = vec![false; states];
    reached[usize::from(automaton.start)] = true;
    // Swaps of adjacent symbols generate all orders, so other swaps need no test.
    (0..length.saturating_sub(1)).all(|layer| {
        let mut next = vec![false; states];
        let here = (0..states as u16).filter(|&state| reached[usize::from(state)]);
        let commute = here.clone().all(|state| {
            let on = |a, b| automaton.step(automaton.step(state, a), b);
            let pairs = symbols
                .iter()
                .flat_map(|a| symbols.iter().map(move |b| (a, b)));
            let mut pairs = pairs.filter(|(a, b)| a < b);
            let class = |state| class_of(&classes[layer + 2], state);
            pairs.all(|(a, b)| class(on(a, b)) == class(on(b, a)))
        });
        for state in here {
            let to = symbols.iter().map(|symbol| automaton.step(state, symbol));
            to.filter(|&to| to != Automaton::DEAD)
                .for_each(|to| next[usize::from(to)] = true);
        }
        reached = next;
        commute
    })
}

/// Returns the class of each state after each number of symbols, for words of a given length. States of one class accept the
/// same remaining symbols; states of class 0 accept none.
fn classes(automaton: &Automaton, length: usize, symbols: DigitSet) -> Vec<Vec<u16>> {
    let mut classes: Vec<Vec<u16>> = vec![automaton.accepting.iter().map(|&a| a.into()).collect()];
    for _ in 0..length {
        let after = &classes[classes.len() - 1];
        let mut known: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
        let class = |state: u16| {
            let to = symbols.iter().map(|symbol| automaton.step(state, symbol));
            let endings: Vec<u16> = to.map(|to| class_of(after, to)).collect();
            if endings.iter().all(|&class| class == 0) {
                return 0;
            }
            let fresh = known.len() as u16 + 1;
            *known.entry(endings).or_insert(fresh)
        };
        let before = (0..automaton.accepting.len() as u16).map(class).collect();
        classes.push(before);
    }
    // The loop starts from the last symbol, but the caller counts symbols from the first, so the order is reversed.
    classes.reverse();
    classes
}

/// Returns the class of a state; 0 for `DEAD`.
fn class_of(classes: &[u16], state: u16) -> u16 {
    match state {
        Automaton::DEAD => 0,
        state => classes[usize::from(state)],
    }
}

/// Returns the symbols on which some state has a transition. All other symbols reject every word, so minimisation skips them.
fn used_symbols(automaton: &Automaton) -> Vec<usize> {
    let mut used = [false; 64];
    for (place, &target) in automaton.next.iter().enumerate() {
        used[place % 64] |= target != Automaton::DEAD;
    }
    (0..64).filter(|&symbol| used[symbol]).collect()
}

/// Marks the states from which an accepting state can be reached.
fn useful(automaton: &Automaton, symbols: &[usize]) -> Vec<bool> {
    let mut before = vec![vec![]; automaton.accepting.len()];
    for state in 0..automaton.accepting.len() {
        for &symbol in symbols {
            let target = automaton.next[state * 64 + symbol];
            if target != Automaton::DEAD {
                before[usize::from(target)].push(state);
            }
        }
    }
    let mut useful = automaton.accepting.clone();
    let mut open: Vec<usize> = (0..useful.len()).filter(|&s| useful[s]).collect();
    while let Some(state) = open.pop() {
        for &earlier in &before[state] {
            if !useful[earlier] {
                useful[earlier] = true;
                open.push(earlier);
            }
        }
    }
    useful
}

/// Returns the equivalence class of each state; `DEAD` for states from which no word is accepted.
fn refine(automaton: &Automaton, symbols: &[usize], useful: &[bool]) -> Vec<u16> {
    let states = automaton.accepting.len();
    let first = |state: usize| match (useful[state], automaton.accepting[state]) {
        (false, _) => Automaton::DEAD,
        (true, accepting) => u16::from(accepting),
    };
    let mut classes: Vec<u16> = (0..states).map(first).collect();
    let mut count = 0;
    loop {
        let mut known: FxHashMap<Vec<u16>, u16> = FxHashMap::default();
        let mut refined = classes.clone();
        for state in (0..states).filter(|&state| useful[state]) {
            let target = |&symbol: &usize| match automaton.next[state * 64 + symbol] {
                Automaton::DEAD => Automaton::DEAD,
                target => classes[usize::from(target)],
            };
            // The signature includes the old class, so that classes are only ever split and the loop ends.
            let signature = std::iter::once(classes[state]).chain(symbols.iter().map(target));
            let fresh = known.len() as u16;
            refined[state] = *known.entry(signature.collect()).or_insert(fresh);
        }
        let found = known.len();
        classes = refined;
        if found == count {
            return classes;
        }
        count = found;
    }
}

/// Builds the automaton that has one state per class, numbered in breadth-first order.
fn number(automaton: &Automaton, symbols: &[usize], classes: &[u16]) -> Automaton {
    let mut numbers: FxHashMap<u16, u16> = FxHashMap::default();
    let mut states = vec![automaton.start];
    numbers.insert(classes[usize::from(automaton.start)], 0);
    let mut next = vec![];
    let mut at = 0;
    while at < states.len() {
        next.resize((at + 1) * 64, Automaton::DEAD);
        for &symbol in symbols {
            // Any state of a class can represent it, because the states of a class lead to the same classes.
            let target = automaton.next[usize::from(states[at]) * 64 + symbol];
            if target == Automaton::DEAD || classes[usize::from(target)] == Automaton::DEAD {
                continue;
            }
            let fresh = states.len() as u16;
            let known = *numbers.entry(classes[usize::from(target)]).or_insert(fresh);
            if known == fresh {
                states.push(target);
            }
            next[at * 64 + symbol] = known;
        }
        at += 1;
    }
    let accepting = states.iter().map(|&s| automaton.accepting[usize::from(s)]);
    Automaton {
        next,
        accepting: accepting.collect(),
        start: 0,
    }
}
