use super::kind::{Kind, kinds, rename_all};
use cluewright_puzzle::Cell;

/// The statement that all values differ, and that the cells between those with the smallest and the
/// largest value have a given sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct SumBetweenExtremes(pub Vec<Cell>, pub i64);

impl Kind for SumBetweenExtremes {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.0.iter().copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.0, to);
    }

    fn sort(&mut self) {
        // Only a reversal keeps the same cells between any two cells, so the list cannot be sorted.
        if self.0.first() > self.0.last() {
            self.0.reverse();
        }
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let Self(cells, sum) = self;
        let values: Vec<i64> = cells.iter().map(|&c| value(c).into()).collect();
        let place = |end: Option<&i64>| values.iter().position(|v| Some(v) == end);
        let ends = (place(values.iter().min()), place(values.iter().max()));
        let (Some(a), Some(b)) = ends else {
            return *sum == 0;
        };
        // If all values are equal, both ends are the first place and the range is invalid, so `get` returns `None`.
        let between = values.get(a.min(b) + 1..a.max(b)).unwrap_or(&[]);
        kinds(cells, value) == cells.len() && between.iter().sum::<i64>() == *sum
    }
}
