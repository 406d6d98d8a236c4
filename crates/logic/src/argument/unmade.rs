//! Explains losses in sums of few cells: a removed digit would require a total that the other cells cannot reach.

use super::known::Known;
use super::reading::Reading;
use crate::{Argument, Unmade};
use cluewright_puzzle::DigitSet;

/// Maximum number of removed digits to explain.
const MOST_TOLD: usize = 2;
/// Maximum number of other cells that share the required total.
const MOST_OTHERS: usize = 4;

impl Reading<'_, '_> {
    /// Explains the step by the total that each removed digit would require of the other cells. The sum is `total`; if that
    /// is `None`, the sum is the digit of the first cell.
    pub(super) fn unmade(&self, cells: &[u16], total: Option<i64>) -> Option<Argument> {
        let asked = |known: &Known<'_>, var: u16, digit: u8| -> Option<Unmade> {
            let (parts, wanted) = match total {
                Some(total) => (cells, total - i64::from(digit)),
                None if cells[0] == var => (&cells[1..], i64::from(digit)),
                None => {
                    let whole = known.of(cells[0]).single()?;
                    (&cells[1..], i64::from(whole) - i64::from(digit))
                }
            };
            let others = parts.iter().copied().filter(|&cell| cell != var);
            Some(Unmade {
                cell: var,
                digit,
                others: others.collect(),
                wanted,
            })
        };
        let found = self.explain_in_order(|known, var, lost| {
            let all = lost.iter().map(|digit| {
                let one = asked(known, var, digit)?;
                let is_short = one.others.len() <= MOST_OTHERS && one.wanted > 0;
                (is_short && !self.can_make(known, &one)).then_some(one)
            });
            all.collect::<Option<Vec<Unmade>>>()
        })?;
        let told = found.concat();
        (told.len() <= MOST_TOLD).then_some(Argument::Unmade(told))
    }

    /// Returns `true` if the other cells can reach the required total.
    fn can_make(&self, known: &Known<'_>, one: &Unmade) -> bool {
        let mut held = vec![(one.cell, one.digit)];
        self.go_on(known, &one.others, one.wanted, &mut held)
    }

    fn go_on(&self, known: &Known<'_>, open: &[u16], left: i64, held: &mut Vec<(u16, u8)>) -> bool {
        let Some((&cell, rest)) = open.split_first() else {
            return left == 0;
        };
        let mut within: DigitSet = known.of(cell);
        for &(_, digit) in held.iter().filter(|(other, _)| self.together(*other, cell)) {
            within = within.without(DigitSet::one(digit));
        }
        within.iter().any(|digit| {
            held.push((cell, digit));
            let is_made = self.go_on(known, rest, left - i64::from(digit), held);
            held.pop();
            is_made
        })
    }
}
