//! A compiled puzzle whose clues can be switched off, one by one and in any combination.
//!
//! Nothing in it is derived from what could be switched off without saying so: every relation,
//! exclusion, restriction of a cell and full house rests on a set of clues and lives only while all
//! of them are on. Switching rewrites a few tables of the one compiled model, so that the search
//! below it runs as it always does and pays nothing.
//!
//! A relation is stronger the more cells it knows to differ, which other clues may say. Such a
//! statement is stated twice: for itself, and together with those clues; the first sleeps while the
//! second lives.

use super::build::Builder;
use super::compile::{Said, Switches};
use super::frame::Frame;
use super::full_houses::FullHouse;
use super::program::{Program, Shared};
use super::state::{scope, vars};
use super::{Cite, ClueSets, Compiled, Model, Part, Word, of_any_width};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::Count;
use std::sync::Arc;

/// A model some of whose clues are switched off.
#[derive(Clone, Debug)]
pub struct Switchable {
    model: Model,
    /// What each model starts from, its candidate sets as plain bits.
    wiring: Arc<Wiring>,
}

/// What a clue says only while some marks are off: the negative rule speaks of a pair of cells only
/// where the pair has no dot.
#[derive(Clone, Debug)]
pub struct Exempt {
    /// The clue, and what it says.
    pub part: Part,
    /// It says so while none of these is there.
    pub marks: Vec<Cite>,
}

/// What it means that a clue is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// The setter took it away: negative rules speak of its cells now.
    Removed,
    /// Nobody knows what it says, only where it stands: marks exempt their cells all the same. So
    /// fewer clues never have fewer solutions.
    Unknown,
}

/// Everything that can be switched.
#[derive(Debug)]
pub(super) struct Wiring {
    unless: Vec<Unless>,
    keeps: Vec<Keep>,
    exclusions: Vec<Exclusion>,
    houses: Vec<(Arc<[u16]>, u32)>,
    /// The candidates of each variable while all clues are off.
    blank: Vec<u64>,
    /// See [`super::program::Program::watch`].
    watch: Vec<u64>,
}

/// A cell's values as far as some clues say, as bits.
#[derive(Clone, Copy, Debug)]
struct Keep {
    var: u16,
    values: u64,
    rests_on: u32,
}

/// Different cells.
#[derive(Clone, Debug)]
struct Exclusion {
    vars: Box<[u16]>,
    rests_on: u32,
}

/// What rests on a set does not hold while all of these clues are on.
#[derive(Clone, Debug)]
struct Unless {
    set: u32,
    cites: Vec<Cite>,
    /// Whether a mark does it by standing there, whatever it says.
    mark: bool,
}

/// What a builder keeps apart while it builds a model whose clues can be switched off.
pub(super) struct Switching<W> {
    keeps: Vec<Keep>,
    exclusions: Vec<Exclusion>,
    unless: Vec<Unless>,
    /// Exclusions that always hold.
    always: Arc<Shared<W>>,
    /// Exclusions while everything is on.
    all_on: Arc<Shared<W>>,
    /// Exclusions while the clues of the last statement are on: the next one often rests on them too.
    recent: Option<(Vec<Cite>, Arc<Shared<W>>)>,
}

impl Switchable {
    /// Compiles a puzzle whose clues have been lowered to `parts`, all of them on at first. With
    /// `layout`, the layout's houses can be switched off too; then `parts` must not take them for
    /// granted.
    #[must_use]
    pub fn new(puzzle: &Puzzle, parts: &[Part], exempt: &[Exempt], layout: bool) -> Self {
        let said = Said {
            puzzle,
            parts,
            switches: Switches::Clues { exempt, layout },
        };
        let (model, wiring) = said.compile();
        let mut switchable = Self {
            model,
            wiring: Arc::new(wiring.expect("the clues can be switched off")),
        };
        switchable.switch(Off::Removed, |_| true);
        switchable
    }

    /// The model with exactly those clues switched on for which `is_on` says so.
    pub fn switch(&mut self, off: Off, is_on: impl Fn(Cite) -> bool) -> &Model {
        of_any_width!(&mut self.model, compiled => self.wiring.apply(compiled, off, is_on));
        &self.model
    }

    /// Restricts a cell to some digits until the next switch.
    pub fn assume(&mut self, cell: Cell, digits: DigitSet) {
        of_any_width!(&mut self.model, compiled => restrict(compiled, cell, digits));
    }

    /// The model as it was last switched.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }
}

fn restrict<W: Word>(compiled: &mut Compiled<W>, cell: Cell, digits: DigitSet) {
    let values = digits.bits() >> compiled.program.shared().base;
    compiled.start[cell.index()] &= W::from_bits(values);
}

impl Wiring {
    fn apply<W: Word>(&self, compiled: &mut Compiled<W>, off: Off, is_on: impl Fn(Cite) -> bool) {
        let on = self.live_sets(&compiled.clue_sets, off, &is_on);
        let is_live = |rests_on: u32| on[rests_on as usize];
        compiled.start.clear();
        let blank = self.blank.iter().map(|&bits| W::from_bits(bits));
        compiled.start.extend(blank);
        for keep in self.keeps.iter().filter(|keep| is_live(keep.rests_on)) {
            compiled.start[usize::from(keep.var)] &= W::from_bits(keep.values);
        }
        let shared = compiled.program.shared_mut();
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
        let mut live = vec![0u64; relations.div_ceil(64).max(1)];
        for index in 0..relations {
            let on = is_live(compiled.program.rests_on(index));
            live[index / 64] |= u64::from(on) << (index % 64);
        }
        compiled.program.switch(&self.watch, &live);
        compiled.look_around();
    }

