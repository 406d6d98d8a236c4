//! Certificates hold for every verdict, and a formula with a wrong clause is refused.

use cluewright_certificates::{Certificate, Claim, Fault, File, certify, make};
use cluewright_clauses::{Lit, Variables};
use cluewright_puzzle::budget::Budget;
use cluewright_puzzle::{Cell, Puzzle};
use cluewright_rules::Book;

/// Makes the certificate of a small puzzle.
pub(crate) fn certificate_of(puzzle: &Puzzle, book: &Book) -> Certificate {
    let made = make(puzzle, book, None, Budget::NONE).expect("it has a formula");
    made.expect("the budget has no end")
}

/// Checks a certificate, with another formula in its place if there is one.
pub(crate) fn check(
    puzzle: &Puzzle,
    book: &Book,
    certificate: &Certificate,
    formula: Option<&str>,
) -> Result<Claim, Fault> {
    let formula = formula.unwrap_or(&certificate.formula);
    let proof = certificate.proof.as_deref();
    certify(puzzle, book, &certificate.solutions, formula, proof).map(|holds| holds.claim)
}

/// Adds to the clauses of a clue that some cells do not have their values of a grid.
pub(crate) fn strengthen(
    puzzle: &Puzzle,
    formula: &str,
    clue: usize,
    cells: &[Cell],
    grid: &[u8],
) -> String {
    let variables = Variables::of(puzzle);
    let literals = cells.iter().map(|&cell| {
        let variable = variables.variable(cell, grid[cell.index()]);
        -variable.expect("the cell may have the value")
    });
    with_clause(formula, clue, &literals.collect::<Vec<Lit>>())
}

/// Adds a clause to those of a clue. The comments and the header count it.
fn with_clause(formula: &str, clue: usize, clause: &[Lit]) -> String {
    let wanted = format!("c block clue {} clauses ", clue + 1);
    let (mut text, mut at, mut clauses) = (String::new(), None, 0);
    let literals: Vec<String> = clause.iter().map(Lit::to_string).collect();
    for line in formula.lines() {
        let is_block = line.starts_with("c block ");
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        if is_block && (at.is_some() || line.starts_with(&wanted)) {
            let number = |place: usize| words[place].parse::<usize>().expect("a number");
            let (first, last) = (number(5), number(6));
            words[5] = (first + usize::from(at.is_some())).to_string();
            words[6] = (last + 1).to_string();
            at = at.or(Some(last));
        }
        if line.starts_with("p cnf ") {
            let count: usize = words[3].parse().expect("a number");
            words[3] = (count + 1).to_string();
        }
        text += &words.join(" ");
        text.push('\n');
        if !line.starts_with(['c', 'p']) {
            clauses += 1;
            if at == Some(clauses) {
                text += &format!("{} 0\n", literals.join(" "));
            }
        }
    }
    assert!(at.is_some(), "the clue has clauses");
    text
}

/// The fault is one of the formula.
pub(crate) fn is_of_formula(result: &Result<Claim, Fault>) -> bool {
    matches!(result, Err(fault) if fault.file == File::Formula)
}
