use super::Renumbering;
use super::kind::{Kind, mirror_total, rename_terms, sum};
use cluewright_puzzle::Cell;

/// The statement that all groups of weighted cells have the same sum. A cell may be in several
/// groups.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct EqualSums(pub Vec<Vec<(Cell, i64)>>);

impl Kind for EqualSums {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.0.iter().flatten().for_each(|&(cell, _)| see(cell));
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        self.0.iter_mut().for_each(|group| rename_terms(group, to));
    }

    fn sort(&mut self) {
        self.0.iter_mut().for_each(|group| group.sort_unstable());
        self.0.sort_unstable();
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let groups = &mut self.0.windows(2);
        groups.all(|pair| sum(&pair[0], value) == sum(&pair[1], value))
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        // A reversal subtracts each sum from a constant of its group, so equal sums stay equal only if these constants are equal.
        let ends = digits.ends()?;
        let mut all = self.0.iter().map(|group| mirror_total(group, ends));
        let first = all.next();
        let same = all.all(|total| Some(total) == first);
        same.then_some(())
    }
}
