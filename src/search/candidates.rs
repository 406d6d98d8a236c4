//! True candidates: which digits of which cells stand in some solution, and in how many.
//!
//! After a proof that there are several solutions, each candidate that none of the known solutions
//! holds is assumed in turn. A solution found answers for all its candidates at once, and the search
//! tries the values first that still need an answer. A candidate whose solutions are all known is
//! taken off the board for good, so that it is refuted once, not again in every branch.

use super::Verdict;
use super::count::values;
use super::engine::{Goal, Guess};
use super::limits::{Limits, Stop, Watch};
use super::parallel::{Allowance, Crew, Meter, PARTS, Part, Run, SLICE, START, fill, sweep};
use super::verdict::extras_of;
use crate::model::program::Work;
use crate::model::{Compiled, Model, Word};
use crate::puzzle::Puzzle;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// For one cell, the values that stand in some solution, each with its number of solutions.
pub type Counts = BTreeMap<u8, u64>;

/// The true candidates of a puzzle.
///
/// As JSON, for a cell that is 1 in two solutions and 4 in at least three (`cap` 3):
///
/// ```json
/// { "verdict": "several", "cap": 3, "candidates": [{ "1": 2, "4": 3 }, …], "extras": {},
///   "complete": true, "open": 0, "nodes": 40, "stopped": null }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidates {
    /// How many solutions the puzzle has.
    pub verdict: Verdict,
    /// Numbers of solutions are exact below the cap; at the cap they mean "so many or more".
    pub cap: u64,
    /// For each cell of the grid in reading order its true candidates.
    pub candidates: Vec<Counts>,
    /// The same for the cells of extra variables, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extras: BTreeMap<String, Vec<Counts>>,
    /// Whether every candidate was settled: counted to the end or up to the cap. Otherwise the
    /// numbers are what was met so far.
    pub complete: bool,
    /// How many candidates were not settled.
    pub open: u64,
    /// Guesses that the search made.
    pub nodes: u64,
    /// What stopped the search; null when complete.
    pub stopped: Option<Stop>,
}

/// Finds the true candidates, each with its number of solutions up to `cap` (at least 1).
///
/// `model` is the compiled `puzzle`; of `limits`, `solutions` has no effect.
#[must_use]
pub fn candidates(
    puzzle: &Puzzle,
    model: &Model,
    cap: u64,
    limits: Limits<'_>,
    run: Run<'_>,
) -> Candidates {
    let cap = cap.max(1);
    match model {
        Model::Narrow(compiled) => find(puzzle, compiled, cap, &limits, &run),
        Model::Wide(compiled) => find(puzzle, compiled, cap, &limits, &run),
        Model::Widest(compiled) => find(puzzle, compiled, cap, &limits, &run),
    }
}

fn find<W: Word>(
    puzzle: &Puzzle,
    compiled: &Compiled<W>,
    cap: u64,
    limits: &Limits<'_>,
    run: &Run<'_>,
) -> Candidates {
    let two = Limits {
        solutions: 2,
        ..*limits
    };
    let watch = Watch::new(limits);
    let proof = sweep(compiled, 2, &two, run);
    let mut survey = Survey {
        compiled,
        cap,
        limits,
        watch,
        board: compiled.start.clone(),
        needed: compiled.start.clone(),
        tally: Tally::new(compiled, cap),
        work: Work::default(),
        nodes: proof.nodes,
        stopped: proof.stopped.filter(|&stop| stop != Stop::Solutions),
    };
    for solution in proof.solutions {
        survey.credit(solution);
    }
    if proof.stopped.is_none() {
        survey.board.fill(W::NONE);
    } else if survey.stopped.is_none() {
        survey.tighten();
        survey.settle(run);
    }
    let verdict = Verdict::of(proof.count, proof.stopped.is_none());
    survey.result(puzzle, verdict)
}

/// The solutions met so far, by candidate.
struct Tally {
    base: i64,
    values: usize,
    /// For each variable and bit, solutions met.
    counts: Vec<u64>,
    /// Those solutions, where meeting one twice would matter.
    met: Option<HashSet<Vec<u8>>>,
}

impl Tally {
    fn new<W: Word>(compiled: &Compiled<W>, cap: u64) -> Self {
        let shared = compiled.program.shared();
        let values = shared.values as usize;
        Self {
            base: shared.base,
            values,
            counts: vec![0; compiled.start.len() * values],
            met: (cap > 1).then(HashSet::new),
        }
    }

    fn bit(&self, value: u8) -> u32 {
        (i64::from(value) - self.base) as u32
    }

