use super::kind::{Kind, kinds, rename_all};
use super::{Compare, Linear, Renumbering};
use cluewright_puzzle::Cell;

/// The statement that the values of the cells differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Distinct(pub Vec<Cell>);

impl Distinct {
    /// Returns an equation for each pair of cells. The statement is false if and only if one of the
    /// equations holds.
    pub(super) fn repeats(&self) -> impl Iterator<Item = Linear> {
        let equal = |a: Cell, b: Cell| Linear {
            terms: vec![(a, 1), (b, -1)],
            compare: Compare::Equal,
            total: 0,
        };
        let below = move |(i, &a): (usize, &Cell)| self.0[..i].iter().map(move |&b| equal(a, b));
        self.0.iter().enumerate().flat_map(below)
    }
}

impl Kind for Distinct {
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
        kinds(&self.0, value) == self.0.len()
    }

    fn different(&self) -> Option<Vec<Cell>> {
        Some(self.0.clone())
    }

    fn renumber(&mut self, _digits: &Renumbering) -> Option<()> {
        // A relabelling is one-to-one, so different values stay different.
        Some(())
    }
}
