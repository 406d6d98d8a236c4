//! Support: assignments to the variables of some relations that satisfy all these relations.
//!
//! Each candidate is tried until an assignment contains it. A candidate without such support is impossible. The remaining
//! domains of an assignment can support many candidates at once. The next call for the same relations starts from the
//! assignments that are still valid.

use super::{Board, Memory};
use cluewright_engine::model::program::{Scratch, Shared};
use cluewright_engine::model::relations::Relation;
use cluewright_engine::model::{Compiled, FastSink, View, Word};
use cluewright_puzzle::DigitSet;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The second half of the cache key for a scope with only one relation.
const ALONE: u32 = u32::MAX;

/// Maximum number of candidates of a scope whose budget may run out. After that, the remaining candidates count as
/// supported, because the budget would run out for most of them too. With this limit, killers that took four to seven
/// seconds take two or three.
const MOST_OUT_OF_BUDGET: usize = 2;

/// Candidates whose budget ran out are retried once the number of candidates in the scope has changed by 1/`NEWS`.
const NEWS: usize = 40;

/// The cache key of a scope: the indices of its one or two relations.
pub(super) type Key = (u32, u32);

/// A test that returns `true` if a step's clue implies its conclusions, given the domains of all variables.
pub(super) type Test<'t> = dyn FnMut(&[DigitSet]) -> bool + 't;

/// A set of relations, and the variables that are assigned together.
pub(super) struct Scope {
    pub(super) key: Key,
    pub(super) relations: Vec<usize>,
    pub(super) vars: Vec<u16>,
    /// Number of leading variables that an assignment gives a value. Each of the other variables only has to keep a
    /// candidate.
    pub(super) assigned: usize,
}

impl Scope {
    /// Creates the scope of one relation.
    pub(super) fn alone<W: Word>(index: usize, relation: &Relation<W>) -> Self {
        Self {
            key: (index as u32, ALONE),
            relations: vec![index],
            vars: relation.vars().to_vec(),
            assigned: relation.vars().len(),
        }
    }

    /// Returns the candidates of the scope's variables.
    pub(super) fn candidates(&self, board: &Board) -> Vec<DigitSet> {
        self.vars.iter().map(|&var| board.at(var)).collect()
    }
}

/// The domains of the variables of a scope in one assignment, in the order of the variables.
pub(super) type Assignment = Box<[DigitSet]>;

/// The variables of a scope, and the assignments found for them.
type Assignments = (Box<[u16]>, Vec<Assignment>);

/// Results that are kept between boards, by scope.
#[derive(Default)]
struct Known {
    assignments: RefCell<FxHashMap<Key, Assignments>>,
    out_of_budget: RefCell<FxHashMap<Key, OutOfBudget>>,
}

/// The record of candidates whose budget ran out.
#[derive(Clone, Debug, Default)]
struct OutOfBudget {
    /// Number of candidates in the scope when the record began.
    among: usize,
    /// The digits of these candidates, by variable.
    digits: FxHashMap<u16, DigitSet>,
}

impl Known {
    /// Removes and returns the record of candidates whose budget ran out. Returns an empty record if they should be retried.
    fn out_of_budget(&self, key: Key, among: usize) -> OutOfBudget {
        let known = self.out_of_budget.borrow_mut().remove(&key);
        // The number of candidates can also rise, because more clues become part of the scope once their outer cells are
        // placed.
        let news = |known: &OutOfBudget| known.among.abs_diff(among);
        let stale = |known: &OutOfBudget| news(known) * NEWS >= known.among;
        let fresh = OutOfBudget {
            among,
            ..OutOfBudget::default()
        };
        known.filter(|known| !stale(known)).unwrap_or(fresh)
    }
}

/// A search that finds assignments for one scope after another. Variables outside the scope are not cited, so they must not
/// affect the result.
pub(super) struct SupportSearch<'a, W: Word> {
    compiled: &'a Compiled<W>,
    known: Rc<Known>,
    /// The assignment that is being built.
    board: Vec<W>,
    /// Stack of boards for backtracking.
    kept: Vec<W>,
    /// The restrictions of the variables. Exclusions between variables of the scope and other variables are suspended.
    shared: Shared<W>,
    /// For each variable, the values that occur in some known assignment.
    held: Vec<W>,
    /// For each variable, the relations of the scope that contain it. Each row is a bit mask.
    watch: Vec<u64>,
    /// The relations that are due to run, as a bit mask.
    pending: Vec<u64>,
    /// Variables that became fixed and have not been propagated yet.
    fixed: Vec<u16>,
    scratch: Scratch<W>,
    /// Number of assignments that may still be tried for the current candidate.
    budget: usize,
    /// The initial value of `budget`.
    most: usize,
    /// Number of assignments tried so far.
    begun: usize,
    /// For each variable, the number of failures of its relations since the search of the scope began.
    blame: Vec<u32>,
}

