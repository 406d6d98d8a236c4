//! Explains steps by the sets of digits that a group of cells without repeats can hold.

use super::reading::Reading;
use crate::Argument;
use cluewright_puzzle::{Cell, DigitSet};

/// Maximum number of sets to intersect when searching for digits that all sets share.
pub(super) const MOST_COUNTED: usize = 30;

/// Maximum number of sets to list in a sentence.
pub(super) const MOST_SETS: usize = 3;

impl Reading<'_, '_> {
    /// Explains the step by the runs of consecutive digits that the cells can hold, if there are few. Otherwise
    /// explains it only by the fact that the run has no gaps.
    pub(super) fn of_run(&self, cells: &[Cell]) -> Option<Argument> {
        let (low, high) = (self.ground.digits.min()?, self.ground.digits.max()?);
        let length = cells.len() as u8;
        let runs = (low..=high.saturating_sub(length.saturating_sub(1)))
            .map(|first| DigitSet::range(first, first + length - 1));
        let cells: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
        let is_inside = self.all_within(&cells);
        self.of_fitting(&cells, runs)
            .or_else(|| is_inside.then_some(Argument::Run(cells.len())))
    }

    /// Explains the step by the given sets that the cells can hold.
    pub(super) fn of_sets(&self, cells: &[Cell], sets: &[DigitSet]) -> Option<Argument> {
        let cells: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
        self.of_fitting(&cells, sets.iter().copied())
    }

    /// Explains the step by the sets that the cells can still hold. If only other cells lose candidates, explains it
    /// by the digits that all of these sets share.
    fn of_fitting(&self, cells: &[u16], sets: impl Iterator<Item = DigitSet>) -> Option<Argument> {
        let within = self.standing(cells);
        let sets: Vec<DigitSet> = sets.filter(|&set| fits(set, &within)).collect();
        let must = sets.iter().copied().reduce(|a, b| a & b)?;
        let is_outside =
            |(var, lost): &(u16, DigitSet)| !cells.contains(var) && lost.without(must).is_empty();
        match self.step.removed.iter().all(is_outside) {
            true => Some(Argument::Must(must)),
            false => self.combinations(cells, sets),
        }
    }

    /// Explains the step by the possible sets if there are few. Otherwise, if only other cells lose candidates,
    /// explains it by the digits that all sets share.
    pub(super) fn among(&self, cells: &[u16], sets: Vec<DigitSet>) -> Option<Argument> {
        // A longer list is incomplete, so its common digits would prove nothing.
        let is_counted = sets.len() <= MOST_COUNTED;
        let must = sets.iter().copied().reduce(|a, b| a & b)?;
        let is_outside =
            |(var, lost): &(u16, DigitSet)| !cells.contains(var) && lost.without(must).is_empty();
        let is_must = is_counted && self.step.removed.iter().all(is_outside);
        self.combinations(cells, sets)
            .or_else(|| is_must.then_some(Argument::Must(must)))
    }

    /// Explains the step by listing the sets. Returns `None` if there are too many sets, or if another cell loses a
    /// digit that is not in all of them.
    pub(super) fn combinations(&self, cells: &[u16], mut sets: Vec<DigitSet>) -> Option<Argument> {
        sets.sort_by_key(|set| set.iter().collect::<Vec<u8>>());
        let must = sets.iter().copied().reduce(|a, b| a & b)?;
        let is_why =
            |(var, lost): &(u16, DigitSet)| cells.contains(var) || lost.without(must).is_empty();
        let is_told = sets.len() <= MOST_SETS && self.step.removed.iter().all(is_why);
        is_told.then_some(Argument::Combinations(sets))
    }
}

/// Returns the sets of different digits that have the given total and fit the cells. Stops after `MOST_COUNTED` + 1
/// sets.
pub(super) fn with_total(digits: DigitSet, within: &[DigitSet], total: i64) -> Vec<DigitSet> {
    let mut found = vec![];
    let digits: Vec<u8> = digits.iter().collect();
    choose(&digits, within.len(), total, DigitSet::EMPTY, &mut |set| {
        if fits(set, within) {
            found.push(set);
        }
        found.len() <= MOST_COUNTED
    });
    found
}

/// Calls `see` with each union of `taken` and a set of `count` digits that have the given total, until `see` returns
/// `false`.
fn choose(
    digits: &[u8],
    count: usize,
    total: i64,
    taken: DigitSet,
    see: &mut impl FnMut(DigitSet) -> bool,
) -> bool {
    if count == 0 {
        return total != 0 || see(taken);
    }
    for (place, &digit) in digits.iter().enumerate() {
        let left = total - i64::from(digit);
        // The digits are in ascending order, so all later digits are too large as well.
        if left < 0 {
            break;
        }
        let taken = taken | DigitSet::one(digit);
        if !choose(&digits[place + 1..], count - 1, left, taken, see) {
            return false;
        }
    }
    true
}

/// Returns `true` if the cells can hold the digits of the set, one digit in each cell.
pub(super) fn fits(set: DigitSet, within: &[DigitSet]) -> bool {
    match within.split_first() {
        None => set.is_empty(),
        Some((first, rest)) => (set & *first)
            .iter()
            .any(|digit| fits(set.without(DigitSet::one(digit)), rest)),
    }
}

/// Returns the minimum (or, if `most`, the maximum) total of cells whose digits must all differ. The bound can be
/// weaker than the true extreme, because it does not check whether the cells can hold the digits together.
pub(crate) fn packed(within: &[DigitSet], most: bool) -> Option<i64> {
    let all = within.iter().copied().reduce(|a, b| a | b);
    let mut digits: Vec<i64> = all.unwrap_or_default().iter().map(i64::from).collect();
    if most {
        digits.reverse();
    }
    let bounds = within
        .iter()
        .map(|set| if most { set.max() } else { set.min() });
    let alone = bounds
        .map(|bound| bound.map(i64::from))
        .sum::<Option<i64>>()?;
    let packed: i64 = digits.iter().take(within.len()).sum();
    Some(if most {
        alone.min(packed)
    } else {
        alone.max(packed)
    })
}
