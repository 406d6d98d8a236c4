//! Tables that switch the clues of a compiled model on and off.

use super::Compiled;
use super::clues::{Cite, ClueSets};
use crate::propagation::{Shared, Word};
use std::sync::Arc;

/// The treatment of clues that are switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// The clue is treated as removed, so negative rules apply to its cells.
    Removed,
    /// The clue is treated as present with an unknown meaning, so its mark still exempts cells from negative rules. Then
    /// switching a clue off never removes solutions.
    Unknown,
}

/// The parts of a model that depend on which clues are on.
#[derive(Debug)]
pub(crate) struct Wiring {
    pub(crate) unless: Vec<Unless>,
    pub(crate) keeps: Vec<Keep>,
    pub(crate) exclusions: Vec<Exclusion>,
    pub(crate) houses: Vec<(Arc<[u16]>, u32)>,
    /// The candidates of each variable with all clues off.
    pub(crate) blank: Vec<u64>,
    /// See [`Program::watch`](crate::relations::program::Program::watch).
    pub(crate) watch: Vec<u64>,
}

/// A restriction of a cell to a value set, with the clue set that implies it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keep {
    pub(crate) var: u16,
    pub(crate) values: u64,
    pub(crate) rests_on: u32,
}

/// A set of variables that must all differ, with the clue set that implies it.
#[derive(Clone, Debug)]
pub(crate) struct Exclusion {
    pub(crate) vars: Box<[u16]>,
    pub(crate) rests_on: u32,
}

/// An exception: relations that rest on `set` are disabled while all of these clues are on.
#[derive(Clone, Debug)]
pub(crate) struct Unless {
    pub(crate) set: u32,
    pub(crate) cites: Vec<Cite>,
    /// `true` if these clues are marks. Marks disable the relations even while their meaning is unknown.
    pub(crate) mark: bool,
}

impl Wiring {
    pub(crate) fn apply<W: Word>(
        &self,
        compiled: &mut Compiled<W>,
        off: Off,
        is_on: impl Fn(Cite) -> bool,
    ) {
        let on = self.live_sets(&compiled.clue_sets, off, &is_on);
        let is_live = |rests_on: u32| on[rests_on as usize];
        compiled.start.clear();
        let blank = self.blank.iter().map(|&bits| W::from_bits(bits));
        compiled.start.extend(blank);
        for keep in self.keeps.iter().filter(|keep| is_live(keep.rests_on)) {
            compiled.start[usize::from(keep.var)] &= W::from_bits(keep.values);
        }
        let shared = compiled.program.shared_mut();
        // All exclusions are rebuilt, because clearing the exclusions of one clue could also clear pairs that another clue excludes.
        let none = Shared::new(shared.base, shared.values, self.blank.len());
        shared.copy_exclusions(&none);
        for exclusion in self.exclusions.iter().filter(|e| is_live(e.rests_on)) {
            shared.exclude(&exclusion.vars);
        }
        compiled.houses.clear();
        let houses = self.houses.iter().filter(|house| is_live(house.1));
        compiled
            .houses
            .extend(houses.map(|house| Arc::clone(&house.0)));
        let relations = compiled.program.relations().len();
        // A program has at least one word of live bits, even without relations, and `switch` panics unless both have the same
        // number of words.
        let mut live = vec![0u64; relations.div_ceil(64).max(1)];
        for index in 0..relations {
            let on = is_live(compiled.program.rests_on(index));
            live[index / 64] |= u64::from(on) << (index % 64);
        }
        compiled.program.switch(&self.watch, &live);
        compiled.update_branching();
    }

    /// Returns, for each clue set, `true` if the relations that rest on it are active.
    fn live_sets(&self, sets: &ClueSets, off: Off, is_on: &impl Fn(Cite) -> bool) -> Vec<bool> {
        let all_on = |cites: &[Cite]| cites.iter().all(|&cite| is_on(cite));
        let mut on: Vec<bool> = (0..sets.len()).map(|set| all_on(sets.get(set))).collect();
        for unless in &self.unless {
            let stands = unless.mark && off == Off::Unknown;
            on[unless.set as usize] &= !(stands || all_on(&unless.cites));
        }
        on
    }
}
