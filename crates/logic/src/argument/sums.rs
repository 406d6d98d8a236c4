//! Explains steps that follow from sums: by the total of a cage's other cells, or by the digits along an arrow.

use super::known::Known;
use super::reading::Reading;
use super::sets::{packed, with_total};
use crate::Argument;
use crate::Ground;
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::Statement;
use cluewright_rules::statement::{Compare, EqualSums, Linear};

/// Maximum number of different bounds to name in one sentence. With more, a reader could not tell which bound
/// belongs to which cell.
const MOST_NUMBERS: usize = 2;

/// Maximum number of unknown cells that may share a remainder.
const MOST_OPEN: usize = 2;

/// The minimum and maximum total of some cells.
type Range = (i64, i64);

/// The reason why a cell of an arrow loses candidates. The parts are the cells that are summed.
enum Why {
    /// The cell holds the sum, and its removed digits are outside the range of the total of the parts.
    Whole {
        too_low: bool,
        too_high: bool,
        parts: Range,
    },
    /// The cell is a part, and its removed digits are too large. The values are the range of the sum and the minimum
    /// total of the other parts.
    TooHigh(Range, i64),
    /// The cell is a part, and its removed digits are too small. The values are the range of the sum and the maximum
    /// total of the other parts.
    TooLow(Range, i64),
}

impl Reading<'_, '_> {
    pub(super) fn of_sum(&self) -> Option<Argument> {
        let mut sums = self.said.iter();
        let sum = sums.find_map(|statement| plain_sum(self.ground, statement));
        if let Some((cells, total)) = sum {
            return self.of_cells(&cells, total);
        }
        let mut sums = self.said.iter();
        let groups = sums.find_map(|statement| equal_groups(self.ground, statement))?;
        match &groups[..] {
            [whole, parts] | [parts, whole] if whole.len() == 1 && parts.len() > 1 => {
                self.of_parts(whole[0], parts)
            }
            _ => self.of_equal_sums(&groups),
        }
    }

    /// Explains the step by the bounds of the total that all groups share.
    fn of_equal_sums(&self, groups: &[Vec<u16>]) -> Option<Argument> {
        let reasons = self.explain_in_order(|known, var, lost| {
            let all = groups.iter().map(|group| self.range(known, group));
            let all = all.collect::<Option<Vec<Range>>>()?;
            let least = all.iter().map(|(least, _)| *least).max()?;
            let most = all.iter().map(|(_, most)| *most).min()?;
            let own = groups.iter().filter(|group| group.contains(&var));
            let rests = own.map(|group| self.range(known, &without(group, var)));
            let rests = rests.collect::<Option<Vec<Range>>>()?;
            let digits = || lost.iter().map(i64::from);
            let is_high = |digit: i64| rests.iter().any(|rest| digit + rest.0 > most);
            let is_low = |digit: i64| rests.iter().any(|rest| digit + rest.1 < least);
            let is_why = digits().all(|digit| is_high(digit) || is_low(digit));
            let (low, high) = (digits().any(is_low), digits().any(is_high));
            is_why.then_some((low.then_some(least), high.then_some(most)))
        })?;
        // `Argument::Each` has one bound of each kind, so it cannot express several different bounds.
        let only = |all: Vec<i64>| all.first().copied().filter(|_| all.len() == 1);
        let least = numbers(reasons.iter().filter_map(|(least, _)| *least))?;
        let most = numbers(reasons.iter().filter_map(|(_, most)| *most))?;
        match (least.is_empty(), most.is_empty()) {
            (true, true) => None,
            (true, false) => Some((None, Some(only(most)?))),
            (false, true) => Some((Some(only(least)?), None)),
            (false, false) => Some((Some(only(least)?), Some(only(most)?))),
        }
        .map(|(least, most)| Argument::Each { least, most })
    }

    /// Returns the range of the total of the cells, based on their known candidates.
    fn range(&self, known: &Known<'_>, cells: &[u16]) -> Option<Range> {
        self.range_of(cells, |cell| known.of(cell))
    }

