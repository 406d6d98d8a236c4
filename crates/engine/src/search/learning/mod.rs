//! A search that learns a nogood from each conflict (lazy clause generation: Ohrimenko, Stuckey, Codish 2009).
//!
//! Facts are "this variable's candidates lie in this set". The relations run as ever; who took what is written
//! down. When something fails, they are asked why, back to the one fact of the last guess's consequences that
//! the conflict hangs on. That fact and those of earlier guesses are never true together: the nogood is kept,
//! and the search goes back as far as it can say something new there. Restarts keep nogoods and weights.
//!
//! Nogoods follow from the clues alone, but for those that exclude a solution that was found.

mod conflict;
mod explain;
mod nogoods;
mod parts;
mod trail;

use super::branch::Chooser;
use super::found::{Collect, Found};
use super::goal::{Goal, Guess, Slice};
use super::limits::{Limits, Stop};
use crate::model::program::{Failure, Turn, Work};
use crate::model::sink::Fact;
use crate::model::{Compiled, Model, Word, of_any_width};
use cluewright_puzzle::DigitSet;
use conflict::{Analysis, Around, Lesson};
use explain::Explainer;
use nogoods::Nogoods;
#[cfg(feature = "ablation")]
pub use parts::learning_parts;
use parts::{RESTARTS, WEIGHTS};
use trail::{Cause, NogoodId, Trail};

/// Conflicts before a restart, times the numbers of Luby, Sinclair, Zuckerman 1993. Measured on eight puzzles of
/// thousands of guesses: 400 needs fewer than 30, 100 or 1,000, by a twentieth to a tenth.
const RESTART: u64 = 400;

/// Solutions that are excluded at most: each by a nogood that cannot be forgotten.
const MOST_SOLUTIONS: u64 = 10_000;

/// Conflicts between two looks at the clock: explaining one may take a tenth of a millisecond.
const SOMETIMES: u64 = 16;

/// Searches one compiled puzzle.
#[derive(Debug)]
struct Learner<'m, W: Word> {
    compiled: &'m Compiled<W>,
    trail: Trail<W>,
    /// The board that relations work on; the trail's, once it is written down.
    board: Vec<W>,
    work: Work<W>,
    chooser: Chooser,
    nogoods: Nogoods<W>,
    explainer: Explainer<W>,
    analysis: Analysis<W>,
    /// What was lost and has not been told to the nogoods yet.
    losers: Vec<(u16, W)>,
    ended: bool,
    conflicts: u64,
    /// How many restarts there were, and the conflict after which the next comes.
    restarts: u64,
    next_restart: u64,
}

/// What a search found and learnt.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// What it found.
    pub found: Found,
    /// How many conflicts it met.
    pub conflicts: u64,
    /// How often a relation was run once more to say why.
    pub asked: u64,
    /// How often it did not say, so that all that it looks at was taken to be the reason.
    pub unsaid: u64,
    /// The nogoods from conflicts that it kept to the end: the values of some variables, by number, do not all
    /// lie in these sets. Those learnt after a solution was found may exclude it.
    pub nogoods: Vec<Vec<(usize, DigitSet)>>,
}

/// Searches on one thread for solutions, at most 10,000, keeps them, and learns from its conflicts, from the first on.
#[must_use]
pub fn solve_learning(model: &Model, limits: Limits<'_>) -> Learnt {
    of_any_width!(model, compiled => solve(compiled, limits))
}

fn solve<W: Word>(compiled: &Compiled<W>, limits: Limits<'_>) -> Learnt {
    let mut slice = Slice {
        limit: limits.nodes,
        nodes: 0,
        ask: &|| limits.over(),
    };
    let mut goal = Collect::new(compiled, limits.solutions.min(MOST_SOLUTIONS), usize::MAX);
    let mut learner = Learner::new(compiled);
    let stopped = learner.run(&mut slice, &mut goal);
    let base = compiled.program.shared().base;
    let plain = |fact: &Fact<W>| {
        (
            usize::from(fact.var),
            DigitSet::from_bits(fact.within.bits() << base),
        )
    };
    let nogoods = learner.nogoods.learnt();
    let nogoods = nogoods.map(|facts| facts.iter().map(plain).collect());
    Learnt {
        found: Found {
            nodes: slice.nodes,
            stopped,
            ..goal.found
        },
        conflicts: learner.conflicts,
        asked: learner.explainer.asked,
        unsaid: learner.explainer.unsaid,
        nogoods: nogoods.collect(),
    }
}

