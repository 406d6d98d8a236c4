//! Counts over the same cells that say together that each of several classes occurs: one relation
//! for all of them sees more than each alone, and takes one run instead of many.

use super::build::Builder;
use super::compile::Said;
use super::frame::Frame;
use super::program::Program;
use super::relations::{ClassCardinality, MOST_COVERED, Relation};
use super::state::vars;
use super::{Cite, Word};
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::Statement;
use cluewright_rules::statement::Count;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The classes of values that the covers of a puzzle tell apart, where all have the same: a search does
/// well to ask for the class of a cell before its value.
#[derive(Clone, Debug, Default)]
pub struct ValueClasses<W> {
    sets: Vec<W>,
    /// Whether a variable stands under a cover.
    covered: Vec<bool>,
}

impl<W: Word> ValueClasses<W> {
    /// The classes of a program's covers.
    pub(super) fn of(program: &Program<W>) -> Self {
        let mut classes = Self::default();
        for relation in program.live_relations() {
            let Relation::ClassCardinality(cover) = relation else {
                continue;
            };
            if classes.sets.is_empty() {
                classes.sets = cover.classes().collect();
                classes.covered = vec![false; program.vars()];
            }
            if !cover.classes().eq(classes.sets.iter().copied()) {
                return Self::default();
            }
            let vars = cover.vars().iter();
            vars.for_each(|&var| classes.covered[usize::from(var)] = true);
        }
        classes
    }

    /// Whether there are any.
    #[must_use]
    pub fn are_told(&self) -> bool {
        !self.sets.is_empty()
    }

    /// How many ways to guess a variable with these candidates: one for each class where there are several,
    /// else one for each value.
    #[inline]
    #[must_use]
    pub fn ways(&self, var: usize, candidates: W) -> u32 {
        match self.parts(var, candidates).count() {
            0 | 1 => candidates.len(),
            classes => classes as u32,
        }
    }

    /// The first way: the class with most of the candidates, else the lowest value.
    #[must_use]
    pub fn first(&self, var: usize, candidates: W) -> W {
        let largest = self.parts(var, candidates).max_by_key(|part| part.len());
        let several = largest.filter(|&class| class != candidates);
        several.unwrap_or(W::one(candidates.lowest()))
    }

    /// The classes among the candidates of a variable. Empty where its values have none.
    #[inline]
    fn parts(&self, var: usize, candidates: W) -> impl Iterator<Item = W> + '_ {
        let sets = match self.covered.get(var) {
            Some(true) => &self.sets[..],
            _ => &[],
        };
        let parts = sets.iter().map(move |&set| set & candidates);
        parts.filter(|part| !part.is_none())
    }
}

/// Classes that must occur among some cells, and what says so.
#[derive(Default)]
struct Classes {
    sets: Vec<DigitSet>,
    cites: Vec<Cite>,
}

/// The classes of a cover, and what it rests on.
pub(super) struct Covered {
    classes: Vec<DigitSet>,
    rests_on: u32,
}

/// Adds the covers. What they say, [`Builder::state`] does not say again.
pub(super) fn add<W: Word>(builder: &mut Builder<W>, said: &Said<'_>, _: &Frame) {
    let mut order: Vec<Vec<Cell>> = vec![];
    let mut wanted: FxHashMap<Vec<Cell>, Classes> = FxHashMap::default();
    for part in said.parts {
        part.statement.each_conjunct(&mut |statement| {
            let Statement::Count(count) = statement else {
                return;
            };
            let Some((cells, set, counts)) = counted(count) else {
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

/// Says of the houses how many cells they have for each class, where all covers have the same: a search
/// that asks for classes needs that.
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

impl<W: Word> Builder<W> {
    /// What the cover rests on that says all that the relation of a count would. A count of a single value is kept: it
    /// is how people read a clue that asks for certain digits.
    pub(super) fn covered(&self, count: &Count) -> Option<u32> {
        let (cells, set, counts) = counted(count)?;
        let covered = self.covers.get(&cells)?;
        let most = cells.len() + 1 - covered.classes.len();
        let implied = DigitSet::range(1, most as u8);
        let says = set.len() > 1
            && covered.classes.contains(&set)
            && (implied.bits() & !counts.bits()) == 0;
        says.then_some(covered.rests_on)
    }
}

/// The cells, the set and the numbers of a count of one set over a few different cells.
fn counted(count: &Count) -> Option<(Vec<Cell>, DigitSet, DigitSet)> {
    let Count {
        cells,
        total: None,
        offset: 0,
        counts,
    } = count
    else {
        return None;
    };
    let set = cells.first()?.1;
    let fits = cells.len() <= MOST_COVERED.0 && cells.iter().all(|cell| cell.1 == set);
    let plain: Vec<Cell> = cells.iter().map(|cell| cell.0).collect();
    let different = (1..plain.len()).all(|i| !plain[..i].contains(&plain[i]));
    (fits && different).then_some((plain, set, *counts))
}
