//! A program while it is built: domains, exclusions, relations and what they rest on.
//!
//! The builder knows no statements: `posting` adds their relations, `strengthenings` what follows from several of them.

pub(crate) mod frame;
pub(crate) mod houses;
pub(crate) mod switching;

use crate::compiled::Restriction;
use crate::compiled::clues::{Cite, ClueSets};
use crate::compiled::wiring::Unless;
use crate::propagation::{Shared, Word};
use crate::relations::lattice::Lattice;
use crate::relations::program::{Entry, Program};
use crate::relations::{Relation, Support, Unrolls};
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::{Compare, PairTable};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use switching::Switching;

/// A set of different cells that holds each of its values once.
pub(crate) struct FullHouse {
    pub(crate) vars: Arc<[u16]>,
    /// Its values, as bits.
    pub(crate) values: u64,
    /// The sum of its values.
    pub(crate) total: i64,
    pub(crate) rests_on: u32,
    /// `true` if it comes from a clue and not from the layout.
    pub(crate) extra: bool,
}

/// The classes of a cover, and what it rests on.
pub(crate) struct Covered {
    pub(crate) classes: Vec<DigitSet>,
    pub(crate) rests_on: u32,
}

/// Identifies the tables of a pair relation: those with equal keys share them.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum SupportKey {
    Table(Arc<PairTable>),
    Sum(i64, i64, Compare, i64),
    Neighbours,
    /// Different values of a run of this length.
    Run(u8),
}

/// Collects domains, exclusions and relations of one program.
pub(crate) struct Builder<W: Word> {
    /// A branch has what its choice has, unless it adds to it.
    pub(crate) shared: Arc<Shared<W>>,
    pub(crate) domains: Vec<W>,
    /// Restrictions that took candidates from `domains`.
    pub(crate) restrictions: Vec<Restriction>,
    pub(crate) relations: Vec<Entry<W>>,
    /// `true` if the layout's houses always hold; otherwise nothing may be derived from them without citing them.
    pub(crate) layout_holds: bool,
    /// The most variables of a relation that runs at every change; longer ones wait for a fixed one.
    pub(crate) most_eager: usize,
    /// Sets of as many different cells as they have values between them.
    pub(crate) full_houses: Vec<FullHouse>,
    /// Tables for a model whose clues can be switched off.
    pub(crate) switching: Option<Box<Switching<W>>>,
    /// The sets of clues that relations rest on.
    pub(crate) sets: ClueSets,
    pub(crate) supports: FxHashMap<SupportKey, Arc<[Support<W>; 2]>>,
    pub(crate) unrolls: Unrolls<W>,
    /// The layout's houses.
    pub(crate) houses: Vec<Arc<[u16]>>,
    /// The relation that runs in place of the layout's houses.
    pub(crate) lattice: Option<Lattice>,
    /// The classes that covers require, by cells.
    pub(crate) covers: FxHashMap<Vec<Cell>, Covered>,
}

impl<W: Word> Builder<W> {
    pub(crate) fn new(base: u8, values: u32, domains: &[DigitSet]) -> Self {
        let shared = Shared::new(i64::from(base), values, domains.len());
        let domains = domains.iter().map(|d| W::from_bits(d.bits() >> base));
        Self::over(shared.into(), domains.collect())
    }

    pub(crate) fn over(shared: Arc<Shared<W>>, domains: Vec<W>) -> Self {
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

    pub(crate) fn finish(mut self) -> (Program<W>, Vec<W>, ClueSets) {
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

    pub(crate) fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.shared.base)
    }

    pub(crate) fn value(&self, bit: u32) -> u8 {
        self.shared.value(bit) as u8
    }

    pub(crate) fn exclude(&mut self, vars: &[u16], rests_on: u32) {
        if let Some(switching) = &mut self.switching {
            return switching.exclude(vars, rests_on);
        }
        // A branch shares what it knows with others until it learns something new.
        let own = Arc::get_mut(&mut self.shared).is_some();
        if own || !self.shared.all_apart(vars) {
            Arc::make_mut(&mut self.shared).exclude(vars);
        }
    }

