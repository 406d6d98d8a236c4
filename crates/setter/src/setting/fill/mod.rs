//! Fills drafts: finds values for a draft's open parts that make the puzzle unique.

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
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;
use walk::{Step, Walk};
use wishes::{Judged, deep_enough, judge};

/// A request to fill a draft: which puzzles to find, and when to stop.
#[derive(Clone, Copy)]
pub struct Filling<'a> {
    /// The number of different puzzles to find.
    pub count: usize,
    /// The random seed. The same seed gives the same puzzles.
    pub seed: u64,
    /// If `true`, list all fillings instead, and prove that there are no others.
    pub all: bool,
    /// If set, keep searching until a limit is reached, and keep the best filling.
    pub best: Option<Best>,
    /// The profile that grades the puzzles.
    pub profile: &'a Profile,
    /// Maximum number of search steps.
    pub steps: u64,
    /// Budget for each proof. Its deadline applies to the whole request.
    pub budget: Budget<'a>,
    /// The number of threads, or 0 for one per processor. The puzzles do not depend on it.
    pub threads: usize,
    /// Callback that receives the progress.
    pub progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// The criterion for comparing fillings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Best {
    /// Prefer more effort.
    Effort,
    /// Prefer a higher rating, then more effort.
    Rating,
    /// Prefer fewer clues and givens.
    Givens,
}

/// A draft whose open parts have been filled.
#[derive(Clone, Debug)]
pub struct Filled {
    /// The filled puzzle, including its solution.
    pub puzzle: Puzzle,
    /// The grade of the filled puzzle, if one was requested.
    pub grade: Option<Grade>,
}

/// The result of filling a draft.
#[derive(Clone, Debug, Default)]
pub struct Fillings {
    /// The puzzles, in an order that depends on the seed. If the best one was requested, it comes last.
    pub puzzles: Vec<Filled>,
    /// True if it is proven that the draft has no other fillings.
    pub complete: bool,
    /// The puzzle that comes closest to the wishes, if no puzzle meets them all.
    pub near: Option<Near>,
    /// The most likely reason why no puzzle was found, if `near` is empty.
    pub reason: Option<String>,
    /// Number of search steps.
    pub steps: u64,
}

/// A puzzle that almost meets the wishes.
#[derive(Clone, Debug)]
pub struct Near {
    /// The puzzle with all values filled in.
    pub puzzle: Puzzle,
    /// Description of the unmet wish.
    pub amiss: String,
    distance: f64,
}

/// Error for a draft that cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct DraftError {
    /// Description of the error.
    pub message: String,
    /// Advice on how to correct the request.
    pub help: Option<String>,
}

/// Number of walks, which take turns. It is fixed, so that the result does not depend on the number of threads.
const WALKS: u64 = 8;
/// Number of steps in a turn. It is fixed, so that the result does not depend on the number of threads.
const TURN: u64 = 8;
/// Maximum number of solutions of the draft's fixed part to list.
const MOST_SOLUTIONS: u64 = 3_000_000;
/// Maximum number of readings of the open clues to list for each solution.
const MOST_READINGS: usize = 1_000;

/// Fills a draft. Every resulting puzzle is proven to be unique.
///
/// # Errors
/// Returns an error if nothing is open, the wishes contradict each other, or the rule accepts none of the possible values of
/// an open parameter.
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
            "the draft has no open values".to_owned(),
            "write ? for the value of a clue, or list cells in [wanted], such as givens = \"R1C1 R2C2\"",
        ));
    }
    for kind in draft.open.iter().flat_map(|open| &open.kinds) {
        if plan.is_hopeless(kind) {
            let name = plan.book.describe(&draft.puzzle, &kind.clue);
            let message = format!("{name} cannot have any of its listed values");
            return Err(wrong(message, "widen the list in brackets after the ?"));
        }
    }
    if filling.all && !plan.is_settled() {
        let message = "the choice of clues is open, so fillings cannot be listed".to_owned();
        return Err(wrong(message, "omit --all, or fix the clues"));
    }
    wishes::check(&draft.wanted, filling.profile).map_err(|error| DraftError {
        message: error.message,
        help: error.help,
    })
}

struct Work<'a> {
    plan: Plan<'a>,
    filling: &'a Filling<'a>,
    /// The grading profile without techniques that are harder than the wishes allow. Paths with such techniques would be
    /// rejected anyway.
    profile: Profile,
    /// Keys of the fillings found so far, so that no filling is reported twice.
    seen: BTreeSet<String>,
    found: Fillings,
}

/// The outcome of a filling that a walk proposes.
enum Outcome {
    Filled(Box<Filled>),
    Near(Box<Near>),
    /// A limit was reached before the filling was proven and compared with all wishes.
    Unknown,
}

impl<'a> Work<'a> {
    fn has_enough(&self) -> bool {
        self.filling.best.is_none() && self.found.puzzles.len() >= self.filling.count
    }

