use super::Renumbering;
use super::kind::{Kind, rename_all};
use cluewright_puzzle::{Cell, DigitSet};
use std::sync::Arc;

/// The statement that the values are different and together form one of the allowed sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct ValueSets(pub Vec<Cell>, pub Arc<[DigitSet]>);

impl Kind for ValueSets {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.0.iter().copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.0, to);
    }

    fn sort(&mut self) {
        self.0.sort_unstable();
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let values: DigitSet = self.0.iter().map(|&c| value(c)).collect();
        values.len() == self.0.len() && self.1.contains(&values)
    }

    fn different(&self) -> Option<Vec<Cell>> {
        Some(self.0.clone())
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        let sets = self.1.iter().map(|&set| digits.set(set));
        let sets: Vec<DigitSet> = sets.collect::<Option<_>>()?;
        self.1 = sets.into();
        Some(())
    }
}
