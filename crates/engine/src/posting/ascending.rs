use super::Post;
use super::cells::{repeats, vars};
use super::linear::merge;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::{Ascending, Compare, Linear};

impl Post for Ascending {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        if !repeats(&self.cells) {
            let vars = vars(&self.cells);
            let ascending = relations::Ascending::new(&vars, self.strict, &builder.shared);
            return builder.add(Relation::Ascending(ascending), rests_on);
        }
        // A line that crosses itself returns to an earlier value, so all values in between are
        // equal.
        for pair in self.cells.windows(2) {
            let rise = Linear {
                terms: merge([(pair[0], 1), (pair[1], -1)].into_iter()),
                compare: Compare::AtMost,
                total: -i64::from(self.strict),
            };
            rise.post(builder, rests_on);
        }
    }
}