    /// Searches for fillings with several walks that take turns.
    fn look(&mut self) {
        let mut walks: Vec<Walk<'_>> = (0..WALKS)
            .map(|number| Walk::new(self.filling.seed, number, self.filling.budget))
            .collect();
        let pool = Pool::new(self.filling.threads);
        while !self.has_enough()
            && self.found.steps < self.filling.steps
            && self.filling.budget.has_time()
        {
            // The walks only read the state. Their results are taken afterwards, in the order of the walks.
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
                // The fixed part has no solution with the digits that the draft prescribes, so no filling has one
                // either.
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
                format!("no value of {name} fits the solutions that were tried")
            });
        }
    }

    /// Runs up to [`TURN`] steps of a walk.
    fn turn(&self, walk: &mut Walk<'_>) -> Vec<Outcome> {
        let mut outcomes = vec![];
        for _ in 0..TURN {
            if !self.filling.budget.has_time() {
                break;
            }
            if let Step::Unique(reading, solution) = walk.step(&self.plan) {
                outcomes.extend(self.finish(&reading, &solution));
                // The walk restarts for more variety, unless fillings are compared by their solve paths. In that case, good
                // fillings are likely to be near this one.
                if !self.plan.draft.wanted.asks_for_path() && self.filling.best.is_none() {
                    walk.leave();
                }
            }
        }
        outcomes
    }

    /// Returns the filling at the current position of a walk as a near miss.
    fn near(&self, walk: &Walk<'_>) -> Option<Near> {
        let (reading, score) = walk.place()?;
        Some(Near {
            puzzle: self.plan.puzzle(reading),
            amiss: format!("it has {} or more solutions", score.solutions.max(2)),
            // A puzzle that is not unique is further from the wishes than any unique one.
            distance: 1000.0 + score.solutions as f64,
        })
    }

    /// Proves that a filling is unique, removes redundant optional clues, and compares the filling with the wishes.
    fn finish(&self, reading: &Reading, solution: &[u8]) -> Option<Outcome> {
        let mut puzzle = self.plan.puzzle(reading);
        // Walks can return to a filling. Proving it again would take as long as before.
        if self.seen.contains(&key(&puzzle)) {
            return None;
        }
        let prepared = Prepared::new(puzzle.clone(), self.plan.book).ok()?;
        let answer = prepared.check(Limits::within(self.filling.budget, u64::MAX), Run::QUIET);
        match answer.verdict {
            Verdict::Unique => {}
            // An unproven filling must not count as rejected. Otherwise the list of all fillings would seem complete.
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

    /// Returns all clues and givens except the optional ones, which may be removed.
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
            // The walks already use all threads, so each walk uses only one.
            threads: 1,
            progress: None,
        };
        minimise(prepared, solution, &wanted, run)
            .ok()
            .map(|minimised| minimised.puzzle)
    }

    fn take(&mut self, filled: Filled) {
        // The walks of one round may find more puzzles than are still needed.
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

    /// Lists all fillings, that is, the readings that fit exactly one solution of the fixed part.
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
            // If the draft prescribes only a part of the solution, these values may have solutions outside the list.
            // Uniqueness must therefore be proven.
            match self.finish(&reading, solution) {
                Some(Outcome::Filled(filled)) => self.take_listed(*filled),
                Some(Outcome::Near(near)) => self.take_near(*near),
                Some(Outcome::Unknown) => complete = false,
                None => {}
            }
        }
        self.found.complete = complete;
    }

    /// Returns the readings that fit only one of the solutions, each with that solution, and a flag that is `true` if
    /// the list is complete.
    fn alone<'s>(&self, solutions: &'s [Vec<u8>]) -> (Vec<(Reading, &'s Vec<u8>)>, bool) {
        let mut all = true;
        let mut known = Readings::new(self.plan.draft.open.len());
        // For each reading, the index of the first solution that it fits, and `true` if it fits no other solution.
        let mut first: BTreeMap<Vec<u32>, (usize, bool)> = BTreeMap::new();
        for (number, solution) in solutions.iter().enumerate() {
            let readings = self.plan.read_all(solution, MOST_READINGS);
            let Some((readings, complete)) = readings.filter(|_| self.filling.budget.has_time())
            else {
                all = false;
                break;
            };
            all &= complete;
            for reading in readings {
                let seen = first.entry(known.number(reading)).or_insert((number, true));
                seen.1 = seen.0 == number;
            }
        }
        let alone = first.into_iter().filter(|(_, (_, alone))| *alone);
        let mut alone: Vec<(Reading, &Vec<u8>)> = alone
            .map(|(key, (number, _))| (known.reading(&key), &solutions[number]))
            .collect();
        alone.sort_by(|(a, _), (b, _)| a.cmp(b));
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

/// Readings in a compact encoding, because there may be millions of them. Each open clue is stored as one index.
struct Readings {
    /// The different readings of each open clue. A compact reading stores an index into each of these lists.
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
    /// Returns the two numbers to maximise: the main criterion and the tie-breaker.
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

/// Returns a text that identifies a filling among the fillings of a draft.
fn key(puzzle: &Puzzle) -> String {
    json!([puzzle.clues, puzzle.givens]).to_string()
}
