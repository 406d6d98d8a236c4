//! Distributions of values, in bounded memory.

use super::tally::Quantiles;
use std::collections::BTreeMap;

/// The distribution of the values in a column of numbers.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// Maps each value, in thousandths (the precision of results), to its number of occurrences. The keys are whole
    /// numbers, because `f64` does not implement `Ord`. `None` if there are too many different values.
    exact: Option<BTreeMap<i64, u64>>,
    /// The number of values in each size class. The number of classes is fixed, so memory is bounded.
    classes: Quantiles,
    sum: f64,
    least: f64,
    most: f64,
}

/// Maximum number of different values that are counted individually.
const DIFFERENT: usize = 1 << 16;

/// Approximate number of bars in a histogram. Up to this number of different values, each has its own bar.
const BARS: usize = 20;

/// Minimum average number of records per different value for which each value gets its own bar. Without this minimum, a
/// dozen different efforts would give a dozen bars of height one.
const CROWD: u64 = 3;

/// Ratio of the largest value to the median above which the scale is logarithmic.
const WIDE: f64 = 10.0;

/// The round numbers at which the bars of a logarithmic scale begin in each decade, from few bars to many.
const DECADES: &[&[f64]] = &[
    &[1.0],
    &[1.0, 3.0],
    &[1.0, 2.0, 5.0],
    &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
    &[1.0, 1.25, 1.6, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
];

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The smallest value of the bar.
    pub low: f64,
    /// The value before which the bar ends; equal to `low` if the bar has a single value.
    pub high: f64,
    /// The number of values in the bar.
    pub count: u64,
}

impl Default for Distribution {
    fn default() -> Self {
        Self {
            exact: Some(BTreeMap::new()),
            classes: Quantiles::default(),
            sum: 0.0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
        }
    }
}

impl Distribution {
    /// Adds a finite value.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.least = self.least.min(value);
        self.most = self.most.max(value);
        // The classes are logarithmic and cannot represent negative values, so these count as 0.
        self.classes.add(value.max(0.0));
        if let Some(exact) = &mut self.exact {
            *exact.entry((value * 1000.0).round() as i64).or_default() += 1;
            if exact.len() > DIFFERENT {
                self.exact = None;
            }
        }
    }

    /// Adds the values of another distribution.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
        self.classes.merge(&other.classes);
        let (Some(mine), Some(theirs)) = (&mut self.exact, &other.exact) else {
            // The merged counts are exact only if the counts of both distributions are.
            self.exact = None;
            return;
        };
        for (&value, count) in theirs {
            *mine.entry(value).or_default() += count;
        }
        if mine.len() > DIFFERENT {
            self.exact = None;
        }
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.classes.count()
    }

    /// Returns the mean of the values; `None` if there are no values.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.sum / self.count() as f64)
    }

    /// Returns the quantile at a fraction from 0 to 1; `None` if there are no values.
    #[must_use]
    pub fn at(&self, part: f64) -> Option<f64> {
        let Some(exact) = &self.exact else {
            return self.classes.at(part);
        };
        let wanted = (part * self.count() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let mut values = exact.iter();
        values
            .find(|(_, count)| {
                seen += **count;
                seen >= wanted
            })
            .map(|(&value, _)| value as f64 / 1000.0)
    }

    /// Returns the bars of a histogram, from the smallest value to the largest. Whole numbers in a short range have a
    /// bar each, and so have a few different values that occur often enough. Otherwise there are about twenty bars with
    /// round bounds.
    #[must_use]
    pub fn bins(&self) -> Vec<Bin> {
        let single = |(&value, &count): (&i64, &u64)| {
            let value = value as f64 / 1000.0;
            (value, count)
        };
        let values: Vec<(f64, u64)> = match &self.exact {
            Some(exact) => exact.iter().map(single).collect(),
            None => self.classes.values().collect(),
        };
        let is_whole = values.iter().all(|(value, _)| value.fract() == 0.0);
        if is_whole && self.most - self.least < BARS as f64 {
            return whole_bars(&values);
        }
        let different = values.len();
        if different <= BARS && self.count() >= CROWD * different as u64 {
            let bar = |(value, count)| Bin {
                low: value,
                high: value,
                count,
            };
            return values.into_iter().map(bar).collect();
        }
        let median = self.at(0.5).unwrap_or_default();
        // Negative values have no logarithm, so they always get bars of equal width.
        let bounds = match self.least >= 0.0 && self.most > WIDE * median {
            true => round_bounds(&values),
            false => even_bounds(&values),
        };
        sort_into_bins(&values, &bounds)
    }
}

