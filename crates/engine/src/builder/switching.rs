//! Records of a builder for a model whose clues can be switched off.

use crate::compiled::clues::{Cite, ClueSets};
use crate::compiled::wiring::{Exclusion, Keep, Unless, Wiring};
use crate::propagation::{Shared, Word};
use crate::relations::program::Program;
use std::sync::Arc;

/// Exclusions and restrictions with the clues that each rests on.
pub(crate) struct Switching<W> {
    keeps: Vec<Keep>,
    exclusions: Vec<Exclusion>,
    pub(crate) unless: Vec<Unless>,
    /// Exclusions that always hold.
    always: Arc<Shared<W>>,
    /// Exclusions while everything is on.
    all_on: Arc<Shared<W>>,
    /// Exclusions while the clues of the last statement are on: the next one often rests on them too.
    recent: Option<(Vec<Cite>, Arc<Shared<W>>)>,
}

impl<W: Word> Switching<W> {
    /// Begins with what always holds, and with what holds while everything is on.
    pub(crate) fn new(always: Arc<Shared<W>>, all_on: Arc<Shared<W>>) -> Self {
        Self {
            keeps: vec![],
            exclusions: vec![],
            unless: vec![],
            always,
            all_on,
            recent: None,
        }
    }

    /// Turns the records into tables that switch the clues of the program.
    pub(crate) fn wiring(
        self,
        houses: Vec<(Arc<[u16]>, u32)>,
        start: &[W],
        program: &Program<W>,
    ) -> Wiring {
        Wiring {
            unless: self.unless,
            keeps: self.keeps,
            exclusions: self.exclusions,
            houses,
            blank: start.iter().map(|set| set.bits()).collect(),
            watch: program.watch().to_vec(),
        }
    }

    /// Remembers what a cell may hold.
    pub(crate) fn keep(&mut self, var: u16, values: W, rests_on: u32) {
        let values = values.bits();
        self.keeps.push(Keep {
            var,
            values,
            rests_on,
        });
    }

    /// Remembers which variables differ.
    pub(crate) fn exclude(&mut self, vars: &[u16], rests_on: u32) {
        Arc::make_mut(&mut self.all_on).exclude(vars);
        self.exclusions.push(Exclusion {
            vars: vars.into(),
            rests_on,
        });
    }

    /// The exclusions that hold while these clues are on.
    pub(crate) fn exclusions_under(&mut self, cites: &[Cite], sets: &ClueSets) -> Arc<Shared<W>> {
        if let Some((known, own)) = &self.recent
            && known == cites
        {
            return Arc::clone(own);
        }
        let mut own = Arc::clone(&self.always);
        for exclusion in &self.exclusions {
            let rests_on = sets.get(exclusion.rests_on);
            if rests_on.iter().all(|cite| cites.contains(cite)) {
                Arc::make_mut(&mut own).exclude(&exclusion.vars);
            }
        }
        self.recent = Some((cites.to_vec(), Arc::clone(&own)));
        own
    }

    /// The sets of clues that exclude pairs of these variables in addition to those in `own`.
    pub(crate) fn sets_excluding_more(&self, vars: &[u16], own: &Shared<W>) -> Vec<u32> {
        let pairs = || {
            let below = |at: usize| vars[..at].iter().map(move |&b| (vars[at], b));
            (0..vars.len()).flat_map(below)
        };
        let news: Vec<(u16, u16)> = pairs()
            .filter(|&(a, b)| self.all_on.apart(a, b) && !own.apart(a, b))
            .collect();
        let mut others = vec![];
        for exclusion in self.exclusions.iter().filter(|_| !news.is_empty()) {
            let says =
                |&(a, b): &(u16, u16)| exclusion.vars.contains(&a) && exclusion.vars.contains(&b);
            if news.iter().any(says) {
                others.push(exclusion.rests_on);
            }
        }
        others
    }
}
