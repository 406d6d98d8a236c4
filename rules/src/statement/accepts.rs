use super::{Kind, Renumbering, Statement, rename_all};
use crate::automaton::minimised;
use cluewright_puzzle::Cell;
use std::sync::Arc;

/// The values, in order, are accepted by the automaton.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Accepts(pub Vec<Cell>, pub Arc<Automaton>);

/// A deterministic automaton over values. Missing transitions reject. Lowering minimises automata and numbers their
/// states in breadth-first order, so that those of the same language are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Automaton {
    /// `next[state * 64 + value]` is the following state, or `Automaton::DEAD`.
    pub next: Vec<u16>,
    /// For each state, `true` if the automaton accepts when it ends there. Its length is the number of states.
    pub accepting: Vec<bool>,
    /// The state before the first value.
    pub start: u16,
}

impl Automaton {
    /// No state: the word is rejected.
    pub const DEAD: u16 = u16::MAX;

    /// The state after a value.
    #[must_use]
    pub fn step(&self, state: u16, value: u8) -> u16 {
        if state == Self::DEAD || value >= 64 {
            return Self::DEAD;
        }
        self.next[usize::from(state) * 64 + usize::from(value)]
    }

    /// Returns `true` if the automaton accepts the values.
    pub fn accepts(&self, values: impl IntoIterator<Item = u8>) -> bool {
        let end = values
            .into_iter()
            .fold(self.start, |state, v| self.step(state, v));
        end != Self::DEAD && self.accepting[usize::from(end)]
    }
}

impl Kind for Accepts {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.0.iter().copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.0, to);
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        self.1.accepts(self.0.iter().map(|&cell| value(cell)))
    }

    fn renumbered(&self, digits: &Renumbering) -> Option<Statement> {
        let mut renumbered = (*self.1).clone();
        renumbered.next.fill(Automaton::DEAD);
        for (place, &to) in self.1.next.iter().enumerate() {
            if to != Automaton::DEAD {
                let value = digits.digit((place % 64) as u8)?;
                renumbered.next[place - place % 64 + usize::from(value)] = to;
            }
        }
        Some(Statement::Accepts(Self(
            self.0.clone(),
            Arc::new(minimised(&renumbered)),
        )))
    }
}
