//! Encodes statements about the values that occur in a group of cells.

use crate::encoder::{Encoder, Mode, TooLarge};
use crate::formula::Lit;
use cluewright_puzzle::{Cell, DigitSet};

impl Encoder {
    /// Returns the values that at least one of the cells may have.
    pub(crate) fn values_of_all(&self, cells: &[Cell]) -> DigitSet {
        let sets = cells.iter().map(|&cell| self.values(cell));
        sets.fold(DigitSet::EMPTY, |all, set| all | set)
    }

    /// For each value that the cells may have, returns a literal that is true if the value occurs in one of the cells.
    pub(crate) fn occurrences(&mut self, cells: &[Cell]) -> Vec<(u8, Lit)> {
        let values = self.values_of_all(cells).iter();
        values
            .map(|value| {
                let places: Vec<Lit> = cells.iter().map(|&cell| self.is(cell, value)).collect();
                (value, self.any(places))
            })
            .collect()
    }

    fn conflicts(&self, cells: &[Cell]) -> Vec<Vec<Lit>> {
        let mut conflicts = vec![];
        for (place, &one) in cells.iter().enumerate() {
            for &other in &cells[..place] {
                for value in self.values(one).iter() {
                    conflicts.push(vec![-self.is(one, value), -self.is(other, value)]);
                }
            }
        }
        conflicts
    }

    pub(super) fn distinct(&mut self, cells: &[Cell], mode: Mode) -> Lit {
        let values = self.values_of_all(cells);
        if mode == Mode::Require && values.len() == cells.len() {
            // If there are as many cells as values, each value occurs. These clauses are implied, but they strengthen
            // propagation.
            for value in values.iter() {
                self.clause(
                    cells
                        .iter()
                        .map(|&cell| self.is(cell, value))
                        .collect::<Vec<_>>(),
                );
            }
        }
        self.conclude(self.conflicts(cells), mode)
    }

    pub(super) fn consecutive(&mut self, cells: &[Cell], mode: Mode) -> Lit {
        let values = self.values_of_all(cells);
        let (Some(low), Some(high)) = (values.min(), values.max()) else {
            return self.conclude([], mode);
        };
        let count = cells.len() as u8;
        let windows = (low..=high).map(|first| (first, first.saturating_add(count - 1)));
        let windows = windows.filter(|&(_, last)| last <= high);
        let windows: Vec<DigitSet> = windows
            .map(|(first, last)| DigitSet::range(first, last))
            .collect();
        self.value_sets(cells, &windows, mode)
    }

    /// Encodes the condition that the values differ and form one of the sets. Each set has a literal that is true if exactly
    /// the values of that set occur.
    pub(super) fn value_sets(&mut self, cells: &[Cell], sets: &[DigitSet], mode: Mode) -> Lit {
        let occurring = self.occurrences(cells);
        let values = self.values_of_all(cells);
        // The values differ, so the set of the values has as many elements as there are cells.
        let fits = |set: &&DigitSet| set.len() == cells.len() && set.without(values).is_empty();
        let fitting: Vec<DigitSet> = sets.iter().filter(fits).copied().collect();
        let mut chosen = vec![];
        for set in &fitting {
            let exactly = occurring
                .iter()
                .map(|&(value, occurs)| match set.contains(value) {
                    true => occurs,
                    false => -occurs,
                });
            chosen.push(self.all(exactly));
        }
        if mode == Mode::Require {
            // These clauses are implied, but they allow propagation to exclude values and sets.
            for &(value, occurs) in &occurring {
                let with = |has: bool| {
                    let sets = fitting.iter().zip(&chosen);
                    sets.filter(move |(set, _)| set.contains(value) == has)
                        .map(|(_, &chosen)| chosen)
                };
                self.clause(with(true).chain([-occurs]));
                self.clause(with(false).chain([occurs]));
            }
        }
        let mut clauses = self.conflicts(cells);
        clauses.push(chosen);
        self.conclude(clauses, mode)
    }

    pub(super) fn self_counting(&mut self, cells: &[Cell], mode: Mode) -> Result<Lit, TooLarge> {
        let mut counted = vec![];
        for value in self.values_of_all(cells).iter() {
            let places: Vec<Lit> = cells.iter().map(|&cell| self.is(cell, value)).collect();
            // A value need not occur at all, so a count of 0 is accepted too.
            let is_accepted = |count, _| count == 0 || count == i64::from(value);
            counted.push(self.counts(places, None, is_accepted, mode)?);
        }
        Ok(self.all(counted))
    }

    /// Encodes the condition that all groups contain each value equally often. For consecutive groups, the difference
    /// between the counts must be 0.
    pub(super) fn same_multiset(
        &mut self,
        groups: &[Vec<Cell>],
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let mut equal = vec![];
        for pair in groups.windows(2) {
            let first = pair[0].len();
            let cells = [&pair[0][..], &pair[1]].concat();
            for value in self.values_of_all(&cells).iter() {
                let layers = cells
                    .iter()
                    .map(|&cell| Self::truth_of(self.is(cell, value)));
                let layers = layers.collect();
                let step = |place: usize, &difference: &i64, symbol: i64| {
                    Some(if place < first {
                        difference + symbol
                    } else {
                        difference - symbol
                    })
                };
                equal.push(self.accepts(layers, 0, step, |&difference| difference == 0, mode)?);
            }
        }
        Ok(self.all(equal))
    }
}
