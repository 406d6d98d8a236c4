use super::Renumbering;
use super::kind::{Kind, kinds, rename_all};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that the number of different values among `cells` equals the value of `total`. If `total` is `None`,
/// the number is one of `counts`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct NValue {
    /// The cells whose values are counted.
    pub cells: Vec<Cell>,
    /// The cell that holds the number, if there is one.
    pub total: Option<Cell>,
    /// Allowed numbers if `total` is `None`.
    pub counts: DigitSet,
}

impl Kind for NValue {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.cells.iter().copied().chain(self.total).for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.cells, to);
        self.total = self.total.map(to);
    }

    fn sort(&mut self) {
        self.cells.sort_unstable();
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let kinds = kinds(&self.cells, value);
        match self.total {
            Some(total) => usize::from(value(total)) == kinds,
            None => u8::try_from(kinds).is_ok_and(|kinds| self.counts.contains(kinds)),
        }
    }

    fn renumber(&mut self, _digits: &Renumbering) -> Option<()> {
        // A relabelling would change the value of `total`, but not the number of different values.
        self.total.is_none().then_some(())
    }
}
