//! A program while it is built: domains, exclusions, relations and what they rest on.
//!
//! How the houses get in stands in `full_houses`, how statements do in `state`.

use super::covers::Covered;
use super::full_houses::FullHouse;
use super::program::{Entry, Program, Shared};
use super::relations::{Relation, Support, Unrolls};
use super::state::{SupportKey, vars};
use super::switch::Switching;
use super::{ClueSets, Word};
use crate::relations::lattice::Lattice;
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::Statement;
use cluewright_rules::statement::Keep;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A restriction of a variable that depends on how its clue was compiled: no statement restricts the variable by itself.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// The variable.
    pub var: u16,
    /// The set of clues that the restriction rests on.
    pub rests_on: u32,
    /// Variables whose initial candidates decided it.
    pub decided_by: Box<[u16]>,
}

/// Collects domains, exclusions and relations of one program.
pub(super) struct Builder<W: Word> {
    /// A branch has what its choice has, unless it adds to it.
    pub(super) shared: Arc<Shared<W>>,
    pub(super) domains: Vec<W>,
    /// Restrictions that took candidates from `domains`.
    pub(super) restrictions: Vec<Restriction>,
    pub(super) relations: Vec<Entry<W>>,
    /// Whether the layout's houses hold for sure; else nothing may follow from them unsaid.
    pub(super) layout_holds: bool,
    /// The most variables of a relation that runs at every change; longer ones wait for a fixed one.
    pub(super) most_eager: usize,
    /// Sets of as many different cells as they have values between them.
    pub(super) full_houses: Vec<FullHouse>,
    /// What is kept apart where clues can be switched off.
    pub(super) switching: Option<Box<Switching<W>>>,
    /// The sets of clues that relations rest on.
    pub(super) sets: ClueSets,
    pub(super) supports: FxHashMap<SupportKey, Arc<[Support<W>; 2]>>,
    pub(super) unrolls: Unrolls<W>,
    /// The layout's houses.
    pub(super) houses: Vec<Arc<[u16]>>,
    /// What runs in place of the layout's houses.
    pub(super) lattice: Option<Lattice>,
    /// The classes that relations say occur, by cells.
    pub(super) covers: FxHashMap<Vec<Cell>, Covered>,
}

impl<W: Word> Builder<W> {
    pub(super) fn new(base: u8, values: u32, domains: &[DigitSet]) -> Self {
        let shared = Shared::new(i64::from(base), values, domains.len());
        let domains = domains.iter().map(|d| W::from_bits(d.bits() >> base));
        Self::over(shared.into(), domains.collect())
    }

    pub(super) fn over(shared: Arc<Shared<W>>, domains: Vec<W>) -> Self {
        Self {
            shared,
            domains,
            restrictions: vec![],
            relations: vec![],
            layout_holds: true,
            most_eager: usize::MAX,
            full_houses: vec![],
            switching: None,
            sets: ClueSets::default(),
            supports: FxHashMap::default(),
            unrolls: Unrolls::default(),
            houses: vec![],
            lattice: None,
            covers: FxHashMap::default(),
        }
    }

    pub(super) fn finish(mut self) -> (Program<W>, Vec<W>, ClueSets) {
        self.idle_subsumed();
        let vars = self.domains.len();
        let program = Program::new(self.shared, self.relations, vars, self.lattice);
        (program, self.domains, self.sets)
    }

    /// Idles relations that others subsume: exclusions say all of two different variables, and a cage all
    /// of its own.
    fn idle_subsumed(&mut self) {
        let mut cages: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        for entry in self.relations.iter().filter(|entry| !entry.wake_on_fix) {
            if let Relation::Cage(cage) = &entry.relation {
                cages.insert(cage.vars().to_vec(), entry.rests_on);
            }
        }
        for entry in &mut self.relations {
            if let Relation::Different(different) = &entry.relation {
                let vars = different.vars();
                let cage = cages.get(vars).copied();
                let together = |cage: u32| self.sets.same(cage, entry.rests_on);
                let excluded = vars.len() == 2 && self.shared.all_apart(vars);
                entry.idle = excluded || cage.is_some_and(together);
            }
        }
    }

    pub(super) fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.shared.base)
    }

    pub(super) fn value(&self, bit: u32) -> u8 {
        self.shared.value(bit) as u8
    }

    /// Learns which variables differ and, where nothing can be switched off, what single cells may
    /// hold: for every statement before [`Builder::say`], because relations are the stronger the more
    /// they know.
    pub(super) fn prepare(&mut self, statement: &Statement, rests_on: u32) {
        statement.each_conjunct(&mut |part| {
            if let Some(cells) = part.different() {
                self.exclude(&vars(&cells), rests_on);
            }
        });
        if self.switching.is_some() {
            return;
        }
        statement.each_conjunct(&mut |part| {
            if let Statement::Keep(Keep(cell, digits)) = part {
                self.restrict(cell.0, self.word(*digits), rests_on);
            }
        });
    }

    fn exclude(&mut self, vars: &[u16], rests_on: u32) {
        if let Some(switching) = &mut self.switching {
            return switching.exclude(vars, rests_on);
        }
        // A branch shares what it knows with others until it learns something new.
        let own = Arc::get_mut(&mut self.shared).is_some();
        if own || !self.shared.all_apart(vars) {
            Arc::make_mut(&mut self.shared).exclude(vars);
        }
    }

    /// All values that some of the variables may have.
    pub(super) fn union(&self, vars: impl IntoIterator<Item = u16>) -> W {
        let domains = vars.into_iter().map(|var| self.domains[usize::from(var)]);
        domains.fold(W::NONE, |union, domain| union | domain)
    }

    /// Adds the relations of a statement, which may use what other clues say where nothing can be
    /// switched off.
    pub(super) fn say(&mut self, statement: &Statement, rests_on: u32) {
        match self.switching {
            None => self.state(statement, rests_on),
            Some(_) => self.say_guarded(statement, rests_on),
        }
    }

    /// Adds relations and restrictions that say what they say because of what is known of some variables so far.
    pub(super) fn decided_by(&mut self, vars: &[u16], add: impl FnOnce(&mut Self)) {
        let (relations, restrictions) = (self.relations.len(), self.restrictions.len());
        add(self);
        for entry in &mut self.relations[relations..] {
            entry.decided_by = vars.into();
        }
        for restriction in &mut self.restrictions[restrictions..] {
            restriction.decided_by = vars.into();
        }
    }

    pub(super) fn add(&mut self, relation: Relation<W>, rests_on: u32) {
        self.relations.push(Entry {
            wake_on_fix: relation.vars().len() > self.most_eager,
            ..Entry::new(relation, rests_on)
        });
    }

    pub(super) fn restrict(&mut self, var: u16, values: W, rests_on: u32) {
        match &mut self.switching {
            None => {
                let domain = &mut self.domains[usize::from(var)];
                if !(*domain & !values).is_none() {
                    self.restrictions.push(Restriction {
                        var,
                        rests_on,
                        decided_by: [].into(),
                    });
                }
                *domain &= values;
            }
            Some(switching) => switching.keep(var, values, rests_on),
        }
    }

    pub(super) fn impossible(&mut self, rests_on: u32) {
        if !self.domains.is_empty() {
            self.restrict(0, W::NONE, rests_on);
        }
    }
}