/// Returns a bar for each whole number from the smallest value to the largest.
fn whole_bars(values: &[(f64, u64)]) -> Vec<Bin> {
    let (Some(&(least, _)), Some(&(most, _))) = (values.first(), values.last()) else {
        return vec![];
    };
    let bar = |offset: i64| {
        let value = least + offset as f64;
        let count = values.iter().find(|(other, _)| *other == value);
        Bin {
            low: value,
            high: value,
            count: count.map_or(0, |&(_, count)| count),
        }
    };
    (0..=(most - least) as i64).map(bar).collect()
}

/// Returns the penalty for a number of bars: its difference from the preferred number.
fn miss(bars: usize) -> usize {
    bars.abs_diff(BARS)
}

/// Returns bounds for bars of equal and round width, from the first value to beyond the last. If all values are whole,
/// so is the width.
fn even_bounds(values: &[(f64, u64)]) -> Vec<f64> {
    let (Some(&(least, _)), Some(&(most, _))) = (values.first(), values.last()) else {
        return vec![];
    };
    // The range of equal values is zero. Without a minimum, their bar would be narrower than the precision of results.
    let range = (most - least).max(1e-3);
    let whole = values.iter().all(|(value, _)| value.fract() == 0.0);
    let narrowest = round_step(range / (3 * BARS) as f64);
    let widths = (1..=4).scan(narrowest, |width, _| {
        let this = *width;
        *width = round_step(1.5 * this);
        Some(this)
    });
    let bounds = |width: f64| -> Vec<f64> {
        // Rounding may leave a quotient just below a whole number. A bar would then begin one width too low.
        let first = (least / width + 1e-9).floor();
        let last = (most / width + 1e-9).floor() + 1.0;
        let bars = (last - first) as usize;
        (0..=bars).map(|bar| (first + bar as f64) * width).collect()
    };
    let fitting = widths.filter(|&width| !whole || width >= 1.0).map(bounds);
    let best = fitting.min_by_key(|bounds| miss(bounds.len() - 1));
    // With whole values, only widths of at least 1 qualify. At least one does, because `bins` gives whole values in a
    // short range bars of their own. The default is therefore never used.
    best.unwrap_or_else(|| bounds(1.0))
}

/// Returns round bounds for bars on a logarithmic scale. The bar below the first bound contains zero. If all values are
/// whole, so are the bounds.
fn round_bounds(values: &[(f64, u64)]) -> Vec<f64> {
    let value = |&(value, _): &(f64, u64)| value;
    let least = values.iter().map(value).find(|&value| value > 0.0);
    let most = values.last().map(value);
    let (least, most) = (least.unwrap_or(1.0), most.unwrap_or(1.0));
    let (first, last) = (least.log10().floor() as i32, most.log10().floor() as i32);
    let bounds = |starts: &&[f64]| -> Vec<f64> {
        // The decade above the largest value is included, because the last bar needs a bound above it.
        let decades = (first..=last + 1).flat_map(|decade| {
            let one = 10f64.powi(decade);
            starts.iter().map(move |start| start * one)
        });
        let mut bounds: Vec<f64> = decades.collect();
        let behind = bounds.partition_point(|&bound| bound <= most);
        bounds.truncate(behind + 1);
        // The last bound that is not above the smallest value stays, because the first bar begins there.
        bounds.drain(
            ..bounds
                .partition_point(|&bound| bound <= least)
                .saturating_sub(1),
        );
        bounds
    };
    let is_whole = values.iter().all(|(value, _)| value.fract() == 0.0);
    let bounds = |starts: &&[f64]| {
        let mut bounds = bounds(starts);
        bounds.retain(|bound| !is_whole || bound.fract() == 0.0);
        bounds
    };
    let all = DECADES.iter().map(bounds);
    let mut best = all
        .min_by_key(|bounds| miss(bounds.len() - 1))
        .unwrap_or_default();
    if values.first().is_some_and(|&(value, _)| value <= 0.0) {
        best.insert(0, 0.0);
    }
    best
}

/// Counts the values between consecutive bounds.
fn sort_into_bins(values: &[(f64, u64)], bounds: &[f64]) -> Vec<Bin> {
    let bar = |two: &[f64]| Bin {
        low: two[0],
        high: two[1],
        count: 0,
    };
    let mut bins: Vec<Bin> = bounds.windows(2).map(bar).collect();
    for &(value, count) in values {
        // A value that equals a bound belongs to the bar above it, even if rounding puts the bound slightly higher.
        let above = bounds.partition_point(|&bound| bound <= value * (1.0 + 1e-9));
        if let Some(bin) = bins.get_mut(above.saturating_sub(1)) {
            bin.count += count;
        }
    }
    bins
}

