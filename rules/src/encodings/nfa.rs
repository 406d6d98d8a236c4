//! Nondeterministic automata, and their conversion to minimal deterministic ones.

use super::{Automaton, BREAK, EncodingError, MAX_STATES};
use crate::automaton::{TooManyStates, explore};
use cluewright_puzzle::DigitSet;

/// Maximum number of states before determinisation. It is higher than the limit for the result, because each repeat of a
/// pattern adds a copy of its states. It must stay below 65,535, because state indices have 16 bits.
const MAX_LOOSE_STATES: usize = 3 * MAX_STATES;

/// Maximum number of transitions that the subset construction follows. It allows a few seconds of work, far more than any
/// pattern for a line of a grid needs.
const MAX_WORK: usize = 40_000_000;

/// A nondeterministic automaton. States are numbered from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Nfa {
    /// For each state, its transitions: the values that a transition reads, and the next state.
    moves: Vec<Vec<(DigitSet, u16)>>,
    /// For each state, the states that its silent transitions (which read no value) lead to.
    silent: Vec<Vec<u16>>,
    accepting: Vec<bool>,
    starts: Vec<u16>,
}

impl Nfa {
    /// Adds a state, and returns its number.
    pub(super) fn state(&mut self) -> Result<u16, EncodingError> {
        if self.moves.len() >= MAX_LOOSE_STATES {
            return Err(EncodingError::TooManyStates);
        }
        self.moves.push(vec![]);
        self.silent.push(vec![]);
        self.accepting.push(false);
        Ok((self.moves.len() - 1) as u16)
    }

    /// Adds a transition that reads any one of the values.
    pub(super) fn on(&mut self, from: u16, values: DigitSet, to: u16) {
        self.moves[usize::from(from)].push((values, to));
    }

    /// Adds a transition that reads no value.
    pub(super) fn silently(&mut self, from: u16, to: u16) {
        self.silent[usize::from(from)].push(to);
    }

    /// Marks a start state.
    pub(super) fn start_in(&mut self, state: u16) {
        self.starts.push(state);
    }

    /// Marks an accepting state.
    pub(super) fn accept_in(&mut self, state: u16) {
        self.accepting[usize::from(state)] = true;
    }

    /// Returns the minimal deterministic automaton of the same language, using the subset construction.
    ///
    /// # Errors
    /// Returns an error if the subset construction needs more than [`MAX_STATES`] states.
    pub(super) fn determinise(&self) -> Result<Automaton, EncodingError> {
        let moves = self.moves.iter().flatten();
        let symbols = moves.fold(DigitSet::EMPTY, |all, (values, _)| all | *values);
        let start = self.closure(self.starts.clone());
        let mut work = 0;
        let sets = explore(
            start,
            symbols,
            // The length of the clue's line is unknown here, so words may have any length.
            usize::MAX,
            MAX_STATES,
            |set: &Vec<u16>, value| {
                let moves = set.iter().flat_map(|&s| &self.moves[usize::from(s)]);
                let moves = moves.inspect(|_| work += 1);
                let targets: Vec<u16> = moves
                    .filter(|(values, _)| values.contains(value))
                    .map(|&(_, to)| to)
                    .collect();
                match targets.is_empty() {
                    _ if work > MAX_WORK => Err(EncodingError::TooManyStates),
                    true => Ok(None),
                    false => Ok(Some(self.closure(targets))),
                }
            },
        )?;
        let accepts = |set: &Vec<u16>| set.iter().any(|&s| self.accepting[usize::from(s)]);
        let accepting = sets.states.iter().map(accepts).collect();
        Ok(sets.accepting(accepting))
    }

    /// Returns the closure of the states under silent transitions, in ascending order.
    fn closure(&self, states: Vec<u16>) -> Vec<u16> {
        let mut inside = vec![false; self.moves.len()];
        let mut reached = vec![];
        let mut open = states;
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut inside[usize::from(state)], true) {
                reached.push(state);
                open.extend(&self.silent[usize::from(state)]);
            }
        }
        // Sets of states are keys of the subset construction, so equal sets must be equal lists.
        reached.sort_unstable();
        reached
    }
}

