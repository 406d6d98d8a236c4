use super::Post;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, MOST_COVERED, Relation, Wanted};
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::statement::Count;

impl Post for Count {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Some(rests_on) = unless_covered(builder, self, rests_on) else {
            return;
        };
        let cells = self.cells.iter();
        let cells: Vec<(u16, W)> = cells
            .map(|&(cell, set)| (cell.0, builder.word(set)))
            .collect();
        let wanted = allow_numbers(self.total, self.offset, self.counts);
        let count = relations::Count::new(&cells, wanted, &builder.shared);
        builder.add(Relation::Count(count), rests_on);
    }
}

/// Returns the numbers that a count may equal.
pub(super) fn allow_numbers(total: Option<Cell>, offset: i64, counts: DigitSet) -> Wanted {
    match total {
        Some(cell) => Wanted::Value {
            var: cell.0,
            offset,
        },
        None => Wanted::OneOf(counts.bits()),
    }
}

/// Returns the clue set for the relation of a count, which a cover may subsume. Returns `None` if the cover is active whenever the
/// count's clues are on, because then no relation is needed.
fn unless_covered<W: Word>(builder: &mut Builder<W>, count: &Count, rests_on: u32) -> Option<u32> {
    let Some(cover) = find_cover(builder, count) else {
        return Some(rests_on);
    };
    let cites = builder.sets.get(cover);
    let own = builder.sets.get(rests_on);
    let always = builder.switching.is_none() || cites.iter().all(|cite| own.contains(cite));
    let cites = cites.to_vec();
    (!always).then(|| builder.inactive_while(rests_on, cites))
}

/// Returns the clue set of the cover that subsumes a count. A count of a single value is never subsumed, because people reason about each
/// required digit separately.
fn find_cover<W: Word>(builder: &Builder<W>, count: &Count) -> Option<u32> {
    let (cells, set, counts) = split_count(count)?;
    let covered = builder.covers.get(&cells)?;
    // Each of the other classes takes at least one cell, so at most the remaining cells can have this class.
    let most = cells.len() + 1 - covered.classes.len();
    let implied = DigitSet::range(1, most as u8);
    let says =
        set.len() > 1 && covered.classes.contains(&set) && (implied.bits() & !counts.bits()) == 0;
    says.then_some(covered.rests_on)
}

/// Splits a count of one value set over a few different cells into the cells, the value set and the allowed numbers. Returns `None` for
/// any other count.
pub(crate) fn split_count(count: &Count) -> Option<(Vec<Cell>, DigitSet, DigitSet)> {
    let Count {
        cells,
        total: None,
        offset: 0,
        counts,
    } = count
    else {
        return None;
    };
    let set = cells.first()?.1;
    let fits = cells.len() <= MOST_COVERED.0 && cells.iter().all(|cell| cell.1 == set);
    let plain: Vec<Cell> = cells.iter().map(|cell| cell.0).collect();
    let different = (1..plain.len()).all(|i| !plain[..i].contains(&plain[i]));
    (fits && different).then_some((plain, set, *counts))
}
