//! Draws assignments that are excluded by only one clause, or by only one group of clauses that share auxiliary variables.
//!
//! These assignments reveal superfluous clauses. Purely random assignments rarely do.

use crate::blocks::CellVariables;
use crate::numbering::Numbering;
use cluewright_proofs::{Lit, Propagator};
use cluewright_puzzle::Cell;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rustc_hash::FxHashMap;

/// Maximum number of tries to draw an assignment that only one clause excludes.
const TRIES: usize = 12;
/// Number of assignments to draw for a group of clauses.
const OF_A_GROUP: usize = 6;
/// Maximum number of literals to read for all tests of a part. In large parts, only the shortest clauses are tested,
/// because they exclude the most assignments.
const READ: usize = 100_000_000;

/// The clauses of a part. Each clause has an additional literal, so that it is off unless that literal is assumed to be
/// false.
pub(crate) struct Witnesses<'a> {
    variables: &'a CellVariables,
    cells: &'a [Cell],
    numbering: Numbering,
    clauses: Vec<Vec<Lit>>,
    propagator: Propagator,
}

impl<'a> Witnesses<'a> {
    pub(crate) fn new(variables: &'a CellVariables, clauses: &[&[Lit]], cells: &'a [Cell]) -> Self {
        let mut numbering = Numbering::default();
        let mut propagator = Propagator::new(0);
        // These clauses require each cell to have exactly one value, so that propagation can use this during draws.
        for &cell in cells {
            let values = variables.values(cell).iter();
            let values = values.filter_map(|&value| variables.variable(cell, value));
            let values: Vec<Lit> = values.map(|literal| numbering.number(literal)).collect();
            for (place, &one) in values.iter().enumerate() {
                for &other in &values[..place] {
                    propagator.add(&[-one, -other]);
                }
            }
            propagator.add(&values);
        }
        // Clauses may exclude more assignments that repeat a value in a house, so draws keep to the houses.
        for &cell in cells {
            let peers = variables.peers(cell).iter();
            for &peer in peers.filter(|&&peer| peer < cell && cells.binary_search(&peer).is_ok()) {
                for &value in variables.values(cell) {
                    let both = [cell, peer].map(|cell| variables.variable(cell, value));
                    if let [Some(one), Some(other)] = both {
                        propagator.add(&[-numbering.number(one), -numbering.number(other)]);
                    }
                }
            }
        }
        let clauses = clauses.iter().filter_map(|clause| numbering.clause(clause));
        let mut clauses: Vec<Vec<Lit>> = clauses.collect();
        clauses.sort_unstable();
        clauses.dedup();
        // The switches come after all variables, so no further variable may be numbered from here on.
        let switches = numbering.count();
        for (number, clause) in (1..).zip(&clauses) {
            propagator.add(&[&clause[..], &[switches + number]].concat());
        }
        Self {
            variables,
            cells,
            numbering,
            clauses,
            propagator,
        }
    }

