//! True candidates: the digits that each cell has in some solution, and the number of solutions that contain each digit.
//!
//! After a proof that there are several solutions, the search assumes, in turn, each candidate with too few known solutions.
//! Each solution counts for all of its candidates, and the search prefers values that still need solutions. A candidate
//! whose solutions are all known is removed from the board for good, so that it is refuted only once and not in every
//! branch.

use super::found::Found;
use super::found::values;
use super::goal::{Goal, Guess};
use super::limits::{Limits, Stop};
use super::long_proof::prove_by_kernel;
use super::parallel::{Allowance, Meter, Run, Split, Subproblem, fill, sweep};
use super::verdict::{Verdict, extras_of};
use crate::model::program::Work;
use crate::model::{Compiled, Model, Word, of_any_width};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Cell, Puzzle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// The stages of this search, and the settings for splitting it between threads.
const SPLIT: Split = Split::LONG;
/// Number of nodes in the first turn of each of the two methods.
const FIRST_TURN: u64 = 128;
/// Maximum number of nodes of a turn.
const LAST_TURN: u64 = 1 << 18;

/// The values that a cell has in some solution, each with the number of solutions that contain it.
pub type Counts = BTreeMap<u8, u64>;

/// The true candidates of a puzzle.
///
/// As JSON, for a cell that is 1 in two solutions and 4 in at least three (`cap` 3):
///
/// ```json
/// { "verdict": "several", "cap": 3, "candidates": [{ "1": 2, "4": 3 }, …], "extras": {},
///   "complete": true, "open": 0, "nodes": 40, "stopped": null }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Candidates {
    /// `none`, `unique` or `several`, or `undecided` if a limit was reached first.
    pub verdict: Verdict,
    /// Numbers of solutions are exact below the cap; at the cap they mean "at least this many".
    pub cap: u64,
    /// The true candidates of each cell of the grid, in reading order.
    pub candidates: Vec<Counts>,
    /// The true candidates of the extra variables, by name. A layer has one entry for each of its cells.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extras: BTreeMap<String, Vec<Counts>>,
    /// `true` if every candidate is settled: its number of solutions is exact, or has reached the cap. Otherwise the numbers are lower
    /// bounds.
    pub complete: bool,
    /// Number of candidates that are not settled because a limit was reached.
    pub open: u64,
    /// Number of guesses that the search made.
    pub nodes: u64,
    /// The limit that stopped the search; null if the search is complete.
    pub stopped: Option<Stop>,
}

/// Finds the true candidates, and counts the solutions that contain each one, up to `cap` (at least 1).
///
/// `model` is the compiled `puzzle`. `limits.solutions` has no effect.
#[must_use]
pub fn candidates(
    puzzle: &Puzzle,
    model: &Model,
    cap: u64,
    limits: Limits<'_>,
    run: Run<'_>,
) -> Candidates {
    candidates_telling(puzzle, model, cap, limits, run, None)
}

/// A candidate whose number of solutions is exact, or has reached the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Settled {
    /// The cell of the candidate.
    pub cell: Cell,
    /// The value of the candidate.
    pub value: u8,
    /// Number of solutions that contain the candidate; 0 if it is refuted.
    pub solutions: u64,
}

/// Callback that receives newly settled candidates.
pub type Tell<'a> = &'a (dyn Fn(&[Settled]) + Sync);

/// Like [`candidates`], but also calls `tell` once for each candidate, soon after it is settled. Candidates that are
/// settled at the very end are only in the result.
#[must_use]
pub fn candidates_telling(
    puzzle: &Puzzle,
    model: &Model,
    cap: u64,
    limits: Limits<'_>,
    run: Run<'_>,
    tell: Option<Tell<'_>>,
) -> Candidates {
    let cap = cap.max(1);
    of_any_width!(model, compiled => find(puzzle, compiled, cap, &limits, &run, tell))
}

