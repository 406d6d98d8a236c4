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

use super::build::{Builder, each_difference, scope};
use super::frame::Frame;
use super::program::Shared;
use super::{
    Cite, ClueSets, Compiled, Model, Part, ValueClasses, Values, Word, implied, priorities, ranks,
};
use crate::puzzle::{Cell, DigitSet, Puzzle};
use crate::rules::Statement;
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
struct Wiring {
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
        let values = Values::of(puzzle);
        let (model, wiring) = match values.count() {
            0..=16 => {
                let (compiled, wiring) = compile(puzzle, parts, exempt, layout, &values);
                (Model::Narrow(compiled), wiring)
            }
            17..=32 => {
                let (compiled, wiring) = compile(puzzle, parts, exempt, layout, &values);
                (Model::Wide(compiled), wiring)
            }
            _ => {
                let (compiled, wiring) = compile(puzzle, parts, exempt, layout, &values);
                (Model::Widest(compiled), wiring)
            }
        };
        let mut switchable = Self {
            model,
            wiring: Arc::new(wiring),
        };
        switchable.switch(Off::Removed, |_| true);
        switchable
    }

    /// The model with exactly those clues switched on for which `is_on` says so.
    pub fn switch(&mut self, off: Off, is_on: impl Fn(Cite) -> bool) -> &Model {
        match &mut self.model {
            Model::Narrow(compiled) => self.wiring.apply(compiled, off, is_on),
            Model::Wide(compiled) => self.wiring.apply(compiled, off, is_on),
            Model::Widest(compiled) => self.wiring.apply(compiled, off, is_on),
        }
        &self.model
    }

    /// Restricts a cell to some digits until the next switch.
    pub fn assume(&mut self, cell: Cell, digits: DigitSet) {
        match &mut self.model {
            Model::Narrow(compiled) => restrict(compiled, cell, digits),
            Model::Wide(compiled) => restrict(compiled, cell, digits),
            Model::Widest(compiled) => restrict(compiled, cell, digits),
        }
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
        compiled.priority = priorities(&compiled.program);
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

fn compile<W: Word>(
    puzzle: &Puzzle,
    parts: &[Part],
    exempt: &[Exempt],
    layout: bool,
    values: &Values,
) -> (Compiled<W>, Wiring) {
    let mut builder = Builder::<W>::new(values.low, values.count(), &values.domains);
    builder.layout_holds = !layout;
    let digits = builder.union(0..puzzle.layout.cell_count() as u16);
    let frame = Frame::of(&puzzle.layout, digits.len() as usize);
    let mut sets = frame.sets.clone();
    let nothing = Arc::clone(&builder.shared);
    frame.exclude(Arc::make_mut(&mut builder.shared));
    builder.frame(&frame);
    let always = if layout {
        nothing
    } else {
        Arc::clone(&builder.shared)
    };
    let mut switching = Switching {
        keeps: vec![],
        exclusions: vec![],
        unless: vec![],
        always,
        all_on: Arc::clone(&builder.shared),
        recent: None,
    };
    for (house, different) in frame.houses.iter().enumerate() {
        switching.exclude(different.vars(), house as u32);
    }
    for (index, given) in puzzle.givens.iter().enumerate() {
        let rests_on = sets.one(Cite::Given(index as u16));
        let values = W::from_bits(given.digits.bits() >> values.low);
        switching.keep(given.cell.0, values, rests_on);
    }
    let parts_sets: Vec<u32> = parts.iter().map(|part| sets.one(part.cite)).collect();
    let exempt_sets: Vec<u32> = exempt.iter().map(|e| sets.one(e.part.cite)).collect();
    for (exempt, &set) in exempt.iter().zip(&exempt_sets) {
        let unless = exempt.marks.iter().map(|&mark| Unless {
            set,
            cites: vec![mark],
            mark: true,
        });
        switching.unless.extend(unless);
    }
    let said = || {
        let exempt = exempt.iter().map(|exempt| &exempt.part);
        parts
            .iter()
            .chain(exempt)
            .zip(parts_sets.iter().chain(&exempt_sets))
    };
    for (part, &set) in said() {
        each_difference(&part.statement, &mut |vars| switching.exclude(vars, set));
    }
    builder.switching = Some(Box::new(switching));
    for part in parts {
        builder.extra_houses(part, &mut sets);
    }
    implied::add(&mut builder, &frame, parts, &mut sets);
    ranks::add(&mut builder, parts, &mut sets);
    for (part, &set) in said() {
        builder.say(&part.statement, set, &mut sets);
    }
    wired(builder, sets, puzzle.layout.cell_count())
}

fn wired<W: Word>(mut builder: Builder<W>, sets: ClueSets, cells: usize) -> (Compiled<W>, Wiring) {
    let switching = builder.switching.take().expect("put in when compiling");
    let houses = builder.full_houses.iter();
    let houses = houses.map(|house| (Arc::clone(&house.vars), house.rests_on));
    let houses = houses.collect();
    let (program, start) = builder.finish(&sets);
    let wiring = Wiring {
        unless: switching.unless,
        keeps: switching.keeps,
        exclusions: switching.exclusions,
        houses,
        blank: start.iter().map(|set| set.bits()).collect(),
        watch: program.watch().to_vec(),
    };
    let compiled = Compiled {
        cells,
        answer: start.len(),
        priority: vec![],
        openings: vec![],
        classes: ValueClasses::of(&program),
        program,
        start,
        houses: vec![],
        clue_sets: sets,
    };
    (compiled, wiring)
}

impl<W: Word> Switching<W> {
    /// Remembers what a cell may hold.
    pub(super) fn keep(&mut self, var: u16, values: W, rests_on: u32) {
        let values = values.bits();
        self.keeps.push(Keep {
            var,
            values,
            rests_on,
        });
    }

    fn exclude(&mut self, vars: &[u16], rests_on: u32) {
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
    /// States a statement so that it lives while the clues of `rests_on` are on and knows no others;
    /// and, where other clues make it stronger, once more for when they are on too.
    pub(super) fn say_guarded(
        &mut self,
        statement: &Statement,
        rests_on: u32,
        sets: &mut ClueSets,
    ) {
        let Some(switching) = &mut self.switching else {
            return;
        };
        let cites = sets.get(rests_on).to_vec();
        let own = switching.own(&cites, sets);
        let others = match is_stronger_apart(statement) {
            true => {
                let vars: Vec<u16> = scope([statement]).iter().map(|cell| cell.0).collect();
                switching.others(&vars, &own)
            }
            false => vec![],
        };
        if others.is_empty() {
            self.shared = own;
            return self.state(statement, rests_on);
        }
        let helpers = sets.union_of(&others);
        let weak = self.guarded_copy(rests_on, &cites, sets);
        let both = [&cites[..], &helpers].concat();
        let strong = self.guarded_copy(rests_on, &both, sets);
        let Some(switching) = &mut self.switching else {
            return;
        };
        switching.unless.push(Unless {
            set: weak,
            cites: helpers,
            mark: false,
        });
        let all_on = switching.own(&both, sets);
        self.shared = own;
        self.state(statement, weak);
        self.shared = all_on;
        self.state(statement, strong);
    }

    /// A set of clues that does not hold where another does not.
    fn guarded_copy(&mut self, like: u32, cites: &[Cite], sets: &mut ClueSets) -> u32 {
        let set = sets.of(cites);
        if let Some(switching) = &mut self.switching {
            let mut copies = switching.unless.clone();
            copies.retain(|unless| unless.set == like);
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
        | Statement::Holds { .. }
        | Statement::Pair(..)
        | Statement::Linear { .. }
        | Statement::SumIn { .. }
        | Statement::EqualSums(_)
        | Statement::Count { .. } => true,
        _ => false,
    }
}