    /// The supports of a pair in both directions, computed at first use.
    pub(crate) fn supports(
        &mut self,
        key: SupportKey,
        allows: impl Fn(u8, u8) -> bool,
    ) -> Arc<[Support<W>; 2]> {
        if let Some(known) = self.supports.get(&key) {
            return Arc::clone(known);
        }
        let values = self.shared.values;
        let (mut right, mut left) = ([W::NONE; 64], [W::NONE; 64]);
        for a in 0..values {
            for b in 0..values {
                if allows(self.value(a), self.value(b)) {
                    right[a as usize] |= W::one(b);
                    left[b as usize] |= W::one(a);
                }
            }
        }
        let support = |partners: [W; 64]| Support::new(values, |bit| partners[bit as usize]);
        let both = Arc::new([support(right), support(left)]);
        self.supports.insert(key, Arc::clone(&both));
        both
    }

    /// All values that some of the variables may have.
    pub(crate) fn union(&self, vars: impl IntoIterator<Item = u16>) -> W {
        let domains = vars.into_iter().map(|var| self.domains[usize::from(var)]);
        domains.fold(W::NONE, |union, domain| union | domain)
    }

    /// Adds relations and restrictions that depend on what is known of some variables so far.
    pub(crate) fn decided_by(&mut self, vars: &[u16], add: impl FnOnce(&mut Self)) {
        let (relations, restrictions) = (self.relations.len(), self.restrictions.len());
        add(self);
        for entry in &mut self.relations[relations..] {
            entry.decided_by = vars.into();
        }
        for restriction in &mut self.restrictions[restrictions..] {
            restriction.decided_by = vars.into();
        }
    }

    pub(crate) fn add(&mut self, relation: Relation<W>, rests_on: u32) {
        self.relations.push(Entry {
            wake_on_fix: relation.vars().len() > self.most_eager,
            ..Entry::new(relation, rests_on)
        });
    }

    pub(crate) fn restrict(&mut self, var: u16, values: W, rests_on: u32) {
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

    pub(crate) fn impossible(&mut self, rests_on: u32) {
        if !self.domains.is_empty() {
            self.restrict(0, W::NONE, rests_on);
        }
    }

    /// Disables relations that rest on a set while one of some marks is present.
    pub(crate) fn unless_marked(&mut self, set: u32, marks: &[Cite]) {
        let marks = marks.iter().map(|&mark| Unless {
            set,
            cites: vec![mark],
            mark: true,
        });
        if let Some(switching) = &mut self.switching {
            switching.unless.extend(marks);
        }
    }

    /// A set of clues that is active while both of these are.
    pub(crate) fn conjunction(&mut self, one: u32, other: u32) -> u32 {
        let cites = self.sets.union_of(&[one, other]);
        self.guarded_copy(&[one, other], &cites)
    }

    /// A copy of a set of clues that is inactive while some others are all on.
    pub(crate) fn inactive_while(&mut self, like: u32, while_on: Vec<Cite>) -> u32 {
        let cites = self.sets.get(like).to_vec();
        let set = self.guarded_copy(&[like], &cites);
        if let Some(switching) = &mut self.switching {
            switching.unless.push(Unless {
                set,
                cites: while_on,
                mark: false,
            });
        }
        set
    }

    /// A set of clues that is inactive whenever one of some others is.
    pub(crate) fn guarded_copy(&mut self, like: &[u32], cites: &[Cite]) -> u32 {
        let set = self.sets.of(cites);
        if let Some(switching) = &mut self.switching {
            let mut copies = switching.unless.clone();
            copies.retain(|unless| like.contains(&unless.set));
            copies.iter_mut().for_each(|unless| unless.set = set);
            switching.unless.extend(copies);
        }
        set
    }
}
