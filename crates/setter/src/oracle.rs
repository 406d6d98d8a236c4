//! Questions about a puzzle with some of its clues off, all put to one compiled model.

use crate::suspect::{Set, Suspects, without};
use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Cite, Off, Switchable};
use cluewright_engine::search::{Budget, Found, Limits, Run, Stop, others, solve_together};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::{Book, ClueError, Clues, Violation};
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

/// The puzzle that questions are about, and how much may be spent on them.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) book: &'a Book,
    pub(crate) suspects: Suspects,
    /// Budget of a single question; all of them share the deadline.
    pub(crate) budget: Budget<'a>,
    /// Guesses for the proofs of all single changes together.
    pub(crate) change_nodes: u64,
    pub(crate) threads: usize,
    /// Whether some clue speaks of the cells that others do not mark.
    pub(crate) reads_marks: bool,
    /// The file's solution, where it is whole and nothing stands beside the grid.
    pub(crate) solution: Option<&'a [u8]>,
    /// Told about progress.
    pub(crate) progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// Answers questions.
#[derive(Clone)]
pub(crate) struct Oracle<'a> {
    pub(crate) case: Case<'a>,
    switchable: Switchable,
    /// What the answers so far say of other sets.
    pub(crate) known: Known,
    /// Guesses that are left for all questions together.
    left: u64,
    pub(crate) spent: Spent,
}

/// What the answers took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// Questions asked.
    pub(crate) calls: u64,
    /// Whether a limit cut some answer short.
    pub(crate) cut: bool,
}

/// What is known of sets of suspects, marks of the others standing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// No set that holds all of one of these has a solution.
    pub(crate) impossible: Vec<Vec<usize>>,
    /// What a solution breaks: it solves all sets that hold none of these.
    pub(crate) solved: Vec<Vec<usize>>,
}

/// Whether some clues have a common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// They have: one that breaks these suspects and no others.
    Solvable(Vec<usize>),
    /// They have none.
    Impossible,
    /// A limit was reached.
    Unknown,
}

/// Decides if a puzzle with one solution keeps it as the only one when clues are removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Uniqueness {
    /// There is no other solution.
    Kept,
    /// There is one that breaks these clues and givens of the puzzle, and no others.
    Broken(Vec<Cite>),
    /// Not even the one solution is left: a rule of unmarked cells forbids it.
    Lost,
    /// A limit was reached.
    Unknown,
}

impl<'a> Case<'a> {
    /// A puzzle that is asked about on one thread.
    pub(crate) fn new(
        puzzle: &'a Puzzle,
        book: &'a Book,
        suspects: Suspects,
        budget: Budget<'a>,
    ) -> Result<Self, ClueError> {
        Ok(Self {
            puzzle,
            book,
            suspects,
            budget,
            change_nodes: budget.nodes,
            threads: 1,
            reads_marks: !cluewright_rules::exempted(puzzle, book)?.is_empty(),
            solution: None,
            progress: None,
        })
    }

