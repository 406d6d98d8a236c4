//! Encodes statements about sums as layers of partial sums.

use crate::encoder::{Encoder, Mode, TooLarge};
use crate::formula::Lit;
use crate::layers::Layer;
use cluewright_puzzle::Cell;
use cluewright_rules::statement::{Compare, Linear, SumIn};

impl Encoder {
    pub(super) fn linear(&mut self, linear: &Linear, mode: Mode) -> Result<Lit, TooLarge> {
        let total = linear.total;
        let bounds = match linear.compare {
            Compare::Equal => (total, total),
            // Both smaller and greater sums are accepted, so no partial sum may be dropped.
            Compare::NotEqual => (i64::MIN, i64::MAX),
            Compare::AtMost => (i64::MIN, total),
            Compare::AtLeast => (total, i64::MAX),
        };
        let is_accepted = |sum: i64| linear.compare.holds(sum, total);
        self.sum(&linear.terms, vec![], bounds, is_accepted, mode)
    }

    pub(super) fn sum_in(&mut self, sum: &SumIn, mode: Mode) -> Result<Lit, TooLarge> {
        let bounds = match &sum.totals[..] {
            [first, .., last] => (*first, *last),
            [only] => (*only, *only),
            [] => return Ok(self.conclude([vec![]], mode)),
        };
        let is_accepted = |found: i64| sum.totals.contains(&found);
        self.sum(&sum.terms, vec![], bounds, is_accepted, mode)
    }

    /// Encodes the condition that a weighted sum, minus the symbols of further layers, is within the bounds and satisfies
    /// `is_accepted`.
    fn sum(
        &mut self,
        terms: &[(Cell, i64)],
        subtracted: Vec<Layer>,
        (low, high): (i64, i64),
        is_accepted: impl Fn(i64) -> bool,
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let weights: Vec<i64> = terms.iter().map(|term| term.1).collect();
        let mut layers: Vec<Layer> = terms.iter().map(|term| self.values_of(term.0)).collect();
        layers.extend(subtracted);
        let weight = |place: usize| weights.get(place).copied().unwrap_or(-1);
        // For each index, the minimum and maximum that the layers from this index on can add.
        let mut rest = vec![(0i64, 0i64)];
        for (place, layer) in layers.iter().enumerate().rev() {
            let added = layer
                .iter()
                .map(|symbol| symbol.0.saturating_mul(weight(place)));
            let (least, greatest) = rest[rest.len() - 1];
            let (min, max) = (added.clone().min(), added.max());
            rest.push((
                least.saturating_add(min.unwrap_or(0)),
                greatest.saturating_add(max.unwrap_or(0)),
            ));
        }
        rest.reverse();
        let step = |place: usize, &sum: &i64, symbol: i64| {
            let sum = sum.saturating_add(symbol.saturating_mul(weight(place)));
            let (least, greatest) = rest[place + 1];
            // Partial sums that can no longer end within the bounds are dropped, so that the layers stay narrow.
            let is_open = sum.saturating_add(least) <= high && sum.saturating_add(greatest) >= low;
            is_open.then_some(sum)
        };
        self.accepts(layers, 0, step, |&sum| is_accepted(sum), mode)
    }

    /// Encodes the condition that all groups have the same sum. If the statement is required, the sum is a variable.
    /// Otherwise each group is compared with the next one.
    pub(super) fn equal_sums(
        &mut self,
        groups: &[Vec<(Cell, i64)>],
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        if mode == Mode::Reify || groups.len() < 3 {
            let mut equal = vec![];
            for pair in groups.windows(2) {
                equal.push(self.equal_pair(&pair[0], &pair[1], mode)?);
            }
            return Ok(self.all(equal));
        }
        let ranges = groups.iter().map(|group| self.range_of(group));
        let (low, high) = ranges.fold((i64::MIN, i64::MAX), |(low, high), (least, greatest)| {
            (low.max(least), high.min(greatest))
        });
        // Weights can be large, so the number of possible sums has no other limit.
        self.reserve(high.saturating_sub(low).max(0) as usize)?;
        let total: Layer = (low..=high).map(|sum| (sum, self.fresh())).collect();
        // No clause excludes pairs of sums, because the automaton of each group accepts only one sum.
        self.clause(total.iter().map(|sum| sum.1));
        for group in groups {
            self.sum(
                group,
                vec![total.clone()],
                (0, 0),
                |difference| difference == 0,
                mode,
            )?;
        }
        Ok(crate::encoder::TRUE)
    }

    fn equal_pair(
        &mut self,
        one: &[(Cell, i64)],
        other: &[(Cell, i64)],
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let negative = other.iter().map(|&(cell, weight)| (cell, -weight));
        let terms: Vec<(Cell, i64)> = one.iter().copied().chain(negative).collect();
        self.sum(&terms, vec![], (0, 0), |difference| difference == 0, mode)
    }

    /// Returns the minimum and maximum of a group's sum.
    fn range_of(&self, group: &[(Cell, i64)]) -> (i64, i64) {
        let (mut least, mut greatest) = (0i64, 0i64);
        for &(cell, weight) in group {
            let sums = self.values(cell).iter();
            let sums: Vec<i64> = sums.map(|v| weight.saturating_mul(v.into())).collect();
            least = least.saturating_add(sums.iter().copied().min().unwrap_or(0));
            greatest = greatest.saturating_add(sums.iter().copied().max().unwrap_or(0));
        }
        (least, greatest)
    }

    /// Encodes the condition that the values differ and that those between the smallest and the largest value have a given
    /// sum. A flag in the state marks the cells with these two values.
    pub(super) fn sum_between_extremes(
        &mut self,
        cells: &[Cell],
        total: i64,
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let mut layers = vec![];
        for &cell in cells {
            let (mut below, mut above) = (vec![], vec![]);
            for &other in cells.iter().filter(|&&other| other != cell) {
                below.push(self.is_below(cell, other)?);
                above.push(self.is_below(other, cell)?);
            }
            let extremes = [self.all(below), self.all(above)];
            layers.push(Self::truth_of(self.any(extremes)));
            layers.push(self.values_of(cell));
        }
        let step = |place: usize, &(seen, flag, sum): &(u8, bool, i64), symbol: i64| {
            Some(match (place % 2, flag, seen) {
                (0, ..) => (seen, symbol == 1, sum),
                (_, true, _) => ((seen + 1).min(2), false, sum),
                (_, false, 1) => (seen, false, sum + symbol),
                (_, false, _) => (seen, false, sum),
            })
        };
        let is_accepted = |&(seen, _, sum): &(u8, bool, i64)| match seen {
            2 => sum == total,
            _ => total == 0,
        };
        let distinct = self.distinct(cells, mode);
        let sums = self.accepts(layers, (0, false, 0), step, is_accepted, mode)?;
        Ok(self.all([distinct, sums]))
    }

    fn is_below(&mut self, low: Cell, high: Cell) -> Result<Lit, TooLarge> {
        let below = Linear {
            terms: vec![(low, 1), (high, -1)],
            compare: Compare::AtMost,
            total: -1,
        };
        self.linear(&below, Mode::Reify)
    }
}