    /// Draws assignments for groups and clauses until `check` rejects one. Returns the number of drawn assignments.
    ///
    /// # Errors
    /// Returns the error of `check` for the first assignment that it rejects.
    pub(crate) fn check_each<E>(
        &mut self,
        values: &mut [u8],
        rng: &mut impl Rng,
        mut check: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<usize, E> {
        let (chosen, always) = self.choose(rng);
        let groups = self.group(&chosen);
        let groups: Vec<&[usize]> = groups.iter().map(Vec::as_slice).collect();
        let mut drawn = 0;
        let mut offer = |witnesses: &mut Self, rng: &mut _| {
            if !witnesses.draw(values, rng) {
                return Ok(false);
            }
            drawn += 1;
            check(values).map(|()| true)
        };
        if self.turn_on(&always) {
            self.leave_out(&groups, &mut |witnesses, group| {
                if group.len() > 1 {
                    for _ in 0..OF_A_GROUP {
                        offer(witnesses, rng)?;
                    }
                }
                let single: Vec<&[usize]> = group.chunks(1).collect();
                witnesses.leave_out(&single, &mut |witnesses, clause| {
                    // If propagation refutes the negation of a clause, the other clauses imply this clause, so it excludes
                    // nothing more.
                    let is_open = witnesses.deny(clause[0]);
                    for _ in 0..if is_open { TRIES } else { 0 } {
                        if offer(witnesses, rng)? {
                            break;
                        }
                    }
                    Ok(())
                })
            })?;
        }
        self.propagator.retract(0);
        Ok(drawn)
    }

    /// Returns two lists: the clauses to test, shortest first, and the other clauses.
    fn choose(&self, rng: &mut impl Rng) -> (Vec<usize>, Vec<usize>) {
        let literals: usize = self.clauses.iter().map(Vec::len).sum();
        let mut order: Vec<usize> = (0..self.clauses.len()).collect();
        // The sort is stable, so clauses with the same length stay in random order.
        order.shuffle(rng);
        order.sort_by_key(|&clause| self.clauses[clause].len());
        // Each test reads all literals of the part, so the limit is divided by their number.
        let others = order.split_off(order.len().min(READ / literals.max(1)));
        (order, others)
    }

    /// Divides clauses into groups that share auxiliary variables, directly or through other clauses.
    fn group(&self, chosen: &[usize]) -> Vec<Vec<usize>> {
        let cells = self.cell_variables();
        let mut owners: FxHashMap<u32, usize> = FxHashMap::default();
        let mut groups: Vec<usize> = (0..chosen.len()).collect();
        for (place, &clause) in chosen.iter().enumerate() {
            let variables = self.clauses[clause].iter().map(|lit| lit.unsigned_abs());
            for variable in variables.filter(|&variable| variable > cells) {
                let owner = *owners.entry(variable).or_insert(place);
                let (one, other) = (root(&mut groups, owner), root(&mut groups, place));
                groups[one.max(other)] = one.min(other);
            }
        }
        let mut members: Vec<Vec<usize>> = vec![vec![]; chosen.len()];
        for (place, &clause) in chosen.iter().enumerate() {
            members[root(&mut groups, place)].push(clause);
        }
        members.retain(|group| !group.is_empty());
        members
    }

    /// Returns the number of cell variables. These are numbered before all others.
    fn cell_variables(&self) -> u32 {
        let values = self.cells.iter().map(|&cell| self.variables.values(cell));
        values.map(<[u8]>::len).sum::<usize>() as u32
    }

    /// Visits each item while the clauses of all other items are on. To do so, it turns one half on and visits the other
    /// half recursively.
    fn leave_out<E>(
        &mut self,
        items: &[&[usize]],
        visit: &mut impl FnMut(&mut Self, &[usize]) -> Result<(), E>,
    ) -> Result<(), E> {
        if let [item] = items {
            return visit(self, item);
        }
        let (one, other) = items.split_at(items.len() / 2);
        for (on, out) in [(other, one), (one, other)] {
            let level = self.propagator.level();
            // If the clauses that are on contradict each other, no assignment can be drawn.
            let is_open = on.iter().all(|item| self.turn_on(item));
            if is_open && !out.is_empty() {
                self.leave_out(out, visit)?;
            }
            self.propagator.retract(level);
        }
        Ok(())
    }

    /// Assumes that some clauses are on. Returns `false` on a conflict.
    fn turn_on(&mut self, clauses: &[usize]) -> bool {
        let switches = self.numbering.count();
        let mut clauses = clauses.iter();
        clauses.all(|&clause| self.propagator.assume(-(switches + 1 + clause as Lit)))
    }

    /// Assumes that a clause is false. Returns `false` on a conflict.
    fn deny(&mut self, clause: usize) -> bool {
        let mut literals = self.clauses[clause].iter();
        literals.all(|&literal| self.propagator.assume(-literal))
    }

    /// Draws the values of the cells, and avoids values that propagation refutes. Returns `false` if a cell has no value
    /// left.
    fn draw(&mut self, values: &mut [u8], rng: &mut impl Rng) -> bool {
        let level = self.propagator.level();
        let mut cells = self.cells.to_vec();
        cells.shuffle(rng);
        let is_drawn = cells.iter().all(|&cell| {
            let value = self.draw_value(cell, rng);
            value
                .inspect(|&value| values[cell.index()] = value)
                .is_some()
        });
        self.propagator.retract(level);
        is_drawn
    }

    fn draw_value(&mut self, cell: Cell, rng: &mut impl Rng) -> Option<u8> {
        let mut open = self.variables.values(cell).to_vec();
        while let Some(&value) = open.choose(rng) {
            let literal = self.numbering.of(self.variables.variable(cell, value)?)?;
            let level = self.propagator.level();
            if self.propagator.value(literal) >= 0 && self.propagator.assume(literal) {
                return Some(value);
            }
            self.propagator.retract(level);
            open.retain(|&other| other != value);
        }
        None
    }
}

fn root(groups: &mut [usize], mut place: usize) -> usize {
    while groups[place] != place {
        groups[place] = groups[groups[place]];
        place = groups[place];
    }
    place
}
