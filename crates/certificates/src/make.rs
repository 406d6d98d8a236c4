//! Makes certificates with a SAT solver.

use crate::solutions::{Claim, write_solutions};
use crate::solver::{Answer, Clausal};
use cluewright_clauses::{EncodeError, Formula, Lit, encode};
use cluewright_puzzle::Puzzle;
use cluewright_puzzle::budget::Budget;
use cluewright_rules::{Book, Clues};

/// The contents of the files of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The claim that the certificate proves.
    pub claim: Claim,
    /// The text of `solution.txt`: the claim, followed by the solutions.
    pub solutions: String,
    /// The text of `formula.cnf`: the formula in DIMACS format.
    pub formula: String,
    /// The text of `proof.drat`: a DRAT proof that the formula has no model. `None` if the puzzle has
    /// several solutions.
    pub proof: Option<String>,
    /// Number of conflicts that the solver needed.
    pub conflicts: u64,
}

/// Makes the certificate of a puzzle. Returns `None` if the budget is spent first. The budget's node limit
/// counts conflicts.
///
/// A solution that is already known saves the search for it, but is not trusted.
///
/// # Errors
/// Returns an error if the puzzle cannot be encoded as a formula.
pub fn make(
    puzzle: &Puzzle,
    book: &Book,
    known: Option<&[u8]>,
    budget: Budget<'_>,
) -> Result<Option<Certificate>, EncodeError> {
    let mut formula = encode(puzzle, book)?;
    let known = known.filter(|values| book.violated(puzzle, values).is_ok_and(|v| v.is_empty()));
    let mut solver = Clausal::new(formula.variables, budget);
    formula.clauses().for_each(|clause| solver.add(clause));
    let mut solutions: Vec<Vec<u8>> = known.map(<[u8]>::to_vec).into_iter().collect();
    let claim = loop {
        if let Some(solution) = solutions.last() {
            if solutions.len() == 2 {
                break Claim::Several;
            }
            // The exclusion of the solution becomes part of the formula, because the proof must refute all
            // other solutions.
            formula.exclude(solution);
            solver.add(formula.clause(formula.clause_count() - 1));
        }
        match solver.solve() {
            Answer::Open => return Ok(None),
            Answer::Model(model) => solutions.push(values_of(&formula, &model)),
            Answer::Refuted if solutions.is_empty() => break Claim::None,
            Answer::Refuted => break Claim::Unique,
        }
    };
    Ok(Some(Certificate {
        claim,
        solutions: write_solutions(puzzle, claim, &solutions),
        formula: formula.to_dimacs(puzzle, book),
        proof: (claim != Claim::Several).then(|| solver.proof()),
        conflicts: solver.conflicts(),
    }))
}

/// Returns the value of each cell in a model.
fn values_of(formula: &Formula, model: &[bool]) -> Vec<u8> {
    let holds = |variable: Lit| model[variable as usize];
    let cells = formula.cells.cells().map(|cell| {
        let mut values = formula.cells.values(cell).iter();
        values.find(|&value| formula.cells.variable(cell, value).is_some_and(holds))
    });
    cells.map(Option::unwrap_or_default).collect()
}
