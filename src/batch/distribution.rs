//! How values are distributed, in bounded memory.

use super::tally::Quantiles;
use std::collections::BTreeMap;

/// The values of a column of numbers.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// Values in thousandths, as results write them, while there are not too many different ones.
    exact: Option<BTreeMap<i64, u64>>,
    /// The same in classes.
    classes: Quantiles,
    sum: f64,
    least: f64,
    most: f64,
}

/// Different values that are kept apart.
const DIFFERENT: usize = 1 << 16;

/// Up to so many different values have a bar each.
const BARS: usize = 40;

/// Bars where values are gathered.
const BINS: f64 = 24.0;

/// Where the largest value is so many times the median, bars are of equal ratio instead of equal width.
const WIDE: f64 = 20.0;

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The least value in it.
    pub low: f64,
    /// The bar ends before this value; `low` itself for a bar of a single value.
    pub high: f64,
    /// How many values are in it.
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
    /// Counts a finite value.
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.least = self.least.min(value);
        self.most = self.most.max(value);
        self.classes.add(value.max(0.0));
        if let Some(exact) = &mut self.exact {
            *exact.entry((value * 1000.0).round() as i64).or_default() += 1;
            if exact.len() > DIFFERENT {
                self.exact = None;
            }
        }
    }

    /// Counts the values of another.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
        self.classes.merge(&other.classes);
        let (Some(mine), Some(theirs)) = (&mut self.exact, &other.exact) else {
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

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.classes.count()
    }

    /// Their mean; `None` without values.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count() > 0).then(|| self.sum / self.count() as f64)
    }

    /// The value that so large a part, 0 to 1, does not exceed; `None` without values.
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

    /// Bars that show the distribution, from the least value to the most.
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
        if values.len() <= BARS {
            let bar = |(value, count)| Bin {
                low: value,
                high: value,
                count,
            };
            return values.into_iter().map(bar).collect();
        }
        let median = self.at(0.5).unwrap_or_default();
        let is_wide = self.least >= 0.0 && self.most > WIDE * median;
        if is_wide {
            by_ratio(&values)
        } else {
            by_width(&values, self.least, self.most)
        }
    }
}

/// Bars of a round width.
fn by_width(values: &[(f64, u64)], least: f64, most: f64) -> Vec<Bin> {
    let width = round_step((most - least) / BINS);
    let first = (least / width).floor();
    let place = |value: f64| ((value / width).floor() - first).max(0.0) as usize;
    let bar = |index: usize| Bin {
        low: (first + index as f64) * width,
        high: (first + index as f64 + 1.0) * width,
        count: 0,
    };
    let mut bins: Vec<Bin> = (0..=place(most)).map(bar).collect();
    for &(value, count) in values {
        bins[place(value)].count += count;
    }
    bins
}

/// Bars from each power of two to the next; what is below the thousandth is in the first.
fn by_ratio(values: &[(f64, u64)]) -> Vec<Bin> {
    let class = |value: f64| value.max(0.001).log2().floor() as i32;
    let classes = values.iter().map(|&(value, _)| class(value));
    let (first, last) = (
        classes.clone().min().unwrap_or_default(),
        classes.max().unwrap_or_default(),
    );
    let bar = |class: i32| Bin {
        low: f64::from(class).exp2(),
        high: f64::from(class + 1).exp2(),
        count: 0,
    };
    let mut bins: Vec<Bin> = (first..=last).map(bar).collect();
    for &(value, count) in values {
        bins[(class(value) - first) as usize].count += count;
    }
    bins
}

/// The next larger of 1, 2, 5, 10, 20, 50 and so on.
#[must_use]
pub fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * power);
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
        let counts: Vec<u64> = all.bins().iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [2, 1, 1]);
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
            assert!(bins.len() <= 60, "{}", bins.len());
            assert!(bins.windows(2).all(|two| two[0].high <= two[1].low));
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