    fn of(&self, candidate: Candidate) -> u64 {
        self.counts[candidate.var * self.values + candidate.bit as usize]
    }

    /// Counts a solution; false when it was known.
    fn add(&mut self, solution: &[u8]) -> bool {
        let known = |met: &mut HashSet<Vec<u8>>| !met.insert(solution.to_vec());
        if self.met.as_mut().is_some_and(known) {
            return false;
        }
        for (var, &value) in solution.iter().enumerate() {
            let bit = self.bit(value) as usize;
            self.counts[var * self.values + bit] += 1;
        }
        true
    }
}

/// A variable and the bit of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    var: usize,
    bit: u32,
}

/// The search for true candidates, once several solutions are known.
struct Survey<'a, W: Word> {
    compiled: &'a Compiled<W>,
    cap: u64,
    limits: &'a Limits<'a>,
    watch: Watch<'a>,
    /// What solutions that are not known yet may hold.
    board: Vec<W>,
    /// For each variable the values that the known solutions hold less than `cap` times.
    needed: Vec<W>,
    tally: Tally,
    work: Work<W>,
    nodes: u64,
    stopped: Option<Stop>,
}

impl<'a, W: Word> Survey<'a, W> {
    fn credit(&mut self, solution: Vec<u8>) {
        if !self.tally.add(&solution) {
            return;
        }
        for (var, &value) in solution.iter().enumerate() {
            let bit = self.tally.bit(value);
            if self.tally.of(Candidate { var, bit }) >= self.cap {
                self.needed[var] &= !W::one(bit);
            }
        }
    }

    /// Takes off the board what cannot stand in an unknown solution any more.
    fn tighten(&mut self) {
        let program = &self.compiled.program;
        program.wake_all(&self.board, &mut self.work);
        let gone = self.board.iter().any(|set| set.is_none());
        if gone || program.fixpoint(&mut self.board, &mut self.work).is_err() {
            self.board.fill(W::NONE);
        }
    }

    /// Whether the candidate may stand in an unknown solution and needs to be known of.
    fn is_open(&self, Candidate { var, bit }: Candidate) -> bool {
        !(self.board[var] & self.needed[var] & W::one(bit)).is_none()
    }

