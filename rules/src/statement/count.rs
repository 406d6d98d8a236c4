use super::Renumbering;
use super::kind::{Kind, without};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that the number of cells whose value is in the cell's set, plus `offset`, equals the value of `total`. If
/// `total` is `None`, the number is one of `counts`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Count {
    /// Each cell, with the set of values for which it counts.
    pub cells: Vec<(Cell, DigitSet)>,
    /// The cell that holds the number, if there is one.
    pub total: Option<Cell>,
    /// The amount to add to the count before it is compared with `total`.
    pub offset: i64,
    /// Allowed counts (0 to 63) if `total` is `None`.
    pub counts: DigitSet,
}

impl Kind for Count {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        let cells = self.cells.iter().map(|cell| cell.0);
        cells.chain(self.total).for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        self.cells.iter_mut().for_each(|cell| cell.0 = to(cell.0));
        self.total = self.total.map(to);
    }

    fn sort(&mut self) {
        self.cells.sort_by_key(|(cell, _)| *cell);
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let counts = |(cell, set): &&(Cell, DigitSet)| set.contains(value(*cell));
        let count = self.cells.iter().filter(counts).count();
        match self.total {
            Some(total) => i64::from(value(total)) == count as i64 + self.offset,
            None => u8::try_from(count).is_ok_and(|count| self.counts.contains(count)),
        }
    }

    fn negate(&mut self) -> Option<()> {
        // A count above 63 is in no set, so it would satisfy neither the statement nor its complement.
        (self.total.is_none() && self.cells.len() < 64).then_some(())?;
        self.counts = without(self.counts);
        Some(())
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        // A renumbering preserves the count but changes the value of the cell that holds it, so no equivalent statement exists.
        self.total.is_none().then_some(())?;
        for (_, set) in &mut self.cells {
            *set = digits.set(*set)?;
        }
        Some(())
    }
}
