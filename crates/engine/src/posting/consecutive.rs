use super::Post;
use super::cells::{repeats, vars};
use super::pair::post_pair;
use crate::builder::{Builder, SupportKey};
use crate::propagation::Word;
use crate::relations::{Cage, MOST_CAGE_CELLS, Relation};
use cluewright_puzzle::Cell;
use cluewright_rules::statement::Consecutive;

impl Post for Consecutive {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        if repeats(&self.0) || self.0.len() > builder.shared.values as usize {
            return builder.impossible(rests_on);
        }
        if self.0.len() > MOST_CAGE_CELLS {
            return post_pairs(&self.0, builder, rests_on);
        }
        if let [a, b] = *self.0 {
            let next = |x: u8, y: u8| x.abs_diff(y) == 1;
            return post_pair(builder, [a.0, b.0], SupportKey::Neighbours, next, rests_on);
        }
        let run = Cage::run(&vars(&self.0), builder.shared.values);
        builder.add(Relation::Cage(run), rests_on);
    }
}

/// Posts a run as pairs of cells whose values differ by less than the length of the run. This is for runs of more than 16 cells, for
/// which a cage would list too many value sets.
fn post_pairs<W: Word>(cells: &[Cell], builder: &mut Builder<W>, rests_on: u32) {
    // There are at most 64 values, and the run is not longer, so its length fits into a byte.
    let length = cells.len() as u8;
    let allows = |x: u8, y: u8| (1..length).contains(&x.abs_diff(y));
    for (at, a) in cells.iter().enumerate() {
        for b in &cells[at + 1..] {
            let key = SupportKey::Run(length);
            post_pair(builder, [a.0, b.0], key, allows, rests_on);
        }
    }
}
