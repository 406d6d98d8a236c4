//! Branching thermometers: strokes of the same look that form a tree around its only bulb.

use cluewright_puzzle::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// A connected graph of cells, and the strokes that draw it.
pub(crate) struct Tree {
    neighbours: BTreeMap<Cell, BTreeSet<Cell>>,
    /// The indices of the strokes.
    pub(crate) strokes: Vec<usize>,
}

/// Groups strokes into connected graphs. The strokes must have the same look.
pub(crate) fn connect(strokes: &[(usize, &[Cell])]) -> Vec<Tree> {
    let mut trees: Vec<Tree> = vec![];
    for &(index, cells) in strokes {
        let (touched, mut apart): (Vec<Tree>, Vec<Tree>) = trees
            .into_iter()
            .partition(|tree| cells.iter().any(|cell| tree.neighbours.contains_key(cell)));
        let mut tree = Tree {
            neighbours: BTreeMap::new(),
            strokes: vec![index],
        };
        for step in cells.windows(2) {
            tree.add_step(step[0], step[1]);
        }
        for other in touched {
            tree.strokes.extend(other.strokes);
            for (cell, next) in other.neighbours {
                tree.neighbours.entry(cell).or_default().extend(next);
            }
        }
        apart.push(tree);
        trees = apart;
    }
    trees
}

impl Tree {
    fn add_step(&mut self, from: Cell, to: Cell) {
        self.neighbours.entry(from).or_default().insert(to);
        self.neighbours.entry(to).or_default().insert(from);
    }

    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.neighbours.keys().copied()
    }

    /// Returns `true` if some cell has more than two neighbours.
    pub(crate) fn has_branches(&self) -> bool {
        self.neighbours.values().any(|next| next.len() > 2)
    }

    /// Returns `true` if a cell other than the root has more than three neighbours, so that two lines may cross there.
    pub(crate) fn has_crossings(&self, root: Cell) -> bool {
        let mut cells = self.neighbours.iter();
        cells.any(|(&cell, next)| cell != root && next.len() > 3)
    }

    /// Returns the path from the root to each end; `None` if there is a cycle.
    pub(crate) fn arms(&self, root: Cell) -> Option<Vec<Vec<Cell>>> {
        let steps: usize = self.neighbours.values().map(BTreeSet::len).sum();
        // A cycle would keep the loop below from ending. A connected graph is a tree only if it has one step fewer than
        // cells. Each step is counted twice, once for each of its cells.
        if steps != 2 * (self.neighbours.len() - 1) {
            return None;
        }
        let mut open = vec![vec![root]];
        let mut arms = vec![];
        while let Some(way) = open.pop() {
            let last = way[way.len() - 1];
            let before = way.len().checked_sub(2).map(|at| way[at]);
            let next = self.neighbours.get(&last)?;
            let next = next.iter().filter(|&&cell| Some(cell) != before);
            let longer: Vec<Vec<Cell>> = next
                .map(|&cell| [way.as_slice(), &[cell]].concat())
                .collect();
            match longer.is_empty() {
                true => arms.push(way),
                false => open.extend(longer),
            }
        }
        arms.sort();
        Some(arms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(numbers: &[u16]) -> Vec<Cell> {
        numbers.iter().copied().map(Cell).collect()
    }

    /// Returns the arms of the tree that some strokes form.
    fn arms(strokes: &[&[u16]], root: u16) -> Option<Vec<Vec<Cell>>> {
        let strokes: Vec<Vec<Cell>> = strokes.iter().map(|stroke| cells(stroke)).collect();
        let numbered = strokes.iter().enumerate();
        let numbered: Vec<(usize, &[Cell])> = numbered
            .map(|(index, stroke)| (index, stroke.as_slice()))
            .collect();
        let trees = connect(&numbered);
        assert_eq!(trees.len(), 1);
        trees[0].arms(Cell(root))
    }

    #[test]
    fn a_tree_has_an_arm_to_each_end() {
        let expected = Some(vec![cells(&[4, 1]), cells(&[4, 3]), cells(&[4, 5])]);
        assert_eq!(arms(&[&[3, 4, 5], &[4, 1]], 4), expected);
        // A stroke that returns along its own cells also branches.
        let expected = Some(vec![cells(&[3, 2, 1, 0]), cells(&[3, 2, 5])]);
        assert_eq!(arms(&[&[0, 1, 2, 3, 2, 5]], 3), expected);
        assert_eq!(arms(&[&[0, 1, 2, 0], &[2, 5]], 0), None);
    }

    #[test]
    fn strokes_are_connected_by_their_cells() {
        let strokes = [cells(&[0, 1]), cells(&[5, 6]), cells(&[1, 2])];
        let numbered: Vec<(usize, &[Cell])> = strokes
            .iter()
            .enumerate()
            .map(|(index, stroke)| (index, stroke.as_slice()))
            .collect();
        let mut found: Vec<Vec<usize>> = connect(&numbered)
            .into_iter()
            .map(|tree| tree.strokes)
            .collect();
        found.iter_mut().for_each(|strokes| strokes.sort_unstable());
        assert_eq!(found, [vec![1], vec![0, 2]]);
    }
}
