//! What items say, before it becomes clues: givens and clues in groups, moved about and merged.

use super::cells::{Cells, Spot};
use super::clues::keep;
use super::form::Kind;
use super::forms;
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Puzzle};
use std::collections::HashMap;

/// Something that must hold.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A cell takes one of some digits.
    Given(Cell, DigitSet),
    Clue(Clue),
    /// At least one of them holds.
    Any(Vec<Part>),
    /// All of them hold.
    All(Vec<Part>),
}

/// How far parts are moved, and within which group of cells.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    pub(super) group: usize,
    pub(super) down: i32,
    pub(super) right: i32,
}

impl Part {
    /// The part with its cells moved; the cell that cannot move, if there is one.
    pub(super) fn shifted(&self, by: Shift, cells: &Cells) -> Result<Self, Cell> {
        let all = |parts: &[Self]| -> Result<Vec<Self>, Cell> {
            parts.iter().map(|p| p.shifted(by, cells)).collect()
        };
        Ok(match self {
            Self::Given(cell, digits) => Self::Given(by.of(*cell, cells)?, *digits),
            Self::Clue(clue) => {
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

    /// How many givens and clues.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Given(..) | Self::Clue(_) => 1,
            Self::Any(parts) | Self::All(parts) => 1 + parts.iter().map(Self::size).sum::<usize>(),
        }
    }

    /// The part as a clue, for the inside of a composite.
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

    /// Adds the part to the puzzle: what must all hold is taken apart.
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

/// Of clues that ISS holds only once in a list, keeps the last one, at the place of the first.
pub(super) fn merged(parts: Vec<Part>) -> Vec<Part> {
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut kept: Vec<usize> = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        let key = match part {
            Part::Clue(clue) => key(clue),
            _ => None,
        };
        match key.map(|key| *places.entry(key).or_insert(kept.len())) {
            Some(place) if place < kept.len() => kept[place] = index,
            _ => kept.push(index),
        }
    }
    if kept.len() == parts.len() {
        return parts;
    }
    let mut parts: Vec<Option<Part>> = parts.into_iter().map(Some).collect();
    kept.into_iter()
        .filter_map(|index| parts[index].take())
        .collect()
}

/// What two clues have in common if ISS holds only one of them in a list: the rule, and where the clue
/// stands (the first and the last cell tell one line, and one square, from another, in either order where the clue is the
/// same from both ends).
pub(super) type Key<'c> = (&'c str, [Option<Cell>; 2]);

/// The key of a clue, if ISS holds only one with it.
pub(super) fn key(clue: &Clue) -> Option<Key<'_>> {
    let (keyed, sides) = match forms::of_rule(&clue.rule).map(|kind| kind.kind) {
        Some(Kind::Or | Kind::And) => (false, false),
        Some(Kind::Clue(form)) if form.is_keyed() => (true, form.has_sides()),
        _ => (clue.slots.is_empty() && clue.rule != "relation", false),
    };
    let cells = clue.cells_of("cells");
    let mut ends = [cells.first().copied(), cells.last().copied()];
    if !sides {
        ends.sort_unstable();
    }
    keyed.then_some((&*clue.rule, ends))
}