    /// For each set of clues whether what rests on it holds.
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

impl<W: Word> Switching<W> {
    /// Adds the layout's houses to a builder whose clues can be switched off, and with `layout` these as
    /// well.
    pub(super) fn lay(builder: &mut Builder<W>, frame: &Frame, layout: bool) {
        builder.layout_holds = !layout;
        let nothing = Arc::clone(&builder.shared);
        builder.frame(frame);
        let framed = Arc::clone(&builder.shared);
        let mut switching = Self {
            keeps: vec![],
            exclusions: vec![],
            unless: vec![],
            always: match layout {
                true => nothing,
                false => Arc::clone(&framed),
            },
            all_on: framed,
            recent: None,
        };
        for (house, different) in frame.houses.iter().enumerate() {
            switching.exclude(different.vars(), house as u32);
        }
        builder.switching = Some(Box::new(switching));
    }

    /// What it takes to switch the clues of the program.
    pub(super) fn wiring(self, houses: &[FullHouse], start: &[W], program: &Program<W>) -> Wiring {
        let houses = houses.iter();
        Wiring {
            unless: self.unless,
            keeps: self.keeps,
            exclusions: self.exclusions,
            houses: houses
                .map(|house| (Arc::clone(&house.vars), house.rests_on))
                .collect(),
            blank: start.iter().map(|set| set.bits()).collect(),
            watch: program.watch().to_vec(),
        }
    }

    /// Remembers what a cell may hold.
    pub(super) fn keep(&mut self, var: u16, values: W, rests_on: u32) {
        let values = values.bits();
        self.keeps.push(Keep {
            var,
            values,
            rests_on,
        });
    }

    /// Remembers which variables differ.
    pub(super) fn exclude(&mut self, vars: &[u16], rests_on: u32) {
        Arc::make_mut(&mut self.all_on).exclude(vars);
        self.exclusions.push(Exclusion {
            vars: vars.into(),
            rests_on,
        });
    }

    /// The exclusions that hold while these clues are on.
    fn own(&mut self, cites: &[Cite], sets: &ClueSets) -> Arc<Shared<W>> {
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

    /// The sets of clues that say of some of the variables, beyond what `own` knows, that they
    /// differ.
    fn others(&self, vars: &[u16], own: &Shared<W>) -> Vec<u32> {
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

impl<W: Word> Builder<W> {
    /// What rests on a set does not hold where one of some marks stands.
    pub(super) fn unless_marked(&mut self, set: u32, marks: &[Cite]) {
        let marks = marks.iter().map(|&mark| Unless {
            set,
            cites: vec![mark],
            mark: true,
        });
        if let Some(switching) = &mut self.switching {
            switching.unless.extend(marks);
        }
    }

    /// States a statement so that it lives while the clues of `rests_on` are on and knows no others;
    /// and, where other clues make it stronger, once more for when they are on too.
    pub(super) fn say_guarded(&mut self, statement: &Statement, rests_on: u32) {
        let Some(switching) = &mut self.switching else {
            return;
        };
        let cites = self.sets.get(rests_on).to_vec();
        let own = switching.own(&cites, &self.sets);
        let others = match is_stronger_apart(statement) {
            true => {
                let vars = vars(&scope([statement]));
                switching.others(&vars, &own)
            }
            false => vec![],
        };
        if others.is_empty() {
            self.shared = own;
            return self.state(statement, rests_on);
        }
        let helpers = self.sets.union_of(&others);
        let weak = self.sleeping(rests_on, helpers.clone());
        let both = [&cites[..], &helpers].concat();
        let strong = self.guarded_copy(&[rests_on], &both);
        let Some(switching) = &mut self.switching else {
            return;
        };
        let all_on = switching.own(&both, &self.sets);
        self.shared = own;
        self.state(statement, weak);
        self.shared = all_on;
        self.state(statement, strong);
    }

    /// What the relation of a count rests on beside the cover that says it already, if there is one;
    /// `None` where that lives whenever the clues of the count are on.
    pub(super) fn unless_covered(&mut self, count: &Count, rests_on: u32) -> Option<u32> {
        let Some(cover) = self.covered(count) else {
            return Some(rests_on);
        };
        let cites = self.sets.get(cover);
        let own = self.sets.get(rests_on);
        let always = self.switching.is_none() || cites.iter().all(|cite| own.contains(cite));
        let cites = cites.to_vec();
        (!always).then(|| self.sleeping(rests_on, cites))
    }

    /// A set of clues that lives while both of these do.
    pub(super) fn both(&mut self, one: u32, other: u32) -> u32 {
        let cites = self.sets.union_of(&[one, other]);
        self.guarded_copy(&[one, other], &cites)
    }

    /// A copy of a set of clues that sleeps while some others are all on.
    fn sleeping(&mut self, like: u32, while_on: Vec<Cite>) -> u32 {
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

    /// A set of clues that does not hold where others do not.
    fn guarded_copy(&mut self, like: &[u32], cites: &[Cite]) -> u32 {
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

/// Whether the relations of a statement are the stronger the more of its cells are known to differ.
fn is_stronger_apart(statement: &Statement) -> bool {
    match statement {
        Statement::All(parts) => parts.iter().any(is_stronger_apart),
        Statement::Any(_)
        | Statement::Not(_)
        | Statement::Holds(_)
        | Statement::Pair(_)
        | Statement::Linear(_)
        | Statement::SumIn(_)
        | Statement::EqualSums(_)
        | Statement::Count(_) => true,
        _ => false,
    }
}
