//! A walk from solution to solution of a draft, towards values that only one of them has.
//!
//! Open values are read off a solution. Another solution with the same values shows what does not tell the two
//! apart: some of the values at the cells in which they differ are set free, and a random solution with the others
//! is the next step. It is taken if it leaves no more solutions than before (counterexample-guided synthesis, as in
//! A. Solar-Lezama and others, "Combinatorial sketching for finite programs", ASPLOS 2006, with a random walk in
//! place of a solver for the values).

use super::plan::{Plan, Reading};
use cluewright_engine::compile;
use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Cite, Model, Off, Switchable};
use cluewright_engine::search::{Budget, Limits, candidates_left, sample, solve};
use cluewright_puzzle::{Given, OpenClue, Puzzle};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Solutions of one reading that are counted: more are as bad.
const CAP: u64 = 24;
/// Guesses for that.
const COUNT_NODES: u64 = 1_500;
/// Guesses for a random solution of the settled part, and of that with some values.
const START_NODES: u64 = 30_000;
const STEP_NODES: u64 = 1_500;
/// Steps without gain after which a walk starts anew.
const PATIENCE: u32 = 60;
/// One step in this many is taken although it is a loss.
const LOSSES: u32 = 40;

/// One of several walks, with random numbers of its own.
pub(super) struct Walk<'a> {
    random: ChaCha8Rng,
    budget: Budget<'a>,
    at: Option<Place>,
    stale: u32,
    /// The settled part with what holds whatever the values are, compiled once for each choice of clues.
    structures: BTreeMap<Vec<bool>, Arc<Model>>,
    /// Steps so far.
    pub(super) steps: u64,
    /// Whether the settled part was shown to have no solution.
    pub(super) impossible: bool,
    /// The open clue that the last solution which could not be read leaves no value.
    pub(super) unread: Option<usize>,
}

/// A reading and what is known of it.
struct Place {
    in_it: Vec<bool>,
    reading: Reading,
    model: Switchable,
    score: Score,
    /// Solutions with its values, the one that it was read off among them.
    solutions: Vec<Vec<u8>>,
}

/// How far a reading is from having one solution: how many it has up to the cap, then how many candidates
/// propagation leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    pub(super) solutions: u64,
    candidates: u32,
}

/// Where a step ended.
pub(super) enum Step {
    /// Nothing worth telling.
    On,
    /// A reading that has one solution as far as a short search shows.
    Unique(Reading, Vec<u8>),
}

impl<'a> Walk<'a> {
    pub(super) fn new(seed: u64, number: u64, budget: Budget<'a>) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        Self {
            random,
            budget,
            at: None,
            stale: 0,
            structures: BTreeMap::new(),
            steps: 0,
            impossible: false,
            unread: None,
        }
    }

    /// The reading that the walk is at, and how good it is.
    pub(super) fn place(&self) -> Option<(&Reading, Score)> {
        self.at.as_ref().map(|place| (&place.reading, place.score))
    }

    /// One step, or a start.
    pub(super) fn step(&mut self, plan: &Plan<'_>) -> Step {
        self.steps += 1;
        let next = match &self.at {
            None => self.start(plan),
            Some(_) => self.move_on(plan),
        };
        let Some(next) = next else {
            self.grow_stale();
            return Step::On;
        };
        if next.score.solutions == 1 {
            let found = Step::Unique(next.reading.clone(), next.solutions[0].clone());
            // From a good place other good ones are not far.
            self.at = Some(next);
            return found;
        }
        let better = self.at.as_ref().is_none_or(|at| next.score < at.score);
        let as_good = self.at.as_ref().is_none_or(|at| next.score == at.score);
        match better {
            true => self.stale = 0,
            false => self.grow_stale(),
        }
        let loss = self.random.random_range(0..LOSSES) == 0;
        if better || as_good || loss && self.at.is_some() {
            self.at = Some(next);
        }
        Step::On
    }

    /// Starts anew.
    pub(super) fn leave(&mut self) {
        self.at = None;
        self.stale = 0;
    }

    fn grow_stale(&mut self) {
        self.stale += 1;
        if self.stale > PATIENCE {
            self.leave();
        }
    }

    fn start(&mut self, plan: &Plan<'_>) -> Option<Place> {
        let in_it = self.chosen(plan);
        let model = match self.structures.get(&in_it) {
            Some(model) => Arc::clone(model),
            None => {
                let mut structure = plan.structure(&in_it);
                let wanted = plan.draft.wanted.solution.iter();
                structure
                    .givens
                    .extend(wanted.map(|&(cell, digits)| Given { cell, digits }));
                let model = Arc::new(compile(&structure, plan.book).ok()?);
                self.structures.insert(in_it.clone(), Arc::clone(&model));
                model
            }
        };
        let limits = Limits::within(self.budget.with_nodes(START_NODES), 1);
        let found = sample(&model, &mut self.random, limits);
        self.impossible |= found.count == 0 && found.stopped.is_none();
        let solution = found.solutions.into_iter().next()?;
        Self::look(&mut self.unread, plan, in_it, solution, None, self.budget)
    }

    /// The open clues that are in it: of each group as many as are chosen, at random. Those that may be left out are,
    /// at random, where not all of them can hold.
    fn chosen(&mut self, plan: &Plan<'_>) -> Vec<bool> {
        let open = &plan.draft.open;
        let in_it = |clue: &OpenClue| match clue.group {
            None if clue.optional && self.impossible => self.random.random_bool(0.5),
            group => group.is_none(),
        };
        let mut in_it: Vec<bool> = open.iter().map(in_it).collect();
        for (group, &count) in plan.draft.choose.iter().enumerate() {
            let mut members: Vec<usize> = (0..open.len())
                .filter(|&clue| open[clue].group == Some(group))
                .collect();
            members.shuffle(&mut self.random);
            members
                .into_iter()
                .take(count)
                .for_each(|clue| in_it[clue] = true);
        }
        in_it
    }

    /// Reads a solution, and counts what has the same values. `before` is a place whose model may do.
    fn look(
        unread: &mut Option<usize>,
        plan: &Plan<'_>,
        in_it: Vec<bool>,
        solution: Vec<u8>,
        before: Option<(&Reading, &Switchable)>,
        budget: Budget<'_>,
    ) -> Option<Place> {
        let reading = plan.read(&solution, &in_it);
        let reading = reading.map_err(|open| *unread = Some(open)).ok()?;
        let mut model = match before {
            // Givens are no part of the model: the same values need no other.
            Some((other, model)) if other.clues == reading.clues => model.clone(),
            _ => compile_switchable(&with_structure(plan, &in_it, &reading), plan.book, false)
                .ok()?,
        };
        model.switch(Off::Removed, |_| true);
        for given in plan.givens(&reading) {
            model.assume(given.cell, given.digits);
        }
        let limits = Limits::within(budget.with_nodes(COUNT_NODES), CAP);
        let found = solve(model.model(), limits);
        let complete = found.stopped.is_none();
        let candidates = candidates_left(model.model()).unwrap_or(0);
        let mut solutions = found.solutions;
        if !solutions.contains(&solution) {
            solutions.insert(0, solution);
        }
        let score = Score {
            solutions: match complete {
                true => solutions.len() as u64,
                false => CAP.max(2),
            },
            candidates,
        };
        Some(Place {
            in_it,
            reading,
            model,
            score,
            solutions,
        })
    }

    /// A random solution with most of the values of the place that the walk is at.
    fn move_on(&mut self, plan: &Plan<'_>) -> Option<Place> {
        let at = self.at.as_mut()?;
        let free = freed(&mut self.random, plan, at, self.stale)?;
        let cites = plan.cites(&at.reading);
        let is_free = |cite: Cite| {
            cites
                .iter()
                .any(|&(open, other)| other == cite && free.clues.contains(&open))
        };
        at.model.switch(Off::Removed, |cite| !is_free(cite));
        for (number, given) in plan.givens(&at.reading).enumerate() {
            if !free.givens.contains(&number) {
                at.model.assume(given.cell, given.digits);
            }
        }
        for &(cell, digits) in &plan.draft.wanted.solution {
            at.model.assume(cell, digits);
        }
        let limits = Limits::within(self.budget.with_nodes(STEP_NODES), 1);
        let found = sample(at.model.model(), &mut self.random, limits);
        let solution = found.solutions.into_iter().next()?;
        let at = self.at.as_ref()?;
        if at.solutions.contains(&solution) {
            return None;
        }
        let place = Self::look(
            &mut self.unread,
            plan,
            at.in_it.clone(),
            solution,
            Some((&at.reading, &at.model)),
            self.budget,
        )?;
        (place.reading != at.reading).then_some(place)
    }
}

