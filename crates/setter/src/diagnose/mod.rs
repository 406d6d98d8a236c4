//! Finds the clues that are to blame: conflicts, repairs, undetermined cells, and redundant clues.
//!
//! [`diagnose`] first proves the verdict and then explains it. All its searches use one compiled model, in which clues are
//! switched on and off (`oracle`).

mod answer;
mod argument;
mod change;
mod conflict;
mod edits;
mod expected;
mod forgotten;
mod natural;
mod open;
mod places;
mod repair;
mod role;
mod shapes;
mod since;
mod slips;
mod symmetry;
mod values;
mod without_clue;

pub use answer::{
    Change, ConflictSet, Deadly, Diagnosis, Difficulty, Freedom, Minimal, NewGiven, OpenCell,
    Piece, Removal, Role, Since, Slip, Tried, Worth,
};
pub use argument::{Argument, Ending};
pub use expected::{Checked, broken_by_file, compare_with_file, matches_file};
pub(crate) use forgotten::{find_copies, find_forgotten};
pub(crate) use role::weaker;
pub use since::since;
pub(crate) use slips::put;
pub use slips::{Variation, variations};

pub use crate::oracle::Stage;
use crate::oracle::{Case, Oracle};
pub use crate::suspect::{Suspects, without};
use cluewright_engine::model::Model;
use cluewright_engine::search::{Answer, Budget, Found, Limits, Run, Verdict};
use cluewright_logic::Prepared;
pub(crate) use cluewright_logic::name_new;
pub use cluewright_logic::named;
use cluewright_puzzle::{Cell, Puzzle};
use cluewright_rules::{Book, ClueError, Named};
use conflict::Conflict;
use expected::whole_solution;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The options of a diagnosis.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Budget for the search for the verdict, and for each later search. The deadline applies to the whole diagnosis. The
    /// guess limit also applies to the proofs of all single changes together. If there is any limit, these proofs use at
    /// most a million guesses.
    pub budget: Budget<'a>,
    /// Maximum number of conflicts to find.
    pub max_sets: usize,
    /// True if rows, columns and boxes may be to blame too.
    pub layout: bool,
    /// Maximum number of solutions to count when a clue is left out.
    pub cap: u64,
    /// True to grade the puzzle, both as it is and without each redundant clue.
    pub grades: bool,
    /// An earlier version to compare the puzzle with.
    pub was: Option<&'a Puzzle>,
    /// The verdict and its proof, if the caller already has them.
    pub proven: Option<&'a Answer>,
    /// Callback that receives the progress.
    pub progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

impl Default for Request<'_> {
    fn default() -> Self {
        Self {
            budget: Budget::default(),
            max_sets: 5,
            layout: false,
            cap: 10,
            grades: false,
            was: None,
            proven: None,
            progress: None,
        }
    }
}

/// Maximum number of guesses for each search that follows the verdict.
const QUESTION_NODES: u64 = 1_000_000;

/// Finds the errors in a puzzle or, if it is unique, the clues that it needs.
///
/// The result does not depend on the number of threads, unless the deadline or the caller stops the diagnosis.
///
/// # Errors
///
/// Returns an error if a clue of the earlier version does not fit its rule.
pub fn diagnose(
    prepared: &Prepared,
    request: &Request<'_>,
    run: Run<'_>,
) -> Result<Diagnosis, ClueError> {
    run.together(|| diagnose_here(prepared, request, run))
}

/// Runs [`diagnose`] in the thread pool of the calling thread.
fn diagnose_here(
    prepared: &Prepared,
    request: &Request<'_>,
    run: Run<'_>,
) -> Result<Diagnosis, ClueError> {
    let (puzzle, book) = (&**prepared.puzzle(), prepared.book());
    // The file's solution has no values for auxiliary variables, so it cannot be used if the puzzle has some.
    let solution = whole_solution(puzzle).filter(|_| puzzle.extras.is_empty());
    let case = case(puzzle, book, request, run, solution.as_deref())?;
    let answer = match request.proven {
        Some(answer) => answer.clone(),
        None => prepared.check(Limits::within(request.budget, u64::MAX), run),
    };
    let mut diagnosis = Diagnosis::new(&case, answer);
    let mut oracle = Oracle::new(case)?;
    match diagnosis.answer.verdict {
        Verdict::None => oracle.blame(&mut diagnosis, request),
        Verdict::Several => oracle.close(&mut diagnosis, prepared.model()),
        Verdict::Unique => oracle.weigh(&mut diagnosis, prepared.model(), request),
        Verdict::Undecided => {}
    }
    if let Some(was) = request.was {
        let verdict = diagnosis.answer.verdict;
        let budget = oracle.case.budget;
        diagnosis.since = Some(since(puzzle, was, verdict, book, budget, run)?);
    }
    diagnosis.calls = oracle.spent.calls;
    diagnosis.finished &= !oracle.spent.cut && oracle.case.budget.has_time();
    Ok(diagnosis)
}

