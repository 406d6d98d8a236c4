//! A random walk from solution to solution of a draft, towards values with only one solution.
//!
//! A solution determines the open values. If another solution has the same values, a step frees some values at cells
//! in which the two solutions differ. It then draws a random solution that keeps the other values. The step is taken
//! if the new values do not have more solutions than the old ones. This is counterexample-guided synthesis (A.
//! Solar-Lezama and others, "Combinatorial sketching for finite programs", ASPLOS 2006), with a random walk in place
//! of a solver for the values.

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

/// Maximum number of solutions to count for a reading. Readings with more solutions are scored as if they had this many.
const CAP: u64 = 24;
/// Maximum number of guesses for counting the solutions of a reading.
const COUNT_NODES: u64 = 1_500;
/// Maximum number of guesses for finding the first random solution. It must satisfy the draft's fixed part, and the
/// constraints that the open clues imply for all of their values.
const START_NODES: u64 = 30_000;
/// Maximum number of guesses for finding a random solution that keeps some of the current values.
const STEP_NODES: u64 = 1_500;
/// Number of steps without improvement before a walk restarts.
const PATIENCE: u32 = 60;
/// Average number of worsening steps per accepted one. A few are accepted so that the walk can leave local optima.
const LOSSES: u32 = 40;

/// One of several independent walks. Each walk has its own stream of random numbers.
pub(super) struct Walk<'a> {
    random: ChaCha8Rng,
    budget: Budget<'a>,
    at: Option<Place>,
    stale: u32,
    /// Compiled models of the fixed part and the implied constraints, keyed by the selection of open clues that take
    /// part. Each model is compiled only once.
    structures: BTreeMap<Vec<bool>, Arc<Model>>,
    /// Number of steps taken since the search began.
    pub(super) steps: u64,
    /// `true` if the fixed part is proven to have no solution.
    pub(super) impossible: bool,
    /// The last open clue for which a solution allowed no value. It explains why no puzzle was found.
    pub(super) unread: Option<usize>,
}

/// A position of the walk: a reading with its solutions and its score.
struct Place {
    in_it: Vec<bool>,
    reading: Reading,
    model: Switchable,
    score: Score,
    /// Solutions with the values of the reading. The first is the solution from which the values were read.
    solutions: Vec<Vec<u8>>,
}

/// The distance of a reading from a single solution: the number of solutions, up to [`CAP`], then the number of candidates
/// that remain after propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    pub(super) solutions: u64,
    candidates: u32,
}

pub(super) enum Step {
    /// The walk continues, because no unique reading was found.
    On,
    /// The reading has one solution, as far as a short search shows.
    Unique(Reading, Vec<u8>),
}

impl<'a> Walk<'a> {
    pub(super) fn new(seed: u64, number: u64, budget: Budget<'a>) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // Each number selects an independent random stream of the seed, so the result does not depend on the order in which
        // walks run.
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

    /// Returns the reading at the current position, with its score.
    pub(super) fn place(&self) -> Option<(&Reading, Score)> {
        self.at.as_ref().map(|place| (&place.reading, place.score))
    }

    /// Takes a step, or chooses a first position.
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
            // A unique reading remains the current position, because other unique readings are likely to be near it.
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

    /// Makes the next step choose a new first position.
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
        let in_it = self.choose(plan);
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

    /// Chooses the open clues that take part. From each group, selects the required number of clues at random. All
    /// optional clues take part, unless that is proven to be impossible; in that case, each of them takes part at
    /// random.
    fn choose(&mut self, plan: &Plan<'_>) -> Vec<bool> {
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

    /// Reads the values from a solution, and counts the solutions with the same values. The model of `before` is reused if
    /// both readings have the same clues.
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
            // Givens are not compiled into the model, so readings with the same clues can share a model.
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
            // The search may have reached its limits before it found the solution from which the values were read.
            solutions.insert(0, solution);
        }
        let score = Score {
            solutions: match complete {
                // Only a complete count is exact. An incomplete count gets the maximum score.
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

    /// Tries to move to a random solution that keeps most of the current values.
    fn move_on(&mut self, plan: &Plan<'_>) -> Option<Place> {
        let at = self.at.as_mut()?;
        let free = choose_free(&mut self.random, plan, at, self.stale)?;
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
        // This solution has the current values, so it would lead back to the same reading.
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

/// Chooses the open clues and givens whose values a step frees. Some are at cells in which two solutions differ, and
/// others are elsewhere. The longer the walk goes without an improvement, the more values are freed.
fn choose_free(random: &mut ChaCha8Rng, plan: &Plan<'_>, at: &Place, stale: u32) -> Option<Free> {
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

/// The open clues and givens whose values a step frees.
#[derive(Default)]
struct Free {
    clues: Vec<usize>,
    givens: Vec<usize>,
}

/// Returns `true` if the kind or the values of an open clue are open. Otherwise only its presence is open.
fn has_values(plan: &Plan<'_>, open: usize) -> bool {
    let open = &plan.draft.open[open];
    open.kinds.len() > 1 || open.kinds.iter().any(|kind| !kind.values.is_empty())
}

/// Builds the puzzle of a reading: its clues, but not its open givens. It also has the constraints that hold whichever
/// values are chosen, because they still hold when a value is freed.
fn with_structure(plan: &Plan<'_>, in_it: &[bool], reading: &Reading) -> Puzzle {
    let mut puzzle = plan.structure(in_it);
    let settled = plan.draft.puzzle.clues.len();
    // `Plan::cites` relies on this order: the open clues directly follow the fixed ones.
    let after = puzzle.clues.split_off(settled);
    puzzle.clues.extend(reading.clues.iter().flatten().cloned());
    puzzle.clues.extend(after);
    puzzle
}
