//! Runs one search on many threads, with the same answer for any number of threads.
//!
//! A search starts on one thread. A long search goes through stages ([`Split`]): it switches to a model with stronger propagation, then
//! tries another method, and finally splits its open branches into a fixed number of parts. In each round every part runs the same
//! number of nodes. The results are collected in the order of the parts. Parts that have ended are replaced by splitting the parts with
//! the largest open share. Nothing depends on the scheduling of threads, so solutions, counts and nodes are reproducible. Each round
//! gives equal work to all parts, so no thread waits long for another.

use super::engine::{Engine, restarts};
use super::found::{Collect, Found};
use super::goal::{Goal, Slice};
use super::limits::{Limits, Stop};
use crate::model::{Compiled, Model, Word, of_any_width};
use cluewright_puzzle::pool::Pool;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The stages of a search, and the settings for splitting it between threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    /// Number of nodes after which the search switches, without restarting, to the model for long searches. That model requires
    /// all relations to be on. Restarting costs more than it gains: one of ten non-consecutive puzzles took twelve times as long.
    pub(super) long_search: Option<u64>,
    /// Number of nodes after which another method may replace the rest of the search.
    pub(super) start: u64,
    /// Number of nodes after which the search shares its time with another method.
    pub(super) sharing: u64,
    /// Number of nodes after which the search is split into parts. Each part learns weights from its own conflicts, so parts that
    /// are created early repeat each other's mistakes. Splitting early took 1.12 times as many nodes on 30 searches of at least
    /// 4,000 nodes (geometric mean), and raised one of them from 82,000 nodes to 22 million.
    pub(super) parting: u64,
    /// Number of parts, which is fixed so that results do not depend on the number of threads.
    pub(super) parts: usize,
    /// Number of nodes that a part searches in one round.
    pub(super) slice: u64,
}

impl Split {
    /// Settings for searches that may take minutes, on any number of threads.
    pub(super) const LONG: Self = Self {
        long_search: Some(50),
        start: 4096,
        sharing: 1 << 17,
        parting: 1 << 18,
        parts: 64,
        slice: 1024,
    };

    /// Settings for the searches of a diagnosis, which are numerous and seldom take more than a second.
    pub(super) const SHORT: Self = Self {
        // Building the model for long searches would take longer than most of these searches.
        long_search: None,
        start: 256,
        sharing: 256,
        parting: 256,
        parts: 16,
        slice: 256,
    };
}

/// The settings of a search that do not affect its answer.
#[derive(Clone, Copy, Default)]
pub struct Run<'a> {
    /// Number of threads; 0 means one per processor. Without the feature `threads` there is only one.
    pub threads: usize,
    /// Progress callback. It is called at most once per thousand nodes. It may be called from any thread, but never by two threads at
    /// once.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl Run<'_> {
    /// One thread, without progress reports.
    pub const QUIET: Self = Self {
        threads: 1,
        progress: None,
    };

    /// Runs `work` in a pool of `threads` threads; nested calls reuse the pool.
    pub fn together<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        Pool::new(self.threads).install(work)
    }
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("threads", &self.threads)
            .field("progress", &self.progress.is_some())
            .finish()
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Number of nodes searched so far.
    pub nodes: u64,
    /// Number of solutions found so far.
    pub solutions: u64,
    /// The fraction of the search that is done, 0 to 1. It assumes that all values of a guess take equally long.
    pub fraction: f64,
}

/// Another search method, which takes over from a long search or shares its time.
pub(super) trait Method<'a>: Send {
    /// Takes over from a search with the results so far. Returns `None` if the search should continue.
    fn take_over(&mut self, so_far: &Found) -> Option<Found>;

    /// Works for about as long as the search has worked since the last call. Returns all solutions known so far, with the nodes of this
    /// call. Returns `None` if this method does not share time.
    fn work(&mut self, _so_far: &Found, _left: Limits<'a>) -> Option<Found> {
        None
    }
}

impl<F: FnMut(&Found) -> Option<Found> + Send> Method<'_> for F {
    fn take_over(&mut self, so_far: &Found) -> Option<Found> {
        self(so_far)
    }
}