/// Finds a minimal conflict. Returns it with the number of searches, or `None` unless the puzzle is proven to have no
/// solution.
///
/// # Errors
///
/// Returns an error if a clue does not fit its rule.
pub fn conflict(
    puzzle: &Puzzle,
    book: &Book,
    request: &Request<'_>,
) -> Result<Option<(ConflictSet, u64)>, ClueError> {
    let prepared = Prepared::new(puzzle.clone(), book)?;
    let answer = prepared.check(Limits::within(request.budget, u64::MAX), Run::QUIET);
    if answer.verdict != Verdict::None {
        return Ok(None);
    }
    let mut oracle = Oracle::new(case(puzzle, book, request, Run::QUIET, None)?)?;
    let found = oracle.first_conflict();
    Ok(Some((oracle.case.conflict_set(&found), oracle.spent.calls)))
}

/// Decides whether each clue and given is essential or redundant, in the order of [`Suspects::all`]. The list is empty if
/// the puzzle is not unique.
///
/// # Errors
/// Returns an error if a clue does not fit its rule.
pub fn redundancy(
    puzzle: &Puzzle,
    book: &Book,
    budget: Budget<'_>,
    run: Run<'_>,
) -> Result<Vec<Role>, ClueError> {
    let request = Request {
        budget,
        // Two solutions are enough to show that a clue is essential.
        cap: 2,
        ..Request::default()
    };
    let prepared = Prepared::new(puzzle.clone(), book)?;
    Ok(diagnose(&prepared, &request, run)?.clues)
}

