use super::State;
use super::vars;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use cluewright_rules::statement::SelfCounting;

impl State for SelfCounting {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let counting = relations::SelfCounting::new(&vars(&self.0), &builder.shared);
        builder.add(Relation::SelfCounting(counting), rests_on);
    }
}