    /// The limits of the next question.
    pub(crate) fn limits(&self, solutions: u64) -> Limits<'a> {
        Limits::within(self.budget, solutions)
    }

    /// How searches are run.
    pub(crate) const fn run(&self) -> Run<'static> {
        Run {
            threads: self.threads,
            progress: None,
        }
    }

    /// Tells how far it is.
    pub(crate) fn tell(&self, doing: &'static str, done: usize, of: Option<usize>) {
        if let Some(tell) = self.progress {
            tell(Stage { doing, done, of });
        }
    }

    /// The numbers of the suspects that a solution of some clues breaks.
    pub(crate) fn broken_by(&self, solution: &[u8]) -> Vec<usize> {
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

    /// Returns `true` if a solution of the puzzle is one without some clues too: always, unless a mark goes and a
    /// negative rule speaks of its cells.
    pub(crate) fn solves_without(&self, gone: &[Cite], solution: &[u8]) -> bool {
        if !self.reads_marks || !gone.iter().any(|cite| matches!(cite, Cite::Clue(_))) {
            return true;
        }
        let broken = self.book.violated(&without(self.puzzle, gone), solution);
        broken.is_ok_and(|broken| broken.is_empty())
    }

    /// The file's solution, if it breaks nothing but what is named.
    pub(crate) fn meant(&self, gone: &[Cite]) -> Option<Vec<u8>> {
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
    pub(crate) fn new(case: Case<'a>) -> Result<Self, ClueError> {
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
    pub(crate) fn everything(&self) -> Set {
        vec![true; self.case.suspects.count()]
    }

    /// Everything on but some suspects.
    pub(crate) fn all_but(&self, gone: &[usize]) -> Set {
        let mut set = self.everything();
        gone.iter().for_each(|&number| set[number] = false);
        set
    }

    /// Whether the clues of a set have a common solution, marks of the others standing.
    pub(crate) fn ask(&mut self, set: &Set) -> Reply {
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
    pub(crate) fn solutions(&mut self, off: Off, set: &Set, most: u64) -> Found {
        if let Some(found) = self.out_of_time() {
            return found;
        }
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
    pub(crate) fn within<R>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.left, nodes);
        let result = work(self);
        self.left = before;
        result
    }

    /// Some solutions of the clues of a set: those found within the budget of guesses. That there may be more
    /// cuts no answer short.
    pub(crate) fn sample(&mut self, off: Off, set: &Set, most: u64, nodes: u64) -> Found {
        let cut = self.spent.cut;
        let found = self.within(nodes, |oracle| oracle.solutions(off, set, most));
        self.spent.cut = cut;
        found
    }

    /// The solutions of the clues of a set beside a known one, up to a number. Some cells can be
    /// restricted further.
    pub(crate) fn others(
        &mut self,
        off: Off,
        set: &Set,
        within: &[(Cell, DigitSet)],
        known: &[u8],
        most: u64,
    ) -> Found {
        if let Some(found) = self.out_of_time() {
            return found;
        }
        self.switch(off, set);
        for &(cell, digits) in within {
            self.switchable.assume(cell, digits);
        }
        let found = others(self.switchable.model(), known, self.case.limits(most));
        self.count(found.stopped);
        found
    }

    /// The result of a search after the deadline. Switching clues takes time too, and there may be hundreds of questions
    /// left.
    fn out_of_time(&mut self) -> Option<Found> {
        let stopped = self.case.budget.over();
        stopped?;
        self.count(stopped);
        Some(Found {
            stopped,
            open: 1.0,
            ..Found::default()
        })
    }

    /// Returns `true` if the puzzle, whose one solution is `known`, has no other without some clues and givens.
    pub(crate) fn uniqueness(&mut self, gone: &[Cite], known: &[u8]) -> Uniqueness {
        let case = self.case;
        if !case.budget.has_time() {
            return Uniqueness::Unknown;
        }
        if !case.solves_without(gone, known) {
            return Uniqueness::Lost;
        }
        let numbers = gone.iter().filter_map(|&cite| case.suspects.number(cite));
        let set = self.all_but(&numbers.collect::<Vec<usize>>());
        let found = self.others(Off::Removed, &set, &[], known, 1);
        match (found.solutions.first(), found.stopped) {
            (Some(other), _) => {
                let cells = case.puzzle.cell_count().min(other.len());
                let broken = case.broken_by(&other[..cells]).into_iter();
                Uniqueness::Broken(broken.map(|number| case.suspects.get(number)).collect())
            }
            (None, None) => Uniqueness::Kept,
            (None, Some(_)) => Uniqueness::Unknown,
        }
    }

    /// Works on each item with an oracle of its own, on several threads; the results in the order of
    /// the items. The oracles' questions are counted as this one's.
    pub(crate) fn each<T: Sync, R: Send>(
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
    pub(crate) fn both<A: Send, B: Send>(
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
    pub(crate) fn count(&mut self, stopped: Option<Stop>) {
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
