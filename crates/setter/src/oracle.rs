//! Searches a puzzle with some of its clues switched off. All searches use one compiled model.
//!
//! A diagnosis runs hundreds of searches, and compiling a model takes longer than most of them. Clues are therefore switched
//! on and off instead.

use crate::suspect::{Set, Suspects, without};
use cluewright_engine::model::{Cite, Off, Switchable};
use cluewright_engine::search::{Budget, Found, Limits, Run, Stop, others, solve_together};
use cluewright_engine::{compile, compile_switchable, parts};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Cell, DigitSet, Given, Puzzle};
use cluewright_rules::{Book, ClueError, Clues, Statement, Violation};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The progress of a diagnosis, or of a search for puzzles or suggestions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Description of what is counted, such as "clues tried" or "conflicts found".
    pub doing: &'static str,
    /// The number of items done so far.
    pub done: usize,
    /// The total number of items, if known.
    pub of: Option<usize>,
}

/// The puzzle under diagnosis and the limits for searching it.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) puzzle: &'a Puzzle,
    pub(crate) book: &'a Book,
    pub(crate) suspects: Suspects,
    /// Budget for each search. All searches share the deadline.
    pub(crate) budget: Budget<'a>,
    /// Maximum number of guesses for the proofs of all single changes together.
    pub(crate) change_nodes: u64,
    pub(crate) threads: usize,
    /// True if a rule may become stricter when other clues or givens are removed: a rule about unmarked cells, or the order of
    /// the labels of regions, from which a given exempts its label.
    pub(crate) may_tighten: bool,
    /// True if a further given may fix the label of a region, which exempts the label from the order.
    pub(crate) has_regions: bool,
    /// The file's solution, if it is complete and the puzzle has no auxiliary variables.
    pub(crate) solution: Option<&'a [u8]>,
    /// Callback that receives the progress.
    pub(crate) progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// A solver for sets of clues, which reuses the results of earlier searches.
#[derive(Clone)]
pub(crate) struct Oracle<'a> {
    pub(crate) case: Case<'a>,
    switchable: Switchable,
    /// The givens that fix labels of regions. The model depends on them, so it cannot switch them off.
    fixed_labels: Vec<usize>,
    /// Results of earlier searches, which may decide further sets.
    pub(crate) known: Known,
    /// Number of guesses left for all searches together.
    left: u64,
    pub(crate) spent: Spent,
}

/// The effort of the searches so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    /// Number of searches so far.
    pub(crate) calls: u64,
    /// True if a limit cut a search short.
    pub(crate) cut: bool,
}

/// Results for sets of suspects. In these searches, the cells of a switched-off mark still count as marked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// Sets without a solution. Their supersets have no solution either.
    pub(crate) impossible: Vec<Vec<usize>>,
    /// For each known solution, the suspects that it breaks. The solution satisfies every set without these suspects.
    pub(crate) solved: Vec<Vec<usize>>,
}

/// The result of a search for a common solution of a set of clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// A solution exists that breaks exactly these suspects.
    Solvable(Vec<usize>),
    /// The clues have no common solution.
    Impossible,
    /// A limit was reached.
    Unknown,
}

/// The result of a search for other solutions after clues were removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Uniqueness {
    /// The puzzle stays unique.
    Kept,
    /// Another solution exists. It breaks exactly these clues and givens of the puzzle.
    Broken(Vec<Cite>),
    /// A rule about unmarked cells excludes the known solution itself.
    Lost,
    /// A limit was reached.
    Unknown,
}

/// The labels of regions in a puzzle.
struct Labels {
    has_regions: bool,
    /// The givens that fix a label.
    fixed: Vec<Cite>,
}

impl Labels {
    fn of(puzzle: &Puzzle, book: &Book) -> Result<Self, ClueError> {
        let mut labels: BTreeSet<Cell> = BTreeSet::new();
        for part in parts(puzzle, book)? {
            part.statement.each_conjunct(&mut |statement| {
                if let Statement::Regions(regions) = statement {
                    labels.extend(&regions.labels);
                }
            });
        }
        let fixes = |given: &Given| given.digits.len() == 1 && labels.contains(&given.cell);
        let givens = puzzle.givens.iter().enumerate();
        Ok(Self {
            fixed: givens
                .filter(|(_, given)| fixes(given))
                .map(|(index, _)| Cite::Given(index as u16))
                .collect(),
            has_regions: !labels.is_empty(),
        })
    }
}