impl<'a, W: Word> SupportSearch<'a, W> {
    /// Creates a search that tries at most `most` assignments for one candidate.
    pub(super) fn new(compiled: &'a Compiled<W>, memory: &Memory, most: usize) -> Self {
        Self {
            compiled,
            known: memory.of(),
            board: compiled.start.clone(),
            kept: vec![],
            shared: compiled.program.shared().clone(),
            held: vec![W::NONE; compiled.start.len()],
            watch: vec![],
            pending: vec![],
            fixed: vec![],
            scratch: Scratch::default(),
            budget: 0,
            most,
            begun: 0,
            blame: vec![0; compiled.start.len()],
        }
    }

    /// Returns the number of assignments tried so far.
    pub(super) fn count_begun(&self) -> usize {
        self.begun
    }

    /// Returns all assignments of a scope. Returns `None` if the budget runs out, or if the candidates are contradictory.
    pub(super) fn all(&mut self, scope: &Scope, now: &[DigitSet]) -> Option<Vec<Assignment>> {
        let mut assignments = vec![];
        self.budget = self.most;
        self.begin(scope, now).then_some(())?;
        self.every(scope, &mut assignments)?;
        Some(assignments)
    }

    /// Collects all assignments that extend the current board, which must be at its fixpoint. Returns `None` if the budget
    /// runs out.
    fn every(&mut self, scope: &Scope, found: &mut Vec<Assignment>) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        let mut open = scope
            .vars
            .iter()
            .map(|&var| (var, self.board[usize::from(var)]));
        let Some((var, word)) = open.find(|(_, word)| !word.is_single()) else {
            found.push(self.hold(scope));
            return Some(());
        };
        let here = self.board.clone();
        for bit in word.each() {
            self.board.copy_from_slice(&here);
            self.board[usize::from(var)] = W::one(bit);
            if self.settle_after(scope, &[var]) {
                self.every(scope, found)?;
            }
        }
        Some(())
    }

    /// Returns the candidates that occur in no assignment. Candidates whose budget runs out count as supported.
    pub(super) fn find_unsupported(
        &mut self,
        scope: &Scope,
        now: &[DigitSet],
    ) -> Vec<(u16, DigitSet)> {
        self.held.fill(W::NONE);
        let (mut assignments, invalid) = self.recall_assignments(scope, now);
        let held = |&var: &u16| self.digits(self.held[usize::from(var)]);
        if scope.vars.iter().map(held).eq(now.iter().copied()) {
            // The assignments were taken out of the cache, so they are put back.
            self.keep(scope, assignments);
            return vec![];
        }
        // If the board is already contradictory, another technique reports the contradiction.
        if !self.begin(scope, now) {
            return vec![];
        }
        // Otherwise the order of variables would depend on the scopes that were searched before.
        self.blame.fill(0);
        let mut start = self.board.clone();
        for assignment in &invalid {
            assignments.extend(self.repair_assignment(scope, &start, assignment));
        }
        let among = now.iter().map(|digits| digits.len()).sum();
        let mut out_of_budget = self.known.out_of_budget(scope.key, among);
        if !self.try_all(scope, &mut start, &mut out_of_budget, &mut assignments) {
            return vec![];
        }
        self.keep(scope, assignments);
        self.known
            .out_of_budget
            .borrow_mut()
            .insert(scope.key, out_of_budget);
        let left = scope.vars.iter();
        let left = left.map(|&var| self.digits(start[usize::from(var)]));
        let lost = now.iter().zip(left).map(|(now, left)| now.without(left));
        let lost = scope.vars.iter().copied().zip(lost);
        lost.filter(|(_, lost)| !lost.is_empty()).collect()
    }

    /// Returns the remembered assignments in two lists, valid and invalid. Marks the values of the valid assignments as
    /// held.
    fn recall_assignments(
        &mut self,
        scope: &Scope,
        now: &[DigitSet],
    ) -> (Vec<Assignment>, Vec<Assignment>) {
        let known = self.known.assignments.borrow_mut().remove(&scope.key);
        let (vars, known) = known.unwrap_or_default();
        // An assignment is a fixpoint of propagation, so it remains valid while the board still has all candidates of the
        // assignment. The scope of a key can have different variables on the next board, so the variables are also compared.
        let stands = |assignment: &Assignment| {
            let mut left = assignment.iter().zip(now);
            *vars == *scope.vars && left.all(|(&left, &now)| left.without(now).is_empty())
        };
        let (assignments, invalid): (Vec<_>, Vec<_>) = known.into_iter().partition(stands);
        for assignment in &assignments {
            for (&var, &digits) in scope.vars.iter().zip(assignment) {
                let word = self.word(digits);
                self.held[usize::from(var)] |= word;
            }
        }
        (assignments, invalid)
    }

    /// Remembers assignments for the next board.
    fn keep(&self, scope: &Scope, assignments: Vec<Assignment>) {
        let vars = scope.vars.as_slice().into();
        let mut known = self.known.assignments.borrow_mut();
        known.insert(scope.key, (vars, assignments));
    }

    /// Restricts an assignment to the candidates of a board at its fixpoint. Returns `None` if the result is not an
    /// assignment.
    fn repair_assignment(
        &mut self,
        scope: &Scope,
        start: &[W],
        assignment: &[DigitSet],
    ) -> Option<Assignment> {
        self.board.copy_from_slice(start);
        let assigned = &scope.vars[..scope.assigned];
        for (&var, &digits) in assigned.iter().zip(assignment) {
            let word = self.word(digits);
            let left = &mut self.board[usize::from(var)];
            *left &= word;
            if left.is_none() {
                return None;
            }
        }
        self.settle_after(scope, assigned).then(|| self.hold(scope))
    }

    /// Tries each candidate that no assignment contains yet, on a board at its fixpoint. Removes the unsupported candidates
    /// from `start`, and records those whose budget runs out. Returns `false` if the scope has no assignment.
    fn try_all(
        &mut self,
        scope: &Scope,
        start: &mut [W],
        out_of_budget: &mut OutOfBudget,
        assignments: &mut Vec<Assignment>,
    ) -> bool {
        let mut exhausted = 0;
        for &var in &scope.vars {
            let skipped = out_of_budget.digits.get(&var).copied().unwrap_or_default();
            let skipped = self.word(skipped);
            for bit in (start[usize::from(var)] & !skipped).each() {
                let value = W::one(bit);
                // `start` and `held` change during the loop, so each value is tested again.
                let untried = start[usize::from(var)] & !self.held[usize::from(var)];
                if (untried & value).is_none() {
                    continue;
                }
                // If the budget ran out for two candidates of the scope, it would run out for most others too, so these are
                // not tried.
                let outcome = match exhausted < MOST_OUT_OF_BUDGET {
                    true => self.holds(scope, start, (var, value)),
                    false => None,
                };
                match outcome {
                    Some(true) => assignments.push(self.hold(scope)),
                    // The candidate is also removed from the board of later trials, which shortens them.
                    Some(false) => {
                        self.board.copy_from_slice(start);
                        let left = &mut self.board[usize::from(var)];
                        *left &= !value;
                        // Relations must not run on an empty domain.
                        if left.is_none() || !self.settle_after(scope, &[var]) {
                            return false;
                        }
                        start.copy_from_slice(&self.board);
                    }
                    None => {
                        exhausted += 1;
                        let digits = out_of_budget.digits.entry(var).or_default();
                        *digits = *digits | self.digits(value);
                    }
                }
            }
        }
        true
    }

    /// Returns `true` if some assignment contains the candidate. Returns `None` if the budget runs out.
    fn holds(&mut self, scope: &Scope, start: &[W], (var, value): (u16, W)) -> Option<bool> {
        self.board.copy_from_slice(start);
        self.board[usize::from(var)] = value;
        self.budget = self.most;
        self.assign(scope, var)
    }

    /// Restricts the board to the given candidates and propagates to the fixpoint. Returns `false` if this leads to a
    /// contradiction. Variables outside the scope keep their full domains, because they are not cited and must not affect
    /// the result.
    fn begin(&mut self, scope: &Scope, now: &[DigitSet]) -> bool {
        let full = self.shared.full;
        self.board.fill(full);
        for (&var, &digits) in scope.vars.iter().zip(now) {
            self.board[usize::from(var)] = self.word(digits);
        }
        let words = scope.relations.len().div_ceil(64);
        self.pending.resize(words, 0);
        self.watch.clear();
        self.watch.resize(words * self.board.len(), 0);
        for (place, &relation) in scope.relations.iter().enumerate() {
            for &var in self.compiled.program.relations()[relation].vars() {
                self.watch[usize::from(var) * words + place / 64] |= 1 << (place % 64);
            }
        }
        self.shared
            .confine_exclusions(self.compiled.program.shared(), &scope.vars);
        self.settle_after(scope, &scope.vars)
    }

    /// Returns the remaining domains of the scope's variables as an assignment, and marks their values as held.
    fn hold(&mut self, scope: &Scope) -> Assignment {
        for &var in &scope.vars {
            let word = self.board[usize::from(var)];
            self.held[usize::from(var)] |= word;
        }
        let left = |&var: &u16| self.digits(self.board[usize::from(var)]);
        scope.vars.iter().map(left).collect()
    }

    /// Searches for an assignment that extends the board, after a variable was fixed. Returns `None` if the budget runs out.
    fn assign(&mut self, scope: &Scope, var: u16) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        self.begun += 1;
        if !self.settle_after(scope, &[var]) {
            return Some(false);
        }
        let assigned = scope.vars[..scope.assigned].iter();
        let open = assigned.filter(|&&var| !self.board[usize::from(var)].is_single());
        let Some(&var) = open.min_by_key(|&&var| self.fill_order(var)) else {
            return Some(true);
        };
        let here = self.kept.len();
        self.kept.extend_from_slice(&self.board);
        // Values that occur in no assignment yet are tried first, so that fewer assignments are needed.
        let (set, held) = (self.board[usize::from(var)], self.held[usize::from(var)]);
        let mut outcome = Some(false);
        for bit in (set & !held).each().chain((set & held).each()) {
            self.board.copy_from_slice(&self.kept[here..]);
            self.board[usize::from(var)] = W::one(bit);
            outcome = self.assign(scope, var);
            if outcome != Some(false) {
                break;
            }
        }
        self.kept.truncate(here);
        outcome
    }

    /// Returns the branching priority of a variable. The variable with the lowest priority value is chosen first; it has few
    /// candidates or many failures.
    fn fill_order(&self, var: u16) -> u32 {
        let candidates = self.board[usize::from(var)].len();
        // Without the factor, the integer quotient would be 0 or 1 for nearly every variable.
        1024 * candidates / (8 + self.blame[usize::from(var)])
    }

    /// Propagates fixed variables and runs pending relations until the fixpoint. Returns `false` if this leads to a
    /// contradiction.
    fn settle(&mut self, scope: &Scope) -> bool {
        let (relations, shared) = (self.compiled.program.relations(), &self.shared);
        let mut sink = FastSink {
            board: &mut self.board,
            pending: &mut self.pending,
            fixed: &mut self.fixed,
            watch: &self.watch,
            scratch: &mut self.scratch,
            emptied: 0,
        };
        loop {
            while let Some(var) = sink.fixed.pop() {
                let known = sink.get(var);
                let taken = shared.take_from_common_peers(&[var], known, &mut sink, |_| {});
                if taken.is_err() {
                    return false;
                }
            }
            let pending = &mut sink.pending;
            let Some(word) = pending.iter().position(|&pending| pending != 0) else {
                return true;
            };
            let place = word * 64 + pending[word].trailing_zeros() as usize;
            pending[word] &= pending[word] - 1;
            let relation = &relations[scope.relations[place]];
            if relation.propagate(shared, &mut sink).is_err() {
                for &var in relation.vars() {
                    self.blame[usize::from(var)] += 1;
                }
                return false;
            }
        }
    }

    /// Propagates to the fixpoint after some variables changed. Returns `false` if this leads to a contradiction.
    fn settle_after(&mut self, scope: &Scope, changed: &[u16]) -> bool {
        let words = self.pending.len();
        // After a contradiction, `settle` returns with relations and variables still in the queues, so both are cleared.
        self.pending.fill(0);
        self.fixed.clear();
        for &var in changed {
            let row = &self.watch[usize::from(var) * words..][..words];
            self.pending
                .iter_mut()
                .zip(row)
                .for_each(|(pending, watch)| *pending |= watch);
            if self.board[usize::from(var)].is_single() {
                self.fixed.push(var);
            }
        }
        self.settle(scope)
    }

    fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.shared.base)
    }

    fn digits(&self, word: W) -> DigitSet {
        DigitSet::from_bits(word.bits() << self.shared.base)
    }
}
