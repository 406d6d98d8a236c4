//! From a draft to a puzzle: values for what is open, so that there is one solution.

mod plan;
mod walk;
mod wishes;

use super::minimise::{Minimising, minimise};
use crate::diagnose::Stage;
use cluewright_engine::model::Cite;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, solve_together};
use cluewright_logic::Prepared;
use cluewright_logic::Profile;
use cluewright_logic::grade::Grade;
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Clue, Draft, Puzzle, Symmetry};
use cluewright_rules::{Book, Clues};
use plan::{Plan, Reading};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;
use walk::{Step, Walk};
use wishes::{Judged, deep_enough, judge};

/// What to fill, and when to stop.
#[derive(Clone, Copy)]
pub struct Filling<'a> {
    /// How many different puzzles.
    pub count: usize,
    /// Of all random numbers: the same seed gives the same puzzles.
    pub seed: u64,
    /// List all fillings instead, and prove that there are no others.
    pub all: bool,
    /// Keep looking for the best.
    pub best: Option<Best>,
    /// What grades them.
    pub profile: &'a Profile,
    /// Steps of the search, at most.
    pub steps: u64,
    /// Guesses of each proof, and the time of everything.
    pub budget: Budget<'a>,
    /// How many threads; 0: one for each processor. The puzzles do not depend on it.
    pub threads: usize,
    /// Told now and then how far it is.
    pub progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// What makes one filling better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Best {
    /// More effort.
    Effort,
    /// A higher rating, then more effort.
    Rating,
    /// Fewer clues and givens.
    Givens,
}

/// A puzzle whose values have been found.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The puzzle with its values; its solution stands in it.
    pub puzzle: Puzzle,
    /// Its grade, where one was asked for.
    pub grade: Option<Grade>,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Fillings {
    /// The puzzles, in an order that the seed decides; the best last where that is looked for.
    pub puzzles: Vec<Filled>,
    /// Whether it is proven that there are no others.
    pub complete: bool,
    /// The nearest to what is wanted, where nothing was found.
    pub near: Option<Near>,
    /// What kept solutions from becoming puzzles, where there is nothing near.
    pub reason: Option<String>,
    /// Steps of the search.
    pub steps: u64,
}

/// A puzzle that is not quite what is wanted.
#[derive(Clone, Debug)]
pub struct Near {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What keeps it from being right, in words.
    pub amiss: String,
    distance: f64,
}

/// Why a draft cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct DraftError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// Walks that take turns, whatever the number of threads, and how many steps each takes in one.
const WALKS: u64 = 8;
const TURN: u64 = 8;
/// Solutions of the settled part that are listed, at most, and what the open clues may be on each.
const MOST_SOLUTIONS: u64 = 3_000_000;
const MOST_READINGS: usize = 1_000;

/// Fills a draft. Every puzzle is proven to be unique.
///
/// # Errors
/// When nothing is open, what is wanted contradicts itself, or an open value can be none that its rule takes.
pub fn fill(draft: &Draft, book: &Book, filling: &Filling<'_>) -> Result<Fillings, DraftError> {
    let plan = Plan::new(draft, book);
    check(&plan, filling)?;
    let mut work = Work {
        plan,
        profile: deep_enough(&draft.wanted, filling.profile),
        filling,
        seen: BTreeSet::new(),
        found: Fillings::default(),
    };
    Pool::new(filling.threads).install(|| match filling.all {
        true => work.list(),
        false => work.look(),
    });
    Ok(work.found)
}

fn check(plan: &Plan<'_>, filling: &Filling<'_>) -> Result<(), DraftError> {
    let draft = plan.draft;
    let wrong = |message: String, help: &str| DraftError {
        message,
        help: Some(help.to_owned()),
    };
    if draft.open.is_empty() && draft.wanted.givens.is_empty() {
        return Err(wrong(
            "nothing is open".to_owned(),
            "write ? for the value of a clue, or name cells in [wanted]: givens = \"R1C1 R2C2\"",
        ));
    }
    for kind in draft.open.iter().flat_map(|open| &open.kinds) {
        if plan.is_hopeless(kind) {
            let name = plan.book.describe(&draft.puzzle, &kind.clue);
            let message =
                format!("{name} can have none of the values that it is to be chosen from");
            return Err(wrong(message, "widen what is in brackets behind the ?"));
        }
    }
    if filling.all && !plan.is_settled() {
        let message = "which clues there are is open, so that fillings cannot be listed".to_owned();
        return Err(wrong(
            message,
            "leave --all out, or settle which clues there are",
        ));
    }
    wishes::check(&draft.wanted, filling.profile).map_err(|error| DraftError {
        message: error.message,
        help: error.help,
    })
}

