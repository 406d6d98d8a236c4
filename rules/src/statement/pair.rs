use super::Renumbering;
use super::kind::{Kind, without};
use cluewright_puzzle::{Cell, DigitSet};
use std::sync::Arc;

/// The statement that a table allows the values of two cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Pair(pub Cell, pub Cell, pub Arc<PairTable>);

/// A binary relation over the values 0 to 63. `rows[a]` contains the values of the second cell that are allowed if
/// the first cell has value `a`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct PairTable {
    /// The allowed second values, indexed by the value of the first cell. Missing rows at the end allow nothing.
    pub rows: Vec<DigitSet>,
}

impl PairTable {
    /// Creates the table of a predicate over given values of the two cells.
    pub fn new(first: DigitSet, second: DigitSet, mut allows: impl FnMut(u8, u8) -> bool) -> Self {
        let rows = (0..=first.max().unwrap_or(0))
            .map(|a| {
                let row = second.iter().filter(|&b| first.contains(a) && allows(a, b));
                row.collect()
            })
            .collect();
        Self { rows }
    }

    /// Returns `true` if the pair is allowed.
    #[must_use]
    pub fn allows(&self, a: u8, b: u8) -> bool {
        self.row(a.into()).contains(b)
    }

    /// Returns `true` if the table allows each pair in both orders or in neither.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let mut rows = (0..).zip(&self.rows);
        rows.all(|(a, row)| row.iter().all(|b| self.allows(b, a)))
    }

    /// Returns the table for the cells in the opposite order.
    pub fn transposed(&self) -> Self {
        // Any value of the second cell can become a row, so there are 64 rows.
        let mut rows = vec![DigitSet::EMPTY; 64];
        for (a, row) in (0..).zip(&self.rows) {
            for b in row.iter() {
                rows[usize::from(b)] = rows[usize::from(b)] | DigitSet::one(a);
            }
        }
        Self { rows }
    }

    fn row(&self, a: usize) -> DigitSet {
        self.rows.get(a).copied().unwrap_or(DigitSet::EMPTY)
    }
}

impl Kind for Pair {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        see(self.0);
        see(self.1);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        (self.0, self.1) = (to(self.0), to(self.1));
    }

    fn sort(&mut self) {
        // With any other table, exchanging the cells would change the meaning.
        if self.0 > self.1 && self.2.is_symmetric() {
            std::mem::swap(&mut self.0, &mut self.1);
        }
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        self.2.allows(value(self.0), value(self.1))
    }

    fn negate(&mut self) -> Option<()> {
        // The table may lack rows of values that it does not allow, so all 64 rows are built.
        let rows = (0..64).map(|a| without(self.2.row(a))).collect();
        self.2 = Arc::new(PairTable { rows });
        Some(())
    }

    fn different(&self) -> Option<Vec<Cell>> {
        let Self(a, b, table) = self;
        let mut rows = table.rows.iter().enumerate();
        let repeats = rows.any(|(value, row)| row.contains(value as u8));
        (a != b && !repeats).then(|| vec![*a, *b])
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        let mut rows = vec![DigitSet::EMPTY; self.2.rows.len()];
        for (value, &row) in (0..).zip(&self.2.rows) {
            // Empty rows are skipped: the table does not allow their values, so these values may lack a new label.
            if !row.is_empty() {
                let place = usize::from(digits.digit(value)?);
                *rows.get_mut(place)? = digits.set(row)?;
            }
        }
        self.2 = Arc::new(PairTable { rows });
        Some(())
    }
}