/// Why the board cannot be right.
enum Why {
    Turn(Turn, Failure),
    Nogood(NogoodId),
}

impl<'m, W: Word> Learner<'m, W> {
    /// A search from the root.
    fn new(compiled: &'m Compiled<W>) -> Self {
        let start = &compiled.start;
        let mut work = Work::default();
        compiled.program.wake_all(start, &mut work);
        Self {
            compiled,
            trail: Trail::new(start),
            board: start.clone(),
            work,
            chooser: Chooser::new(compiled),
            nogoods: Nogoods::new(start.len()),
            explainer: Explainer::default(),
            analysis: Analysis::new(start.len()),
            losers: vec![],
            ended: start.iter().any(|set| set.is_none()),
            conflicts: 0,
            restarts: 0,
            next_restart: RESTART,
        }
    }

    /// Passes the goal every solution from the current position on, until the goal has enough or the
    /// slice is used up. `None` when the search has ended.
    fn run(&mut self, slice: &mut Slice<'_>, goal: &mut impl Goal<W>) -> Option<Stop> {
        while !self.ended {
            if let Err(why) = self.propagate() {
                self.conflict(&why);
                if self.conflicts.is_multiple_of(SOMETIMES)
                    && let Some(stop) = (slice.ask)()
                {
                    return Some(stop);
                }
                continue;
            }
            let due = self.conflicts >= self.next_restart;
            if due && RESTARTS.is_on() || self.nogoods.are_too_many() {
                self.restart();
                continue;
            }
            let Some(guess) = self.chooser.choose(self.compiled, &self.trail.board) else {
                let more = goal.solution(&self.trail.board);
                self.exclude();
                match more {
                    true => continue,
                    false => return Some(Stop::Solutions),
                }
            };
            if let Some(stop) = slice.used_up() {
                return Some(stop);
            }
            slice.nodes += 1;
            self.guess(guess);
        }
        None
    }

    /// Runs relations and nogoods until nothing changes.
    fn propagate(&mut self) -> Result<(), Why> {
        let program = &self.compiled.program;
        loop {
            while let Some((var, lost)) = self.losers.pop() {
                let known = self.losers.len();
                let conflict = self
                    .nogoods
                    .lost(var, lost, &mut self.trail, &mut self.losers);
                for &(loser, _) in &self.losers[known..] {
                    self.board[usize::from(loser)] = self.trail.board[usize::from(loser)];
                    program.wake(loser, &self.board, &mut self.work);
                }
                if let Some(nogood) = conflict {
                    self.losers.clear();
                    program.prepare(&mut self.work);
                    return Err(Why::Nogood(nogood));
                }
            }
            let Some((turn, outcome)) = program.step(&mut self.board, &mut self.work) else {
                return Ok(());
            };
            if let Err(failure) = outcome {
                self.board.copy_from_slice(&self.trail.board);
                return Err(Why::Turn(turn, failure));
            }
            self.write_down(Cause::Turn(turn));
        }
    }

    /// Writes down what a relation changed.
    fn write_down(&mut self, cause: Cause) {
        const MANY: usize = 16;
        let looked = self.trail.len();
        for first in (0..self.board.len()).step_by(MANY) {
            let end = self.board.len().min(first + MANY);
            if self.board[first..end] == self.trail.board[first..end] {
                continue;
            }
            for var in first..end {
                let (before, after) = (self.trail.board[var], self.board[var]);
                if before != after {
                    self.trail.restrict(var as u16, after, cause, looked);
                    self.losers.push((var as u16, before & !after));
                }
            }
        }
    }

