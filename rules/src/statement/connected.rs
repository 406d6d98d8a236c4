use super::Renumbering;
use super::kind::{Kind, rename_all};
use cluewright_puzzle::{Cell, DigitSet};

/// The statement that the cells whose value is in a set form one non-empty, orthogonally connected area, of the given
/// size if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Connected {
    /// The cells that may be part of the area.
    pub cells: Vec<Cell>,
    /// Pairs of indices into `cells`, for cells that touch.
    pub edges: Vec<(u16, u16)>,
    /// Values that make a cell part of the area.
    pub values: DigitSet,
    /// The exact number of cells in the area, if it is known.
    pub size: Option<u16>,
}

impl Kind for Connected {
    fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.cells.iter().copied().for_each(see);
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        rename_all(&mut self.cells, to);
    }

    fn sort(&mut self) {
        let mut order: Vec<u16> = (0..self.cells.len() as u16).collect();
        order.sort_by_key(|&place| self.cells[usize::from(place)]);
        let mut places = vec![0; order.len()];
        for (place, &before) in (0..).zip(&order) {
            places[usize::from(before)] = place;
        }
        // Edges are indices into the list of cells, so they must be updated after the cells are sorted.
        for (a, b) in &mut self.edges {
            (*a, *b) = (places[usize::from(*a)], places[usize::from(*b)]);
            if a > b {
                std::mem::swap(a, b);
            }
        }
        self.edges.sort_unstable();
        self.cells.sort_unstable();
    }

    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        let inside = |cell| self.values.contains(value(cell));
        are_connected(&self.cells, &self.edges, self.size, &inside)
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        self.values = digits.set(self.values)?;
        Some(())
    }
}

/// Returns `true` if the selected cells form one connected area, of the given size if there is one.
pub(super) fn are_connected(
    cells: &[Cell],
    edges: &[(u16, u16)],
    size: Option<u16>,
    inside: &impl Fn(Cell) -> bool,
) -> bool {
    let members: Vec<bool> = cells.iter().map(|&c| inside(c)).collect();
    let count = members.iter().filter(|&&m| m).count();
    let Some(start) = members.iter().position(|&m| m) else {
        return false;
    };
    if size.is_some_and(|size| usize::from(size) != count) {
        return false;
    }
    let mut reached = vec![false; cells.len()];
    reached[start] = true;
    let mut stack = vec![start];
    while let Some(at) = stack.pop() {
        for &(a, b) in edges {
            let (a, b) = (usize::from(a), usize::from(b));
            for (from, to) in [(a, b), (b, a)] {
                if from == at && members[to] && !reached[to] {
                    reached[to] = true;
                    stack.push(to);
                }
            }
        }
    }
    reached.iter().filter(|&&r| r).count() == count
}
