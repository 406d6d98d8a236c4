//! A search that encodes a puzzle as a propositional formula and runs a SAT solver on it.
//!
//! The formula encodes the statements but not the relations. So the solver propagates less than the search does, but it learns from
//! each conflict. `docs/SEARCH.md` describes when this pays off. The solver descends from MiniSat (N. Eén, N. Sörensson: An extensible
//! SAT-solver, SAT 2003).

use crate::model::{Model, Part, Word as _, of_any_width};
use crate::search::Found;
use crate::search::limits::{Limits, Stop};
use batsat::clause::Kind;
use batsat::{Callbacks, Lit as SolverLit, Solver, SolverInterface, SolverOpts, Var, lbool};
use cluewright_clauses::{Lit, Variables, encode_statements};
use cluewright_puzzle::{Cell as Place, DigitSet, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::Distinct;
use std::cell::Cell;

/// Maximum number of literals in a formula. A formula of this size takes the solver about a hundred megabytes.
const MAX_LITERALS: usize = 5_000_000;

/// Number of clauses added between two readings of the clock.
const CLAUSES: usize = 10_000;

/// Finds solutions with the SAT solver on one thread, and keeps them. The node count is the number of conflicts. Returns `None` if the
/// formula is too large.
#[must_use]
pub fn solve_by_clauses(
    puzzle: &Puzzle,
    parts: &[Part],
    model: &Model,
    limits: Limits<'_>,
) -> Option<Found> {
    match ClauseSearch::new(puzzle, parts, model, limits) {
        Some(mut search) => Some(search.run(limits.nodes, limits)),
        None => limits.over().map(|stop| Found {
            stopped: Some(stop),
            ..Found::default()
        }),
    }
}

/// A search with the SAT solver that can be paused and continued.
pub(super) struct ClauseSearch<'a> {
    solver: Solver<Pause<'a>>,
    variables: Vec<Var>,
    cells: Variables,
    /// Number of cells that are part of the answer.
    answer: usize,
    solutions: Vec<Vec<u8>>,
}

impl<'a> ClauseSearch<'a> {
    /// Encodes the statements of a puzzle. Returns `None` if the formula is too large or a limit is reached first.
    pub(super) fn new(
        puzzle: &Puzzle,
        parts: &[Part],
        model: &Model,
        limits: Limits<'_>,
    ) -> Option<Self> {
        let (values, answer) = candidates_of(model);
        let houses = statements_of_houses(puzzle);
        let statements = parts.iter().map(|part| &part.statement);
        let statements = houses.iter().chain(statements);
        // Variables that no statement mentions are determined by the others, so they get no literals.
        let mut cells = answer;
        let mut see = |cell: Place| cells = cells.max(cell.index() + 1);
        statements
            .clone()
            .for_each(|statement| statement.each_cell(&mut see));
        let values = values.into_iter().take(cells);
        let goes_on = || limits.over().is_none();
        let formula = encode_statements(values, statements, MAX_LITERALS, goes_on)?;
        let mut solver = Solver::new(SolverOpts::default(), Pause::default());
        let variables = (0..formula.variables).map(|_| solver.new_var_default());
        let mut search = Self {
            variables: variables.collect(),
            solver,
            cells: formula.cells.clone(),
            answer,
            solutions: vec![],
        };
        for (number, clause) in formula.clauses().enumerate() {
            if number % CLAUSES == 0 && limits.over().is_some() {
                return None;
            }
            search.add(clause);
        }
        Some(search)
    }