impl Oracle<'_> {
    /// Finds a minimal conflict among all suspects.
    fn first_conflict(&mut self) -> Conflict {
        let all: Vec<usize> = (0..self.case.suspects.count()).collect();
        self.conflict_in(&all)
    }

    /// Finds the conflicts in a puzzle without a solution, and the changes that would resolve them.
    fn blame(&mut self, diagnosis: &mut Diagnosis, request: &Request<'_>) {
        let first = self.first_conflict();
        // The argument is for the smallest conflict. If that conflict is not known yet when the other thread starts, the
        // thread explains the first conflict instead. The result is discarded below unless both conflicts are the same.
        let smallest = OnceLock::new();
        let (sets, (argued, argument)) = self.both(
            |oracle| {
                let sets = oracle.conflicts_and_repairs(diagnosis, &first, request.max_sets);
                // `set` cannot fail, because this closure is the only writer of the cell.
                let _ = smallest.set(sets[0].clone());
                sets
            },
            |oracle| {
                let conflict = smallest.get().unwrap_or(&first);
                (conflict.clone(), oracle.argument(conflict))
            },
        );
        diagnosis.argument = match argued == sets[0] {
            true => argument,
            false => self.argument(&sets[0]),
        };
        let sets = sets.iter().map(|set| self.case.conflict_set(set));
        diagnosis.conflicts = sets.collect();
    }

    /// Finds up to `most` conflicts, smallest first. Adds the repairs and the single changes to the diagnosis.
    fn conflicts_and_repairs(
        &mut self,
        diagnosis: &mut Diagnosis,
        first: &Conflict,
        most: usize,
    ) -> Vec<Conflict> {
        // The removals come first, because their solutions rule out conflicts and changes without a search.
        let removals = self.removals(first);
        diagnosis.repairs = removals.list;
        let (found, changes) = self.both(
            |oracle| oracle.conflicts(first.clone(), most),
            |oracle| {
                let mut changes = oracle.changes(&first.members, &removals.left, &[]);
                // A missing clue only adds constraints, so it cannot repair this puzzle. The exception is a mark that
                // exempts cells from a rule about unmarked cells.
                if oracle.case.may_tighten {
                    changes.extend(oracle.missing(&[], false));
                }
                (changes.counts, changes.rank())
            },
        );
        (diagnosis.tried, diagnosis.changes) = (Some(changes.0), changes.1);
        diagnosis.all_conflicts = found.complete;
        found.sets
    }

    /// Finds the undetermined cells of a puzzle with several solutions, and the givens or clues that would make it unique.
    fn close(&mut self, diagnosis: &mut Diagnosis, model: &Model) {
        let listed = self.list_solutions();
        let known = open::Known {
            complete: listed.stopped.is_none(),
            solutions: &listed.solutions,
        };
        diagnosis.answer.count = listed.count;
        diagnosis.answer.complete = known.complete;
        diagnosis.answer.stopped = listed.stopped;
        let (freedom, changes) = self.both(
            |oracle| oracle.freedom(model, &known),
            |oracle| {
                let all: Vec<usize> = (0..oracle.case.suspects.count()).collect();
                let mut changes = oracle.changes(&all, &BTreeMap::new(), known.solutions);
                changes.extend(oracle.missing(known.solutions, known.complete));
                (changes.counts, changes.rank())
            },
        );
        diagnosis.freedom = Some(freedom);
        (diagnosis.tried, diagnosis.changes) = (Some(changes.0), changes.1);
    }

    /// Decides whether each clue of a unique puzzle is essential. Adds grades if they were requested.
    fn weigh(&mut self, diagnosis: &mut Diagnosis, model: &Model, request: &Request<'_>) {
        // The puzzle is proven to be unique, so the first solution is the only one.
        let mut found: Found = cluewright_engine::search::solve(model, self.case.limits(1));
        let Some(known) = found.solutions.pop() else {
            return;
        };
        diagnosis.clues = self.roles(&known, request.cap);
        let redundant = |role: &&Role| role.worth == Worth::Redundant;
        let roles = diagnosis.clues.iter();
        diagnosis.redundant = roles
            .filter(redundant)
            .map(|role| role.clue.clone())
            .collect();
        if request.grades {
            diagnosis.difficulty = self.difficulties(&mut diagnosis.clues);
        }
    }
}

impl Diagnosis {
    fn new(case: &Case<'_>, answer: Answer) -> Self {
        Self {
            matches: matches_file(case.puzzle, &answer),
            violated: broken_by_file(case.book, case.puzzle),
            finished: answer.verdict != Verdict::Undecided,
            answer,
            conflicts: vec![],
            all_conflicts: false,
            argument: None,
            repairs: vec![],
            changes: vec![],
            tried: None,
            freedom: None,
            clues: vec![],
            redundant: vec![],
            difficulty: None,
            minimal: None,
            since: None,
            calls: 0,
        }
    }
}

/// Creates the case for a request, with the limits of its searches.
fn case<'a>(
    puzzle: &'a Puzzle,
    book: &'a Book,
    request: &Request<'a>,
    run: Run<'_>,
    solution: Option<&'a [u8]>,
) -> Result<Case<'a>, ClueError> {
    let suspects = Suspects::of(puzzle, request.layout);
    let nodes = request.budget.nodes.min(QUESTION_NODES);
    // There are thousands of single changes, so their proofs share a limit.
    Ok(Case {
        change_nodes: match request.budget.nodes {
            u64::MAX => u64::MAX,
            _ => nodes,
        },
        threads: run.threads,
        solution,
        progress: request.progress,
        ..Case::new(puzzle, book, suspects, request.budget.with_nodes(nodes))?
    })
}

impl Case<'_> {
    fn conflict_set(&self, conflict: &Conflict) -> ConflictSet {
        ConflictSet {
            clues: conflict.members.iter().map(|&n| self.name(n)).collect(),
            minimal: conflict.minimal,
        }
    }

    /// Returns the name of the suspect at an index.
    fn name(&self, number: usize) -> Named {
        named(self.book, self.puzzle, self.suspects.get(number))
    }

    fn cell_names(&self, cells: &[Cell]) -> Vec<String> {
        cells
            .iter()
            .map(|&cell| self.puzzle.cell_name(cell))
            .collect()
    }
}
