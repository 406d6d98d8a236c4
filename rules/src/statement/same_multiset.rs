use super::Renumbering;
use super::kind::{Kind, rename_all};
use cluewright_puzzle::Cell;

/// The statement that all groups hold the same values, each equally often. The groups have the same
/// length.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct SameMultiset(pub Vec<Vec<Cell>>);

impl Kind for SameMultiset {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.0.iter().flatten().copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        self.0.iter_mut().for_each(|group| rename_all(group, to));
    }

    fn sort(&mut self) {
        self.0.iter_mut().for_each(|group| group.sort_unstable());
        self.0.sort_unstable();
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let sorted = |cells: &Vec<Cell>| {
            let mut values: Vec<u8> = cells.iter().map(|&c| value(c)).collect();
            values.sort_unstable();
            values
        };
        let groups = &mut self.0.windows(2);
        groups.all(|pair| sorted(&pair[0]) == sorted(&pair[1]))
    }

    fn renumber(&mut self, _digits: &Renumbering) -> Option<()> {
        // Groups with the same values still have the same values after a relabelling.
        Some(())
    }
}
