//! Records of clue dependencies, from which the tables for switching clues on and off are built.

use crate::compiled::clues::{Cite, ClueSets};
use crate::compiled::wiring::{Exclusion, Keep, Unless, Wiring};
use crate::propagation::{Shared, Word};
use crate::relations::program::Program;
use std::sync::Arc;

/// The exclusions and restrictions of a model, each with the clue set on which it rests.
pub(crate) struct Switching<W> {
    keeps: Vec<Keep>,
    exclusions: Vec<Exclusion>,
    pub(crate) unless: Vec<Unless>,
    /// Exclusions that hold regardless of which clues are on.
    always: Arc<Shared<W>>,
    /// Exclusions that hold while every clue is on.
    all_on: Arc<Shared<W>>,
    /// Exclusions that hold while the last statement's clues are on. They are cached because the next statement often rests on the same
    /// clues.
    recent: Option<(Vec<Cite>, Arc<Shared<W>>)>,
}

impl<W: Word> Switching<W> {
    /// Creates the records from the exclusions that always hold, and the exclusions that hold while every clue is on.
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

    /// Converts the records to the tables that switch clues on and off.
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

    /// Records that a clue set restricts a variable to a value set.
    pub(crate) fn keep(&mut self, var: u16, values: W, rests_on: u32) {
        let values = values.bits();
        self.keeps.push(Keep {
            var,
            values,
            rests_on,
        });
    }

    /// Records that a clue set requires these variables to differ.
    pub(crate) fn exclude(&mut self, vars: &[u16], rests_on: u32) {
        Arc::make_mut(&mut self.all_on).exclude(vars);
        self.exclusions.push(Exclusion {
            vars: vars.into(),
            rests_on,
        });
    }

    /// Returns the exclusions that no mark disables. An exclusion with exceptions would need them in every relation that relies
    /// on it.
    fn lasting_exclusions(&self) -> impl Iterator<Item = &Exclusion> {
        let has_exceptions = |set: u32| self.unless.iter().any(|unless| unless.set == set);
        let exclusions = self.exclusions.iter();
        exclusions.filter(move |exclusion| !has_exceptions(exclusion.rests_on))
    }

    /// Returns the exclusions that hold while these clues are on.
    pub(crate) fn exclusions_under(&mut self, cites: &[Cite], sets: &ClueSets) -> Arc<Shared<W>> {
        if let Some((known, own)) = &self.recent
            && known == cites
        {
            return Arc::clone(own);
        }
        let mut own = Arc::clone(&self.always);
        for exclusion in self.lasting_exclusions() {
            let rests_on = sets.get(exclusion.rests_on);
            if rests_on.iter().all(|cite| cites.contains(cite)) {
                Arc::make_mut(&mut own).exclude(&exclusion.vars);
            }
        }
        self.recent = Some((cites.to_vec(), Arc::clone(&own)));
        own
    }

    /// Returns the clue sets of the exclusions between these variables that `own` lacks.
    pub(crate) fn sets_excluding_more(&self, vars: &[u16], own: &Shared<W>) -> Vec<u32> {
        let pairs = || {
            let below = |at: usize| vars[..at].iter().map(move |&b| (vars[at], b));
            (0..vars.len()).flat_map(below)
        };
        let news: Vec<(u16, u16)> = pairs()
            .filter(|&(a, b)| self.all_on.apart(a, b) && !own.apart(a, b))
            .collect();
        let mut others = vec![];
        for exclusion in self.lasting_exclusions().filter(|_| !news.is_empty()) {
            let says =
                |&(a, b): &(u16, u16)| exclusion.vars.contains(&a) && exclusion.vars.contains(&b);
            if news.iter().any(says) {
                others.push(exclusion.rests_on);
            }
        }
        others
    }
}
