use super::Post;
use super::linear::{is_short, merge};
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{MOST_SUMMED, Relation, Sums};
use cluewright_puzzle::Cell;
use cluewright_rules::statement::{Compare, EqualSums, Linear};

impl Post for EqualSums {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let groups = &self.0;
        let plain = groups.iter().flatten().all(|term| term.1 == 1);
        let group = |group: &Vec<(Cell, i64)>| group.iter().map(|t| t.0.0).collect();
        let cells: Vec<Vec<u16>> = groups.iter().map(group).collect();
        let few = cells.iter().map(Vec::len).sum::<usize>() <= MOST_SUMMED;
        if plain && few && cells.iter().all(|group| is_short(builder, group)) {
            // The groups only have to agree, so every total is allowed.
            let sums = Sums::new(&cells, u128::MAX, &builder.shared);
            return builder.add(Relation::Sums(sums), rests_on);
        }
        // Equality is transitive, so it is enough to compare neighbouring groups.
        for pair in groups.windows(2) {
            let negated = pair[1].iter().map(|&(cell, weight)| (cell, -weight));
            let difference = Linear {
                terms: merge(pair[0].iter().copied().chain(negated)),
                compare: Compare::Equal,
                total: 0,
            };
            difference.post(builder, rests_on);
        }
    }
}
