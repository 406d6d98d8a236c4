//! What the ranks of several lists say together: which of two is smaller, and how many of the others
//! are, once these are left out.

use super::build::Builder;
use super::compile::Said;
use super::frame::Frame;
use super::{Cite, Part, Word};
use crate::puzzle::Cell;
use crate::rules::Statement;

/// A list with a known rank among others.
struct Ranked<'a> {
    cite: Cite,
    /// The ranked list, then the others.
    lists: &'a [Vec<Cell>],
    /// All of them, sorted.
    all: Vec<&'a [Cell]>,
    smaller: u16,
    ties: bool,
}

/// Adds what follows for lists that are ranked among each other.
pub(super) fn add<W: Word>(builder: &mut Builder<W>, said: &Said<'_>, _: &Frame) {
    let ranked: Vec<Ranked<'_>> = said.parts.iter().filter_map(ranked).collect();
    for one in &ranked {
        let others = ranked
            .iter()
            .filter(|other| other.smaller != one.smaller && one.is_among(other));
        let known: Vec<(&[Cell], u16)> =
            others.clone().map(|o| (&o.list()[..], o.smaller)).collect();
        let cites: Vec<Cite> = others.map(|o| o.cite).chain([one.cite]).collect();
        if known.is_empty() {
            continue;
        }
        let rests_on = builder.sets.of(&cites);
        builder.rank(one.lists, one.smaller, one.ties, &known, rests_on);
        for above in &ranked {
            if above.smaller > one.smaller && one.is_among(above) {
                let order = Statement::Rank {
                    lists: vec![one.list().clone(), above.list().clone()],
                    smaller: 0,
                    ties: false,
                };
                let both = builder.sets.of(&[one.cite, above.cite]);
                builder.say(&order, both);
            }
        }
    }
}

impl Ranked<'_> {
    fn list(&self) -> &Vec<Cell> {
        &self.lists[0]
    }

    /// Whether the other is ranked among the same lists: only then do their ranks compare.
    fn is_among(&self, other: &Self) -> bool {
        self.all == other.all && self.list() != other.list()
    }
}

fn ranked(part: &Part) -> Option<Ranked<'_>> {
    match &part.statement {
        Statement::Rank {
            lists,
            smaller,
            ties,
        } if !lists.is_empty() => {
            let mut all: Vec<&[Cell]> = lists.iter().map(Vec::as_slice).collect();
            all.sort_unstable();
            Some(Ranked {
                cite: part.cite,
                lists,
                all,
                smaller: *smaller,
                ties: *ties,
            })
        }
        _ => None,
    }
}
