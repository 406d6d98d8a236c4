//! Learnt nogoods: facts that are never all true.
//!
//! Each watches two of its facts by a value that keeps the fact from being true (the watched literals of
//! Moskewicz, Madigan, Zhao, Zhang, Malik 2001, for sets of values), so that it is looked at only when such a
//! value goes.

use super::trail::{Cause, NogoodId, Trail};
use crate::model::Word;
use crate::model::sink::Fact;

/// The most that nogoods may take, in bytes. Beyond it half of them are forgotten.
const MOST_BYTES: usize = 256 << 20;

/// What a nogood takes beside its facts, with its two watches in lists that have room to grow.
const BYTES_EACH: usize = 128;

/// Facts that are not all true.
#[derive(Debug)]
struct Nogood {
    /// Where its facts are.
    start: u32,
    len: u32,
    /// How many levels its facts were made true at, when it was learnt (Audemard, Simon 2009).
    levels: u32,
    activity: f32,
    /// Whether it must not be forgotten: it excludes a solution that has been found.
    stays: bool,
}

/// A value whose loss concerns a nogood.
#[derive(Clone, Copy, Debug)]
struct Watch<W> {
    nogood: NogoodId,
    /// Another fact of the nogood; while it is false there is nothing to do.
    other: Fact<W>,
}

/// All nogoods of a search.
#[derive(Debug)]
pub(super) struct Nogoods<W> {
    list: Vec<Nogood>,
    facts: Vec<Fact<W>>,
    /// By variable and value.
    watches: Vec<Vec<Watch<W>>>,
    /// Values of a variable.
    values: usize,
    /// What the next use adds to an activity.
    increment: f32,
    /// How many are to be kept when some are forgotten next.
    most: usize,
    /// How many stay.
    staying: usize,
}

/// How many nogoods are kept before half of them are forgotten, and how many more each time.
const MOST: usize = 4_000;
const MORE: usize = 500;

/// How fast activities fade.
const FADES: f32 = 1.001;

impl<W: Word> Nogoods<W> {
    pub(super) fn new(vars: usize) -> Self {
        let values = W::BITS as usize;
        Self {
            list: vec![],
            facts: vec![],
            watches: vec![vec![]; vars * values],
            values,
            increment: 1.0,
            most: MOST,
            staying: 0,
        }
    }

    /// The facts of a nogood.
    pub(super) fn facts(&self, nogood: NogoodId) -> &[Fact<W>] {
        let Nogood { start, len, .. } = self.list[nogood as usize];
        &self.facts[start as usize..(start + len) as usize]
    }

    /// Those that were learnt from conflicts.
    pub(super) fn learnt(&self) -> impl Iterator<Item = &[Fact<W>]> {
        let ids = (0..).zip(&self.list).filter(|(_, nogood)| !nogood.stays);
        ids.map(|(id, _)| self.facts(id))
    }

    /// Adds a nogood of two facts or more: the first is open, the second was made true last of the others.
    pub(super) fn add(
        &mut self,
        facts: &[Fact<W>],
        levels: u32,
        stays: bool,
        trail: &Trail<W>,
    ) -> NogoodId {
        let nogood = self.list.len() as NogoodId;
        self.list.push(Nogood {
            start: self.facts.len() as u32,
            len: facts.len() as u32,
            levels,
            activity: self.increment,
            stays,
        });
        self.staying += usize::from(stays);
        self.facts.extend_from_slice(facts);
        self.watch(nogood, facts[0], facts[1], trail);
        self.watch(nogood, facts[1], facts[0], trail);
        nogood
    }

    fn watch(&mut self, nogood: NogoodId, fact: Fact<W>, other: Fact<W>, trail: &Trail<W>) {
        let open = trail.board[usize::from(fact.var)] & !fact.within;
        let witness = match open.is_none() {
            false => open,
            // The value that comes back first.
            true => trail.since(fact).map_or(W::NONE, |at| {
                trail.entries()[at as usize].before & !fact.within
            }),
        };
        let witness = witness.lowest() as usize % self.values;
        self.watches[usize::from(fact.var) * self.values + witness].push(Watch { nogood, other });
    }

    /// Remembers that a nogood was of use.
    pub(super) fn used(&mut self, nogood: NogoodId) {
        self.list[nogood as usize].activity += self.increment;
    }

    /// Lets what was used long ago count for less.
    pub(super) fn fade(&mut self) {
        self.increment *= FADES;
        if self.increment > 1e20 {
            self.increment /= 1e20;
            self.list
                .iter_mut()
                .for_each(|nogood| nogood.activity /= 1e20);
        }
    }

