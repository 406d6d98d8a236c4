use super::State;
use super::vars;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use cluewright_rules::statement::Connected;

impl State for Connected {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let values = builder.word(self.values);
        let cells = vars(&self.cells);
        let connected = relations::Connected::new(&cells, &self.edges, values, self.size);
        builder.add(Relation::Connected(connected), rests_on);
    }
}
