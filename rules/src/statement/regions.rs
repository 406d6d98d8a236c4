use super::connected::are_connected;
use super::kind::{Kind, kinds, rename_all};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that labels, counted from 1, divide cells into regions of `size` cells. Each region is connected, and the
/// contents of its cells differ. Regions are labelled in the order of their first cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Regions {
    /// The label of each cell. The order of the list matters, because regions are labelled in the order of their first cells.
    pub labels: Vec<Cell>,
    /// The content of each cell.
    pub contents: Vec<Cell>,
    /// Pairs of indices into both lists, for cells that touch.
    pub edges: Vec<(u16, u16)>,
    /// Number of cells in each region.
    pub size: u16,
    /// Labels that the puzzle fixes in some cell. These labels are exempt from the order.
    pub pinned: DigitSet,
}

impl Kind for Regions {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        let cells = self.labels.iter().chain(&self.contents);
        cells.copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.labels, to);
        rename_all(&mut self.contents, to);
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let label = |place: &usize| value(self.labels[*place]);
        let places = |n: u8| (0..self.labels.len()).filter(move |p| label(p) == n);
        let size = usize::from(self.size);
        let regions = self.labels.len() / size.max(1);
        let region = |n: u8| {
            let inside: Vec<Cell> = places(n).map(|place| self.contents[place]).collect();
            kinds(&inside, value) == inside.len()
                && are_connected(&self.labels, &self.edges, Some(self.size), &|c| {
                    value(c) == n
                })
        };
        let free = (1..=regions as u8).filter(|&n| !self.pinned.contains(n));
        let firsts: Vec<_> = free.map(|n| places(n).next()).collect();
        regions * size == self.labels.len() && (1..=regions as u8).all(region) && firsts.is_sorted()
    }
}
