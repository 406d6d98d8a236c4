use super::State;
use super::count::wanted;
use super::vars;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use crate::rules::statement::Kinds;

impl State for Kinds {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let wanted = wanted(self.total, 0, self.counts);
        let kinds = relations::Kinds::new(&vars(&self.cells), wanted);
        builder.add(Relation::Kinds(kinds), rests_on);
    }
}
