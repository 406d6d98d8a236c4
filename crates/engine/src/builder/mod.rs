//! The builder of a program, which collects domains, exclusions and relations, each with the clues on which it rests.
//!
//! The builder is independent of the kinds of statements: `posting` adds the relations of each statement, and `strengthenings` adds
//! relations derived from several statements.

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

/// Distinct cells that hold each value of a set exactly once.
pub(crate) struct FullHouse {
    pub(crate) vars: Arc<[u16]>,
    /// The values of the house, as bits.
    pub(crate) values: u64,
    /// The sum of `values`.
    pub(crate) total: i64,
    pub(crate) rests_on: u32,
    /// `true` if a clue implies the house, `false` if the house belongs to the layout.
    pub(crate) extra: bool,
}

/// Classes of digits that must all occur among a set of cells, and the clue set that requires this.
pub(crate) struct Covered {
    pub(crate) classes: Vec<DigitSet>,
    pub(crate) rests_on: u32,
}

/// The key under which pair relations with equal tables share their support tables.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum SupportKey {
    Table(Arc<PairTable>),
    Sum(i64, i64, Compare, i64),
    Neighbours,
    /// The pairs of different values that can occur together in a run of this length.
    Run(u8),
}

/// A program under construction, with its domains, exclusions and relations.
pub(crate) struct Builder<W: Word> {
    /// The exclusions among the variables. A branch of a disjunction shares its parent's exclusions until it adds one.
    pub(crate) shared: Arc<Shared<W>>,
    pub(crate) domains: Vec<W>,
    /// The restrictions that removed candidates from `domains`.
    pub(crate) restrictions: Vec<Restriction>,
    pub(crate) relations: Vec<Entry<W>>,
    /// `true` if the layout's houses cannot be switched off. Otherwise, relations derived from the houses must cite them.
    pub(crate) layout_holds: bool,
    /// Maximum number of variables of a relation that runs at every change. A relation with more variables runs only when one of them is
    /// fixed.
    pub(crate) most_eager: usize,
    /// Full houses: sets of cells that all differ, with exactly as many values as cells.
    pub(crate) full_houses: Vec<FullHouse>,
    /// Records of the clues behind each restriction and exclusion, if clues can be switched off.
    pub(crate) switching: Option<Box<Switching<W>>>,
    /// The clue sets on which relations rest.
    pub(crate) sets: ClueSets,
    pub(crate) supports: FxHashMap<SupportKey, Arc<[Support<W>; 2]>>,
    pub(crate) unrolls: Unrolls<W>,
    /// The variables of each house of the layout.
    pub(crate) houses: Vec<Arc<[u16]>>,
    /// The lattice, which runs in place of the layout's houses on 9x9 grids.
    pub(crate) lattice: Option<Lattice>,
    /// For each set of cells, the classes of digits that must occur among them.
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

    /// Marks subsumed relations as idle. Exclusions subsume an all-different of two variables, and a cage subsumes an all-different of
    /// the same cells.
    fn idle_subsumed(&mut self) {
        let mut cages: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        // A cage that only runs when a cell is fixed would find values later than the all-different does, so such a cage subsumes
        // nothing.
        for entry in self.relations.iter().filter(|entry| !entry.wake_on_fix) {
            if let Relation::Cage(cage) = &entry.relation {
                cages.insert(cage.vars().to_vec(), entry.rests_on);
            }
        }
        for entry in &mut self.relations {
            if let Relation::Different(different) = &entry.relation {
                let vars = different.vars();
                let cage = cages.get(vars).copied();
                // The cage must rest on the same clues, because otherwise it could be off while the all-different is on.
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
        // Exclusions may be shared with the parent. Do not copy them unless this call adds one.
        let own = Arc::get_mut(&mut self.shared).is_some();
        if own || !self.shared.all_apart(vars) {
            Arc::make_mut(&mut self.shared).exclude(vars);
        }
    }

    /// Returns the support tables of a pair in both directions, computed on first use.
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

    /// Returns the union of the variables' candidates.
    pub(crate) fn union(&self, vars: impl IntoIterator<Item = u16>) -> W {
        let domains = vars.into_iter().map(|var| self.domains[usize::from(var)]);
        domains.fold(W::NONE, |union, domain| union | domain)
    }

    /// Runs `add`, and records that the relations it adds depend on the initial candidates of `vars`.
    pub(crate) fn add_decided_by(&mut self, vars: &[u16], add: impl FnOnce(&mut Self)) {
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
                // A restriction that removes nothing is not recorded, so that no reason cites it.
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
            // The choice of variable does not matter, because one empty domain is enough to end every search.
            self.restrict(0, W::NONE, rests_on);
        }
    }

    /// Disables the relations that rest on `set` while any of `marks` is present.
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

    /// Returns the union of two clue sets. The union is active only while both sets are active.
    pub(crate) fn conjunction(&mut self, one: u32, other: u32) -> u32 {
        let cites = self.sets.union_of(&[one, other]);
        self.copy_guarded(&[one, other], &cites)
    }

    /// Copies a clue set. The copy is inactive while all clues of `while_on` are on.
    pub(crate) fn inactive_while(&mut self, like: u32, while_on: Vec<Cite>) -> u32 {
        let cites = self.sets.get(like).to_vec();
        let set = self.copy_guarded(&[like], &cites);
        if let Some(switching) = &mut self.switching {
            switching.unless.push(Unless {
                set,
                cites: while_on,
                mark: false,
            });
        }
        set
    }

    /// Adds a clue set with the citations `cites` and all exceptions of the sets in `like`: an exception that disables one
    /// of them also disables the new set.
    pub(crate) fn copy_guarded(&mut self, like: &[u32], cites: &[Cite]) -> u32 {
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
