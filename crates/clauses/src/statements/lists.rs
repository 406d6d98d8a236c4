//! Encodes statements about lists of cells: element lookups, comparisons and run lengths.

use crate::encoder::{Encoder, Mode, TooLarge};
use crate::formula::Lit;
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::statement::{Element, Rank, RunLengths};
use std::cmp::Ordering;

impl Encoder {
    pub(super) fn element(&mut self, element: &Element, mode: Mode) -> Lit {
        let mut clauses = vec![];
        for index in self.values(element.index).iter() {
            let chooses = self.is(element.index, index);
            let place = usize::try_from(i64::from(index) - element.first).ok();
            let Some(&chosen) = place.and_then(|place| element.list.get(place)) else {
                // The index must select a cell of the list.
                clauses.push(vec![-chooses]);
                continue;
            };
            match element.value {
                Ok(cell) => {
                    let values = self.values(chosen) | self.values(cell);
                    for value in values.iter() {
                        let (one, other) = (self.is(chosen, value), self.is(cell, value));
                        clauses.push(vec![-chooses, -one, other]);
                        clauses.push(vec![-chooses, one, -other]);
                    }
                }
                Err(digits) => {
                    let mut clause = self.among(chosen, digits);
                    clause.push(-chooses);
                    clauses.push(clause);
                }
            }
        }
        self.conclude(clauses, mode)
    }

    pub(super) fn rank(&mut self, rank: &Rank, mode: Mode) -> Result<Lit, TooLarge> {
        let [first, others @ ..] = &rank.lists[..] else {
            let holds = rank.smaller == 0;
            return Ok(self.conclude(if holds { vec![] } else { vec![vec![]] }, mode));
        };
        let (mut smaller, mut different) = (vec![], vec![]);
        for other in others {
            smaller.push(self.compares(other, first, Ordering::Less)?);
            if !rank.ties {
                different.push(vec![-self.compares(other, first, Ordering::Equal)?]);
            }
        }
        let is_accepted = |count, _| count == i64::from(rank.smaller);
        let counted = self.counts(smaller, None, is_accepted, mode)?;
        let different = self.conclude(different, mode);
        Ok(self.all([counted, different]))
    }

    /// Returns a literal that is true if two lists, read as numbers, satisfy the given comparison.
    fn compares(
        &mut self,
        one: &[Cell],
        other: &[Cell],
        wanted: Ordering,
    ) -> Result<Lit, TooLarge> {
        // Lowering compares only lists of equal length, so `zip` drops no cell.
        let pairs = one.iter().zip(other);
        let layers = pairs.flat_map(|(&a, &b)| [self.values_of(a), self.values_of(b)]);
        let layers = layers.collect();
        let step = |place: usize, &(known, read): &(Ordering, i64), value: i64| {
            Some(match (known, place % 2) {
                (Ordering::Equal, 0) => (known, value),
                // The first difference decides, so later values do not matter.
                (Ordering::Equal, _) => (read.cmp(&value), 0),
                _ => (known, 0),
            })
        };
        let is_accepted = |state: &(Ordering, i64)| state.0 == wanted;
        self.accepts(layers, (Ordering::Equal, 0), step, is_accepted, Mode::Reify)
    }

    /// Encodes the condition that the total is the sum of the run lengths along the arms. The automaton reads the head,
    /// then the arms, then the total.
    pub(super) fn run_lengths(&mut self, runs: &RunLengths, mode: Mode) -> Result<Lit, TooLarge> {
        let mut layers = vec![self.values_of(runs.head)];
        let mut starts = vec![];
        for arm in &runs.arms {
            starts.push(layers.len());
            layers.extend(arm.iter().map(|&cell| self.values_of(cell)));
        }
        let total = layers.len();
        layers.push(self.values_of(runs.total));
        let step = |place: usize, &(head, runs_on, count): &(i64, bool, i64), value: i64| {
            if place == 0 {
                return Some((value, false, 0));
            }
            if place == total {
                return (value == count + runs.offset).then_some((0, false, 0));
            }
            // Each arm begins next to the head, so a new run can begin only at the start of an arm.
            let runs_on = (runs_on || starts.contains(&place)) && value == head;
            Some((head, runs_on, count + i64::from(runs_on)))
        };
        self.accepts(layers, (0, false, 0), step, |_| true, mode)
    }

    /// For each cell, returns a literal that is true if the cell's value is in a set.
    pub(super) fn members(&mut self, cells: &[Cell], values: DigitSet) -> Vec<Lit> {
        cells
            .iter()
            .map(|&cell| self.member(cell, values))
            .collect()
    }
}
