use super::{Kind, Renumbering, Statement, without};
use cluewright_puzzle::{Cell, DigitSet};

/// The cell's value is in the set.
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

    fn negated(&self) -> Option<Statement> {
        Some(Statement::Keep(Self(self.0, without(self.1))))
    }

    fn renumbered(&self, digits: &Renumbering) -> Option<Statement> {
        Some(Statement::Keep(Self(self.0, digits.set(self.1)?)))
    }
}
