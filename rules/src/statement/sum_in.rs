use super::Renumbering;
use super::kind::{Kind, mirror_total, rename_terms, sum};
use cluewright_puzzle::Cell;

/// The statement that a weighted sum is one of the allowed totals.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct SumIn {
    /// The cells with their weights. The cells are distinct, and no weight is 0.
    pub terms: Vec<(Cell, i64)>,
    /// The allowed totals, in ascending order.
    pub totals: Vec<i64>,
}

impl Kind for SumIn {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.terms.iter().for_each(|&(cell, _)| see(cell));
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_terms(&mut self.terms, to);
    }

    fn sort(&mut self) {
        self.terms.sort_unstable();
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        self.totals.contains(&sum(&self.terms, value))
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        let ends = digits.ends()?;
        let all = mirror_total(&self.terms, ends);
        // Subtraction reverses the order of the totals, which must stay ascending.
        self.totals.reverse();
        for total in &mut self.totals {
            *total = all - *total;
        }
        Some(())
    }
}
