//! Intermediate form of constraints, before they become clues. The copies of `Replicate` are made
//! here, by shifting cells.

use super::kit::{Cells, Spot, keep};
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Puzzle};
use std::collections::HashMap;

/// A given, a clue, or a group of these.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// The cell holds one of the digits.
    Given(Cell, DigitSet),
    Clue(Clue),
    /// At least one of the parts holds.
    Any(Vec<Part>),
    /// All of the parts hold.
    All(Vec<Part>),
}

/// A displacement within a group of cells.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    group: usize,
    down: i32,
    right: i32,
}

impl Part {
    /// Returns the part with all its cells shifted. The error is the first cell that cannot be shifted.
    pub(super) fn shift(&self, by: Shift, cells: &Cells) -> Result<Self, Cell> {
        let all = |parts: &[Self]| -> Result<Vec<Self>, Cell> {
            parts.iter().map(|p| p.shift(by, cells)).collect()
        };
        Ok(match self {
            Self::Given(cell, digits) => Self::Given(by.of(*cell, cells)?, *digits),
            Self::Clue(clue) => {
                // At this stage, composites are parts and restrictions of a cell are givens, so only slots name cells.
                let mut clue = clue.clone();
                for cell in clue.slots.iter_mut().flat_map(|(_, list)| list) {
                    *cell = by.of(*cell, cells)?;
                }
                Self::Clue(clue)
            }
            Self::Any(parts) => Self::Any(all(parts)?),
            Self::All(parts) => Self::All(all(parts)?),
        })
    }

    /// Returns the number of givens and clues in the part. A group counts as one more, so that copies of empty groups cannot
    /// evade the limit on clues.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Given(..) | Self::Clue(_) => 1,
            Self::Any(parts) | Self::All(parts) => 1 + parts.iter().map(Self::size).sum::<usize>(),
        }
    }

    /// Converts the part to a clue, for use inside a composite.
    fn into_clue(self, cells: &Cells) -> Clue {
        let composite = |rule: &str, parts: Vec<Self>| Clue {
            parts: parts.into_iter().map(|p| p.into_clue(cells)).collect(),
            ..Clue::new(rule)
        };
        match self {
            Self::Given(cell, digits) => keep(cells, cell, digits),
            Self::Clue(clue) => clue,
            Self::Any(parts) => composite("any-of", parts),
            Self::All(parts) => composite("all-of", parts),
        }
    }

    /// Adds the part to the puzzle. Conjunctions become separate clues. `givens` maps each cell to the index of its given,
    /// because a text may have 100,000 givens, too many to search the list for each of them.
    pub(super) fn put_into(
        self,
        puzzle: &mut Puzzle,
        cells: &Cells,
        givens: &mut HashMap<Cell, usize>,
    ) {
        match self {
            Self::Given(cell, digits) => {
                let fresh = puzzle.givens.len();
                match givens.insert(cell, fresh) {
                    None => puzzle.givens.push(Given { cell, digits }),
                    Some(at) => {
                        // All givens of a cell apply, so their digits are intersected.
                        givens.insert(cell, at);
                        puzzle.givens[at].digits = puzzle.givens[at].digits & digits;
                    }
                }
            }
            Self::All(parts) => parts
                .into_iter()
                .for_each(|p| p.put_into(puzzle, cells, givens)),
            part => puzzle.clues.push(part.into_clue(cells)),
        }
    }
}

impl Shift {
    /// Returns the displacement between two spots of the same group.
    pub(super) fn between(from: Spot, to: Spot) -> Self {
        Self {
            group: from.group,
            down: to.row - from.row,
            right: to.column - from.column,
        }
    }

    fn of(self, cell: Cell, cells: &Cells) -> Result<Cell, Cell> {
        let spot = cells.spot(cell);
        let moved = Spot {
            row: spot.row + self.down,
            column: spot.column + self.right,
            ..spot
        };
        let inside = (spot.group == self.group)
            .then(|| cells.at(moved))
            .flatten();
        inside.ok_or(cell)
    }
}