    /// Returns the range of the total of cells that have the given domains.
    pub(super) fn range_of(
        &self,
        cells: &[u16],
        within: impl Fn(u16) -> DigitSet,
    ) -> Option<Range> {
        // Cells that all differ are bounded as a group, because the sum of the bounds of single cells would be weaker.
        let mut groups: Vec<Vec<u16>> = vec![];
        for &cell in cells {
            let differs = |group: &&mut Vec<u16>| group.iter().all(|&a| self.together(a, cell));
            match groups.iter_mut().find(differs) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
        let within =
            |group: &[u16]| -> Vec<DigitSet> { group.iter().map(|&c| within(c)).collect() };
        let bound = |most| {
            let each = groups.iter().map(|group| packed(&within(group), most));
            each.sum::<Option<i64>>()
        };
        Some((bound(false)?, bound(true)?))
    }

    fn of_cells(&self, cells: &[u16], total: i64) -> Option<Argument> {
        let is_apart = self.are_apart(cells);
        if is_apart {
            let sets = with_total(self.ground.digits, &self.standing(cells), total);
            if let Some(found) = self.among(cells, sets) {
                return Some(found);
            }
        }
        if !self.all_within(cells) {
            return None;
        }
        // A sum of two cells is explained by the missing partner digits, because a bound on the other cell would
        // only restate the candidates of that cell.
        if cells.len() < 3 {
            return self.lonely(total, is_apart);
        }
        self.remainder(cells, Some(total))
            .or_else(|| self.beside_others(cells, total))
            .or_else(|| self.unmade(cells, Some(total)))
    }

    /// Explains losses by the minimum or maximum total that the other cells of the sum can reach.
    fn beside_others(&self, cells: &[u16], total: i64) -> Option<Argument> {
        let reasons = self.explain_in_order(|known, var, lost| {
            let (least, most) = self.range(known, &without(cells, var))?;
            let is_low = |digit: u8| i64::from(digit) < total - most;
            let is_high = |digit: u8| i64::from(digit) > total - least;
            let is_why = lost.iter().all(|digit| is_low(digit) || is_high(digit));
            let low = lost.iter().any(is_low).then_some(most);
            is_why.then_some((low, lost.iter().any(is_high).then_some(least)))
        })?;
        let most = numbers(reasons.iter().filter_map(|(most, _)| *most))?;
        let least = numbers(reasons.iter().filter_map(|(_, least)| *least))?;
        match (most.is_empty(), least.is_empty()) {
            (false, true) => Some(Argument::RestAtMost { total, most }),
            (true, false) => Some(Argument::RestAtLeast { total, least }),
            _ => None,
        }
    }

    /// Explains the step by the total that remains for the unknown cells. The sum is `total`; if that is `None`, the sum is
    /// the digit of the first cell.
    fn remainder(&self, cells: &[u16], total: Option<i64>) -> Option<Argument> {
        let known = self.known();
        let value = |cell: u16| known.of(cell).single().map(i64::from);
        let (total, parts) = match total {
            Some(total) => (total, cells),
            None => (value(*cells.first()?)?, &cells[1..]),
        };
        let (open, told): (Vec<u16>, Vec<u16>) =
            parts.iter().partition(|&&cell| value(cell).is_none());
        let known = told.into_iter().filter_map(value).sum();
        let is_told = self.all_within(&open) && open.len() <= MOST_OPEN && open.len() < cells.len();
        is_told.then_some(Argument::LeftOver {
            total,
            known,
            cells: open,
        })
    }

    /// Explains the step by the digits that no partner completes to the total of two cells, if they are exactly the digits
    /// that the step removes.
    fn lonely(&self, total: i64, is_apart: bool) -> Option<Argument> {
        let digits = self.ground.digits;
        let has_partner = |&digit: &u8| {
            let other = total - i64::from(digit);
            let is_other = !is_apart || other != i64::from(digit);
            is_other && u8::try_from(other).is_ok_and(|other| digits.contains(other))
        };
        let missing = digits.without(digits.iter().filter(has_partner).collect());
        let losers = self.step.removed.iter();
        let lost = losers.fold(DigitSet::EMPTY, |all, (_, lost)| all | *lost);
        // The sentence names no cells, so the step must not rest on the candidates of any cell.
        let is_all = self.step.reason.facts.is_empty() && lost == missing && !missing.is_empty();
        is_all.then_some(Argument::Partners(missing))
    }

    fn of_parts(&self, whole: u16, parts: &[u16]) -> Option<Argument> {
        let all = [&[whole], parts].concat();
        let is_inside = self.all_within(&all);
        let left = || is_inside.then(|| self.remainder(&all, None)).flatten();
        if let Some(found) = left() {
            return Some(found);
        }
        // The sentences about arrows assume that the clue's first cell holds the sum and that its other cells are
        // the parts.
        let is_first = self.cells.first() == Some(&whole)
            && self.cells[1..].iter().all(|cell| parts.contains(cell));
        if !is_first {
            return self.of_equal_sums(&[vec![whole], parts.to_vec()]);
        }
        let beside = || is_inside.then(|| self.beside_whole(whole, parts)).flatten();
        let unmade = || is_inside.then(|| self.unmade(&all, None)).flatten();
        beside()
            .or_else(unmade)
            .or_else(|| self.least_parts(whole, parts))
    }

    /// Explains the step by the minimum total of the parts, if the cell with the sum loses a smaller digit.
    fn least_parts(&self, whole: u16, parts: &[u16]) -> Option<Argument> {
        let (least, _) = self.range(&self.known(), parts)?;
        let mut lost = self.step.removed.iter().filter(|(var, _)| *var == whole);
        let is_why = lost.any(|(_, lost)| lost.max().is_some_and(|most| i64::from(most) < least));
        is_why.then_some(Argument::Parts {
            parts: parts.len(),
            least: Some(least),
            most: None,
        })
    }

    /// Explains the losses of an arrow. The digit of the sum cell bounds the parts, and the total of the parts
    /// bounds the sum cell.
    fn beside_whole(&self, whole: u16, parts: &[u16]) -> Option<Argument> {
        let reasons = self.explain_in_order(|known, var, lost| {
            let (low, high) = (i64::from(lost.min()?), i64::from(lost.max()?));
            if var == whole {
                let (least, most) = self.range(known, parts)?;
                let mut digits = lost.iter().map(i64::from);
                return digits
                    .all(|digit| digit < least || digit > most)
                    .then_some(Why::Whole {
                        too_low: low < least,
                        too_high: high > most,
                        parts: (least, most),
                    });
            }
            let (others_least, others_most) = self.range(known, &without(parts, var))?;
            let held = known.of(whole);
            let (least, most) = (i64::from(held.min()?), i64::from(held.max()?));
            match (low > most - others_least, high < least - others_most) {
                (true, _) => Some(Why::TooHigh((least, most), others_least)),
                (_, true) => Some(Why::TooLow((least, most), others_most)),
                _ => None,
            }
        })?;
        arrow_argument(parts.len(), &reasons)
    }
}

/// Returns the argument for an arrow, if one sentence can express all reasons.
fn arrow_argument(parts: usize, reasons: &[Why]) -> Option<Argument> {
    let (mut least, mut most) = (None, None);
    let (mut high, mut low) = (vec![], vec![]);
    for reason in reasons {
        match *reason {
            Why::Whole {
                too_low,
                too_high,
                parts: range,
            } => {
                // If the total of the parts is known, both bounds are set, so that the sentence states this total.
                let is_known = range.0 == range.1;
                least = (too_low || is_known).then_some(range.0);
                most = (too_high || is_known).then_some(range.1);
            }
            Why::TooHigh(whole, others) => high.push((whole, others)),
            Why::TooLow(whole, others) => low.push((whole, others)),
        }
    }
    let whole = |bounds: &[(Range, i64)]| -> Option<Range> {
        let (first, _) = *bounds.first()?;
        bounds.iter().all(|(own, _)| *own == first).then_some(first)
    };
    let others = |bounds: &[(Range, i64)]| numbers(bounds.iter().map(|(_, others)| *others));
    match (least, most, high.is_empty(), low.is_empty()) {
        (None, None, false, true) => Some(Argument::PartsAtLeast {
            whole: whole(&high)?,
            least: others(&high)?,
        }),
        (None, None, true, false) => Some(Argument::PartsAtMost {
            whole: whole(&low)?,
            most: others(&low)?,
        }),
        (least, most, true, true) => Some(Argument::Parts { parts, least, most }),
        (Some(_), None, false, true) => Some(Argument::Parts {
            parts,
            least,
            most: Some(whole(&high)?.1),
        }),
        (None, Some(_), true, false) => Some(Argument::Parts {
            parts,
            least: Some(whole(&low)?.0),
            most,
        }),
        _ => None,
    }
}

/// Returns the distinct numbers in ascending order, if there are at most [`MOST_NUMBERS`].
fn numbers(all: impl Iterator<Item = i64>) -> Option<Vec<i64>> {
    let mut all: Vec<i64> = all.collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= MOST_NUMBERS).then_some(all)
}

