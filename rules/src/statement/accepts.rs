use super::Renumbering;
use super::kind::{Kind, rename_all};
use crate::automaton::{Automaton, minimise};
use cluewright_puzzle::Cell;
use std::sync::Arc;

/// The statement that an automaton accepts the values of the cells, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Accepts(pub Vec<Cell>, pub Arc<Automaton>);

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

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        let mut renumbered = (*self.1).clone();
        renumbered.next.fill(Automaton::DEAD);
        for (place, &to) in self.1.next.iter().enumerate() {
            if to != Automaton::DEAD {
                let value = digits.digit((place % 64) as u8)?;
                renumbered.next[place - place % 64 + usize::from(value)] = to;
            }
        }
        // State numbers depend on the order of the symbols, so only minimising makes the automaton canonical again.
        self.1 = Arc::new(minimise(&renumbered));
        Some(())
    }
}
