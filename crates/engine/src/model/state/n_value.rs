use super::State;
use super::count::wanted;
use super::vars;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use cluewright_rules::statement::NValue;

impl State for NValue {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let wanted = wanted(self.total, 0, self.counts);
        let kinds = relations::NValue::new(&vars(&self.cells), wanted);
        builder.add(Relation::NValue(kinds), rests_on);
    }
}
