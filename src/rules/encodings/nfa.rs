//! Nondeterministic automata, and how they become small deterministic ones.

use super::{Automaton, BREAK, EncodingError, MAX_STATES};
use crate::puzzle::DigitSet;
use std::collections::HashMap;

/// States that may be before they are made deterministic: repeats are written out.
const MAX_LOOSE_STATES: usize = 8 * MAX_STATES;

/// How many times a move may be followed while sets of states are built: seconds of work, far above
/// what patterns for a grid's lines need.
const MAX_WORK: usize = 20_000_000;

/// An automaton that may be in several states at once. States are numbered from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Nfa {
    /// For each state: the values that lead on, and where to.
    moves: Vec<Vec<(DigitSet, u16)>>,
    /// For each state: where it leads without reading a value.
    silent: Vec<Vec<u16>>,
    accepting: Vec<bool>,
    starts: Vec<u16>,
}

impl Nfa {
    /// Adds a state.
    pub(super) fn state(&mut self) -> Result<u16, EncodingError> {
        if self.moves.len() >= MAX_LOOSE_STATES {
            return Err(EncodingError::TooManyStates);
        }
        self.moves.push(vec![]);
        self.silent.push(vec![]);
        self.accepting.push(false);
        Ok((self.moves.len() - 1) as u16)
    }

    /// Goes from one state to another on any of the values.
    pub(super) fn on(&mut self, from: u16, values: DigitSet, to: u16) {
        self.moves[usize::from(from)].push((values, to));
    }

    /// Goes from one state to another without a value.
    pub(super) fn silently(&mut self, from: u16, to: u16) {
        self.silent[usize::from(from)].push(to);
    }

    /// Marks a state in which the automaton begins.
    pub(super) fn start_in(&mut self, state: u16) {
        self.starts.push(state);
    }

    /// Marks a state in which it accepts.
    pub(super) fn accept_in(&mut self, state: u16) {
        self.accepting[usize::from(state)] = true;
    }

    /// The smallest deterministic automaton that accepts the same values, by the subset construction.
    ///
    /// Its states are numbered in the order in which a breadth-first walk by ascending values meets them.
    ///
    /// # Errors
    /// When the subset construction needs more than [`MAX_STATES`] states.
    pub(super) fn determinise(&self) -> Result<Automaton, EncodingError> {
        let mut sets: Vec<Vec<u16>> = vec![self.closure(&self.starts)];
        let mut numbers: HashMap<Vec<u16>, u16> = HashMap::from([(sets[0].clone(), 0)]);
        let mut next = vec![];
        let mut work = 0;
        for at in 0.. {
            let Some(set) = sets.get(at) else { break };
            let mut targets = vec![vec![]; 64];
            for (values, to) in set.iter().flat_map(|&s| &self.moves[usize::from(s)]) {
                work += values.len();
                for value in values.iter() {
                    targets[usize::from(value)].push(*to);
                }
            }
            if work > MAX_WORK {
                return Err(EncodingError::TooManyStates);
            }
            for targets in targets {
                if targets.is_empty() {
                    next.push(Automaton::DEAD);
                    continue;
                }
                let set = self.closure(&targets);
                work += set.len();
                let fresh = sets.len();
                let number = *numbers.entry(set).or_insert_with_key(|set| {
                    sets.push(set.clone());
                    fresh as u16
                });
                if sets.len() > MAX_STATES {
                    return Err(EncodingError::TooManyStates);
                }
                next.push(number);
            }
        }
        let accepts = |set: &Vec<u16>| set.iter().any(|&s| self.accepting[usize::from(s)]);
        Ok(minimise(
            &next,
            &sets.iter().map(accepts).collect::<Vec<_>>(),
        ))
    }

    /// The states and all that they lead to silently, ascending.
    fn closure(&self, states: &[u16]) -> Vec<u16> {
        let mut stack = states.to_vec();
        stack.sort_unstable();
        stack.dedup();
        let mut seen: Vec<u16> = stack.clone();
        let mut inside = vec![false; self.moves.len()];
        for &state in &seen {
            inside[usize::from(state)] = true;
        }
        while let Some(state) = stack.pop() {
            for &to in &self.silent[usize::from(state)] {
                if !std::mem::replace(&mut inside[usize::from(to)], true) {
                    seen.push(to);
                    stack.push(to);
                }
            }
        }
        seen.sort_unstable();
        seen
    }
}

