//! Compares the clauses of one part of a puzzle with the part's meaning. Auxiliary variables are projected out.

use crate::blocks::CellVariables;
use crate::numbering::Numbering;
use crate::witness::Witnesses;
use cluewright_proofs::{Lit, Propagator};
use cluewright_puzzle::Cell;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Maximum number of assignments to a part's cells to enumerate. If there are more, random assignments are tested.
const ENUMERATED: usize = 7_000;
/// Maximum number of decisions about auxiliary variables for one assignment. In formulas from our own encoder, propagation
/// alone determines these variables.
const DECISIONS: usize = 10_000;
/// Number of random assignments to test if there are too many to enumerate.
const DRAWN: usize = 600;

/// The method by which the clauses of a part were compared with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareKind {
    /// The clauses were compared one by one, because the meaning has only one form.
    Clauses,
    /// Number of assignments to the part's cells, all of which were tested.
    All(usize),
    /// Number of random assignments that were tested: arbitrary ones, ones that nearly satisfy the part, and ones that only
    /// one clause excludes.
    Drawn(usize),
}

/// The clauses of one part, with their variables renumbered.
pub(crate) struct Block<'a> {
    cells: &'a CellVariables,
    propagator: Propagator,
    numbering: Numbering,
}

impl<'a> Block<'a> {
    pub(crate) fn new<'c>(
        cells: &'a CellVariables,
        clauses: impl Iterator<Item = &'c [Lit]>,
    ) -> Self {
        let mut numbering = Numbering::default();
        let mut propagator = Propagator::new(0);
        for clause in clauses.filter_map(|clause| numbering.clause(clause)) {
            propagator.add(&clause);
        }
        Self {
            cells,
            propagator,
            numbering,
        }
    }

    /// Returns the cells whose variables occur in the block, in ascending order.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let variables = self.numbering.variables();
        let mut cells: Vec<Cell> = variables
            .filter_map(|variable| self.cells.meaning(variable))
            .map(|(cell, _)| cell)
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Assumes that a cell has a value. The variable of that value is true, and the other variables of the cell are false.
    /// Returns `false` on a conflict.
    fn assume(&mut self, cell: Cell, value: u8) -> bool {
        let mut is_open = true;
        for &other in self.cells.values(cell) {
            let variable = self.cells.variable(cell, other);
            let number = variable.and_then(|variable| self.numbering.of(variable));
            if let Some(number) = number.filter(|_| is_open) {
                is_open = self
                    .propagator
                    .assume(if other == value { number } else { -number });
            }
        }
        is_open
    }

    /// Returns `true` if some model of the clauses has the given values in the cells. Returns `None` if the search for one
    /// needs too many decisions.
    fn allows(&mut self, cells: &[Cell], values: &[u8]) -> Option<bool> {
        let mut cells = cells.iter();
        let is_open = cells.all(|&cell| self.assume(cell, values[cell.index()]));
        let allows = match is_open {
            true => self.propagator.is_satisfiable(DECISIONS),
            false => Some(false),
        };
        self.propagator.retract(0);
        allows
    }

    /// Draws the values of the cells one after another, and avoids values that propagation refutes or that already occur in a
    /// house of the cell.
    fn draw(&mut self, cells: &[Cell], values: &mut [u8], rng: &mut impl Rng) {
        for (done, &cell) in cells.iter().enumerate() {
            let level = self.propagator.level();
            let peers = self.cells.peers(cell).iter();
            let drawn = peers.filter(|peer| cells[..done].binary_search(peer).is_ok());
            let taken: Vec<u8> = drawn.map(|peer| values[peer.index()]).collect();
            let mut open = self.cells.values(cell).to_vec();
            open.retain(|value| !taken.contains(value));
            // If no value is possible, the cell keeps an arbitrary one, so that the assignment is always complete.
            while !open.is_empty() {
                let value = open.swap_remove(rng.random_range(0..open.len()));
                values[cell.index()] = value;
                if self.assume(cell, value) {
                    break;
                }
                self.propagator.retract(level);
            }
        }
        self.propagator.retract(0);
    }
}

/// An assignment on which the clauses and the meaning differ, given by the cells and their values. `allowed` is `true`
/// if the clauses allow it, and `None` if they leave too many variables undetermined.
pub(crate) struct Difference {
    pub(crate) cells: Vec<Cell>,
    pub(crate) values: Vec<u8>,
    pub(crate) allowed: Option<bool>,
}