fn find<W: Word>(
    puzzle: &Puzzle,
    compiled: &Compiled<W>,
    cap: u64,
    limits: &Limits<'_>,
    run: &Run<'_>,
    tell: Option<Tell<'_>>,
) -> Candidates {
    let two = Limits {
        solutions: 2,
        ..*limits
    };
    let proof = sweep(compiled, 2, &two, run, SPLIT, |so_far: &Found| {
        prove_by_kernel(puzzle, so_far, &two)
    });
    // The variables for the digits that houses lack are not part of the answer.
    let mut open = compiled.start.clone();
    open[compiled.answer..].fill(W::NONE);
    let mut survey = Survey {
        compiled,
        cap,
        limits,
        board: compiled.start.clone(),
        told: open.clone(),
        tell,
        open,
        tally: Tally::new(compiled, cap),
        work: Work::default(),
        nodes: proof.nodes,
        // Finding two solutions ends only the proof, so this limit must not end the survey.
        stopped: proof.stopped.filter(|&stop| stop != Stop::Solutions),
    };
    for solution in &proof.solutions {
        survey.credit(solution);
    }
    if proof.stopped.is_none() {
        survey.finish();
    } else if survey.stopped.is_none() {
        survey.tighten();
        survey.settle(run);
    }
    let verdict = Verdict::of(proof.count, proof.stopped.is_none());
    survey.result(puzzle, verdict)
}

/// The number of known solutions per candidate.
struct Tally {
    base: i64,
    values: usize,
    /// For each variable and bit, the number of known solutions.
    counts: Vec<u64>,
    /// The known solutions, which are kept only if counting a solution twice would make the counts wrong.
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

    /// Counts a solution. Returns `false` if it was already known.
    fn add(&mut self, solution: &[u8]) -> bool {
        // Both methods may find the same solution. With a cap of 1 that does no harm, so known solutions need not be kept.
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

/// A variable, and the bit of one of its values.
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
    /// The candidates that may occur in solutions that are not yet known.
    board: Vec<W>,
    /// The unsettled candidates: those in fewer than `cap` known solutions.
    open: Vec<W>,
    /// The candidates that were still unsettled at the last report.
    told: Vec<W>,
    tell: Option<Tell<'a>>,
    tally: Tally,
    work: Work<W>,
    nodes: u64,
    stopped: Option<Stop>,
}

/// Task number of subproblems without an assumption, which belong to no candidate.
const ALL: usize = usize::MAX;

impl<'a, W: Word> Survey<'a, W> {
    fn credit(&mut self, solution: &[u8]) {
        if !self.tally.add(solution) {
            return;
        }
        for (var, &value) in solution.iter().enumerate() {
            let bit = self.tally.bit(value);
            if self.tally.of(Candidate { var, bit }) >= self.cap {
                self.open[var] &= !W::one(bit);
            }
        }
    }

    /// Empties the board, because all solutions are known.
    fn finish(&mut self) {
        self.board.fill(W::NONE);
        self.open.fill(W::NONE);
    }

    /// Removes candidates that cannot be in an unknown solution.
    fn tighten(&mut self) {
        let program = &self.compiled.program;
        program.wake_all(&self.board, &mut self.work);
        let gone = self.board.iter().any(|set| set.is_none());
        if gone || program.fixpoint(&mut self.board, &mut self.work).is_err() {
            return self.finish();
        }
        for (open, &set) in self.open.iter_mut().zip(&self.board) {
            *open &= set;
        }
    }

    /// Reports the candidates that were settled since the last report.
    fn tell(&mut self) {
        let Some(tell) = self.tell else {
            return;
        };
        let mut settled = vec![];
        for (var, (told, &open)) in self.told.iter_mut().zip(&self.open).enumerate() {
            for bit in (*told & !open).each() {
                settled.push(Settled {
                    cell: Cell::from_index(var),
                    value: (self.tally.base + i64::from(bit)) as u8,
                    solutions: self.tally.of(Candidate { var, bit }).min(self.cap),
                });
            }
            *told = open;
        }
        if !settled.is_empty() {
            tell(&settled);
        }
    }

    fn is_open(&self, Candidate { var, bit }: Candidate) -> bool {
        !(self.open[var] & W::one(bit)).is_none()
    }

    fn open_count(&self) -> u64 {
        self.open.iter().map(|set| u64::from(set.len())).sum()
    }

