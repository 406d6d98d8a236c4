use super::Post;
use super::cells::{repeats, vars};
use super::pair::post_pair;
use crate::builder::{Builder, SupportKey};
use crate::propagation::Word;
use crate::relations::{Cage, Relation};
use cluewright_rules::statement::Consecutive;

impl Post for Consecutive {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        if repeats(&self.0) {
            return builder.impossible(rests_on);
        }
        if let [a, b] = *self.0 {
            let next = |x: u8, y: u8| x.abs_diff(y) == 1;
            return post_pair(builder, [a.0, b.0], SupportKey::Neighbours, next, rests_on);
        }
        let run = Cage::run(&vars(&self.0), builder.shared.values);
        builder.add(Relation::Cage(run), rests_on);
    }
}
