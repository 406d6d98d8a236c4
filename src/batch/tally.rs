//! Counts of the rows of a batch by outcome.

use super::row::Outcome;
use cluewright_engine::search::Verdict;
use serde::{Deserialize, Serialize};

/// The number of rows with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Number of puzzles with exactly one solution.
    pub unique: u64,
    /// Number of puzzles without a solution.
    pub none: u64,
    /// Number of puzzles with several solutions.
    pub several: u64,
    /// Number of puzzles without a verdict because a limit was reached.
    pub undecided: u64,
    /// Number of puzzles with a verdict that the results do not state.
    #[serde(default)]
    pub checked: u64,
    /// Number of puzzles with drawings that may be rules.
    #[serde(default)]
    pub unchecked: u64,
    /// Number of records that could not be read.
    pub errors: u64,
    /// Number of blank lines and comments.
    pub blank: u64,
}

impl Tally {
    /// Adds the outcome of another row to the counts.
    pub(crate) fn add(&mut self, outcome: &Outcome) {
        *match outcome {
            Outcome::Blank => &mut self.blank,
            Outcome::Error(_) => &mut self.errors,
            Outcome::Unchecked(_) => &mut self.unchecked,
            Outcome::Checked(checked) => match checked.verdict {
                Verdict::None => &mut self.none,
                Verdict::Unique => &mut self.unique,
                Verdict::Several => &mut self.several,
                Verdict::Undecided => &mut self.undecided,
            },
        } += 1;
    }

    /// Counts a row, given the name of its verdict. Returns `false` if the name is unknown.
    pub(super) fn add_verdict(&mut self, verdict: &[u8]) -> bool {
        *match verdict {
            b"" => &mut self.blank,
            b"error" => &mut self.errors,
            b"unchecked" => &mut self.unchecked,
            b"none" => &mut self.none,
            b"unique" => &mut self.unique,
            b"several" => &mut self.several,
            b"undecided" => &mut self.undecided,
            _ => return false,
        } += 1;
        true
    }

    /// Returns the counts without the verdicts.
    pub(super) fn without_verdicts(self) -> Self {
        Self {
            checked: self.unique + self.none + self.several + self.undecided + self.checked,
            unchecked: self.unchecked,
            errors: self.errors,
            blank: self.blank,
            ..Self::default()
        }
    }

    /// Adds the counts of another tally.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.unique += other.unique;
        self.none += other.none;
        self.several += other.several;
        self.undecided += other.undecided;
        self.checked += other.checked;
        self.unchecked += other.unchecked;
        self.errors += other.errors;
        self.blank += other.blank;
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.named().iter().map(|(_, count)| count).sum()
    }

    /// Returns the counts with their names.
    #[must_use]
    pub fn named(&self) -> [(&'static str, u64); 8] {
        [
            ("unique", self.unique),
            ("none", self.none),
            ("several", self.several),
            ("undecided", self.undecided),
            ("checked", self.checked),
            ("unchecked", self.unchecked),
            ("errors", self.errors),
            ("blank", self.blank),
        ]
    }
}

/// The distribution of a measure, in bounded memory. Values are counted by size class, with eight classes for each
/// factor of two, so a quantile is accurate to within ten per cent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Quantiles {
    /// The number of values in each class. Zero has a class of its own.
    classes: std::collections::BTreeMap<i32, u64>,
    count: u64,
    most: f64,
}

/// Number of classes for each factor of two.
const CLASSES: f64 = 8.0;

impl Quantiles {
    /// Adds a value, which must be at least 0.
    pub(crate) fn add(&mut self, value: f64) {
        let class = match value > 0.0 {
            true => (value.log2() * CLASSES).round() as i32,
            // The logarithm of 0 is infinite, so 0 cannot share the formula.
            false => i32::MIN,
        };
        *self.classes.entry(class).or_default() += 1;
        self.count += 1;
        self.most = self.most.max(value);
    }

    /// Adds the counts of another distribution.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&class, &count) in &other.classes {
            *self.classes.entry(class).or_default() += count;
        }
        self.count += other.count;
        self.most = self.most.max(other.most);
    }

    /// Returns the number of values.
    #[must_use]
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Iterates over the classes from the smallest. Each item is a typical value of the class, and the number of its
    /// values.
    pub(super) fn values(&self) -> impl Iterator<Item = (f64, u64)> {
        let value = |class: i32| match class {
            i32::MIN => 0.0,
            // The typical value of the highest class may exceed every value in it, so the maximum limits it.
            _ => (f64::from(class) / CLASSES).exp2().min(self.most),
        };
        let classes = self.classes.iter();
        classes.map(move |(&class, &count)| (value(class), count))
    }

    /// Returns the quantile at a fraction from 0 to 1; `None` if there are no values.
    #[must_use]
    pub(crate) fn at(&self, part: f64) -> Option<f64> {
        let wanted = (part * self.count as f64).ceil().max(1.0) as u64;
        // The largest value is known exactly, so it is returned instead of the typical value of its class.
        if wanted == self.count {
            return Some(self.most);
        }
        let mut seen = 0;
        let mut values = self.values();
        let found = values.find(|(_, count)| {
            seen += count;
            seen >= wanted
        });
        found.map(|(value, _)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_right_within_a_tenth() {
        let mut all = Quantiles::default();
        for value in 0..=1000 {
            all.add(f64::from(value));
        }
        for (part, right) in [(0.1, 100.0), (0.5, 500.0), (0.9, 900.0)] {
            let found = all.at(part).unwrap_or_default();
            assert!((found / right - 1.0).abs() < 0.1, "{part}: {found}");
        }
        assert_eq!(all.at(0.0), Some(0.0));
        assert_eq!(all.at(1.0), Some(1000.0));
        assert_eq!(Quantiles::default().at(0.5), None);
    }
}