/// Returns the first number in the sequence 1, 2, 5, 10, 20, 50 … that is at least `step`.
#[must_use]
pub(crate) fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * power);
    // Rounding may leave `step` slightly above a round number, which still fits.
    let fits = steps
        .into_iter()
        .find(|round| *round >= step * (1.0 - 1e-9));
    fits.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_exact() {
        let mut all = Distribution::default();
        for value in [1.5, 1.5, 7.3, 2.0] {
            all.add(value);
        }
        assert_eq!((all.at(0.5), all.at(1.0)), (Some(1.5), Some(7.3)));
        assert!((all.mean().unwrap_or_default() - 3.075).abs() < 1e-9);
    }

    #[test]
    fn few_different_values_have_a_bar_each() {
        let mut all = Distribution::default();
        (0..12).for_each(|index| all.add(1.2 + f64::from(index % 3)));
        let bins = all.bins();
        assert!(bins.iter().all(|bin| bin.low == bin.high && bin.count == 4));
        assert_eq!(bins.len(), 3);
    }

    #[test]
    fn whole_numbers_have_even_bars() {
        let mut all = Distribution::default();
        [2.0, 2.0, 3.0, 7.0]
            .into_iter()
            .for_each(|value| all.add(value));
        let counts: Vec<u64> = all.bins().iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [2, 1, 0, 0, 0, 1]);
        let mut wide = Distribution::default();
        (0..9).for_each(|power| wide.add(f64::from(1 << power)));
        assert!(
            wide.bins()
                .iter()
                .all(|bin| bin.low.fract() == 0.0 && bin.high.fract() == 0.0)
        );
    }

    /// A small corpus with 35 different grades must not give 35 bars of one puzzle each.
    #[test]
    fn bars_gather_values_between_round_bounds() {
        let bounds = |values: &mut dyn Iterator<Item = f64>| {
            let mut all = Distribution::default();
            values.for_each(|value| all.add(value));
            let bins = all.bins();
            let mut bounds: Vec<f64> = bins.iter().map(|bin| bin.low).collect();
            bounds.extend(bins.last().map(|bin| bin.high));
            bounds
        };
        let efforts = bounds(&mut (0..35).map(|index| 30.7 + 61.3 * f64::from(index)));
        assert_eq!((efforts[0], efforts[1], efforts.len()), (0.0, 100.0, 23));
        let wide = bounds(&mut (0..35).map(|index| 30.7 * 1.2_f64.powi(index)));
        assert_eq!(&wide[..4], [30.0, 50.0, 70.0, 100.0]);
        assert!((12..=28).contains(&wide.len()), "{wide:?}");
        let nodes = bounds(&mut (0..300).map(|index| f64::from(index / 3)));
        assert_eq!((nodes[0], nodes[1], nodes.len()), (0.0, 5.0, 21));
        let guesses = bounds(&mut (0..40).map(|index: i32| f64::from(1 << (index / 3)) - 1.0));
        assert_eq!(&guesses[..3], [0.0, 1.0, 2.0]);
        assert_eq!(bounds(&mut [7.5].into_iter()).len(), 2);
    }

    #[test]
    fn merged_values_are_those_counted_in_one() {
        for most in [50, 100_000] {
            let (mut all, mut halves) = (
                Distribution::default(),
                [0, 1].map(|_| Distribution::default()),
            );
            for value in 0..most {
                all.add(f64::from(value));
                halves[value as usize % 2].add(f64::from(value));
            }
            let [mut one, other] = halves;
            one.merge(&other);
            for part in [0.0, 0.3, 0.5, 1.0] {
                assert_eq!(one.at(part), all.at(part), "{part} of {most}");
            }
            assert_eq!((one.count(), one.mean()), (all.count(), all.mean()));
        }
    }

    #[test]
    fn every_value_is_in_its_bar() {
        for most in [200, 2_000, 200_000] {
            let mut all = Distribution::default();
            let value = |index: u32| f64::from(index).powi(2) / f64::from(most);
            (0..most).for_each(|index| all.add(value(index)));
            let bins = all.bins();
            let sum: u64 = bins.iter().map(|bin| bin.count).sum();
            assert_eq!(sum, u64::from(most));
            assert!((10..=30).contains(&bins.len()), "{}", bins.len());
            assert!(bins.windows(2).all(|two| two[0].high == two[1].low));
            assert!(bins[0].count > 0 && bins[bins.len() - 1].count > 0);
        }
    }

    #[test]
    fn steps_are_round() {
        for (step, round) in [
            (0.011, 0.02),
            (1.0, 1.0),
            (2.1, 5.0),
            (7.0, 10.0),
            (130.0, 200.0),
        ] {
            assert!((round_step(step) / round - 1.0).abs() < 1e-9, "{step}");
        }
    }
}