    /// Settles every candidate, as far as the limits allow.
    ///
    /// Two methods take turns, with more nodes in each turn. One is a complete search, which is fast if there are few solutions. The
    /// other runs a short search for each candidate, which is fast if there are many.
    fn settle(&mut self, run: &Run<'_>) {
        let meter = Meter::new(run);
        let all = self.open_count().max(1) as f64;
        self.tell();
        let mut pool = Pool::Alone;
        let mut whole = vec![Subproblem::below(self.compiled, &self.board, ALL)];
        let mut assumed = Assumed::default();
        let mut turn = FIRST_TURN;
        while self.goes_on(u64::MAX) {
            if self.nodes >= self.limits.nodes {
                self.stopped = Some(Stop::Nodes);
                return;
            }
            let (nodes, open) = (self.nodes, self.open_count());
            self.search_all(&mut whole, turn, &pool);
            self.assume_each(&mut assumed, turn, &pool);
            let settled = open - self.open_count();
            meter.add(self.nodes - nodes, 0, settled as f64 / all);
            turn = (turn * 2).min(LAST_TURN);
            // Most searches end before this point, and so never pay for starting threads.
            if turn > SPLIT.start && matches!(pool, Pool::Alone) {
                pool = Pool::new(run.threads);
            }
        }
    }

    /// Runs a turn of the complete search.
    fn search_all(&mut self, whole: &mut Vec<Subproblem<'a, W>>, turn: u64, pool: &Pool) {
        let until = self.until(turn);
        while self.goes_on(until) {
            self.round(whole, until, pool);
            whole.retain(|part| !part.engine.has_ended());
            if whole.is_empty() {
                return self.finish();
            }
            if turn > SPLIT.start {
                fill(whole, SPLIT.parts, |part| self.step(part, until));
            }
        }
    }

    /// Runs a turn of searches for single candidates.
    ///
    /// While the searches find solutions, only a few run at a time, because each solution counts for many candidates. Refutations do not
    /// help each other, so after refutations, many searches run at once.
    fn assume_each(&mut self, assumed: &mut Assumed<'a, W>, turn: u64, pool: &Pool) {
        let until = self.until(turn);
        let Assumed { parts, width } = assumed;
        // The complete search may have settled some candidates, so their searches are dropped.
        parts.retain(|part| self.is_open(self.candidate(part.task)));
        while self.goes_on(until) {
            let mut tasks: Vec<Candidate> = parts.iter().map(|p| self.candidate(p.task)).collect();
            // Parts of the same task are adjacent, because `fill` inserts each new part after the one that it splits.
            tasks.dedup();
            while tasks.len() < *width {
                let Some(next) = self.next(&tasks) else {
                    break;
                };
                tasks.push(next);
                parts.push(self.assume(next));
            }
            let solutions = self.round(parts, until, pool);
            self.retire(parts, &tasks);
            *width = if solutions * 2 > tasks.len() {
                (*width / 2).max(1)
            } else {
                (*width * 2).min(SPLIT.parts)
            };
            if turn > SPLIT.start && self.next(&tasks).is_none() {
                fill(parts, SPLIT.parts, |part| self.step(part, until));
                self.retire(parts, &tasks);
            }
        }
    }

    /// Returns the node count at which a turn of this length ends.
    fn until(&self, turn: u64) -> u64 {
        self.limits.nodes.min(self.nodes.saturating_add(turn))
    }

    fn goes_on(&self, until: u64) -> bool {
        self.stopped.is_none() && self.nodes < until && self.open_count() > 0
    }

    /// Returns the open candidate to assume next. It belongs to a variable with few values, because refuting such a candidate restricts
    /// the puzzle most.
    fn next(&self, tasks: &[Candidate]) -> Option<Candidate> {
        let sets = self.open.iter().enumerate();
        sets.flat_map(|(var, set)| set.each().map(move |bit| Candidate { var, bit }))
            .filter(|candidate| !tasks.contains(candidate))
            .min_by_key(|&candidate| (self.board[candidate.var].len(), candidate))
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

    /// Creates the search for solutions that contain a candidate.
    fn assume(&self, candidate: Candidate) -> Subproblem<'a, W> {
        let mut board = self.board.clone();
        board[candidate.var] = W::one(candidate.bit);
        Subproblem::below(self.compiled, &board, self.number(candidate))
    }

