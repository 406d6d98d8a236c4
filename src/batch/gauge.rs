//! Summaries of columns over a run, in bounded memory: quantiles of numbers, counts of words.

use super::Options;
use super::columns::{Column, Shape};
use super::distribution::Distribution;
use super::row::{Row, Value};

/// A summary of a column's values over many rows.
#[derive(Clone, Debug)]
pub enum Gauge {
    /// The distribution of the numbers in the column.
    Numbers(Distribution),
    /// The words in the column, each with its number of occurrences. Tiers are sorted from easy to hard, other words by
    /// decreasing frequency.
    Words(Vec<(String, u64)>),
}

/// The column whose words have a natural order, from easy to hard.
const ORDERED: &str = "tier";

/// The columns that can be summarised, each with its gauge.
#[derive(Clone, Debug, Default)]
pub struct Gauges(Vec<(&'static Column, Gauge)>);

impl Gauges {
    /// Creates an empty gauge for each column that can be summarised.
    pub(super) fn new(options: &Options) -> Self {
        let gauge = |column: &&'static Column| match column.shape {
            Shape::Amount | Shape::Measure => {
                Some((*column, Gauge::Numbers(Distribution::default())))
            }
            Shape::Word => Some((*column, Gauge::Words(first_words(column, options)))),
            Shape::Text | Shape::Count => None,
        };
        Self(options.columns.iter().filter_map(gauge).collect())
    }

    /// Adds the values of a row.
    pub(super) fn add(&mut self, row: &Row<'_>) {
        for (column, gauge) in &mut self.0 {
            match ((column.value)(row), gauge) {
                (Value::Count(count), Gauge::Numbers(all)) => all.add(count as f64),
                (Value::Measure(measure, _), Gauge::Numbers(all)) => all.add(measure),
                (Value::Text(word), Gauge::Words(words)) => count(words, &word, 1),
                _ => {}
            }
        }
    }

    /// Adds the counts of other gauges.
    pub(super) fn merge(&mut self, other: &Self) {
        for ((column, mine), (_, theirs)) in self.0.iter_mut().zip(&other.0) {
            // Both gauges were created with the same options, so their columns are in the same order and of the same
            // kind.
            match (mine, theirs) {
                (Gauge::Numbers(mine), Gauge::Numbers(theirs)) => mine.merge(theirs),
                (Gauge::Words(mine), Gauge::Words(theirs)) => {
                    for (word, times) in theirs {
                        count(mine, word, *times);
                    }
                    if column.name != ORDERED {
                        mine.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the gauges, each with the name of its column.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Gauge)> {
        self.0.iter().map(|(column, gauge)| (column.name, gauge))
    }
}

/// Returns the words that a summary lists first, in a fixed order and each with a count of zero.
fn first_words(column: &Column, options: &Options) -> Vec<(String, u64)> {
    let tiers = match column.name {
        ORDERED => options.profile.tiers(),
        _ => &[],
    };
    tiers.iter().map(|tier| (tier.name.clone(), 0)).collect()
}

fn count(words: &mut Vec<(String, u64)>, word: &str, times: u64) {
    // A column of words has only a few different words, so a list is enough. It also keeps their order.
    match words.iter_mut().find(|(known, _)| known == word) {
        Some((_, count)) => *count += times,
        None => words.push((word.to_owned(), times)),
    }
}
