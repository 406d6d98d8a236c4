//! From a conflict to a nogood: to the first unique implication point (Marques-Silva, Sakallah 1996; Moskewicz
//! et al. 2001), then without what the rest implies (Sörensson, Biere 2009).

use super::explain::Explainer;
use super::nogoods::Nogoods;
use super::parts::SHORTENING;
use super::trail::{Cause, Trail};
use crate::model::sink::Fact;
use crate::model::{Compiled, Word};

/// Facts that cannot all be true, at most one for each variable.
#[derive(Debug, Default)]
pub(super) struct Analysis<W> {
    /// The variables that a fact is about.
    vars: Vec<u16>,
    /// For each variable the set of its fact; meant only for those above.
    within: Vec<W>,
    /// For each variable the entry that made its fact true.
    since: Vec<u32>,
    among: Vec<bool>,
    /// The variables whose facts the last conflict was traced through.
    pub(super) met: Vec<u16>,
}

/// A nogood that a conflict has taught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lesson<W> {
    /// The fact that must not be true once the others are, then the one that became true last, then the others.
    pub(super) facts: Vec<Fact<W>>,
    /// The level at which all but the first are true.
    pub(super) level: u32,
    /// How many levels its facts became true at.
    pub(super) levels: u32,
}

/// What an analysis looks at.
pub(super) struct Around<'a, W: Word> {
    pub(super) compiled: &'a Compiled<W>,
    pub(super) trail: &'a Trail<W>,
    pub(super) nogoods: &'a mut Nogoods<W>,
    pub(super) explainer: &'a mut Explainer<W>,
}

impl<W: Word> Analysis<W> {
    pub(super) fn new(vars: usize) -> Self {
        Self {
            met: vec![],
            vars: vec![],
            within: vec![W::NONE; vars],
            since: vec![0; vars],
            among: vec![false; vars],
        }
    }

    fn fact(&self, var: u16) -> Fact<W> {
        Fact {
            var,
            within: self.within[usize::from(var)],
        }
    }

    fn add(&mut self, fact: Fact<W>, trail: &Trail<W>) {
        let at = usize::from(fact.var);
        let root = trail.root()[at];
        if (root & !fact.within).is_none() {
            return;
        }
        let mut within = fact.within & root;
        if self.among[at] {
            within &= self.within[at];
            if within == self.within[at] {
                return;
            }
        } else {
            self.among[at] = true;
            self.vars.push(fact.var);
        }
        self.within[at] = within;
        let fact = self.fact(fact.var);
        self.since[at] = trail.since(fact).unwrap_or(0);
    }

    fn remove(&mut self, place: usize) -> Fact<W> {
        let var = self.vars.swap_remove(place);
        self.among[usize::from(var)] = false;
        self.fact(var)
    }

    fn since(&self, var: u16) -> u32 {
        self.since[usize::from(var)]
    }

    fn level(&self, var: u16, trail: &Trail<W>) -> u32 {
        trail.entries()[self.since(var) as usize].level
    }

    /// What is learnt from facts that are all true and cannot be; `None` if they are true at the root.
    pub(super) fn run(
        &mut self,
        facts: Vec<Fact<W>>,
        around: &mut Around<'_, W>,
    ) -> Option<Lesson<W>> {
        let trail = around.trail;
        self.met.clear();
        while !self.vars.is_empty() {
            self.remove(0);
        }
        facts.into_iter().for_each(|fact| self.add(fact, trail));
        let first = loop {
            let numbered = self.vars.iter().enumerate();
            let (place, &last) = numbered.max_by_key(|(_, var)| self.since(**var))?;
            self.met.push(last);
            let level = self.level(last, trail);
            let here = self
                .vars
                .iter()
                .filter(|&&var| self.level(var, trail) == level);
            if here.count() == 1 {
                break place;
            }
            let since = self.since(last);
            let fact = self.remove(place);
            if let Cause::Nogood(nogood) = trail.entries()[since as usize].cause {
                around.nogoods.used(nogood);
            }
            let why = around.why(fact, since);
            why.into_iter().for_each(|fact| self.add(fact, trail));
        };
        self.vars.swap(0, first);
        self.vars[1..].sort_unstable_by_key(|var| std::cmp::Reverse(self.since[usize::from(*var)]));
        if SHORTENING.is_on() {
            self.shorten(around);
        }
        Some(self.lesson(trail))
    }

    /// Leaves out what the other facts imply, or says less where that is enough.
    fn shorten(&mut self, around: &mut Around<'_, W>) {
        let trail = around.trail;
        let mut place = 1;
        while place < self.vars.len() {
            let var = self.vars[place];
            let since = self.since(var);
            if trail.entries()[since as usize].cause == Cause::Guess {
                place += 1;
                continue;
            }
            let why = around.why(self.fact(var), since);
            let implied = |fact: &Fact<W>| {
                let at = usize::from(fact.var);
                let known = self.among[at] && (self.within[at] & !fact.within).is_none();
                fact.var == var || known || (trail.root()[at] & !fact.within).is_none()
            };
            if !why.iter().all(implied) {
                place += 1;
                continue;
            }
            let weaker = why.iter().filter(|fact| fact.var == var);
            let root = trail.root()[usize::from(var)];
            let weaker = weaker.fold(root, |all, fact| all & fact.within);
            self.vars.remove(place);
            self.among[usize::from(var)] = false;
            if weaker != root {
                let within = weaker;
                self.add(Fact { var, within }, trail);
                // In the order of time, which is how explanations are asked for.
                let since = self.since(var);
                self.vars.pop();
                let later = |other: &u16| self.since[usize::from(*other)] > since;
                let at = place
                    + self.vars[place..]
                        .iter()
                        .take_while(|other| later(other))
                        .count();
                self.vars.insert(at, var);
            }
        }
    }

    fn lesson(&self, trail: &Trail<W>) -> Lesson<W> {
        let mut vars = self.vars.clone();
        vars[1..].sort_by_key(|var| std::cmp::Reverse(self.since(*var)));
        let mut levels: Vec<u32> = vars.iter().map(|&var| self.level(var, trail)).collect();
        let level = levels.get(1).copied().unwrap_or(0);
        levels.sort_unstable();
        levels.dedup();
        Lesson {
            facts: vars.iter().map(|&var| self.fact(var)).collect(),
            level,
            levels: levels.len() as u32,
        }
    }
}

impl<W: Word> Around<'_, W> {
    fn why(&mut self, fact: Fact<W>, since: u32) -> Vec<Fact<W>> {
        self.explainer
            .why(self.compiled, self.nogoods, self.trail, fact, since)
    }
}
