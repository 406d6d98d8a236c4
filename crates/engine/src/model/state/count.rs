use super::State;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation, Wanted};
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::statement::Count;

impl State for Count {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Some(rests_on) = builder.unless_covered(self, rests_on) else {
            return;
        };
        let cells = self.cells.iter();
        let cells: Vec<(u16, W)> = cells
            .map(|&(cell, set)| (cell.0, builder.word(set)))
            .collect();
        let wanted = wanted(self.total, self.offset, self.counts);
        let count = relations::Count::new(&cells, wanted, &builder.shared);
        builder.add(Relation::Count(count), rests_on);
    }
}

/// Which numbers a count may have.
pub(super) fn wanted(total: Option<Cell>, offset: i64, counts: DigitSet) -> Wanted {
    match total {
        Some(cell) => Wanted::Value {
            var: cell.0,
            offset,
        },
        None => Wanted::OneOf(counts.bits()),
    }
}
