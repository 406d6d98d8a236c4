//! A SAT solver that logs its proof.

use batsat::clause::Kind;
use batsat::{Callbacks, Lit as SolverLit, Solver, SolverInterface, SolverOpts, Var, lbool};
use cluewright_clauses::Lit;
use cluewright_puzzle::budget::Budget;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::fmt::Write;

/// The result of a run of the solver.
pub(crate) enum Answer {
    /// A model. For each variable, indexed by its number, the entry is `true` if the variable is true.
    Model(Vec<bool>),
    Refuted,
    /// The budget was spent.
    Open,
}

pub(crate) struct Clausal<'a> {
    solver: Solver<Log<'a>>,
    variables: Vec<Var>,
}

impl<'a> Clausal<'a> {
    /// Creates a solver whose budget counts conflicts as nodes.
    pub(crate) fn new(variables: Lit, budget: Budget<'a>) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Log::new(budget));
        let variables = (0..variables).map(|_| solver.new_var_default()).collect();
        Self { solver, variables }
    }

    pub(crate) fn add(&mut self, clause: &[Lit]) {
        let literal = |&lit: &Lit| {
            let variable = self.variables[lit.unsigned_abs() as usize - 1];
            SolverLit::new(variable, lit > 0)
        };
        let mut clause = clause.iter().map(literal).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    pub(crate) fn solve(&mut self) -> Answer {
        let answer = match self.solver.is_ok() {
            true => self.solver.solve_limited(&[]),
            false => lbool::FALSE,
        };
        if answer == lbool::FALSE {
            return Answer::Refuted;
        }
        if answer == lbool::UNDEF {
            return Answer::Open;
        }
        let model = self
            .solver
            .get_model()
            .iter()
            .map(|&value| value == lbool::TRUE);
        // Variables are counted from 1, so an unused entry comes first.
        Answer::Model([false].into_iter().chain(model).collect())
    }

    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Returns the DRAT proof, which consists of learnt lemmas and deletions.
    pub(crate) fn proof(&self) -> String {
        self.solver.cb().to_drat()
    }
}

/// The log of the proof. It also enforces the limit on conflicts.
struct Log<'a> {
    /// The literals of the steps, with a 0 after each step. A deletion also has a 0 before its literals.
    steps: Vec<Lit>,
    lemmas: u64,
    budget: Budget<'a>,
    /// Number of callback invocations since the clock was last read.
    calls: Cell<u32>,
    is_over: Cell<bool>,
}

/// Number of callbacks between two readings of the clock. Reading the clock takes longer than a callback.
const CALLS: u32 = 256;

impl<'a> Log<'a> {
    fn new(budget: Budget<'a>) -> Self {
        Self {
            steps: vec![],
            lemmas: 0,
            budget,
            calls: Cell::new(0),
            is_over: Cell::new(false),
        }
    }

    fn push(&mut self, clause: &[SolverLit]) {
        let number = |lit: &SolverLit| {
            let variable = lit.var().idx() as Lit + 1;
            if lit.sign() { variable } else { -variable }
        };
        self.steps.extend(clause.iter().map(number));
        self.steps.push(0);
    }

    fn to_drat(&self) -> String {
        let mut text = String::with_capacity(self.steps.len() * 6);
        // A lemma may be learnt more than once, so its copies are counted.
        let mut present: FxHashMap<Vec<Lit>, usize> = FxHashMap::default();
        let mut steps = self.steps.split(|&literal| literal == 0);
        while let Some(step) = steps.next() {
            let deleted = step.is_empty().then(|| steps.next()).flatten();
            let mut key = deleted.unwrap_or(step).to_vec();
            // A deletion may list the literals in a different order than the lemma, so both are sorted.
            key.sort_unstable();
            match deleted {
                // The list ends after the last 0, so the remainder is empty and not a step.
                None if step.is_empty() => break,
                None => {
                    *present.entry(key).or_default() += 1;
                    write_clause(&mut text, step);
                }
                // The solver can shorten a lemma without reporting the change. The shortened clause is then not part of the
                // proof, so its deletion is left out too.
                Some(clause) => {
                    if let Some(count) = present.get_mut(&key).filter(|count| **count > 0) {
                        *count -= 1;
                        text.push_str("d ");
                        write_clause(&mut text, clause);
                    }
                }
            }
        }
        text.push_str("0\n");
        text
    }
}

fn write_clause(text: &mut String, clause: &[Lit]) {
    for literal in clause {
        // Writing to a string cannot fail.
        let _ = write!(text, "{literal} ");
    }
    text.push_str("0\n");
}

impl Callbacks for Log<'_> {
    fn on_new_clause(&mut self, clause: &[SolverLit], _kind: Kind) {
        self.lemmas += 1;
        // An empty step would look like the mark of a deletion. The proof always ends with the empty clause anyway.
        if !clause.is_empty() {
            self.push(clause);
        }
    }

    fn on_delete_clause(&mut self, clause: &[SolverLit]) {
        self.steps.push(0);
        self.push(clause);
    }

    fn stop(&self) -> bool {
        self.calls.set(self.calls.get() + 1);
        if self.lemmas > self.budget.nodes {
            self.is_over.set(true);
        } else if self.calls.get() >= CALLS {
            self.calls.set(0);
            self.is_over.set(!self.budget.has_time());
        }
        self.is_over.get()
    }
}
