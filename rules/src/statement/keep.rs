use super::Renumbering;
use super::kind::{Kind, without};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that the value of a cell is in a set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Keep(pub Cell, pub DigitSet);

impl Kind for Keep {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        see(self.0);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        self.0 = to(self.0);
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        self.1.contains(value(self.0))
    }

    fn negate(&mut self) -> Option<()> {
        self.1 = without(self.1);
        Some(())
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        self.1 = digits.set(self.1)?;
        Some(())
    }
}
