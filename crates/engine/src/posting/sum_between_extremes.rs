use super::Post;
use super::cells::{repeats, vars};
use super::distinct::post_different;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::SumBetweenExtremes;

impl Post for SumBetweenExtremes {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(cells, sum) = self;
        if repeats(cells) || cells.len() < 2 && *sum != 0 {
            return builder.impossible(rests_on);
        }
        post_different(builder, &vars(cells), rests_on);
        if cells.len() > 1 {
            let encloses = relations::SumBetweenExtremes::new(&vars(cells), *sum);
            builder.add(Relation::SumBetweenExtremes(encloses), rests_on);
        }
    }
}
