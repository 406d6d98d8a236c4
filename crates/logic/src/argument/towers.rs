//! Explains skyscrapers by the number of digits that are visible from the end of a line.

use super::automata::find_number;
use super::reading::Reading;
use crate::Argument;
use cluewright_puzzle::DigitSet;
use cluewright_rules::statement::Accepts;

/// Maximum number of digits for which the set of used digits is part of a state. It is limited because n digits have 2^n
/// such sets.
const MOST_APART: usize = 10;

impl Reading<'_, '_> {
    /// Explains the step by the number of digits that would be visible if the removed candidate were placed. Returns `None`
    /// unless the clue requires a different number.
    pub(super) fn towers(&self, said: &Accepts) -> Option<Argument> {
        let Accepts(cells, _) = said;
        let cells: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
        let more = |(tallest, seen): (u8, i64), digit: u8| {
            Some((tallest.max(digit), seen + i64::from(digit > tallest)))
        };
        let wanted = find_number(said, self.ground.digits, &more, &|(_, seen)| Some(seen))?;
        let wanted = usize::try_from(wanted).ok()?;
        let is_apart = self.are_apart(&cells) && self.ground.digits.len() <= MOST_APART;
        let reasons = self.explain_in_order(|known, var, lost| {
            let at = cells.iter().position(|&cell| cell == var)?;
            let mut within: Vec<DigitSet> = cells.iter().map(|&cell| known.of(cell)).collect();
            let (mut too_many, mut too_few) = (None, None);
            for digit in lost.iter() {
                within[at] = DigitSet::one(digit);
                let (least, most) = count_visible(&within, is_apart)?;
                match (least > wanted, most < wanted) {
                    (true, _) => too_many = too_many.into_iter().chain([least]).min(),
                    (_, true) => too_few = too_few.into_iter().chain([most]).max(),
                    _ => return None,
                }
            }
            Some((too_many, too_few))
        })?;
        let least = reasons.iter().filter_map(|(least, _)| *least).min();
        let most = reasons.iter().filter_map(|(_, most)| *most).max();
        (!reasons.is_empty()).then_some(Argument::Seen {
            wanted,
            least,
            most,
        })
    }
}

/// Returns the minimum and maximum number of visible digits along a line of cells. `is_apart` is `true` if all cells
/// must differ.
fn count_visible(within: &[DigitSet], is_apart: bool) -> Option<(usize, usize)> {
    // A state is the tallest digit so far and, if the cells must differ, the set of used digits.
    let mut states = vec![((0u64, 0u8), (0, 0))];
    for own in within {
        let mut next = vec![];
        for &((used, tallest), (least, most)) in &states {
            for digit in own.iter().filter(|digit| used >> digit & 1 == 0) {
                let used = if is_apart { used | 1 << digit } else { 0 };
                let more = usize::from(digit > tallest);
                next.push(((used, tallest.max(digit)), (least + more, most + more)));
            }
        }
        next.sort_unstable();
        next.dedup_by(|one, kept| {
            let is_same = one.0 == kept.0;
            if is_same {
                // The states are sorted by the minimum number of visible digits, so the first of several equal
                // states has the least minimum.
                kept.1.1 = kept.1.1.max(one.1.1);
            }
            is_same
        });
        states = next;
    }
    let ends = states.into_iter().map(|(_, bounds)| bounds);
    ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}