impl<'a> Case<'a> {
    /// Creates a case whose searches run on one thread.
    pub(crate) fn new(
        puzzle: &'a Puzzle,
        book: &'a Book,
        suspects: Suspects,
        budget: Budget<'a>,
    ) -> Result<Self, ClueError> {
        let labels = Labels::of(puzzle, book)?;
        let reads_marks = !cluewright_rules::find_exempted(puzzle, book)?.is_empty();
        Ok(Self {
            puzzle,
            book,
            suspects,
            budget,
            change_nodes: budget.nodes,
            threads: 1,
            may_tighten: reads_marks || !labels.fixed.is_empty(),
            has_regions: labels.has_regions,
            solution: None,
            progress: None,
        })
    }

    /// Returns the limits of the next search for up to `solutions` solutions.
    pub(crate) fn limits(&self, solutions: u64) -> Limits<'a> {
        Limits::within(self.budget, solutions)
    }

    /// Returns the settings of a search. The search's own progress is not reported, because a diagnosis counts the clues
    /// that it has tried.
    pub(crate) const fn run(&self) -> Run<'static> {
        Run {
            threads: self.threads,
            progress: None,
        }
    }

    /// Reports progress to the callback, if there is one.
    pub(crate) fn tell(&self, doing: &'static str, done: usize, of: Option<usize>) {
        if let Some(tell) = self.progress {
            tell(Stage { doing, done, of });
        }
    }

    /// Returns the indices of the suspects that a solution breaks.
    pub(crate) fn list_broken(&self, solution: &[u8]) -> Vec<usize> {
        // No error can occur here, because the clues were checked when the model was compiled.
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

    /// Returns `true` if a solution of the puzzle is still a solution without the removed clues and givens. This is always
    /// the case, unless their removal makes a rule stricter.
    pub(crate) fn solves_without(&self, gone: &[Cite], solution: &[u8]) -> bool {
        if !self.may_tighten {
            return true;
        }
        let broken = self.book.violated(&without(self.puzzle, gone), solution);
        broken.is_ok_and(|broken| broken.is_empty())
    }

    /// Returns the file's solution, if it violates only removed clues.
    pub(crate) fn find_intended_solution(&self, gone: &[Cite]) -> Option<Vec<u8>> {
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
            fixed_labels: match case.may_tighten {
                true => {
                    let fixed = Labels::of(case.puzzle, case.book)?.fixed.into_iter();
                    fixed
                        .filter_map(|cite| case.suspects.number(cite))
                        .collect()
                }
                false => vec![],
            },
            case,
            known: Known::default(),
            left: u64::MAX,
            spent: Spent::default(),
        })
    }

    /// Returns the set of all suspects.
    pub(crate) fn everything(&self) -> Set {
        vec![true; self.case.suspects.count()]
    }

    /// Returns the set of all suspects that are not in `gone`.
    pub(crate) fn all_but(&self, gone: &[usize]) -> Set {
        let mut set = self.everything();
        gone.iter().for_each(|&number| set[number] = false);
        set
    }

    /// Searches for a common solution of a set of clues. The cells of switched-off marks still count as marked.
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
                let broken = self.case.list_broken(solution);
                // The result is stored for reuse. This is valid only for searches in which the cells of switched-off marks
                // count as marked.
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

    /// Returns up to `most` solutions of a set of clues.
    pub(crate) fn solutions(&mut self, off: Off, set: &Set, most: u64) -> Found {
        if let Some(found) = self.out_of_time() {
            return found;
        }
        self.switch(off, set);
        let given = self.case.budget;
        let limits = Limits::within(given.with_nodes(given.nodes.min(self.left)), most);
        let found = solve_together(self.switchable.model(), limits, self.case.run());
        // A search that only used up its share of the guesses does not count as cut short, because the user did not set that
        // limit.
        let shared_out = found.stopped == Some(Stop::Nodes) && self.left < given.nodes;
        self.left = self.left.saturating_sub(found.nodes);
        self.count(found.stopped.filter(|_| !shared_out));
        found
    }

    /// Runs several searches that share a budget of guesses.
    pub(crate) fn within<R>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.left, nodes);
        let result = work(self);
        self.left = before;
        result
    }

    /// Collects solutions of a set of clues within a budget of guesses. A sample need not be complete, so a search
    /// that reaches the budget does not count as cut short.
    pub(crate) fn sample(&mut self, off: Off, set: &Set, most: u64, nodes: u64) -> Found {
        let cut = self.spent.cut;
        let found = self.within(nodes, |oracle| oracle.solutions(off, set, most));
        self.spent.cut = cut;
        found
    }

    /// Returns up to `most` solutions of a set of clues, except a known solution. Some cells can be restricted further.
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
        let limits = self.case.limits(most);
        let found = match off {
            Off::Removed if self.fixed_labels.iter().any(|&number| !set[number]) => {
                self.others_afresh(set, known, limits)
            }
            _ => {
                self.switch(off, set);
                for &(cell, digits) in within {
                    self.switchable.assume(cell, digits);
                }
                others(self.switchable.model(), known, limits)
            }
        };
        self.count(found.stopped);
        found
    }

    /// Compiles the puzzle with only the clues of a set, and returns its solutions except a known one.
    fn others_afresh(&self, set: &Set, known: &[u8], limits: Limits<'_>) -> Found {
        let case = &self.case;
        let numbers = (0..set.len()).filter(|&number| !set[number]);
        let gone: Vec<Cite> = numbers.map(|number| case.suspects.get(number)).collect();
        // The whole puzzle compiles, so its parts do.
        compile(&without(case.puzzle, &gone), case.book)
            .map_or_else(|_| Found::default(), |model| others(&model, known, limits))
    }

    /// Returns an empty result after the deadline. Otherwise hundreds of further searches would still switch clues, which
    /// takes time too.
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

    /// Decides whether the puzzle has solutions other than `known` once the clues and givens in `gone` are removed. `known`
    /// is its only solution.
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
                let broken = case.list_broken(&other[..cells]).into_iter();
                Uniqueness::Broken(broken.map(|number| case.suspects.get(number)).collect())
            }
            (None, None) => Uniqueness::Kept,
            (None, Some(_)) => Uniqueness::Unknown,
        }
    }

    /// Processes items on several threads, each with its own copy of the oracle. Returns the results in the order of the
    /// items, and adds the searches of all copies to the count of this oracle.
    pub(crate) fn each<T: Sync, R: Send>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut Self, &T) -> R + Sync,
    ) -> Vec<R> {
        let (case, done) = (self.case, AtomicUsize::new(0));
        let known = self.known.clone();
        let counted = |oracle: &mut Self, item: &T| {
            oracle.spent = Spent::default();
            // Items must not reuse each other's results, because the outcome would depend on which items share a thread.
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

    /// Runs two functions, in parallel if possible. The second function gets a copy of the oracle.
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

    /// Counts a search, and records whether a limit cut it short.
    pub(crate) fn count(&mut self, stopped: Option<Stop>) {
        self.spent.calls += 1;
        self.spent.cut |= stopped.is_some_and(|stop| stop != Stop::Solutions);
    }

    /// Switches the suspects in a set on, and all other suspects off. Clues and houses that are not suspects stay on.
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
    /// Returns the result for a set, if known results imply it.
    fn reply(&self, set: &Set) -> Option<Reply> {
        let is_on = |&number: &usize| set[number];
        if let Some(broken) = self.solved.iter().find(|broken| !broken.iter().any(is_on)) {
            return Some(Reply::Solvable(broken.clone()));
        }
        let impossible = self.impossible.iter().any(|part| part.iter().all(is_on));
        impossible.then_some(Reply::Impossible)
    }
}

/// Returns the indices of the suspects in a set.
fn members(set: &Set) -> Vec<usize> {
    let numbered = set.iter().enumerate();
    numbered
        .filter_map(|(number, &on)| on.then_some(number))
        .collect()
}