    fn restrict(&mut self, var: u16, after: W, cause: Cause) {
        let at = usize::from(var);
        let before = self.trail.board[at];
        let looked = self.trail.len();
        self.trail.restrict(var, after, cause, looked);
        self.board[at] = after;
        self.losers.push((var, before & !after));
        self.compiled.program.wake(var, &self.board, &mut self.work);
    }

    fn guess(&mut self, guess: Guess<W>) {
        self.trail.open();
        let after = self.trail.board[usize::from(guess.var)] & guess.value;
        self.restrict(guess.var, after, Cause::Guess);
    }

    fn back_to(&mut self, level: u32) {
        self.trail.back_to(level);
        self.explainer.back_to(&self.trail);
        self.board.copy_from_slice(&self.trail.board);
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.next_restart = self.conflicts + RESTART * luby(self.restarts);
        self.back_to(0);
        self.nogoods.forget(&self.trail);
    }

    /// Learns from a conflict and goes back.
    fn conflict(&mut self, why: &Why) {
        self.conflicts += 1;
        let (trail, compiled) = (&self.trail, self.compiled);
        self.explainer.begin(trail);
        let facts = match *why {
            Why::Nogood(nogood) => {
                self.nogoods.used(nogood);
                self.nogoods.facts(nogood).to_vec()
            }
            Why::Turn(turn, failure) => {
                let guess = trail.guesses().last().map(|fact| Guess {
                    var: fact.var,
                    value: fact.within,
                });
                let chooser = &mut self.chooser;
                chooser.conflict(compiled, &trail.board, failure, guess.as_ref());
                let emptied = match failure {
                    Failure::Apart(_, emptied) => emptied,
                    Failure::Relation(_) => 0,
                };
                self.explainer.why_not(compiled, trail, turn, emptied)
            }
        };
        let mut around = Around {
            compiled,
            trail,
            nogoods: &mut self.nogoods,
            explainer: &mut self.explainer,
        };
        let lesson = self.analysis.run(facts, &mut around);
        if WEIGHTS.is_on() {
            let met = self.analysis.met.iter();
            met.for_each(|&var| self.chooser.blame(var, 1.0));
        }
        self.nogoods.fade();
        match lesson {
            Some(lesson) => self.learn(&lesson, false),
            None => self.ended = true,
        }
    }

    /// Keeps a nogood, goes back to where it says something new and says it.
    fn learn(&mut self, lesson: &Lesson<W>, stays: bool) {
        self.back_to(lesson.level);
        let first = lesson.facts[0];
        let after = self.trail.board[usize::from(first.var)] & !first.within;
        debug_assert!(!after.is_none(), "a nogood comes too late");
        let cause = match lesson.facts.len() {
            1 => Cause::Guess,
            _ => Cause::Nogood(
                self.nogoods
                    .add(&lesson.facts, lesson.levels, stays, &self.trail),
            ),
        };
        self.restrict(first.var, after, cause);
    }

    /// Excludes the solution that the board shows, by the guesses that led to it.
    fn exclude(&mut self) {
        let mut facts: Vec<Fact<W>> = vec![];
        let mut guesses: Vec<Fact<W>> = self.trail.guesses().collect();
        while let Some(fact) = guesses.pop() {
            if facts.iter().all(|known| known.var != fact.var) {
                facts.push(fact);
            }
        }
        if facts.is_empty() {
            self.ended = true;
            return;
        }
        let level = |fact: &Fact<W>| {
            let since = self.trail.since(*fact);
            since.map_or(0, |at| self.trail.entries()[at as usize].level)
        };
        let lesson = Lesson {
            level: facts.get(1).map_or(0, level),
            levels: facts.len() as u32,
            facts,
        };
        self.learn(&lesson, true);
    }
}

/// 1, 1, 2, 1, 1, 2, 4, and so on; from 1.
fn luby(mut place: u64) -> u64 {
    loop {
        let next = place + 1;
        if next.is_power_of_two() {
            return next / 2;
        }
        place -= (next.next_power_of_two() / 2) - 1;
    }
}
