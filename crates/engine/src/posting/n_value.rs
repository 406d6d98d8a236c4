use super::Post;
use super::cells::vars;
use super::count::allow_numbers;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::NValue;

impl Post for NValue {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let wanted = allow_numbers(self.total, 0, self.counts);
        let kinds = relations::NValue::new(&vars(&self.cells), wanted);
        builder.add(Relation::NValue(kinds), rests_on);
    }
}
