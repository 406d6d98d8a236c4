//! The search: a stack of boards, with propagation to the fixpoint at each node, guesses, and backtracking.
//!
//! An engine can pause after any number of nodes, resume later, and give away its largest open branch. Counting, true candidates and
//! parallel search rely on this.

use super::branch::Chooser;
use super::found::{Collect, Found};
use super::goal::{Goal, Guess, Slice};
use super::limits::{Limits, Stop};
use crate::model::program::{Failure, Work};
use crate::model::{Compiled, Word};
use cluewright_puzzle::clock::count_work;

/// The search of one compiled puzzle. All memory is allocated at the start and reused between searches.
#[derive(Debug)]
pub struct Engine<'m, W: Word> {
    pub(super) compiled: &'m Compiled<W>,
    /// The boards from the root to the current node, which comes last.
    boards: Vec<W>,
    /// For each board, the share of the whole search that is open below this board but not below a later board. The list is empty
    /// once the search has ended.
    shares: Vec<f64>,
    /// For each board but the last, the guess that led to the next board.
    guesses: Vec<Guess<W>>,
    work: Work<W>,
    chooser: Chooser,
    /// Number of boards, counted from the root, that have not been propagated with the current program.
    unseen: usize,
}

/// Node counts at which a search without solutions restarts. It keeps its weights, so that guesses near the root benefit from earlier
/// conflicts. Only puzzles with letters or layers gain from restarts; in other puzzles, the houses give good guesses from the start.
const RESTARTS: [u64; 4] = [50, 100, 200, 400];

/// Node counts at which a search that branches on classes of values restarts with singleton probing, because probing finds eliminations
/// that class branching misses. On the eight orientations of a grid with two skyscrapers and entropy, the search took a sixth of the
/// nodes, whether it restarted after 100 or after 500.
const PROBING: [u64; 1] = [100];

/// Maximum number of candidates to probe.
const MOST_TRIED: usize = 1_000;

/// Returns the node counts at which a search restarts.
pub(super) fn restarts<W: Word>(compiled: &Compiled<W>) -> &'static [u64] {
    if asks_classes(compiled) {
        &PROBING
    } else if compiled.start.len() > compiled.cells {
        &RESTARTS
    } else {
        &[]
    }
}

/// Returns `true` if the search guesses classes of values, and the puzzle has no variables besides its cells.
fn asks_classes<W: Word>(compiled: &Compiled<W>) -> bool {
    compiled.start.len() == compiled.cells && compiled.classes.are_told()
}

impl<'m, W: Word> Engine<'m, W> {
    /// Creates an engine for a compiled puzzle.
    #[must_use]
    pub fn new(compiled: &'m Compiled<W>) -> Self {
        Self {
            compiled,
            boards: Vec::with_capacity(compiled.start.len() * 24),
            shares: Vec::with_capacity(64),
            guesses: Vec::with_capacity(64),
            work: Work::default(),
            chooser: Chooser::new(compiled),
            unseen: 0,
        }
    }

    /// Searches for solutions up to the limits and keeps them.
    pub fn solve(&mut self, limits: Limits<'_>) -> Found {
        let compiled = self.compiled;
        self.solve_from(&compiled.start, limits)
    }

    /// Searches for solutions below a board, up to the limits, and keeps them.
    pub fn solve_from(&mut self, start: &[W], limits: Limits<'_>) -> Found {
        self.solve_while(start, limits, &|| limits.over())
    }