/// One layer of states for each cell of the segments: layer `i` knows that `i` cells were read, so it
/// knows where to read a [`BREAK`].
pub(super) fn cut(automaton: &Automaton, lengths: &[usize]) -> Result<Automaton, EncodingError> {
    let cells: usize = lengths.iter().sum();
    let mut breaks = vec![0; cells + 1];
    let mut end = 0;
    for length in lengths.iter().take(lengths.len().saturating_sub(1)) {
        end += length;
        breaks[end] += 1;
    }
    let jump = |state: u16, read: usize| {
        (0..breaks[read]).fold(state, |state, _| automaton.step(state, BREAK))
    };

    let start = (0, jump(automaton.start, 0));
    let mut order = vec![start];
    let mut numbers = HashMap::from([(start, 0)]);
    let (mut next, mut accepting) = (vec![], vec![]);
    for at in 0.. {
        let Some(&(read, state)) = order.get(at) else {
            break;
        };
        let live = state != Automaton::DEAD;
        accepting.push(live && read == cells && automaton.accepting[usize::from(state)]);
        for value in 0..64 {
            let to = match read < cells && value != BREAK {
                true => jump(automaton.step(state, value), read + 1),
                false => Automaton::DEAD,
            };
            if to == Automaton::DEAD {
                next.push(Automaton::DEAD);
                continue;
            }
            let fresh = order.len();
            next.push(*numbers.entry((read + 1, to)).or_insert_with(|| {
                order.push((read + 1, to));
                fresh as u16
            }));
        }
        if order.len() > MAX_LOOSE_STATES {
            return Err(EncodingError::TooManyStates);
        }
    }
    Ok(minimise(&next, &accepting))
}

/// Merges the states that accept the same continuations (Moore's partition refinement), drops those
/// from which nothing is accepted, and numbers the rest from state 0, the start.
fn minimise(next: &[u16], accepting: &[bool]) -> Automaton {
    let classes = classes(next, accepting);
    // The last class is that of the state outside the automaton, from which nothing is accepted.
    let dead = classes[accepting.len()];
    let mut member = HashMap::new();
    for (state, &class) in classes[..accepting.len()].iter().enumerate() {
        member.entry(class).or_insert(state);
    }
    let mut numbers = HashMap::from([(classes[0], 0)]);
    let mut order = vec![classes[0]];
    let mut merged = Automaton {
        next: vec![],
        accepting: vec![],
        start: 0,
    };
    for at in 0.. {
        let Some(&class) = order.get(at) else { break };
        let state = member[&class];
        merged.accepting.push(accepting[state]);
        for value in 0..64 {
            let to = next[state * 64 + value];
            let class = match to {
                Automaton::DEAD => dead,
                to => classes[usize::from(to)],
            };
            merged.next.push(if class == dead {
                Automaton::DEAD
            } else {
                *numbers.entry(class).or_insert_with(|| {
                    order.push(class);
                    (order.len() - 1) as u16
                })
            });
        }
    }
    merged
}

/// The class of each state, and last that of the state outside the automaton.
fn classes(next: &[u16], accepting: &[bool]) -> Vec<u16> {
    let outside = accepting.len();
    let used: DigitSet = (0..64)
        .filter(|&v| (0..outside).any(|s| next[s * 64 + usize::from(v)] != Automaton::DEAD))
        .collect();
    let mut classes: Vec<u16> = accepting.iter().map(|&a| u16::from(a)).collect();
    classes.push(0);
    let mut count = 0;
    loop {
        let mut numbers: HashMap<Vec<u16>, u16> = HashMap::new();
        let refined: Vec<u16> = (0..=outside)
            .map(|state| {
                let mut signature = vec![classes[state]];
                signature.extend(used.iter().map(|value| {
                    let to = match state == outside {
                        true => Automaton::DEAD,
                        false => next[state * 64 + usize::from(value)],
                    };
                    classes[usize::from(to).min(outside)]
                }));
                let fresh = numbers.len() as u16;
                *numbers.entry(signature).or_insert(fresh)
            })
            .collect();
        classes = refined;
        if numbers.len() == count {
            return classes;
        }
        count = numbers.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ends with 1, then any two values: the textbook case that doubles with each value.
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
    fn subsets_are_exact_and_fewest() {
        let automaton = third_from_last().determinise().expect("few states");
        assert_eq!(automaton.accepting.len(), 8);
        for word in 0..64u8 {
            let bits: Vec<u8> = (0..6).map(|i| word >> i & 1).collect();
            assert_eq!(automaton.accepts(bits.clone()), bits[3] == 1, "{bits:?}");
        }
    }

    #[test]
    fn nothing_accepted_is_one_state() {
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
    fn growth_is_refused() {
        let mut nfa = Nfa::default();
        let first = nfa.state().expect("few states");
        nfa.start_in(first);
        nfa.on(first, DigitSet::range(0, 1), first);
        let mut last = first;
        for i in 0..14 {
            let next = nfa.state().expect("few states");
            nfa.on(last, DigitSet::range(if i == 0 { 1 } else { 0 }, 1), next);
            last = next;
        }
        nfa.accept_in(last);
        assert_eq!(nfa.determinise(), Err(EncodingError::TooManyStates));
    }
}
