//! Lists the numbers that a forgotten clue may have. Their likelihoods are estimated from the other clues of its rule.

use cluewright_puzzle::{Clue, Param, Puzzle};
use cluewright_rules::Rule;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Maximum number of values to try for a clue.
const MOST: i64 = 60;

/// The possible numbers of a clue.
pub(super) struct Values {
    possible: RangeInclusive<i64>,
    /// For each number, the number of the rule's clues that have it.
    present: BTreeMap<i64, usize>,
}

impl Values {
    /// Collects the numbers that a parameter of a clue may have.
    pub(super) fn of_rule(puzzle: &Puzzle, rule: &Rule, clue: &Clue, param: &str) -> Self {
        let possible = list_possible(puzzle, rule, clue);
        let mut present = BTreeMap::new();
        let same_rule = puzzle.clues.iter().filter(|other| other.rule == clue.rule);
        for other in same_rule {
            if let Some(Param::Int(number)) = other.params.get(param) {
                *present.entry(*number).or_default() += 1;
            }
        }
        Self { possible, present }
    }

    /// Iterates over the numbers, each with its penalty in bits. If `all` is `false`, only numbers from other clues
    /// are included.
    pub(super) fn iter(&self, all: bool) -> impl Iterator<Item = (u32, i64)> {
        let numbers = self.possible.clone();
        let numbers = numbers.filter(move |number| all || self.present.contains_key(number));
        numbers.map(|number| (self.bits(number), number))
    }

    /// Returns the penalty of a number, in bits. The likelihood of a new number is estimated by the share of clues
    /// whose number occurs only once (Good's estimate). New numbers share that likelihood equally. Known numbers
    /// share the rest in proportion to their frequencies.
    fn bits(&self, number: i64) -> u32 {
        let clues: usize = self.present.values().sum();
        let alone = self.present.values().filter(|&&count| count == 1).count();
        // The added constants keep the share above 0 and below 1. Otherwise its logarithm could be infinite.
        let new = (alone as f64 + 0.5) / (clues as f64 + 1.0);
        let likelihood = match self.present.get(&number) {
            Some(&count) => (1.0 - new) * count as f64 / clues as f64,
            None => {
                let possible = self.possible.clone();
                let others = possible.filter(|other| !self.present.contains_key(other));
                new / others.count() as f64
            }
        };
        (-likelihood.log2()).round() as u32
    }
}

/// Returns the range of numbers that a clue may have. For a cage, these are the sums of different digits.
fn list_possible(puzzle: &Puzzle, rule: &Rule, clue: &Clue) -> RangeInclusive<i64> {
    let (least, most) = (
        i64::from(puzzle.layout.min_digit),
        i64::from(puzzle.layout.max_digit()),
    );
    let cells = clue.cells().count().max(1) as i64;
    if rule.typical.cage && cells <= i64::from(puzzle.layout.digit_count) {
        let rest = cells * (cells - 1) / 2;
        return cells * least + rest..=cells * most - rest;
    }
    0..=(most * cells).min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(sums: &[(i64, usize)]) -> Values {
        Values {
            possible: 3..=17,
            present: sums.iter().copied().collect(),
        }
    }

    #[test]
    fn common_numbers_are_likelier_than_rare_and_new_ones() {
        let bits = |number| values(&[(10, 4), (15, 2), (8, 1)]).bits(number);
        assert!(bits(10) < bits(15), "{} {}", bits(10), bits(15));
        assert!(bits(15) < bits(8), "{} {}", bits(15), bits(8));
        assert!(bits(8) < bits(12), "{} {}", bits(8), bits(12));
    }

    #[test]
    fn the_likelihoods_of_all_numbers_add_up_to_about_one() {
        for sums in [
            &[(10, 4), (15, 2)][..],
            &[(10, 1), (9, 1), (8, 1)],
            &[(10, 1)],
        ] {
            let values = values(sums);
            let all = values.iter(true);
            let sum: f64 = all.map(|(bits, _)| 0.5f64.powi(bits as i32)).sum();
            assert!((0.5..2.0).contains(&sum), "{sums:?}: {sum}");
        }
    }

    #[test]
    fn only_numbers_of_other_clues_are_present() {
        let present: Vec<i64> = values(&[(10, 4), (40, 1)])
            .iter(false)
            .map(|(_, number)| number)
            .collect();
        assert_eq!(present, [10]);
    }
}