/// Searches for all solutions up to the limits, and keeps the first `keep` of them.
pub(super) fn sweep_model<'a>(
    model: &Model,
    keep: usize,
    limits: &Limits<'a>,
    run: &Run<'_>,
    split: Split,
    other: impl Method<'a>,
) -> Found {
    of_any_width!(model, compiled => sweep(compiled, keep, limits, run, split, other))
}

/// Like [`sweep_model`], but for a model of known width.
pub(super) fn sweep<'a, W: Word>(
    compiled: &Compiled<W>,
    keep: usize,
    limits: &Limits<'a>,
    run: &Run<'_>,
    split: Split,
    mut other: impl Method<'a>,
) -> Found {
    let mut sweep = Sweep {
        keep,
        limits,
        meter: Meter::new(run),
        found: Found::default(),
    };
    if limits.solutions == 0 {
        sweep.found.stopped = Some(Stop::Solutions);
    }
    // Declared before the parts, because they may borrow the model until the end of the search.
    let long_search;
    let mut parts = vec![Subproblem::whole(compiled)];
    for &restart in restarts(compiled) {
        if !sweep.goes_on(&parts) || sweep.found.count > 0 {
            break;
        }
        // The search is a single part until it is split, so further threads would have nothing to do.
        sweep.round(&mut parts, restart, &Pool::Alone);
        if sweep.found.count == 0 && sweep.found.stopped.is_none() {
            parts.retain(|part| !part.engine.has_ended());
            let again = |part: &mut Subproblem<'_, W>| part.engine.start_over(&compiled.start);
            parts.iter_mut().for_each(again);
        }
    }
    if let Some(nodes) = split.long_search {
        sweep.round(&mut parts, nodes, &Pool::Alone);
        parts.retain(|part| !part.engine.has_ended());
        if sweep.goes_on(&parts) {
            long_search = compiled.for_long_search();
            let parts = parts.iter_mut().zip(&long_search);
            parts.for_each(|(part, model)| part.engine.continue_with(model));
        }
    }
    let nodes = split.start - split.long_search.unwrap_or(0);
    sweep.round(&mut parts, nodes, &Pool::Alone);
    parts.retain(|part| !part.engine.has_ended());
    if sweep.goes_on(&parts) {
        sweep.found.open = open_share(&parts);
        if let Some(found) = other.take_over(&sweep.found) {
            return found;
        }
        while sweep.goes_on(&parts) && sweep.found.nodes < split.sharing {
            sweep.round(&mut parts, split.start, &Pool::Alone);
            parts.retain(|part| !part.engine.has_ended());
        }
        let pool = Pool::new(run.threads);
        while sweep.goes_on(&parts) {
            // Before the split, the single part does the work of all parts in a round, so that the other method gets turns as
            // often as it does later.
            let mut slice = split.slice * split.parts as u64;
            if sweep.found.nodes >= split.parting {
                fill(&mut parts, split.parts, |part| sweep.step(part));
                slice = split.slice;
            }
            let so_far = sweep.found.clone();
            let ((), theirs) = pool.both(
                || sweep.round(&mut parts, slice, &pool),
                || other.work(&so_far, limits.after(so_far.nodes)),
            );
            parts.retain(|part| !part.engine.has_ended());
            let is_decided = theirs.is_some_and(|theirs| sweep.add(theirs, parts.is_empty()));
            if is_decided {
                parts.clear();
            }
        }
    }
    sweep.found.open = open_share(&parts);
    sweep.found
}

/// Returns the fraction of the search that is open in these parts.
fn open_share<W: Word>(parts: &[Subproblem<'_, W>]) -> f64 {
    parts.iter().map(|part| part.engine.open_share()).sum()
}

/// The state of a search for all solutions, across its parts.
struct Sweep<'a> {
    keep: usize,
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    found: Found,
}

