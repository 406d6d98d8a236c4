//! Covers: counts over the same cells that together require each of several classes to occur. One relation for all of these counts
//! propagates more than a relation for each, and is cheaper: global entropy needs one relation per block instead of six.

use crate::builder::frame::Frame;
use crate::builder::{Builder, Covered};
use crate::compiled::clues::{Cite, Part};
use crate::posting::cells::vars;
use crate::posting::count::split_count;
use crate::propagation::Word;
use crate::relations::{ClassCardinality, MOST_COVERED, Relation};
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::Statement;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The classes that must occur among a set of cells, and the clues that require them.
#[derive(Default)]
struct Classes {
    sets: Vec<DigitSet>,
    cites: Vec<Cite>,
}

/// Adds the covers. Counts that a cover subsumes are not posted separately.
pub(super) fn strengthen<W: Word>(builder: &mut Builder<W>, parts: &[Part], _: &Frame) {
    // A hash map has an arbitrary order, so a list keeps the order of the clues.
    let mut order: Vec<Vec<Cell>> = vec![];
    let mut wanted: FxHashMap<Vec<Cell>, Classes> = FxHashMap::default();
    for part in parts {
        part.statement.each_conjunct(&mut |statement| {
            let Statement::Count(count) = statement else {
                return;
            };
            let Some((cells, set, counts)) = split_count(count) else {
                return;
            };
            if counts != DigitSet::range(1, cells.len() as u8) {
                return;
            }
            let classes = wanted.entry(cells.clone()).or_insert_with(|| {
                order.push(cells);
                Classes::default()
            });
            let apart = classes.sets.iter().all(|&other| (other & set).is_empty());
            if apart && classes.sets.len() < MOST_COVERED.1 {
                classes.sets.push(set);
                classes.cites.push(part.cite);
            }
        });
    }
    for cells in order {
        let classes = &wanted[&cells];
        // A cover of a single class would not find more than the count of that class does.
        if classes.sets.len() < 2 || classes.sets.len() > cells.len() {
            continue;
        }
        let rests_on = builder.sets.of(&classes.cites);
        let words = classes.sets.iter().map(|&set| (builder.word(set), 1));
        let cover = ClassCardinality::new(&vars(&cells), words.collect(), &builder.shared);
        builder.add(Relation::ClassCardinality(cover), rests_on);
        let covered = Covered {
            classes: classes.sets.clone(),
            rests_on,
        };
        builder.covers.insert(cells, covered);
    }
    add_houses(builder);
}

/// Adds a cover for each full house with few enough cells, if all covers have the same classes. For each class, the cover requires as
/// many cells as the house has values in that class. A search that guesses classes needs such covers.
fn add_houses<W: Word>(builder: &mut Builder<W>) {
    let mut all = builder.covers.values().map(|covered| &covered.classes);
    let Some(classes) = all.next().filter(|first| all.all(|other| other == *first)) else {
        return;
    };
    let classes: Vec<W> = classes.iter().map(|&set| builder.word(set)).collect();
    let houses: Vec<(Arc<[u16]>, u64, u32)> = builder
        .full_houses
        .iter()
        .map(|house| (Arc::clone(&house.vars), house.values, house.rests_on))
        .collect();
    for (vars, values, rests_on) in houses {
        if vars.len() <= MOST_COVERED.0 {
            let values = W::from_bits(values);
            let needs = classes.iter().map(|&class| (class, (class & values).len()));
            let cover = ClassCardinality::new(&vars, needs.collect(), &builder.shared);
            builder.add(Relation::ClassCardinality(cover), rests_on);
        }
    }
}