fn without(cells: &[u16], cell: u16) -> Vec<u16> {
    let others = cells.iter().copied().filter(|&other| other != cell);
    others.collect()
}

/// Cells with their weights.
pub(crate) type Terms = Vec<(u16, i64)>;

/// Returns the terms and the total of an exact sum of grid cells. Returns `None` for any other statement.
pub(crate) fn exact_sum(ground: &Ground<'_>, statement: &Statement) -> Option<(Terms, i64)> {
    let Statement::Linear(Linear {
        terms,
        compare: Compare::Equal,
        total,
    }) = statement
    else {
        return None;
    };
    let terms: Terms = terms
        .iter()
        .map(|(cell, weight)| (cell.0, *weight))
        .collect();
    let is_cell = |&(var, _): &(u16, i64)| usize::from(var) < ground.cells();
    terms.iter().all(is_cell).then_some((terms, *total))
}

/// Returns the cells and the total of a sum of at least two grid cells, each counted once. Returns `None` for any other
/// statement.
pub(super) fn plain_sum(ground: &Ground<'_>, statement: &Statement) -> Option<(Vec<u16>, i64)> {
    let (terms, total) = exact_sum(ground, statement)?;
    let is_plain = terms.len() > 1 && terms.iter().all(|&(_, weight)| weight == 1);
    is_plain.then(|| (terms.into_iter().map(|(cell, _)| cell).collect(), total))
}

