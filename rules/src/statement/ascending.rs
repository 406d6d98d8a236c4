use super::Renumbering;
use super::kind::{Kind, rename_all};
use cluewright_puzzle::Cell;

/// The statement that the value of each cell is below the value of the next cell (or equal to it, unless `strict`).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Ascending {
    /// The cells from the lowest value to the highest.
    pub cells: Vec<Cell>,
    /// `true` if neighbouring values must not be equal.
    pub strict: bool,
}

impl Kind for Ascending {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.cells.iter().copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.cells, to);
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        self.cells.windows(2).all(|pair| {
            let (a, b) = (value(pair[0]), value(pair[1]));
            if self.strict { a < b } else { a <= b }
        })
    }

    fn different(&self) -> Option<Vec<Cell>> {
        self.strict.then(|| self.cells.clone())
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        // Only a reversal inverts the order of every two digits, so other relabellings have no such form.
        digits.ends()?;
        self.cells.reverse();
        Some(())
    }
}
