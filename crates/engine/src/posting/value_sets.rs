use super::Post;
use super::cells::{repeats, vars};
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{Cage, Relation};
use cluewright_rules::statement::ValueSets;

impl Post for ValueSets {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(cells, sets) = self;
        if repeats(cells) {
            return builder.impossible(rests_on);
        }
        let vars = vars(cells);
        let union = builder.union(vars.iter().copied());
        let sets = sets.iter().map(|&set| builder.word(set));
        // Converting a set to a word drops values outside the puzzle's range. No cells can hold such a set.
        let fits = |set: &W| set.len() as usize == cells.len() && (*set & !union).is_none();
        let sets: Vec<W> = sets.filter(fits).collect();
        let cage = Cage::new(&vars, sets, union);
        builder.add(Relation::Cage(cage), rests_on);
    }
}
