use super::Renumbering;
use super::kind::{Kind, rename_all};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that the values of the cells are different and consecutive, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Consecutive(pub Vec<Cell>);

impl Kind for Consecutive {
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
        let ends = values.max().zip(values.min());
        let span = ends.map_or(0, |(max, min)| max - min + 1);
        values.len() == self.0.len() && usize::from(span) == self.0.len()
    }

    fn different(&self) -> Option<Vec<Cell>> {
        Some(self.0.clone())
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        // Only a reversal preserves the differences between digits, so other relabellings could split a run.
        digits.ends()?;
        Some(())
    }
}