/// Compares the clauses of a part with its meaning, a predicate on full assignments. `known` is an assignment that satisfies
/// the part, if one is known. Clauses and meaning may differ on assignments that repeat a value in a house, because the clauses
/// of the layout exclude these. For example, the clauses of `missing(LIST)` differ from the rule if the house of the list
/// repeats a digit.
pub(crate) fn compare(
    variables: &CellVariables,
    clauses: &[&[Lit]],
    named: impl IntoIterator<Item = Cell>,
    known: Option<&[u8]>,
    rng: &mut impl Rng,
    meaning: impl Fn(&[u8]) -> bool,
) -> Result<CompareKind, Difference> {
    let mut block = Block::new(variables, clauses.iter().copied());
    let block = &mut block;
    let mut cells = block.cells();
    cells.extend(named);
    cells.sort_unstable();
    cells.dedup();
    let counts = cells.iter().map(|&cell| block.cells.values(cell).len());
    let count = counts.fold(1usize, usize::saturating_mul);
    let check = |block: &mut Block<'_>, values: &[u8]| {
        let allowed = block.allows(&cells, values);
        let agrees = allowed == Some(meaning(values));
        match agrees || variables.repeats_in_house(&cells, values) {
            true => Ok(()),
            false => Err(Difference {
                cells: cells.clone(),
                values: values.to_vec(),
                allowed,
            }),
        }
    };
    if count <= ENUMERATED {
        let mut values = vec![0; variables.cell_count()];
        // Cells outside the part get random values, so that a meaning that depends on them is detected.
        for number in 0..count {
            randomise(block.cells, &mut values, rng);
            place(block.cells, &cells, number, &mut values);
            check(block, &values)?;
        }
        return Ok(CompareKind::All(count));
    }
    let mut values = vec![0; variables.cell_count()];
    let mut near = known.map(<[u8]>::to_vec);
    // Arbitrary assignments violate nearly every part, so three quarters of the assignments are close to the part's meaning.
    for number in 0..DRAWN {
        randomise(block.cells, &mut values, rng);
        if number % 4 == 0 {
            block.draw(&cells, &mut values, rng);
            check(block, &values)?;
            near = known
                .map(<[u8]>::to_vec)
                .filter(|_| number % 8 == 0)
                .or(Some(values.clone()));
            continue;
        }
        if let Some(near) = near.as_ref().filter(|_| number % 4 < 3) {
            values.clone_from(near);
            disturb(block.cells, &cells, &mut values, rng);
        }
        check(block, &values)?;
    }
    let mut witnesses = Witnesses::new(variables, clauses, &cells);
    // A superfluous clause excludes an assignment that the part allows, so only allowed assignments need to be checked.
    let drawn = witnesses.check_each(&mut values, rng, |values| match meaning(values) {
        true => check(block, values),
        false => Ok(()),
    })?;
    Ok(CompareKind::Drawn(DRAWN + drawn))
}

/// Sets every cell of the puzzle to a random value.
fn randomise(variables: &CellVariables, values: &mut [u8], rng: &mut impl Rng) {
    for (index, value) in values.iter_mut().enumerate() {
        let all = variables.values(Cell::from_index(index));
        *value = all.choose(rng).copied().unwrap_or_default();
    }
}

/// Sets the cells to the values of the assignment with the given number.
fn place(variables: &CellVariables, cells: &[Cell], mut number: usize, values: &mut [u8]) {
    for &cell in cells {
        let all = variables.values(cell);
        values[cell.index()] = all[number % all.len()];
        number /= all.len();
    }
}

/// Changes one to three cells. Each gets a random value or a neighbouring value, or exchanges its value with another cell.
fn disturb(variables: &CellVariables, cells: &[Cell], values: &mut [u8], rng: &mut impl Rng) {
    for _ in 0..rng.random_range(1..=3) {
        let (Some(&cell), Some(&other)) = (cells.choose(rng), cells.choose(rng)) else {
            return;
        };
        let all = variables.values(cell);
        let place = all.iter().position(|&value| value == values[cell.index()]);
        let place = place.unwrap_or_default();
        match rng.random_range(0..4) {
            0 => values[cell.index()] = all.choose(rng).copied().unwrap_or_default(),
            1 => values[cell.index()] = all[(place + 1) % all.len()],
            2 => values[cell.index()] = all[(place + all.len() - 1) % all.len()],
            _ => {
                let (one, another) = (values[cell.index()], values[other.index()]);
                let fits = variables.values(other).contains(&one) && all.contains(&another);
                if fits {
                    values.swap(cell.index(), other.index());
                }
            }
        }
    }
}
