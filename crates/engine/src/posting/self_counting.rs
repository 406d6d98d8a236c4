use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::SelfCounting;

impl Post for SelfCounting {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let counting = relations::SelfCounting::new(&vars(&self.0), &builder.shared);
        builder.add(Relation::SelfCounting(counting), rests_on);
    }
}
