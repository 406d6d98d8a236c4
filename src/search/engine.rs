//! The search itself: one stack of boards, a fixpoint at each node, a guess, and back.

use super::branch::Chooser;
use super::{Found, Limits, Stop};
use crate::model::program::Work;
use crate::model::{Compiled, Word};
use std::time::Instant;

/// Searches one compiled puzzle. All memory is taken at the start and kept between searches.
#[derive(Debug)]
pub struct Engine<'m, W: Word> {
    compiled: &'m Compiled<W>,
    /// Boards, one after the other; the last is the node being looked at.
    boards: Vec<W>,
    /// For each board but the last, the guess that led from it to the next.
    guesses: Vec<Guess<W>>,
    work: Work<W>,
    chooser: Chooser,
}

/// A variable and the value it was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess<W> {
    pub(super) var: u16,
    pub(super) value: W,
}

impl<'m, W: Word> Engine<'m, W> {
    /// An engine for a compiled puzzle.
    #[must_use]
    pub fn new(compiled: &'m Compiled<W>) -> Self {
        let vars = compiled.start.len();
        let mut boards = Vec::with_capacity(vars * 24);
        boards.extend_from_slice(&compiled.start);
        Self {
            compiled,
            boards,
            guesses: Vec::with_capacity(64),
            work: Work::default(),
            chooser: Chooser::new(compiled),
        }
    }

    /// Searches for solutions up to the limits and keeps them.
    pub fn solve(&mut self, limits: Limits<'_>) -> Found {
        let mut found = Found::default();
        let base = self.compiled.program.shared().base;
        let started = Instant::now();
        let mut on_solution = |board: &[W], found: &mut Found| {
            found.count += 1;
            let values = board
                .iter()
                .map(|set| (base + i64::from(set.lowest())) as u8);
            found.solutions.push(values.collect());
            found.count < limits.solutions
        };
        self.search(&limits, started, &mut found, &mut on_solution);
        found
    }

    /// Visits every solution until `on_solution` says to stop (false) or a limit is reached.
    pub(super) fn search(
        &mut self,
        limits: &Limits<'_>,
        started: Instant,
        found: &mut Found,
        on_solution: &mut impl FnMut(&[W], &mut Found) -> bool,
    ) {
        let vars = self.compiled.start.len();
        self.boards.clear();
        self.boards.extend_from_slice(&self.compiled.start);
        self.guesses.clear();
        if self.compiled.start.iter().any(|set| set.is_none()) {
            return;
        }
        self.compiled.program.wake_all(&self.boards, &mut self.work);
        loop {
            let depth = self.guesses.len();
            let board = &mut self.boards[depth * vars..];
            match self.compiled.program.fixpoint(board, &mut self.work) {
                Err(failure) => self
                    .chooser
                    .conflict(self.compiled, failure, self.guesses.last()),
                Ok(()) => match self.chooser.choose(self.compiled, board) {
                    Some(guess) => {
                        if let Some(stop) = exhausted(limits, started, found.nodes) {
                            found.stopped = Some(stop);
                            return;
                        }
                        found.nodes += 1;
                        self.descend(guess);
                        continue;
                    }
                    None => {
                        if !on_solution(board, found) {
                            found.stopped = Some(Stop::Solutions);
                            return;
                        }
                    }
                },
            }
            if !self.ascend() {
                return;
            }
        }
    }

    /// Makes the guess on a copy of the board, and takes it from the board itself.
    fn descend(&mut self, guess: Guess<W>) {
        let vars = self.compiled.start.len();
        let top = self.guesses.len() * vars;
        self.boards.extend_from_within(top..top + vars);
        let var = usize::from(guess.var);
        self.boards[top + var] &= !guess.value;
        self.boards[top + vars + var] = guess.value;
        self.guesses.push(guess);
        let board = &self.boards[top + vars..];
        self.compiled.program.wake(guess.var, board, &mut self.work);
    }

    /// Back to the board before the last guess, from which that guess has been taken. False at the
    /// root.
    fn ascend(&mut self) -> bool {
        let vars = self.compiled.start.len();
        let Some(guess) = self.guesses.pop() else {
            return false;
        };
        let top = self.guesses.len() * vars;
        self.boards.truncate(top + vars);
        self.compiled
            .program
            .wake(guess.var, &self.boards[top..], &mut self.work);
        true
    }
}

/// The clock and the caller are asked once in so many nodes.
const RARELY: u64 = 256;

fn exhausted(limits: &Limits<'_>, started: Instant, nodes: u64) -> Option<Stop> {
    if nodes >= limits.nodes {
        return Some(Stop::Nodes);
    }
    if nodes % RARELY == 0 {
        if limits.time.is_some_and(|time| started.elapsed() >= time) {
            return Some(Stop::Time);
        }
        if limits
            .cancel
            .is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed))
        {
            return Some(Stop::Cancelled);
        }
    }
    None
}