/// Returns an automaton for a line that is split into segments of these lengths. Its states include the number of cells
/// read so far, which determines where a [`BREAK`] is read.
pub(super) fn cut(automaton: &Automaton, lengths: &[usize]) -> Result<Automaton, EncodingError> {
    let cells: usize = lengths.iter().sum();
    let mut breaks = vec![0; cells + 1];
    let mut end = 0;
    for length in lengths.iter().take(lengths.len().saturating_sub(1)) {
        end += length;
        // Empty segments put several breaks at the same position, so the breaks are counted.
        breaks[end] += 1;
    }
    let jump = |state: u16, read: usize| {
        (0..breaks[read]).fold(state, |state, _| automaton.step(state, BREAK))
    };
    let start = (0, jump(automaton.start, 0));
    // No cell holds a break, so the result has no transitions that read one.
    let symbols = DigitSet::range(0, BREAK - 1);
    let step = |&(read, state): &(usize, u16), value| -> Result<_, EncodingError> {
        let next = jump(automaton.step(state, value), read + 1);
        Ok((next != Automaton::DEAD).then_some((read + 1, next)))
    };
    let layers = explore(start, symbols, cells, MAX_LOOSE_STATES, step)?;
    let accepts = |&(read, state): &(usize, u16)| {
        // The start may be dead, because it is not the result of `step`, which drops dead states.
        let live = state != Automaton::DEAD;
        live && read == cells && automaton.accepting[usize::from(state)]
    };
    let accepting = layers.states.iter().map(accepts).collect();
    Ok(layers.accepting(accepting))
}

impl From<TooManyStates> for EncodingError {
    fn from(_: TooManyStates) -> Self {
        Self::TooManyStates
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds an automaton for words whose third value from the end is 1. This is the textbook case in which each further
    /// value doubles the size of the deterministic automaton.
    fn third_from_last() -> Nfa {
        let mut nfa = Nfa::default();
        let states: Vec<u16> = (0..4).map(|_| nfa.state().expect("few states")).collect();
        let any = DigitSet::range(0, 1);
        nfa.start_in(states[0]);
        nfa.on(states[0], any, states[0]);
        nfa.on(states[0], DigitSet::one(1), states[1]);
        nfa.on(states[1], any, states[2]);
        nfa.on(states[2], any, states[3]);
        nfa.accept_in(states[3]);
        nfa
    }

    #[test]
    fn determinised_automata_are_exact_and_minimal() {
        let automaton = third_from_last().determinise().expect("few states");
        assert_eq!(automaton.accepting.len(), 8);
        for word in 0..64u8 {
            let bits: Vec<u8> = (0..6).map(|i| word >> i & 1).collect();
            assert_eq!(automaton.accepts(bits.clone()), bits[3] == 1, "{bits:?}");
        }
    }

    #[test]
    fn an_empty_language_takes_one_state() {
        let mut nfa = Nfa::default();
        let only = nfa.state().expect("few states");
        nfa.start_in(only);
        nfa.on(only, DigitSet::range(1, 9), only);
        let automaton = nfa.determinise().expect("few states");
        assert_eq!(automaton.accepting, [false]);
        assert!(!automaton.accepts([1, 2]));
        assert!(!automaton.accepts([]));
    }

    #[test]
    fn automata_that_grow_too_large_are_refused() {
        let mut nfa = Nfa::default();
        let first = nfa.state().expect("few states");
        nfa.start_in(first);
        nfa.on(first, DigitSet::range(0, 1), first);
        let mut last = first;
        for i in 0..16 {
            let next = nfa.state().expect("few states");
            nfa.on(last, DigitSet::range(if i == 0 { 1 } else { 0 }, 1), next);
            last = next;
        }
        nfa.accept_in(last);
        assert_eq!(nfa.determinise(), Err(EncodingError::TooManyStates));
    }
}