    /// Like [`Self::solve_from`], but a function decides when to stop, instead of the deadline and the cancel flag.
    pub(super) fn solve_while(
        &mut self,
        start: &[W],
        limits: Limits<'_>,
        ask: &dyn Fn() -> Option<Stop>,
    ) -> Found {
        let mut slice = Slice {
            limit: limits.nodes,
            nodes: 0,
            ask,
        };
        let mut goal = Collect::new(self.compiled, limits.solutions, usize::MAX);
        self.start(start, 1.0);
        let mut restarts = restarts(self.compiled).iter();
        let stopped = loop {
            let restart = restarts.next().copied().unwrap_or(u64::MAX);
            // Restarts are counted from the nodes so far. If no further restart follows, a plain sum would overflow.
            slice.limit = limits.nodes.min(slice.nodes.saturating_add(restart));
            match self.run(&mut slice, &mut goal) {
                Some(Stop::Nodes) if slice.nodes < limits.nodes => {
                    // A restart would find known solutions again and count them twice.
                    if goal.found.count == 0 {
                        self.start_over(start);
                    }
                }
                stopped => break stopped,
            }
        };
        Found {
            nodes: slice.nodes,
            stopped,
            open: self.open_share(),
            ..goal.found
        }
    }

    /// Prepares a search below a board, which is the given share of the whole search. The position is reset, but the weights are kept.
    pub(super) fn start(&mut self, board: &[W], share: f64) {
        self.end();
        // Relations assume that every variable has a candidate, so a board with an empty domain ends the search at once.
        if !board.iter().any(|set| set.is_none()) {
            self.boards.extend_from_slice(board);
            self.shares.push(share);
            self.compiled.program.wake_all(board, &mut self.work);
        }
    }

    /// Restarts the search with its current weights. If it guesses classes of values, probing removes candidates first.
    pub(super) fn start_over(&mut self, board: &[W]) {
        self.start(board, 1.0);
        let tries = asks_classes(self.compiled) && !self.has_ended();
        if tries && self.try_candidates().is_err() {
            self.end();
        }
    }

    /// Probes up to [`MOST_TRIED`] candidates of the root board: assumes each one, and removes it if propagation refutes it.
    fn try_candidates(&mut self) -> Result<(), Failure> {
        let program = &self.compiled.program;
        let (board, work) = (&mut self.boards[..], &mut self.work);
        program.fixpoint(board, work)?;
        let open = board.iter().enumerate().filter(|(_, set)| set.len() > 1);
        let candidates = open.flat_map(|(var, set)| set.each().map(move |bit| (var, W::one(bit))));
        let candidates: Vec<(usize, W)> = candidates.take(MOST_TRIED).collect();
        let mut trial = vec![];
        for (var, value) in candidates {
            // Earlier probes may have fixed the variable or removed the candidate, so there is nothing left to probe.
            if board[var].is_single() || (board[var] & value).is_none() {
                continue;
            }
            trial.clear();
            trial.extend_from_slice(board);
            trial[var] = value;
            let guess = Guess {
                var: var as u16,
                value,
            };
            count_work();
            // The board was at its fixpoint, so only relations on the assumed variable can find anything.
            program.wake(guess.var, &trial, work);
            if let Err(failure) = program.fixpoint(&mut trial, work) {
                let chooser = &mut self.chooser;
                // A failed probe counts as a conflict, so the search after the restart branches first where probes failed.
                chooser.conflict(self.compiled, &trial, failure, Some(&guess));
                board[var] &= !value;
                program.wake(guess.var, board, work);
                program.fixpoint(board, work)?;
            }
        }
        Ok(())
    }

    /// Switches to another model of the same puzzle, which must have the same variables, and continues the search.
    pub(super) fn continue_with(&mut self, compiled: &'m Compiled<W>) {
        let vars = self.compiled.start.len();
        self.compiled = compiled;
        // The earlier boards have not been propagated with the new program, so backtracking to one of them wakes every relation.
        self.unseen = self.guesses.len();
        let board = &self.boards[self.guesses.len() * vars..];
        compiled.program.wake_all(board, &mut self.work);
    }

    /// Drops all open nodes, which ends the search.
    pub(super) fn end(&mut self) {
        self.boards.clear();
        self.shares.clear();
        self.guesses.clear();
        self.unseen = 0;
    }

    /// Returns `true` if no nodes are open any more.
    pub(super) fn has_ended(&self) -> bool {
        self.shares.is_empty()
    }

    /// Returns the share of the whole search that is still open in this engine.
    pub(super) fn open_share(&self) -> f64 {
        self.shares.iter().sum()
    }

