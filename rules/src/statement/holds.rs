use super::kind::{Kind, without};
use super::{Renumbering, Statement, sort_each};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that the number of true parts is one of the allowed counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Holds {
    /// The statements that are counted.
    pub parts: Vec<Statement>,
    /// Allowed numbers of true parts (0 to 63).
    pub counts: DigitSet,
}

impl Kind for Holds {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.parts.iter().for_each(|part| part.each_cell(see));
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        self.parts.iter_mut().for_each(|part| part.rename(to));
    }

    fn sort(&mut self) {
        sort_each(&mut self.parts);
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let count = self.parts.iter().filter(|part| part.holds(value)).count();
        u8::try_from(count).is_ok_and(|count| self.counts.contains(count))
    }

    fn negate(&mut self) -> Option<()> {
        // As in `Count`, a number above 63 is in no set, so it would satisfy neither the statement nor its complement.
        (self.parts.len() < 64).then_some(())?;
        self.counts = without(self.counts);
        Some(())
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        let mut parts = self.parts.iter_mut();
        parts.try_for_each(|part| part.renumber(digits))
    }
}
