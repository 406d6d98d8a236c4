//! Questions about a puzzle with some of its clues off, all put to one compiled model.

use super::suspect::{Set, Suspects};
use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Cite, Off, Switchable};
use cluewright_engine::search::{Budget, Found, Limits, Run, Stop, others, solve_together};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::{Book, ClueError, Violation};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How far a diagnosis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What is being done: "clues tried", "conflicts found".
    pub doing: &'static str,
    /// How many have been done.
    pub done: usize,
    /// How many there are, where that is known.
    pub of: Option<usize>,
}

/// The puzzle that is diagnosed, and how much may be spent on it.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) book: &'a Book,
    pub(super) suspects: Suspects,
    /// Budget of a single question; all of them share the deadline.
    pub(super) budget: Budget<'a>,
    /// Guesses for the proofs of all single changes together.
    pub(super) change_nodes: u64,
    pub(super) threads: usize,
    /// Whether some clue speaks of the cells that others do not mark.
    pub(super) reads_marks: bool,
    /// The file's solution, where it is whole and nothing stands beside the grid.
    pub(super) solution: Option<&'a [u8]>,
    /// Told about progress.
    pub(super) progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// Answers questions.
#[derive(Clone)]
pub(super) struct Oracle<'a> {
    pub(super) case: Case<'a>,
    switchable: Switchable,
    /// What the answers so far say of other sets.
    pub(super) known: Known,
    /// Guesses that are left for all questions together.
    left: u64,
    pub(super) spent: Spent,
}

/// What the answers took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    /// Questions asked.
    pub(super) calls: u64,
    /// Whether a limit cut some answer short.
    pub(super) cut: bool,
}

/// What is known of sets of suspects, marks of the others standing.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// No set that holds all of one of these has a solution.
    pub(super) impossible: Vec<Vec<usize>>,
    /// What a solution breaks: it solves all sets that hold none of these.
    pub(super) solved: Vec<Vec<usize>>,
}

/// Whether some clues have a common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// They have: one that breaks these suspects and no others.
    Solvable(Vec<usize>),
    /// They have none.
    Impossible,
    /// A limit was reached.
    Unknown,
}

impl<'a> Case<'a> {
    /// The limits of the next question.
    pub(super) fn limits(&self, solutions: u64) -> Limits<'a> {
        Limits::within(self.budget, solutions)
    }

    /// How searches are run.
    pub(super) const fn run(&self) -> Run<'static> {
        Run {
            threads: self.threads,
            progress: None,
        }
    }

    /// Tells how far it is.
    pub(super) fn tell(&self, doing: &'static str, done: usize, of: Option<usize>) {
        if let Some(tell) = self.progress {
            tell(Stage { doing, done, of });
        }
    }

    /// The numbers of the suspects that a solution of some clues breaks.
    pub(super) fn broken_by(&self, solution: &[u8]) -> Vec<usize> {
        let broken = self
            .book
            .violated(self.puzzle, solution)
            .unwrap_or_default();
        let cites = broken.iter().filter_map(|violation| self.cite(violation));
        let mut numbers: Vec<usize> = cites
            .filter_map(|cite| self.suspects.number(cite))
            .collect();
        numbers.sort_unstable();
        numbers
    }

    /// The file's solution, if it breaks nothing but what is named.
    pub(super) fn meant(&self, gone: &[Cite]) -> Option<Vec<u8>> {
        let solution = self.solution?;
        let broken = self.book.violated(self.puzzle, solution).ok()?;
        let named = |violation| {
            self.cite(violation)
                .is_some_and(|cite| gone.contains(&cite))
        };
        broken.iter().all(named).then(|| solution.to_vec())
    }

    fn cite(&self, violation: &Violation) -> Option<Cite> {
        match *violation {
            Violation::Clue(index) => Some(Cite::Clue(index as u16)),
            Violation::Given(index) => Some(Cite::Given(index as u16)),
            Violation::House(house) => {
                let number = self.puzzle.layout.house_number(house);
                Some(Cite::House(number as u16))
            }
            Violation::Value(_) => None,
        }
    }
}

impl<'a> Oracle<'a> {
    pub(super) fn new(case: Case<'a>) -> Result<Self, ClueError> {
        let layout = case.suspects.number(Cite::House(0)).is_some();
        Ok(Self {
            switchable: compile_switchable(case.puzzle, case.book, layout)?,
            case,
            known: Known::default(),
            left: u64::MAX,
            spent: Spent::default(),
        })
    }

    /// Everything on.
    pub(super) fn everything(&self) -> Set {
        vec![true; self.case.suspects.count()]
    }

    /// Everything on but some suspects.
    pub(super) fn all_but(&self, gone: &[usize]) -> Set {
        let mut set = self.everything();
        gone.iter().for_each(|&number| set[number] = false);
        set
    }