    /// Returns the share of the whole search that is still open in this engine's oldest branch.
    pub(super) fn oldest_share(&self) -> f64 {
        self.shares.first().copied().unwrap_or(0.0)
    }

    /// Runs the search from the current position, and passes each solution to the goal, until the goal has enough or the slice is used
    /// up. Returns `None` if the search has ended.
    pub(super) fn run(&mut self, slice: &mut Slice<'_>, goal: &mut impl Goal<W>) -> Option<Stop> {
        let vars = self.compiled.start.len();
        while !self.has_ended() {
            count_work();
            let board = &mut self.boards[self.guesses.len() * vars..];
            match self.compiled.program.fixpoint(board, &mut self.work) {
                Err(failure) => {
                    self.chooser
                        .conflict(self.compiled, board, failure, self.guesses.last())
                }
                Ok(()) if !goal.wants(board) => {}
                Ok(()) => match self.chooser.choose(self.compiled, board) {
                    Some(guess) => {
                        let guess = goal.prefer(board, guess);
                        // The check comes before the guess is made, so that the engine can resume from this board.
                        if let Some(stop) = slice.used_up() {
                            return Some(stop);
                        }
                        slice.nodes += 1;
                        self.descend(guess);
                        continue;
                    }
                    None => {
                        if !goal.solution(board) {
                            self.ascend();
                            return Some(Stop::Solutions);
                        }
                    }
                },
            }
            self.ascend();
        }
        None
    }

    /// Splits off the oldest open branch as an engine with a copy of the weights. Returns `None` if only the current branch is open.
    pub(super) fn split(&mut self) -> Option<Self> {
        if self.guesses.is_empty() {
            return None;
        }
        let vars = self.compiled.start.len();
        let mut other = Self {
            chooser: self.chooser.clone(),
            ..Self::new(self.compiled)
        };
        // The guess that led from the first board to the second was removed from the first board, so the two engines share no
        // solutions.
        other.start(&self.boards[..vars], self.shares[0]);
        self.boards.drain(..vars);
        self.shares.remove(0);
        self.guesses.remove(0);
        // If any boards are unseen, the first board was among them, and it has just been removed.
        self.unseen = self.unseen.saturating_sub(1);
        Some(other)
    }

    /// Makes a guess on a copy of the board, and removes the guess from the board itself.
    fn descend(&mut self, guess: Guess<W>) {
        let vars = self.compiled.start.len();
        let depth = self.guesses.len();
        let top = depth * vars;
        self.boards.extend_from_within(top..top + vars);
        let var = usize::from(guess.var);
        // The sizes of the subtrees are not known yet, so each value gets an equal part of the share.
        let part = f64::from(guess.value.len()) / f64::from(self.boards[top + var].len());
        let share = self.shares[depth] * part;
        self.shares[depth] -= share;
        self.shares.push(share);
        // The alternative is prepared now, so that backtracking only has to drop the last board.
        self.boards[top + var] &= !guess.value;
        self.boards[top + vars + var] = guess.value;
        self.guesses.push(guess);
        let board = &self.boards[top + vars..];
        self.compiled.program.wake(guess.var, board, &mut self.work);
    }

    /// Backtracks to the board before the last guess; the guess has already been removed from it. At the root, this ends the
    /// search.
    fn ascend(&mut self) {
        let vars = self.compiled.start.len();
        self.shares.pop();
        let Some(guess) = self.guesses.pop() else {
            return self.boards.clear();
        };
        let top = self.guesses.len() * vars;
        self.boards.truncate(top + vars);
        let (program, board) = (&self.compiled.program, &self.boards[top..]);
        // This board was propagated with an earlier program, so all relations of the new program must run, not only those on the
        // guessed variable.
        if self.guesses.len() < self.unseen {
            self.unseen = self.guesses.len();
            return program.wake_all(board, &mut self.work);
        }
        program.wake(guess.var, board, &mut self.work);
    }
}