    /// Runs every part for a slice of nodes or, near the limit, for its share of the remaining nodes. Returns the number of solutions
    /// found.
    fn round(&mut self, parts: &mut [Subproblem<'a, W>], until: u64, pool: &Pool) -> usize {
        let allowance = Allowance::new(until - self.nodes, parts.len(), SPLIT.slice);
        let this = &*self;
        let outcomes = pool.each(parts, |index, part| {
            let missing = |&count: &u64| usize::try_from(this.cap - count).unwrap_or(usize::MAX);
            let mut goal = Sample {
                base: this.tally.base,
                answer: this.compiled.answer,
                open: &this.open,
                // A task with the number `ALL` has no candidate, so its search may collect any number of solutions.
                most: this.tally.counts.get(part.task).map_or(usize::MAX, missing),
                solutions: vec![],
            };
            let ask = || this.limits.over();
            let (nodes, stopped) = part.run(allowance.of(index), &ask, &mut goal);
            (nodes, stopped, goal.solutions)
        });
        // The clock is read here, because a part that propagation refutes immediately would never read it.
        self.stopped = self.limits.over();
        let mut met = 0;
        for (nodes, stopped, solutions) in outcomes {
            self.nodes += nodes;
            met += solutions.len();
            solutions.iter().for_each(|solution| self.credit(solution));
            if matches!(stopped, Some(Stop::Time | Stop::Cancelled)) {
                self.stopped = stopped;
            }
        }
        if self.stopped.is_none() && self.nodes >= self.limits.nodes {
            self.stopped = Some(Stop::Nodes);
        }
        self.tell();
        met
    }

    /// Runs one node of one part, or ends the part if its candidate is settled. Returns `false` if the turn is over.
    fn step(&mut self, part: &mut Subproblem<'a, W>, until: u64) -> bool {
        if part.task == ALL || self.is_open(self.candidate(part.task)) {
            let one = until.min(self.nodes + 1);
            self.round(std::slice::from_mut(part), one, &Pool::Alone);
        } else {
            part.engine.end();
        }
        self.goes_on(until)
    }

    /// Drops the parts that have ended or whose candidate is settled. An open candidate without remaining parts does not occur in
    /// further solutions.
    fn retire(&mut self, parts: &mut Vec<Subproblem<'a, W>>, tasks: &[Candidate]) {
        parts.retain(|part| !part.engine.has_ended());
        let mut taken = false;
        for &candidate in tasks {
            let number = self.number(candidate);
            if self.is_open(candidate) && parts.iter().all(|part| part.task != number) {
                self.board[candidate.var] &= !W::one(candidate.bit);
                taken = true;
            }
        }
        // A removed candidate may have supported others, so propagation runs again.
        if taken {
            self.tighten();
        }
        parts.retain(|part| self.is_open(self.candidate(part.task)));
    }

    fn result(self, puzzle: &Puzzle, verdict: Verdict) -> Candidates {
        let grid = puzzle.layout.cell_count();
        let open = self.open_count();
        let values = self.tally.values;
        let counts = |of_var: &[u64]| -> Counts {
            let seen = of_var.iter().enumerate().filter(|&(_, &count)| count > 0);
            seen.map(|(bit, &count)| {
                let value = (self.tally.base + bit as i64) as u8;
                // Searches for other candidates may find further solutions with this one, so its count can exceed the cap.
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
            // A limit that was reached after the last candidate was settled does not matter, because nothing is left to search.
            stopped: self.stopped.filter(|_| open > 0),
        }
    }
}

/// The running searches, each of which assumes one candidate.
struct Assumed<'m, W: Word> {
    parts: Vec<Subproblem<'m, W>>,
    /// Number of candidates to assume at a time.
    width: usize,
}

impl<W: Word> Default for Assumed<'_, W> {
    fn default() -> Self {
        Self {
            parts: vec![],
            width: 1,
        }
    }
}

/// A goal that collects up to a given number of solutions that contain an open candidate.
struct Sample<'a, W> {
    base: i64,
    /// Number of variables that are part of the answer.
    answer: usize,
    open: &'a [W],
    most: usize,
    solutions: Vec<Vec<u8>>,
}

impl<W: Word> Goal<W> for Sample<'_, W> {
    fn solution(&mut self, board: &[W]) -> bool {
        self.solutions
            .push(values(self.base, &board[..self.answer]));
        self.solutions.len() < self.most
    }

    fn wants(&self, board: &[W]) -> bool {
        let mut sets = board.iter().zip(self.open);
        sets.any(|(&set, &open)| !(set & open).is_none())
    }

    fn prefer(&self, board: &[W], guess: Guess<W>) -> Guess<W> {
        let var = usize::from(guess.var);
        let open = board[var] & self.open[var];
        if (guess.value & open).is_none() && !open.is_none() {
            let value = W::one(open.lowest());
            return Guess { value, ..guess };
        }
        guess
    }
}
