use super::kind::{Kind, rename_all};
use cluewright_puzzle::Cell;

/// The statement that exactly `smaller` of the other lists are smaller than the first list. All lists have the same
/// length, and are read as numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Rank {
    /// The ranked list, followed by the other lists.
    pub lists: Vec<Vec<Cell>>,
    /// Number of other lists that are smaller than the ranked one.
    pub smaller: u16,
    /// `true` if other lists may equal the ranked one.
    pub ties: bool,
}

impl Kind for Rank {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.lists.iter().flatten().copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        self.lists.iter_mut().for_each(|list| rename_all(list, to));
    }

    fn sort(&mut self) {
        // The first list is the ranked one, so it must stay first.
        if let Some(others) = self.lists.get_mut(1..) {
            others.sort_unstable();
        }
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let read = |list: &Vec<Cell>| list.iter().map(|&c| value(c)).collect::<Vec<u8>>();
        let numbers: Vec<Vec<u8>> = self.lists.iter().map(read).collect();
        let [first, others @ ..] = &numbers[..] else {
            return self.smaller == 0;
        };
        // The lists have the same length, so their lexicographic order is the order of the numbers.
        let less = others.iter().filter(|other| *other < first).count();
        less == usize::from(self.smaller) && (self.ties || !others.contains(first))
    }
}