    fn open(&self) -> impl Iterator<Item = Candidate> + '_ {
        let sets = self.board.iter().zip(&self.needed).enumerate();
        sets.flat_map(|(var, (&set, &needed))| {
            (set & needed).each().map(move |bit| Candidate { var, bit })
        })
    }

    /// The open candidate to assume next: of a variable with few values, since refuting one of them
    /// says most.
    fn next(&self, tasks: &[Candidate]) -> Option<Candidate> {
        self.open()
            .filter(|candidate| !tasks.contains(candidate))
            .min_by_key(|&candidate| (self.board[candidate.var].len(), candidate))
    }

    /// Assumes open candidates until there are none.
    ///
    /// As long as assumptions lead to solutions, few are made at a time, since each solution answers
    /// for many candidates. Refutations do not help each other, so then many are made at once.
    fn settle(&mut self, run: &Run<'_>) {
        let meter = Meter::new(run);
        let all = self.open().count().max(1) as f64;
        let mut crew = None;
        let mut parts: Vec<Part<'a, W>> = vec![];
        let mut width = 1;
        while self.stopped.is_none() {
            let before = self.open().count();
            let mut tasks: Vec<Candidate> = parts.iter().map(|p| self.candidate(p.task)).collect();
            tasks.dedup();
            while tasks.len() < width {
                let Some(next) = self.next(&tasks) else {
                    break;
                };
                tasks.push(next);
                parts.push(self.assume(next));
            }
            if parts.is_empty() {
                return;
            }
            let crew = match self.nodes {
                0..START => &Crew::Alone,
                _ => crew.get_or_insert_with(|| Crew::new(run.threads)),
            };
            let (nodes, solutions) = (self.nodes, self.round(&mut parts, SLICE, crew));
            self.retire(&mut parts, &tasks);
            let settled = before.saturating_sub(self.open().count());
            meter.add(self.nodes - nodes, solutions as u64, settled as f64 / all);
            width = if solutions * 2 > tasks.len() {
                (width / 2).max(1)
            } else {
                (width * 2).min(PARTS)
            };
            if parts.len() < PARTS && self.next(&tasks).is_none() {
                fill(&mut parts, |part| self.step(part));
                self.retire(&mut parts, &tasks);
            }
        }
    }

    fn number(&self, candidate: Candidate) -> usize {
        candidate.var * self.tally.values + candidate.bit as usize
    }

    fn candidate(&self, number: usize) -> Candidate {
        Candidate {
            var: number / self.tally.values,
            bit: (number % self.tally.values) as u32,
        }
    }

    /// The search for solutions with the candidate.
    fn assume(&self, candidate: Candidate) -> Part<'a, W> {
        let mut board = self.board.clone();
        board[candidate.var] = W::one(candidate.bit);
        Part::below(self.compiled, &board, self.number(candidate))
    }

    /// Runs every part for so many nodes, or its share of those that the limit leaves; how many
    /// solutions they met.
    fn round(&mut self, parts: &mut [Part<'a, W>], slice: u64, crew: &Crew) -> usize {
        let allowance = Allowance::new(self.limits.nodes - self.nodes, parts.len(), slice);
        let this = &*self;
        let outcomes = crew.each(parts, |index, part| {
            let mut goal = Sample {
                base: this.tally.base,
                needed: &this.needed,
                most: (this.cap - this.tally.counts[part.task]) as usize,
                solutions: vec![],
            };
            let ask = || this.watch.ask();
            let (nodes, stopped) = part.run(allowance.of(index), &ask, &mut goal);
            (nodes, stopped, goal.solutions)
        });
        let mut met = 0;
        for (nodes, stopped, solutions) in outcomes {
            self.nodes += nodes;
            met += solutions.len();
            solutions.into_iter().for_each(|s| self.credit(s));
            if matches!(stopped, Some(Stop::Time | Stop::Cancelled)) {
                self.stopped = stopped;
            }
        }
        if self.stopped.is_none() && self.nodes >= self.limits.nodes {
            self.stopped = Some(Stop::Nodes);
        }
        met
    }

    /// One node of one part, or the end of it if its candidate is settled; false when the search is
    /// over.
    fn step(&mut self, part: &mut Part<'a, W>) -> bool {
        if self.is_open(self.candidate(part.task)) {
            self.round(std::slice::from_mut(part), 1, &Crew::Alone);
        } else {
            part.engine.end();
        }
        self.stopped.is_none()
    }

    /// Drops the parts that have ended or whose candidate is settled. A candidate that is still open
    /// but has no part left stands in no unknown solution.
    fn retire(&mut self, parts: &mut Vec<Part<'a, W>>, tasks: &[Candidate]) {
        parts.retain(|part| !part.engine.ended());
        let mut taken = false;
        for &candidate in tasks {
            let number = self.number(candidate);
            if self.is_open(candidate) && parts.iter().all(|part| part.task != number) {
                self.board[candidate.var] &= !W::one(candidate.bit);
                taken = true;
            }
        }
        if taken {
            self.tighten();
        }
        parts.retain(|part| self.is_open(self.candidate(part.task)));
    }

    fn result(self, puzzle: &Puzzle, verdict: Verdict) -> Candidates {
        let grid = puzzle.layout.cell_count();
        let open = self.open().count() as u64;
        let values = self.tally.values;
        let counts = |of_var: &[u64]| -> Counts {
            let seen = of_var.iter().enumerate().filter(|&(_, &count)| count > 0);
            seen.map(|(bit, &count)| {
                let value = (self.tally.base + bit as i64) as u8;
                (value, count.min(self.cap))
            })
            .collect()
        };
        let mut cells: Vec<Counts> = self.tally.counts.chunks(values).map(counts).collect();
        let beside = cells.split_off(grid);
        Candidates {
            verdict,
            cap: self.cap,
            candidates: cells,
            extras: extras_of(puzzle, &beside),
            complete: open == 0,
            open,
            nodes: self.nodes,
            stopped: self.stopped.filter(|_| open > 0),
        }
    }
}

/// Keeps solutions until there are enough, and tries needed values first.
struct Sample<'a, W> {
    base: i64,
    needed: &'a [W],
    most: usize,
    solutions: Vec<Vec<u8>>,
}

impl<W: Word> Goal<W> for Sample<'_, W> {
    fn solution(&mut self, board: &[W]) -> bool {
        self.solutions.push(values(self.base, board));
        self.solutions.len() < self.most
    }

    fn prefer(&self, board: &[W], guess: Guess<W>) -> Guess<W> {
        let var = usize::from(guess.var);
        let needed = board[var] & self.needed[var];
        if (guess.value & needed).is_none() && !needed.is_none() {
            let value = W::one(needed.lowest());
            return Guess { value, ..guess };
        }
        guess
    }
}
