use super::kind::{Kind, rename_all};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that the value of `list[index - first]` equals `value`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Element {
    /// The cells from which the index selects.
    pub list: Vec<Cell>,
    /// The cell whose value is the index; it must lie within the list.
    pub index: Cell,
    /// The index that selects the first cell.
    pub first: i64,
    /// The value that the selected cell must have: the value of another cell, or any value in a set.
    pub value: Result<Cell, DigitSet>,
}

impl Kind for Element {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        let cells = self.list.iter().chain([&self.index]);
        cells.chain(self.value.as_ref().ok()).copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.list, to);
        self.index = to(self.index);
        self.value = self.value.map(to);
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let place = usize::try_from(i64::from(value(self.index)) - self.first).ok();
        let chosen = place.and_then(|place| self.list.get(place));
        chosen.is_some_and(|&chosen| match self.value {
            Ok(cell) => value(chosen) == value(cell),
            Err(digits) => digits.contains(value(chosen)),
        })
    }
}
