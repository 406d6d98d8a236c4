use super::kind::{Kind, rename_all};
use cluewright_puzzle::Cell;

/// The statement that each value among the cells equals its number of occurrences: if 3 occurs, it
/// occurs three times.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct SelfCounting(pub Vec<Cell>);

impl Kind for SelfCounting {
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
        self.0.iter().all(|&cell| {
            let same = |&&other: &&Cell| value(other) == value(cell);
            self.0.iter().filter(same).count() == usize::from(value(cell))
        })
    }
}
