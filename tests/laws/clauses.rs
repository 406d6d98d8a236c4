//! Computes the models of formulas, for the tests that compare them with enumeration.

use cluewright_clauses::{Formula, encode_lowered};
use cluewright_proofs::Propagator;
use cluewright_puzzle::{Cell, Puzzle};
use cluewright_rules::{Book, Lowered, Statement};

/// Returns the boards that satisfy the formula of these statements, sorted.
pub(crate) fn models(puzzle: &Puzzle, statements: &[Statement]) -> Vec<Vec<u8>> {
    let lowered = Lowered {
        statements: statements.to_vec(),
        ..Lowered::default()
    };
    let formula = encode_lowered(puzzle, Book::builtin(), &[lowered]);
    models_of(&formula.expect("it is small"))
}

/// Returns the values of the cells in each model of a formula, sorted.
pub(crate) fn models_of(formula: &Formula) -> Vec<Vec<u8>> {
    let mut propagator = Propagator::new(formula.variables as usize);
    for clause in formula.clauses() {
        propagator.add(clause);
    }
    let cells: Vec<Cell> = formula.cells.cells().collect();
    let mut found = vec![];
    extend(formula, &mut propagator, &cells, &mut vec![], &mut found);
    found
}

fn extend(
    formula: &Formula,
    propagator: &mut Propagator,
    cells: &[Cell],
    values: &mut Vec<u8>,
    found: &mut Vec<Vec<u8>>,
) {
    let [cell, rest @ ..] = cells else {
        if propagator.is_satisfiable(usize::MAX) == Some(true) {
            found.push(values.clone());
        }
        return;
    };
    let level = propagator.level();
    for value in formula.cells.values(*cell).iter() {
        let variable = formula.cells.variable(*cell, value);
        if variable.is_some_and(|variable| propagator.assume(variable)) {
            values.push(value);
            extend(formula, propagator, rest, values, found);
            values.pop();
        }
        propagator.retract(level);
    }
}
