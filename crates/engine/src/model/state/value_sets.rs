use super::State;
use super::{repeats, vars};
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{Cage, Relation};
use cluewright_rules::statement::ValueSets;

impl State for ValueSets {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(cells, sets) = self;
        if repeats(cells) {
            return builder.impossible(rests_on);
        }
        let vars = vars(cells);
        let union = builder.union(vars.iter().copied());
        let sets = sets.iter().map(|&set| builder.word(set));
        // A set with values that the puzzle does not have has lost them as a word; no cells hold it.
        let fits = |set: &W| set.len() as usize == cells.len() && (*set & !union).is_none();
        let sets: Vec<W> = sets.filter(fits).collect();
        let cage = Cage::new(&vars, sets, union);
        builder.add(Relation::Cage(cage), rests_on);
    }
}
