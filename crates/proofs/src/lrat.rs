//! Checks LRAT proofs.

use crate::cnf::read_literals;
use crate::drat::sort_literals;
use crate::{Checked, Cnf, Lit, ProofError};
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks that an LRAT proof derives the empty clause from a formula.
///
/// # Errors
/// Returns an error for the first line that is malformed, that adds a lemma which does not follow from the
/// listed clauses, that reuses a number, or that deletes a missing clause. Also returns an error if the proof
/// ends without the empty clause.
pub fn check_lrat(formula: &Cnf, proof: &str) -> Result<Checked, ProofError> {
    let clauses = formula
        .clauses()
        .map(|clause| sort_literals(clause.to_vec()));
    let mut clauses: FxHashMap<u64, Vec<Lit>> = (1..).zip(clauses).collect();
    let mut checked = Checked::default();
    let mut last = 0;
    for (index, content) in proof.lines().enumerate() {
        let line = index + 1;
        last = line;
        let content = content.trim();
        if content.is_empty() || content.starts_with('c') {
            continue;
        }
        let (number, content) = content.split_once(' ').unwrap_or((content, ""));
        let number: u64 = number
            .parse()
            .map_err(|_| ProofError::new(line, "expected the number of a clause"))?;
        if let Some(deleted) = content.trim_start().strip_prefix('d') {
            for deleted in read_literals(line, deleted)? {
                if u64::try_from(deleted)
                    .ok()
                    .and_then(|d| clauses.remove(&d))
                    .is_none()
                {
                    let message = format!("the deleted clause {deleted} does not exist");
                    return Err(ProofError::new(line, message));
                }
                checked.deletions += 1;
            }
            continue;
        }
        // If the lemma is the empty clause, there is no space before its 0, because it has no literals.
        let Some((lemma, hints)) = content.split_once(" 0 ") else {
            let empty = content.strip_prefix("0 ").map(|hints| ("", hints));
            let (_, hints) =
                empty.ok_or_else(|| ProofError::new(line, "expected a lemma and its hints"))?;
            follow(&clauses, &[], hints, line)?;
            checked.lemmas += 1;
            return Ok(checked);
        };
        let lemma = sort_literals(read_literals(line, &format!("{lemma} 0"))?);
        follow(&clauses, &lemma, hints, line)?;
        checked.lemmas += 1;
        // A number must not be reused, because later hints would then be ambiguous.
        if clauses.insert(number, lemma).is_some() {
            let message = format!("the clause {number} already exists");
            return Err(ProofError::new(line, message));
        }
    }
    Err(ProofError::new(
        // Lines are counted from 1, so an empty proof is reported at line 1.
        last.max(1),
        "the proof ends without the empty clause",
    ))
}

/// Checks that the negation of a lemma leads to a conflict if the clauses of the hints are propagated one after
/// another.
fn follow(
    clauses: &FxHashMap<u64, Vec<Lit>>,
    lemma: &[Lit],
    hints: &str,
    line: usize,
) -> Result<(), ProofError> {
    let mut holds: FxHashSet<Lit> = lemma.iter().map(|literal| -literal).collect();
    // A lemma with both a literal and its negation is always true, so it needs no hints.
    if lemma.iter().any(|literal| holds.contains(literal)) {
        return Ok(());
    }
    for hint in read_literals(line, hints)? {
        // Only RAT steps have negative hints, which introduce their candidates.
        let Ok(number) = u64::try_from(hint) else {
            return Err(ProofError::new(line, "RAT steps are not supported"));
        };
        let Some(clause) = clauses.get(&number) else {
            return Err(ProofError::new(
                line,
                format!("there is no clause {number}"),
            ));
        };
        let mut open = clause.iter().filter(|&&literal| !holds.contains(&-literal));
        match (open.next(), open.next()) {
            (None, _) => return Ok(()),
            (Some(&unit), None) => {
                holds.insert(unit);
            }
            _ => {
                let message = format!("clause {number} is neither a unit nor a conflict");
                return Err(ProofError::new(line, message));
            }
        }
    }
    Err(ProofError::new(line, "the hints end without a conflict"))
}