impl Sweep<'_> {
    fn goes_on<W: Word>(&self, parts: &[Subproblem<'_, W>]) -> bool {
        self.found.stopped.is_none() && !parts.is_empty()
    }

    /// Runs every part for `slice` nodes or, near the limit, for its share of the remaining nodes.
    fn round<W: Word>(&mut self, parts: &mut [Subproblem<'_, W>], slice: u64, pool: &Pool) {
        if !self.goes_on(parts) {
            return;
        }
        let allowance = Allowance::new(
            self.limits.nodes.saturating_sub(self.found.nodes),
            parts.len(),
            slice,
        );
        let wanted = self.limits.solutions - self.found.count;
        let counts: Vec<AtomicU64> = parts.iter().map(|_| AtomicU64::new(0)).collect();
        let this = &*self;
        let outcomes = pool.each(parts, |index, part| {
            let ask = || {
                this.limits
                    .over()
                    // Only earlier parts may stop this one, so that the set of kept solutions does not depend on the threads.
                    .or_else(|| find_decision(&counts[..index], wanted))
            };
            let mut goal = Counted {
                collect: Collect::new(
                    part.engine.compiled,
                    wanted,
                    this.keep - this.found.solutions.len(),
                ),
                count: &counts[index],
            };
            let open = part.engine.open_share();
            let (nodes, stopped) = part.run(allowance.of(index), &ask, &mut goal);
            let found = goal.collect.found;
            let done = open - part.engine.open_share();
            this.meter.add(nodes, found.count, done);
            Found {
                nodes,
                stopped,
                ..found
            }
        });
        for outcome in outcomes {
            self.gather(outcome);
            // The progress of later parts depends on the threads, so their results are dropped.
            if self.found.stopped == Some(Stop::Solutions) {
                return;
            }
        }
        let open = parts.iter().any(|part| !part.engine.has_ended());
        if self.found.stopped.is_none() && open && self.found.nodes >= self.limits.nodes {
            self.found.stopped = Some(Stop::Nodes);
        }
    }

    /// Runs one node of one part. Returns `false` if the search is over.
    fn step<W: Word>(&mut self, part: &mut Subproblem<'_, W>) -> bool {
        self.round(std::slice::from_mut(part), 1, &Pool::Alone);
        self.found.stopped.is_none()
    }

    /// Adds the results of another method. Returns `true` if they answer the question before this search does.
    fn add(&mut self, theirs: Found, has_ended: bool) -> bool {
        let found = &mut self.found;
        found.nodes += theirs.nodes;
        // This search has already decided the question, so its own result is kept.
        if has_ended || found.stopped == Some(Stop::Solutions) {
            return false;
        }
        let mut solutions = theirs.solutions;
        if theirs.stopped.is_some() {
            let ours = found.solutions.iter().cloned();
            let ours = ours
                .filter(|solution| !solutions.contains(solution))
                .collect::<Vec<_>>();
            solutions.extend(ours);
            if (solutions.len() as u64) < self.limits.solutions {
                return false;
            }
        }
        found.count = self.limits.solutions.min(solutions.len() as u64);
        found.stopped = (found.count == self.limits.solutions).then_some(Stop::Solutions);
        solutions.truncate(self.keep);
        found.solutions = solutions;
        true
    }

    fn gather(&mut self, outcome: Found) {
        let found = &mut self.found;
        found.nodes += outcome.nodes;
        found.count = found.count.saturating_add(outcome.count);
        found.solutions.extend(outcome.solutions);
        if found.count >= self.limits.solutions {
            found.count = self.limits.solutions;
            found.stopped = Some(Stop::Solutions);
        } else if matches!(outcome.stopped, Some(Stop::Time | Stop::Cancelled)) {
            found.stopped = outcome.stopped;
        }
        // Each part counts by itself, so together they may find more solutions than requested.
        let most = usize::try_from(found.count).unwrap_or(usize::MAX);
        found.solutions.truncate(self.keep.min(most));
    }
}

/// Accumulates and reports the progress of a search.
pub(super) struct Meter<'a> {
    tell: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// The progress so far, and the number of nodes at which it was last reported.
    state: Mutex<(Progress, u64)>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(run: &Run<'a>) -> Self {
        Self {
            tell: run.progress,
            state: Mutex::default(),
        }
    }

    /// Adds the work of one part to the progress.
    pub(super) fn add(&self, nodes: u64, solutions: u64, fraction: f64) {
        let Some(tell) = self.tell else {
            return;
        };
        // The counters are valid even if another thread panicked while it held the lock.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (progress, told) = &mut *state;
        progress.nodes += nodes;
        progress.solutions = progress.solutions.saturating_add(solutions);
        progress.fraction = (progress.fraction + fraction).clamp(0.0, 1.0);
        if progress.nodes - *told >= Split::LONG.slice {
            *told = progress.nodes;
            tell(*progress);
        }
    }
}

