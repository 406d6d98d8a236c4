use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::Connected;

impl Post for Connected {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let values = builder.word(self.values);
        let cells = vars(&self.cells);
        let connected = relations::Connected::new(&cells, &self.edges, values, self.size);
        builder.add(Relation::Connected(connected), rests_on);
    }
}
