use super::State;
use super::{repeats, vars};
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use cluewright_rules::statement::SumBetweenExtremes;

impl State for SumBetweenExtremes {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(cells, sum) = self;
        if repeats(cells) || cells.len() < 2 && *sum != 0 {
            return builder.impossible(rests_on);
        }
        builder.different(&vars(cells), rests_on);
        if cells.len() > 1 {
            let encloses = relations::SumBetweenExtremes::new(&vars(cells), *sum);
            builder.add(Relation::SumBetweenExtremes(encloses), rests_on);
        }
    }
}