/// Returns the groups of cells whose totals a statement requires to be equal. Returns `None` for any other
/// statement, or if a group counts a cell more than once.
fn equal_groups(ground: &Ground<'_>, statement: &Statement) -> Option<Vec<Vec<u16>>> {
    let is_cell = |&(cell, _): &(Cell, i64)| cell.index() < ground.cells();
    let cells = |terms: &[(Cell, i64)], sign: i64| -> Vec<u16> {
        let own = terms.iter().filter(|(_, weight)| *weight == sign);
        own.map(|(cell, _)| cell.0).collect()
    };
    // Two terms with total 0 are a pair of cells, so they are left to `of_pairs`.
    let (terms, groups): (Vec<_>, Vec<_>) = match statement {
        Statement::Linear(Linear {
            terms,
            compare: Compare::Equal,
            total: 0,
        }) if terms.len() > 2 => (terms.clone(), vec![cells(terms, 1), cells(terms, -1)]),
        Statement::EqualSums(EqualSums(groups)) => (
            groups.concat(),
            groups.iter().map(|group| cells(group, 1)).collect(),
        ),
        _ => return None,
    };
    // A cell with a weight other than 1 or -1 is in no group, so the groups would not cover the whole sum.
    let is_whole = groups.iter().map(Vec::len).sum::<usize>() == terms.len();
    let is_plain = is_whole && groups.iter().all(|group| !group.is_empty());
    (is_plain && terms.iter().all(is_cell)).then_some(groups)
}
