use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::RunLengths;

impl Post for RunLengths {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let arms: Vec<Vec<u16>> = self.arms.iter().map(|arm| vars(arm)).collect();
        let runs = relations::RunLengths::new(self.head.0, self.total.0, &arms, self.offset);
        builder.add(Relation::RunLengths(runs), rests_on);
    }
}