/// Open clues and givens that are set free: some of those at cells in which two solutions differ, and some others; the
/// more the longer nothing was gained.
fn freed(random: &mut ChaCha8Rng, plan: &Plan<'_>, at: &Place, stale: u32) -> Option<Free> {
    let (one, others) = at.solutions.split_first()?;
    let other = others.choose(random);
    let differs = |cell: usize| other.is_none_or(|other| one[cell] != other[cell]);
    let there = |open: &usize| at.reading.clues[*open].is_some() && has_values(plan, *open);
    let open: Vec<usize> = (0..at.reading.clues.len()).filter(there).collect();
    let touches = |open: &usize| plan.cells(*open).any(|cell| differs(cell.index()));
    let mut touching: Vec<usize> = open.iter().copied().filter(touches).collect();
    let mut anything: Vec<(bool, usize)> = open.iter().map(|&open| (true, open)).collect();
    anything.extend((0..at.reading.givens.len()).map(|given| (false, given)));
    if anything.is_empty() {
        return None;
    }
    touching.shuffle(random);
    anything.shuffle(random);
    let count = 1 + random.random_range(0..3) + stale as usize / 20;
    let aimed = random.random_range(0..=count);
    let mut free = Free::default();
    free.clues.extend(touching.into_iter().take(aimed));
    for (is_clue, number) in anything {
        if free.clues.len() + free.givens.len() >= count {
            break;
        }
        match is_clue {
            true if !free.clues.contains(&number) => free.clues.push(number),
            true => {}
            false => free.givens.push(number),
        }
    }
    Some(free)
}

/// What is set free for a step.
#[derive(Default)]
struct Free {
    clues: Vec<usize>,
    givens: Vec<usize>,
}

/// Whether an open clue has more to be found than whether it is there.
fn has_values(plan: &Plan<'_>, open: usize) -> bool {
    let open = &plan.draft.open[open];
    open.kinds.len() > 1 || open.kinds.iter().any(|kind| !kind.values.is_empty())
}

/// The puzzle of a reading without its open givens, and what holds whatever the values are: that stays when they are
/// set free.
fn with_structure(plan: &Plan<'_>, in_it: &[bool], reading: &Reading) -> Puzzle {
    let mut puzzle = plan.structure(in_it);
    let settled = plan.draft.puzzle.clues.len();
    let after = puzzle.clues.split_off(settled);
    puzzle.clues.extend(reading.clues.iter().flatten().cloned());
    puzzle.clues.extend(after);
    puzzle
}