    /// Whether the clues of a set have a common solution, marks of the others standing.
    pub(super) fn ask(&mut self, set: &Set) -> Reply {
        if let Some(reply) = self.known.reply(set) {
            return reply;
        }
        if self.left == 0 {
            return Reply::Unknown;
        }
        let found = self.solutions(Off::Unknown, set, 1);
        match found.solutions.first() {
            Some(solution) => {
                let broken = self.case.broken_by(solution);
                self.known.solved.push(broken.clone());
                Reply::Solvable(broken)
            }
            None if found.stopped.is_none() => {
                self.known.impossible.push(members(set));
                Reply::Impossible
            }
            None => Reply::Unknown,
        }
    }

    /// The solutions of the clues of a set, up to a number.
    pub(super) fn solutions(&mut self, off: Off, set: &Set, most: u64) -> Found {
        self.switch(off, set);
        let given = self.case.budget;
        let limits = Limits::within(given.with_nodes(given.nodes.min(self.left)), most);
        let found = solve_together(self.switchable.model(), limits, self.case.run());
        // Our own share of guesses is no limit that the setter gave.
        let shared_out = found.stopped == Some(Stop::Nodes) && self.left < given.nodes;
        self.left = self.left.saturating_sub(found.nodes);
        self.count(found.stopped.filter(|_| !shared_out));
        found
    }

    /// Works with a budget of guesses for all questions about solutions together.
    pub(super) fn within<R>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.left, nodes);
        let result = work(self);
        self.left = before;
        result
    }

    /// Some solutions of the clues of a set: those found within the budget of guesses. That there may be more
    /// cuts no answer short.
    pub(super) fn sample(&mut self, off: Off, set: &Set, most: u64, nodes: u64) -> Found {
        let cut = self.spent.cut;
        let found = self.within(nodes, |oracle| oracle.solutions(off, set, most));
        self.spent.cut = cut;
        found
    }

    /// The solutions of the clues of a set beside a known one, up to a number. Some cells can be
    /// restricted further.
    pub(super) fn others(
        &mut self,
        off: Off,
        set: &Set,
        within: &[(Cell, DigitSet)],
        known: &[u8],
        most: u64,
    ) -> Found {
        self.switch(off, set);
        for &(cell, digits) in within {
            self.switchable.assume(cell, digits);
        }
        let found = others(self.switchable.model(), known, self.case.limits(most));
        self.count(found.stopped);
        found
    }

    /// Works on each item with an oracle of its own, on several threads; the results in the order of
    /// the items. The oracles' questions are counted as this one's.
    pub(super) fn each<T: Sync, R: Send>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut Self, &T) -> R + Sync,
    ) -> Vec<R> {
        let (case, done) = (self.case, AtomicUsize::new(0));
        let known = self.known.clone();
        let counted = |oracle: &mut Self, item: &T| {
            oracle.spent = Spent::default();
            // Who answered which question before depends on the threads.
            oracle.known.clone_from(&known);
            let result = work(oracle, item);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            case.tell("clues tried", done, Some(items.len()));
            (result, oracle.spent)
        };
        let fresh = || self.clone();
        let results = Pool::new(case.threads).each_with(items, fresh, counted);
        let add = |(result, spent)| {
            self.spent.add(spent);
            result
        };
        results.into_iter().map(add).collect()
    }

    /// Works on two things at once, on two threads if there are as many, the second with an oracle of
    /// its own.
    pub(super) fn both<A: Send, B: Send>(
        &mut self,
        one: impl FnOnce(&mut Self) -> A + Send,
        two: impl FnOnce(&mut Self) -> B + Send,
    ) -> (A, B) {
        let mut other = self.clone();
        other.spent = Spent::default();
        let pool = Pool::new(self.case.threads);
        let results = pool.both(|| one(self), || two(&mut other));
        self.spent.add(other.spent);
        results
    }

    /// Counts a question and its answer.
    pub(super) fn count(&mut self, stopped: Option<Stop>) {
        self.spent.calls += 1;
        self.spent.cut |= stopped.is_some_and(|stop| stop != Stop::Solutions);
    }

    fn switch(&mut self, off: Off, set: &Set) {
        let suspects = self.case.suspects;
        let is_on = |cite| suspects.number(cite).is_none_or(|number| set[number]);
        self.switchable.switch(off, is_on);
    }
}

impl Spent {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.cut |= other.cut;
    }
}

impl Known {
    /// The answer, if it follows from others.
    fn reply(&self, set: &Set) -> Option<Reply> {
        let is_on = |&number: &usize| set[number];
        if let Some(broken) = self.solved.iter().find(|broken| !broken.iter().any(is_on)) {
            return Some(Reply::Solvable(broken.clone()));
        }
        let impossible = self.impossible.iter().any(|part| part.iter().all(is_on));
        impossible.then_some(Reply::Impossible)
    }
}

/// The numbers of the suspects in a set.
fn members(set: &Set) -> Vec<usize> {
    let numbered = set.iter().enumerate();
    numbered
        .filter_map(|(number, &on)| on.then_some(number))
        .collect()
}