struct Work<'a> {
    plan: Plan<'a>,
    filling: &'a Filling<'a>,
    /// What grades, as far as is wanted.
    profile: Profile,
    /// The fillings that have been told.
    seen: BTreeSet<String>,
    found: Fillings,
}

/// What came of a turn of a walk.
enum Outcome {
    Filled(Box<Filled>),
    Near(Box<Near>),
    /// Within the limits it is not known whether it is what is wanted.
    Unknown,
}

impl<'a> Work<'a> {
    fn has_enough(&self) -> bool {
        self.filling.best.is_none() && self.found.puzzles.len() >= self.filling.count
    }

    /// Looks for fillings by walks that take turns.
    fn look(&mut self) {
        let mut walks: Vec<Walk<'_>> = (0..WALKS)
            .map(|number| Walk::new(self.filling.seed, number, self.filling.budget))
            .collect();
        let pool = Pool::new(self.filling.threads);
        while !self.has_enough()
            && self.found.steps < self.filling.steps
            && self.filling.budget.has_time()
        {
            let work = &*self;
            let outcomes = pool.each(&mut walks, |_, walk| work.turn(walk));
            for outcome in outcomes.into_iter().flatten() {
                match outcome {
                    Outcome::Filled(filled) => self.take(*filled),
                    Outcome::Near(near) => self.take_near(*near),
                    Outcome::Unknown => {}
                }
            }
            self.found.steps = walks.iter().map(|walk| walk.steps).sum();
            self.tell();
            let settled = self.plan.is_settled();
            if settled && walks.iter().any(|walk| walk.impossible) {
                // What is settled has no solution with what is wanted: no values will give it one.
                self.found.complete = true;
                break;
            }
        }
        if self.found.puzzles.is_empty() {
            let near = walks
                .iter()
                .filter_map(|walk| self.near(walk))
                .collect::<Vec<_>>();
            near.into_iter().for_each(|near| self.take_near(near));
            let unread = walks.iter().find_map(|walk| walk.unread);
            self.found.reason = unread.map(|open| {
                let clue = &self.plan.draft.open[open].kinds[0].clue;
                let name = self.plan.book.describe(&self.plan.draft.puzzle, clue);
                format!("{name} had no value on the solutions that were tried")
            });
        }
    }

    /// Some steps of a walk.
    fn turn(&self, walk: &mut Walk<'_>) -> Vec<Outcome> {
        let mut outcomes = vec![];
        for _ in 0..TURN {
            if !self.filling.budget.has_time() {
                break;
            }
            if let Step::Unique(reading, solution) = walk.step(&self.plan) {
                outcomes.extend(self.finish(&reading, &solution));
                if !self.plan.draft.wanted.asks_for_path() && self.filling.best.is_none() {
                    walk.leave();
                }
            }
        }
        outcomes
    }

    /// Where a walk is, as the nearest so far.
    fn near(&self, walk: &Walk<'_>) -> Option<Near> {
        let (reading, score) = walk.place()?;
        Some(Near {
            puzzle: self.plan.puzzle(reading),
            amiss: format!("it has {} or more solutions", score.solutions.max(2)),
            distance: 1000.0 + score.solutions as f64,
        })
    }

