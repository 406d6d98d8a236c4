//! Relations derived from the ranks of several lists: the order of two lists, and the rank of a list among the remaining ones.
//! Without them, some full rank puzzles are not decided within 5,000 guesses (`reports/ablation.md`).

use crate::builder::Builder;
use crate::builder::frame::Frame;
use crate::compiled::clues::{Cite, Part};
use crate::posting::guarded::post;
use crate::posting::rank::post_rank;
use crate::propagation::Word;
use cluewright_puzzle::Cell;
use cluewright_rules::Statement;
use cluewright_rules::statement::Rank;

/// A list whose rank among other lists is known.
struct Ranked<'a> {
    cite: Cite,
    rank: &'a Rank,
    /// All lists of the comparison, sorted.
    all: Vec<&'a [Cell]>,
}

/// Adds the relations that follow from the ranks of lists in the same comparison.
pub(super) fn strengthen<W: Word>(builder: &mut Builder<W>, parts: &[Part], _: &Frame) {
    let ranked: Vec<Ranked<'_>> = parts.iter().filter_map(recognise_rank).collect();
    for one in &ranked {
        let others = ranked
            .iter()
            .filter(|other| other.rank.smaller != one.rank.smaller && one.is_among(other));
        let ranks = others.clone().map(|o| (&o.list()[..], o.rank.smaller));
        let known: Vec<(&[Cell], u16)> = ranks.collect();
        let cites: Vec<Cite> = others.map(|o| o.cite).chain([one.cite]).collect();
        if known.is_empty() {
            continue;
        }
        let rests_on = builder.sets.of(&cites);
        post_rank(builder, one.rank, &known, rests_on);
        for above in &ranked {
            if above.rank.smaller > one.rank.smaller && one.is_among(above) {
                let order = Statement::Rank(Rank {
                    lists: vec![one.list().clone(), above.list().clone()],
                    smaller: 0,
                    ties: false,
                });
                let both = builder.sets.of(&[one.cite, above.cite]);
                post(builder, &order, both);
            }
        }
    }
}

impl Ranked<'_> {
    fn list(&self) -> &Vec<Cell> {
        &self.rank.lists[0]
    }

    /// Returns `true` if the other list is a different list that is ranked among the same lists; only then can their ranks be
    /// compared.
    fn is_among(&self, other: &Self) -> bool {
        self.all == other.all && self.list() != other.list()
    }
}

fn recognise_rank(part: &Part) -> Option<Ranked<'_>> {
    let Statement::Rank(rank) = &part.statement else {
        return None;
    };
    let mut all: Vec<&[Cell]> = rank.lists.iter().map(Vec::as_slice).collect();
    all.sort_unstable();
    (!all.is_empty()).then_some(Ranked {
        cite: part.cite,
        rank,
        all,
    })
}
