use super::State;
use super::vars;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use cluewright_rules::statement::RunLengths;

impl State for RunLengths {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let arms: Vec<Vec<u16>> = self.arms.iter().map(|arm| vars(arm)).collect();
        let runs = relations::RunLengths::new(self.head.0, self.total.0, &arms, self.offset);
        builder.add(Relation::RunLengths(runs), rests_on);
    }
}
