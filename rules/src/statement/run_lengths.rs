use super::kind::{Kind, rename_all};
use cluewright_puzzle::Cell;

/// The statement that the value of `total` is `offset` plus, for each arm, the number of leading cells with the
/// same value as `head`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct RunLengths {
    /// The cell from which the arms start.
    pub head: Cell,
    /// The arms, each as a list of cells in the order in which they are counted.
    pub arms: Vec<Vec<Cell>>,
    /// The cell that holds the number.
    pub total: Cell,
    /// The amount to add to the number of cells.
    pub offset: i64,
}

impl Kind for RunLengths {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        let arms = self.arms.iter().flatten().copied();
        [self.head, self.total]
            .into_iter()
            .chain(arms)
            .for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        (self.head, self.total) = (to(self.head), to(self.total));
        self.arms.iter_mut().for_each(|arm| rename_all(arm, to));
    }

    fn sort(&mut self) {
        // The cells of an arm are counted from the head, so only the arms can be exchanged.
        self.arms.sort_unstable();
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let same = |cell: &&Cell| value(**cell) == value(self.head);
        let runs = self
            .arms
            .iter()
            .map(|arm| arm.iter().take_while(same).count());
        i64::from(value(self.total)) == runs.sum::<usize>() as i64 + self.offset
    }
}