    fn add(&mut self, clause: &[Lit]) {
        let literal = |&lit: &Lit| {
            let variable = self.variables[lit.unsigned_abs() as usize - 1];
            SolverLit::new(variable, lit > 0)
        };
        let mut clause = clause.iter().map(literal).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    /// Continues the search for `conflicts` further conflicts. Returns all solutions found so far, with the conflicts of this run
    /// as the node count.
    pub(super) fn run(&mut self, conflicts: u64, limits: Limits<'a>) -> Found {
        self.solver.cb_mut().start(conflicts, limits);
        let before = self.solver.num_conflicts();
        let stopped = loop {
            if self.solutions.len() as u64 >= limits.solutions {
                break Some(Stop::Solutions);
            }
            let answer = match self.solver.is_ok() {
                true => self.solver.solve_limited(&[]),
                false => lbool::FALSE,
            };
            if answer == lbool::FALSE {
                break None;
            }
            if answer == lbool::UNDEF {
                break limits.over().or(Some(Stop::Nodes));
            }
            self.keep(self.solution());
        };
        Found {
            count: self.solutions.len() as u64,
            solutions: self.solutions.clone(),
            nodes: self.solver.num_conflicts() - before,
            stopped,
            open: 0.0,
        }
    }

    /// Adds a solution that another search has found, so that this one does not find it again.
    pub(super) fn know(&mut self, solution: &[u8]) {
        if !self.solutions.iter().any(|known| known == solution) {
            self.keep(solution.to_vec());
        }
    }

    /// Reads a solution from the solver's current assignment.
    fn solution(&self) -> Vec<u8> {
        let model = self.solver.get_model();
        let holds = |variable: Lit| model[variable as usize - 1] == lbool::TRUE;
        let cells = self.cells.cells().take(self.answer);
        let chosen = cells.map(|cell| {
            let mut values = self.cells.values(cell).iter();
            values.find(|&value| self.cells.variable(cell, value).is_some_and(holds))
        });
        chosen.map(Option::unwrap_or_default).collect()
    }

    /// Keeps a solution, and adds a clause that excludes it from the rest of the search.
    fn keep(&mut self, solution: Vec<u8>) {
        let cells = self.cells.cells().zip(&solution);
        let others = cells.filter_map(|(cell, &value)| Some(-self.cells.variable(cell, value)?));
        let others: Vec<Lit> = others.collect();
        self.add(&others);
        self.solutions.push(solution);
    }
}

/// Returns the candidates of each variable before propagation, and the number of variables that are part of the answer.
fn candidates_of(model: &Model) -> (Vec<DigitSet>, usize) {
    of_any_width!(model, compiled => {
        let base = compiled.program.shared().base;
        let sets = compiled.start.iter().map(|set| {
            let values = set.each().map(|bit| base + i64::from(bit));
            // Auxiliary variables of relations may have values outside this range, but no statement mentions these variables.
            let values = values.filter(|value| (0..64).contains(value));
            values.map(|value| value as u8).collect()
        });
        (sets.collect(), compiled.answer)
    })
}

fn statements_of_houses(puzzle: &Puzzle) -> Vec<Statement> {
    let houses = puzzle.layout.houses().into_iter();
    houses
        .map(|house| Statement::Distinct(Distinct(house)))
        .collect()
}

/// Callbacks that interrupt the solver after a given number of conflicts, or once a limit is reached.
#[derive(Default)]
struct Pause<'a> {
    limits: Limits<'a>,
    conflicts: u64,
    calls: Cell<u32>,
    is_over: Cell<bool>,
}

/// Number of callback invocations between two readings of the clock.
const CALLS: u32 = 16;

impl<'a> Pause<'a> {
    fn start(&mut self, conflicts: u64, limits: Limits<'a>) {
        *self = Self {
            limits,
            conflicts,
            ..Self::default()
        };
    }
}

impl Callbacks for Pause<'_> {
    fn on_new_clause(&mut self, _: &[SolverLit], _: Kind) {
        self.conflicts = self.conflicts.saturating_sub(1);
    }

    fn stop(&self) -> bool {
        self.calls.set(self.calls.get() + 1);
        if self.conflicts == 0 {
            self.is_over.set(true);
        } else if self.calls.get() >= CALLS {
            self.calls.set(0);
            self.is_over.set(self.limits.over().is_some());
        }
        self.is_over.get()
    }
}
