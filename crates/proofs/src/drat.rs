//! Checks DRAT proofs.

use crate::cnf::read_literals;
use crate::derivation::Recorder;
use crate::{Cnf, Derivation, Lit, ProofError, Propagator};
use rustc_hash::FxHashMap;

/// The result of checking a valid proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Number of lemmas in the proof.
    pub lemmas: usize,
    /// Number of deletions in the proof.
    pub deletions: usize,
}

/// Checks that a DRAT proof derives the empty clause from a formula.
///
/// # Errors
/// Returns an error for the first line that is malformed, that adds a lemma which does not follow, or that
/// deletes a missing clause. Also returns an error if the proof ends without the empty clause.
pub fn check_drat(formula: &Cnf, proof: &str) -> Result<Checked, ProofError> {
    follow(&mut Clauses::new(formula, None), proof)
}

/// Checks a DRAT proof, and finds the clauses from which each lemma follows.
///
/// # Errors
/// Returns an error in the same cases as [`check_drat`].
pub fn explain_drat(formula: &Cnf, proof: &str) -> Result<Derivation, ProofError> {
    let mut clauses = Clauses::new(formula, Some(Recorder::new(formula)));
    follow(&mut clauses, proof)?;
    let steps = clauses.recorder.map(Recorder::into_steps);
    Ok(Derivation::new(formula.len(), steps.unwrap_or_default()))
}

fn follow(clauses: &mut Clauses, proof: &str) -> Result<Checked, ProofError> {
    let mut checked = Checked::default();
    let mut last = 0;
    for (index, content) in proof.lines().enumerate() {
        let line = index + 1;
        last = line;
        let content = content.trim();
        if content.is_empty() || content.starts_with('c') {
            continue;
        }
        if let Some(deleted) = content.strip_prefix('d') {
            let clause = sort_literals(read_literals(line, deleted)?);
            if !clauses.delete(&clause) {
                return Err(ProofError::new(line, "the deleted clause does not exist"));
            }
            checked.deletions += 1;
            continue;
        }
        let lemma = sort_literals(read_literals(line, content)?);
        if !clauses.implies(&lemma) {
            let message = "the lemma does not follow by unit propagation";
            return Err(ProofError::new(line, message));
        }
        checked.lemmas += 1;
        // The empty clause completes the proof, so the lines after it are irrelevant.
        if lemma.is_empty() {
            return Ok(checked);
        }
        clauses.add_lemma(lemma);
    }
    let message = "the proof ends without the empty clause";
    Err(ProofError::new(last.max(1), message))
}

/// The clauses that the proof of a lemma may use.
struct Clauses {
    propagator: Propagator,
    /// For each clause, identified by its sorted literals, the numbers of its copies. The number is `None` if the
    /// clause is always true. A proof may add the same clause twice and delete it once, so each copy has its own
    /// number.
    numbers: FxHashMap<Box<[Lit]>, Vec<Option<usize>>>,
    /// Recorder of the steps, if a derivation was requested.
    recorder: Option<Recorder>,
}

impl Clauses {
    fn new(formula: &Cnf, recorder: Option<Recorder>) -> Self {
        let mut clauses = Self {
            propagator: Propagator::new(formula.variables),
            numbers: FxHashMap::default(),
            recorder,
        };
        for (index, clause) in formula.clauses().enumerate() {
            // A deletion may list the literals in a different order, so clauses are identified by their sorted
            // literals.
            clauses.add(sort_literals(clause.to_vec()), index + 1);
        }
        clauses
    }

    /// Adds a clause with its number in the derivation.
    fn add(&mut self, clause: Vec<Lit>, number: usize) {
        // A clause that is always true implies nothing, so the propagator does not need it.
        let added = (!always_holds(&clause)).then(|| self.propagator.add(&clause));
        if let (Some(recorder), Some(_)) = (&mut self.recorder, added) {
            recorder.add(&self.propagator, number);
        }
        self.numbers.entry(clause.into()).or_default().push(added);
    }

    /// Adds a lemma that has just been proven.
    fn add_lemma(&mut self, lemma: Vec<Lit>) {
        let number = self.recorder.as_ref().map_or(0, Recorder::last);
        self.add(lemma, number);
    }

    fn delete(&mut self, clause: &[Lit]) -> bool {
        let Some(number) = self.numbers.get_mut(clause).and_then(Vec::pop) else {
            return false;
        };
        if let Some(number) = number {
            self.propagator.delete(number);
        }
        true
    }

    /// Returns `true` if assuming the negation of a lemma leads to a conflict.
    fn implies(&mut self, lemma: &[Lit]) -> bool {
        // A lemma may name variables that no clause contains.
        let most = lemma.iter().map(|literal| literal.unsigned_abs() as usize);
        self.propagator.grow(most.max().unwrap_or(0));
        let is_implied = self.propagator.is_refuted()
            || lemma
                .iter()
                .any(|&literal| !self.propagator.assume(-literal));
        if let Some(recorder) = &mut self.recorder
            && is_implied
            && !always_holds(lemma)
        {
            recorder.imply(&self.propagator, lemma);
        }
        // The assumptions are retracted, because the next lemma must follow from the clauses alone.
        self.propagator.retract(0);
        is_implied
    }
}

/// Returns `true` if a sorted clause contains both a literal and its negation.
fn always_holds(clause: &[Lit]) -> bool {
    clause.windows(2).any(|pair| pair[0] == -pair[1])
}

/// Sorts the literals of a clause and removes repeated literals. A literal and its negation are then next to each
/// other.
pub(crate) fn sort_literals(mut clause: Vec<Lit>) -> Vec<Lit> {
    clause.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    clause.dedup();
    clause
}