    /// Proves a filling, leaves out what may be left out, and compares it with what is wanted.
    fn finish(&self, reading: &Reading, solution: &[u8]) -> Option<Outcome> {
        let mut puzzle = self.plan.puzzle(reading);
        if self.seen.contains(&key(&puzzle)) {
            return None;
        }
        let prepared = Prepared::new(puzzle.clone(), self.plan.book).ok()?;
        let answer = prepared.check(Limits::within(self.filling.budget, u64::MAX), Run::QUIET);
        match answer.verdict {
            Verdict::Unique => {}
            Verdict::Undecided => return Some(Outcome::Unknown),
            Verdict::None | Verdict::Several => return None,
        }
        let keep = self.to_keep(reading, &puzzle);
        if keep.len() < puzzle.clues.len() + puzzle.givens.len() {
            puzzle = self.without_spare(&prepared, solution, &keep)?;
        }
        let cells = puzzle.layout.cell_count();
        puzzle.solution = Some(solution[..cells].iter().map(|&digit| Some(digit)).collect());
        let wanted = &self.plan.draft.wanted;
        let for_best = matches!(self.filling.best, Some(Best::Effort | Best::Rating));
        if !wanted.asks_for_path() && !for_best {
            let grade = None;
            return Some(Outcome::Filled(Box::new(Filled { puzzle, grade })));
        }
        let (book, profile) = (self.plan.book, &self.profile);
        let judged = judge(&puzzle, book, solution, wanted, profile, &|| {
            self.filling.budget.has_time()
        });
        let Some(Judged {
            grade,
            amiss,
            distance,
        }) = judged
        else {
            return Some(Outcome::Unknown);
        };
        Some(match amiss {
            None => Outcome::Filled(Box::new(Filled {
                puzzle,
                grade: Some(grade),
            })),
            Some(amiss) => Outcome::Near(Box::new(Near {
                puzzle,
                amiss,
                distance,
            })),
        })
    }

    /// All clues and givens but those that may be left out.
    fn to_keep(&self, reading: &Reading, puzzle: &Puzzle) -> Vec<Cite> {
        let cites = self.plan.cites(reading);
        let may_go = |cite: &Cite| {
            let open = cites.iter().find(|(_, other)| other == cite);
            open.is_some_and(|&(open, _)| self.plan.draft.open[open].optional)
        };
        let clues = (0..puzzle.clues.len()).map(|index| Cite::Clue(index as u16));
        let givens = (0..puzzle.givens.len()).map(|index| Cite::Given(index as u16));
        clues.chain(givens).filter(|cite| !may_go(cite)).collect()
    }

    fn without_spare(&self, prepared: &Prepared, solution: &[u8], keep: &[Cite]) -> Option<Puzzle> {
        let wanted = Minimising {
            budget: self.filling.budget,
            seed: self.filling.seed,
            keep,
            symmetry: Symmetry::None,
            way: None,
            values: false,
            size: None,
            fewest: false,
            progress: None,
        };
        let run = Run {
            threads: 1,
            progress: None,
        };
        minimise(prepared, solution, &wanted, run)
            .ok()
            .map(|minimised| minimised.puzzle)
    }

    fn take(&mut self, filled: Filled) {
        if self.has_enough() || !self.seen.insert(key(&filled.puzzle)) {
            return;
        }
        let Some(best) = self.filling.best else {
            self.found.puzzles.push(filled);
            return;
        };
        let better = self
            .found
            .puzzles
            .last()
            .is_none_or(|last| best.of(&filled) > best.of(last));
        if better {
            self.found.puzzles = vec![filled];
        }
    }

    fn take_near(&mut self, near: Near) {
        let nearer = |other: &Near| near.distance < other.distance;
        if self.found.near.as_ref().is_none_or(nearer) {
            self.found.near = Some(near);
        }
    }

    /// Lists the fillings: the readings of exactly one solution of what is settled.
    fn list(&mut self) {
        let in_it = vec![true; self.plan.draft.open.len()];
        let mut structure = self.plan.structure(&in_it);
        let solution = &self.plan.draft.wanted.solution;
        let as_given = |&(cell, digits)| cluewright_puzzle::Given { cell, digits };
        structure.givens.extend(solution.iter().map(as_given));
        let Ok(model) = cluewright_engine::compile(&structure, self.plan.book) else {
            return;
        };
        let limits = Limits::within(self.filling.budget, MOST_SOLUTIONS);
        let run = Run {
            threads: self.filling.threads,
            progress: None,
        };
        let found = solve_together(&model, limits, run);
        let (readings, all) = self.alone(&found.solutions);
        let mut complete = found.stopped.is_none() && all;
        for (reading, solution) in readings {
            if !self.filling.budget.has_time() {
                complete = false;
                break;
            }
            // With part of the solution wanted, others with these values need not have it: the proof tells.
            match self.finish(&reading, solution) {
                Some(Outcome::Filled(filled)) => self.take_listed(*filled),
                Some(Outcome::Near(near)) => self.take_near(*near),
                Some(Outcome::Unknown) => complete = false,
                None => {}
            }
        }
        self.found.complete = complete;
    }

