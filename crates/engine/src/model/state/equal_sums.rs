use super::State;
use super::linear::merge;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{MOST_SUMMED, Relation, Sums};
use cluewright_puzzle::Cell;
use cluewright_rules::statement::{Compare, EqualSums, Linear};

impl State for EqualSums {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let groups = &self.0;
        let plain = groups.iter().flatten().all(|term| term.1 == 1);
        let group = |group: &Vec<(Cell, i64)>| group.iter().map(|t| t.0.0).collect();
        let cells: Vec<Vec<u16>> = groups.iter().map(group).collect();
        let few = cells.iter().map(Vec::len).sum::<usize>() <= MOST_SUMMED;
        if plain && few && cells.iter().all(|group| builder.is_short(group)) {
            let sums = Sums::new(&cells, u128::MAX, &builder.shared);
            return builder.add(Relation::Sums(sums), rests_on);
        }
        for pair in groups.windows(2) {
            let negated = pair[1].iter().map(|&(cell, weight)| (cell, -weight));
            let difference = Linear {
                terms: merge(pair[0].iter().copied().chain(negated)),
                compare: Compare::Equal,
                total: 0,
            };
            difference.state(builder, rests_on);
        }
    }
}