    /// Draws the conclusions from what a variable lost, and adds who loses by it to `losers`. The nogood whose
    /// facts are all true, if there is one.
    pub(super) fn lost(
        &mut self,
        var: u16,
        lost: W,
        trail: &mut Trail<W>,
        losers: &mut Vec<(u16, W)>,
    ) -> Option<NogoodId> {
        for bit in lost.each() {
            let list = usize::from(var) * self.values + bit as usize;
            let mut watches = std::mem::take(&mut self.watches[list]);
            let mut conflict = None;
            watches.retain_mut(|watch| {
                conflict.is_some() || self.stays_watched(var, watch, trail, losers, &mut conflict)
            });
            // Nothing was added: a value that is gone is no witness.
            self.watches[list] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Looks at a nogood one of whose watched facts has lost its witness; whether it goes on watching that.
    fn stays_watched(
        &mut self,
        var: u16,
        watch: &mut Watch<W>,
        trail: &mut Trail<W>,
        losers: &mut Vec<(u16, W)>,
        conflict: &mut Option<NogoodId>,
    ) -> bool {
        let is_false = |fact: Fact<W>, trail: &Trail<W>| {
            (trail.board[usize::from(fact.var)] & fact.within).is_none()
        };
        if is_false(watch.other, trail) {
            return true;
        }
        let Nogood { start, len, .. } = self.list[watch.nogood as usize];
        let facts = &mut self.facts[start as usize..(start + len) as usize];
        if facts[0].var == var {
            facts.swap(0, 1);
        }
        let (other, fact) = (facts[0], facts[1]);
        let open =
            |fact: Fact<W>, trail: &Trail<W>| trail.board[usize::from(fact.var)] & !fact.within;
        let witness = open(fact, trail);
        if !witness.is_none() {
            let list = usize::from(var) * self.values + witness.lowest() as usize;
            self.watches[list].push(Watch {
                nogood: watch.nogood,
                other,
            });
            return false;
        }
        watch.other = other;
        if is_false(other, trail) {
            return true;
        }
        let next = (2..facts.len()).find(|&at| !open(facts[at], trail).is_none());
        if let Some(at) = next {
            facts.swap(1, at);
            let witness = open(facts[1], trail).lowest() as usize;
            let list = usize::from(facts[1].var) * self.values + witness;
            self.watches[list].push(Watch {
                nogood: watch.nogood,
                other,
            });
            return false;
        }
        let after = open(other, trail);
        if after.is_none() {
            *conflict = Some(watch.nogood);
            return true;
        }
        let lost = trail.board[usize::from(other.var)] & other.within;
        let looked = trail.len();
        trail.restrict(other.var, after, Cause::Nogood(watch.nogood), looked);
        losers.push((other.var, lost));
        true
    }

    /// Whether they take more memory than they may.
    pub(super) fn are_too_many(&self) -> bool {
        self.facts.len() * size_of::<Fact<W>>() + self.list.len() * BYTES_EACH > MOST_BYTES
    }

    /// Forgets half of the nogoods when there are too many: those of many levels, and of these the least used.
    /// Only where nothing stands that came from one: at the root.
    pub(super) fn forget(&mut self, trail: &Trail<W>) {
        if self.list.len() < self.most + self.staying && !self.are_too_many() {
            return;
        }
        self.most += MORE;
        let mut order: Vec<NogoodId> = (0..self.list.len() as NogoodId).collect();
        let key = |id: &NogoodId| {
            let nogood = &self.list[*id as usize];
            (!nogood.stays, nogood.levels > 2, -nogood.activity)
        };
        order.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
        });
        order.truncate((self.list.len() / 2).max(self.staying));
        order.sort_unstable();
        let (list, facts) = (
            std::mem::take(&mut self.list),
            std::mem::take(&mut self.facts),
        );
        self.watches.iter_mut().for_each(Vec::clear);
        for id in order {
            let old = &list[id as usize];
            let facts = &facts[old.start as usize..(old.start + old.len) as usize];
            self.keep(old, facts, trail);
        }
    }

    /// Takes a nogood over, without what is true at the root.
    fn keep(&mut self, old: &Nogood, facts: &[Fact<W>], trail: &Trail<W>) {
        let open = |fact: &&Fact<W>| !(trail.board[usize::from(fact.var)] & !fact.within).is_none();
        let is_false =
            |fact: &Fact<W>| (trail.board[usize::from(fact.var)] & fact.within).is_none();
        if facts.iter().any(is_false) {
            self.staying -= usize::from(old.stays);
            return;
        }
        let facts: Vec<Fact<W>> = facts.iter().filter(open).copied().collect();
        if facts.len() < 2 {
            return;
        }
        let nogood = self.list.len() as NogoodId;
        self.list.push(Nogood {
            start: self.facts.len() as u32,
            len: facts.len() as u32,
            ..*old
        });
        self.facts.extend_from_slice(&facts);
        self.watch(nogood, facts[0], facts[1], trail);
        self.watch(nogood, facts[1], facts[0], trail);
    }
}