    /// The readings that only one of the solutions has, with it, and whether these are all.
    fn alone<'s>(&self, solutions: &'s [Vec<u8>]) -> (Vec<(Reading, &'s Vec<u8>)>, bool) {
        let mut all = true;
        let mut known = Readings::new(self.plan.draft.open.len());
        // For each reading the first solution that has it, and whether it is the only one.
        let mut first: BTreeMap<Vec<u32>, (usize, bool)> = BTreeMap::new();
        for (number, solution) in solutions.iter().enumerate() {
            let readings = self.plan.read_all(solution, MOST_READINGS);
            let Some(readings) = readings.filter(|_| self.filling.budget.has_time()) else {
                all = false;
                break;
            };
            for reading in readings {
                let seen = first.entry(known.number(reading)).or_insert((number, true));
                seen.1 = seen.0 == number;
            }
        }
        let alone = first.into_iter().filter(|(_, (_, alone))| *alone);
        let mut alone: Vec<(Reading, &Vec<u8>)> = alone
            .map(|(key, (number, _))| (known.reading(&key), &solutions[number]))
            .collect();
        alone.sort_by_cached_key(|(reading, _)| format!("{reading:?}"));
        (alone, all)
    }

    fn take_listed(&mut self, filled: Filled) {
        if self.seen.insert(key(&filled.puzzle)) {
            self.found.puzzles.push(filled);
        }
    }

    fn tell(&self) {
        if let Some(tell) = self.filling.progress {
            tell(Stage {
                doing: "steps",
                done: self.found.steps as usize,
                of: Some(self.filling.steps as usize),
            });
        }
    }
}

/// Readings as a few numbers each: there may be millions of them.
struct Readings {
    /// For each open clue what it has been read as.
    clues: Vec<Vec<Option<Clue>>>,
}

impl Readings {
    fn new(open: usize) -> Self {
        Self {
            clues: vec![vec![]; open],
        }
    }

    fn number(&mut self, reading: Reading) -> Vec<u32> {
        let clues = self.clues.iter_mut().zip(reading.clues);
        let numbers = clues.map(|(known, clue)| {
            let place = known.iter().position(|other| *other == clue);
            place.unwrap_or_else(|| {
                known.push(clue);
                known.len() - 1
            }) as u32
        });
        let givens = reading.givens.into_iter().map(u32::from);
        numbers.chain(givens).collect()
    }

    fn reading(&self, numbers: &[u32]) -> Reading {
        let (clues, givens) = numbers.split_at(self.clues.len());
        let clues = self.clues.iter().zip(clues);
        Reading {
            clues: clues
                .map(|(known, &number)| known[number as usize].clone())
                .collect(),
            givens: givens.iter().map(|&digit| digit as u8).collect(),
        }
    }
}

impl Best {
    /// The more the better.
    fn of(self, filled: &Filled) -> (i64, i64) {
        let grade = filled.grade.as_ref();
        let effort = grade.map_or(0, |grade| (grade.effort * 10.0) as i64);
        match self {
            Self::Effort => (effort, 0),
            Self::Rating => (
                grade.map_or(0, |grade| (grade.rating * 10.0) as i64),
                effort,
            ),
            Self::Givens => {
                let count = filled.puzzle.clues.len() + filled.puzzle.givens.len();
                (-(count as i64), 0)
            }
        }
    }
}

/// What tells fillings of one draft apart.
fn key(puzzle: &Puzzle) -> String {
    format!("{:?} {:?}", puzzle.clues, puzzle.givens)
}
