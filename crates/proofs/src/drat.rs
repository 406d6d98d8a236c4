//! Proofs in DRAT.

use crate::cnf::read_literals;
use crate::derivation::Recorder;
use crate::{Cnf, Derivation, Lit, ProofError, Propagator};
use rustc_hash::FxHashMap;

/// A proof that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Number of lemmas.
    pub lemmas: usize,
    /// Number of deletions.
    pub deletions: usize,
}

/// Checks that a proof in DRAT derives the empty clause from a formula.
///
/// # Errors
/// The first line that does not follow, that deletes a missing clause, or that cannot be read.
pub fn check_drat(formula: &Cnf, proof: &str) -> Result<Checked, ProofError> {
    follow(&mut Clauses::new(formula, None), proof)
}

/// Checks a proof in DRAT, and finds the clauses from which each of its lemmas follows.
///
/// # Errors
/// The same as those of [`check_drat`].
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
                return Err(ProofError::new(line, "the deleted clause is not there"));
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
        // The empty clause completes the proof, so further lines are irrelevant.
        if lemma.is_empty() {
            return Ok(checked);
        }
        clauses.add_lemma(lemma);
    }
    let message = "the proof ends without the empty clause";
    Err(ProofError::new(last.max(1), message))
}

/// The clauses from which a lemma may follow.
struct Clauses {
    propagator: Propagator,
    /// The numbers of equal clauses, by their literals in order; `None` for those that always hold. A proof may add
    /// the same clause twice and delete it once, so each copy has its own number.
    numbers: FxHashMap<Box<[Lit]>, Vec<Option<usize>>>,
    /// The steps so far, if they are recorded.
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
            clauses.add(sort_literals(clause.to_vec()), index + 1);
        }
        clauses
    }

    /// Adds a clause with its number in the derivation.
    fn add(&mut self, clause: Vec<Lit>, number: usize) {
        // A clause that always holds implies nothing.
        let added = (!always_holds(&clause)).then(|| self.propagator.add(&clause));
        if let (Some(recorder), Some(_)) = (&mut self.recorder, added) {
            recorder.add(&self.propagator, number);
        }
        self.numbers.entry(clause.into()).or_default().push(added);
    }

    /// Adds the lemma that was just implied.
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

    /// Returns `true` if the negation of the lemma leads to a conflict.
    fn implies(&mut self, lemma: &[Lit]) -> bool {
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
        // The assumptions are retracted, because the next lemma has to follow from the clauses alone.
        self.propagator.retract(0);
        is_implied
    }
}

/// Returns `true` if a sorted clause contains a literal and its negation.
fn always_holds(clause: &[Lit]) -> bool {
    clause.windows(2).any(|pair| pair[0] == -pair[1])
}

/// Sorts the literals of a clause and removes repeats. A literal and its negation become neighbours.
pub(crate) fn sort_literals(mut clause: Vec<Lit>) -> Vec<Lit> {
    clause.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    clause.dedup();
    clause
}
