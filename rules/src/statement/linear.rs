use super::Renumbering;
use super::kind::{Kind, mirror_total, rename_terms, sum};
use cluewright_puzzle::Cell;

/// A comparison of a weighted sum with a total.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Linear {
    /// The cells with their weights. The cells are distinct, and no weight is 0.
    pub terms: Vec<(Cell, i64)>,
    /// The comparison of the sum with the total.
    pub compare: Compare,
    /// The number with which the sum is compared.
    pub total: i64,
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub enum Compare {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
}

impl Compare {
    /// Compares two numbers.
    #[must_use]
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::AtMost => left <= right,
            Self::AtLeast => left >= right,
        }
    }
}

impl Kind for Linear {
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
        self.compare.holds(sum(&self.terms, value), self.total)
    }

    fn negate(&mut self) -> Option<()> {
        (self.compare, self.total) = match self.compare {
            Compare::Equal => (Compare::NotEqual, self.total),
            Compare::NotEqual => (Compare::Equal, self.total),
            Compare::AtMost => (Compare::AtLeast, self.total + 1),
            Compare::AtLeast => (Compare::AtMost, self.total - 1),
        };
        Some(())
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        // Only a reversal changes all sums of the same cells in the same way, so other relabellings have no linear form.
        let ends = digits.ends()?;
        self.compare = match self.compare {
            Compare::AtMost => Compare::AtLeast,
            Compare::AtLeast => Compare::AtMost,
            other => other,
        };
        self.total = mirror_total(&self.terms, ends) - self.total;
        Some(())
    }
}