/// Returns [`Stop::Solutions`] if the parts before this one have found enough solutions.
fn find_decision(before: &[AtomicU64], wanted: u64) -> Option<Stop> {
    // A count that is read late only delays the stop, so the weakest ordering is enough.
    let counts = before.iter().map(|count| count.load(Ordering::Relaxed));
    let count = counts.fold(0, u64::saturating_add);
    (count >= wanted).then_some(Stop::Solutions)
}

/// A [`Collect`] whose solution count is visible to later parts.
struct Counted<'a> {
    collect: Collect,
    count: &'a AtomicU64,
}

impl<W: Word> Goal<W> for Counted<'_> {
    fn solution(&mut self, board: &[W]) -> bool {
        let more = self.collect.solution(board);
        self.count
            .store(self.collect.found.count, Ordering::Relaxed);
        more
    }
}

/// A part of a search, and the number of the task to which it belongs.
#[derive(Debug)]
pub(super) struct Subproblem<'m, W: Word> {
    pub(super) engine: Engine<'m, W>,
    /// The number of the task to which the part belongs.
    pub(super) task: usize,
}

impl<'m, W: Word> Subproblem<'m, W> {
    /// Creates the search of a whole puzzle.
    pub(super) fn whole(compiled: &'m Compiled<W>) -> Self {
        Self::below(compiled, &compiled.start, 0)
    }

    /// Creates the search below a board.
    pub(super) fn below(compiled: &'m Compiled<W>, board: &[W], task: usize) -> Self {
        let mut engine = Engine::new(compiled);
        engine.start(board, 1.0);
        Self { engine, task }
    }

    /// Runs at most `limit` nodes. Returns the number of nodes run, and the reason for stopping.
    pub(super) fn run(
        &mut self,
        limit: u64,
        ask: &dyn Fn() -> Option<Stop>,
        goal: &mut impl Goal<W>,
    ) -> (u64, Option<Stop>) {
        let mut slice = Slice {
            limit,
            nodes: 0,
            ask,
        };
        let stopped = self.engine.run(&mut slice, goal);
        (slice.nodes, stopped)
    }
}

/// Splits the part with the largest open branch until there are enough parts. A part with only one board runs a `step` first. The
/// splitting ends if a step reports that the search is over.
pub(super) fn fill<'m, W: Word>(
    parts: &mut Vec<Subproblem<'m, W>>,
    most: usize,
    mut step: impl FnMut(&mut Subproblem<'m, W>) -> bool,
) {
    while parts.len() < most {
        let shares = parts.iter().map(|part| part.engine.oldest_share());
        // `max_by` returns the last of equal elements, so `rev` makes it the first part.
        let largest = shares.enumerate().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((at, _)) = largest else {
            return;
        };
        if let Some(engine) = parts[at].engine.split() {
            let task = parts[at].task;
            // The part would have searched this branch last, so inserting it here keeps the order of solutions.
            parts.insert(at + 1, Subproblem { engine, task });
            continue;
        }
        let goes_on = step(&mut parts[at]);
        if parts[at].engine.has_ended() {
            parts.remove(at);
        }
        if !goes_on {
            return;
        }
    }
}

/// The number of nodes left, divided among several parts so that they do not exceed a common limit.
pub(super) struct Allowance {
    slice: u64,
    each: u64,
    /// Remainder of the division: the number of parts that get one node more than the others.
    rest: usize,
}

impl Allowance {
    pub(super) fn new(left: u64, parts: usize, slice: u64) -> Self {
        let parts = parts.max(1) as u64;
        Self {
            slice,
            each: left / parts,
            rest: (left % parts) as usize,
        }
    }

    pub(super) fn of(&self, index: usize) -> u64 {
        self.slice.min(self.each + u64::from(index < self.rest))
    }
}
