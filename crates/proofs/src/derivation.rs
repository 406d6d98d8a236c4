//! Derivations: proofs that list the clauses from which each lemma follows.

use crate::{Cnf, Lit, Propagator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// A derivation of the empty clause. Each lemma lists the clauses from which it follows, so that checkers need no search.
///
/// The clauses of the formula are numbered from 1, and the lemmas follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// Number of clauses in the formula.
    clauses: usize,
    steps: Vec<Step>,
}

/// A lemma with its hints. If the lemma is assumed to be false, each hint in turn becomes a unit clause, and the last one
/// becomes empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    lemma: Vec<Lit>,
    hints: Vec<usize>,
    /// Numbers of the clauses that no later step needs.
    deleted: Vec<usize>,
}

impl Derivation {
    /// Creates a derivation from the steps on which the last step depends.
    pub(crate) fn new(clauses: usize, mut steps: Vec<Step>) -> Self {
        let mut needed = FxHashSet::default();
        needed.insert(clauses + steps.len());
        // In reverse order, the first step that needs a clause is the last one to use it, so that step deletes the clause.
        for (index, step) in steps.iter_mut().enumerate().rev() {
            if needed.contains(&(clauses + index + 1)) {
                let hints = step.hints.iter().copied();
                step.deleted = hints.filter(|&hint| needed.insert(hint)).collect();
            }
        }
        // Unneeded steps leave gaps in the numbers, so the other steps are renumbered.
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let mut kept = vec![];
        for (index, mut step) in steps.into_iter().enumerate() {
            let number = clauses + index + 1;
            if needed.contains(&number) {
                let references = step.hints.iter_mut().chain(&mut step.deleted);
                references.for_each(|old| *old = *numbers.get(old).unwrap_or(old));
                kept.push(step);
                numbers.insert(number, clauses + kept.len());
            }
        }
        Self {
            clauses,
            steps: kept,
        }
    }

    /// Returns the number of lemmas.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns `true` if there are no lemmas.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Writes the derivation as LRAT.
    #[must_use]
    pub fn to_lrat(&self) -> String {
        let mut text = String::new();
        for (number, step) in (self.clauses + 1..).zip(&self.steps) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{number} ");
            write_numbers(&mut text, &step.lemma);
            text.push_str("0 ");
            write_numbers(&mut text, &step.hints);
            text.push_str("0\n");
            if !step.deleted.is_empty() {
                let _ = write!(text, "{number} d ");
                write_numbers(&mut text, &step.deleted);
                text.push_str("0\n");
            }
        }
        text
    }

    /// Writes the derivation for `VeriPB`, which also needs the formula in DIMACS format.
    #[must_use]
    pub fn to_veripb(&self) -> String {
        let clauses = self.clauses;
        let mut text = format!("pseudo-Boolean proof version 3.0\nf {clauses};\n");
        for step in &self.steps {
            text.push_str("rup ");
            for literal in &step.lemma {
                let sign = if *literal > 0 { "" } else { "~" };
                // Writing to a string cannot fail.
                let _ = write!(text, "1 {sign}x{} ", literal.unsigned_abs());
            }
            text.push_str(">= 1 : ");
            write_numbers(&mut text, &step.hints);
            text.push_str(";\n");
            // Clauses of the formula are not deleted, because VeriPB would require a justification.
            let deleted = step.deleted.iter().filter(|&&number| number > clauses);
            let deleted: Vec<usize> = deleted.copied().collect();
            if !deleted.is_empty() {
                text.push_str("del id ");
                write_numbers(&mut text, &deleted);
                text.push_str(";\n");
            }
        }
        let last = clauses + self.steps.len();
        let _ = write!(
            text,
            "output NONE;\nconclusion UNSAT : {last};\nend pseudo-Boolean proof;\n"
        );
        text
    }
}

fn write_numbers(text: &mut String, numbers: &[impl std::fmt::Display]) {
    for number in numbers {
        // Writing to a string cannot fail.
        let _ = write!(text, "{number} ");
    }
}

/// Records the steps of a proof while it is checked.
#[derive(Default)]
pub(crate) struct Recorder {
    /// Number of clauses in the formula.
    clauses: usize,
    steps: Vec<Step>,
    /// For each clause of the propagator, its number in the derivation.
    numbers: Vec<usize>,
    /// For each variable, the number of the unit clause that fixes its value, or 0 if it is open.
    units: Vec<usize>,
    /// Number of literals on the trail that have a unit clause.
    fixed: usize,
    /// `true` if the last step is the empty clause.
    is_complete: bool,
}

impl Recorder {
    pub(crate) fn new(formula: &Cnf) -> Self {
        Self {
            clauses: formula.len(),
            ..Self::default()
        }
    }

    pub(crate) fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// Returns the number of the last recorded step.
    pub(crate) fn last(&self) -> usize {
        self.clauses + self.steps.len()
    }

    /// Numbers the clause that was just added to the propagator. Literals that now follow from the clauses alone are
    /// recorded as lemmas too, so that the hints of later lemmas stay short.
    pub(crate) fn add(&mut self, propagator: &Propagator, number: usize) {
        self.numbers.push(number);
        let fixed = &propagator.trail()[self.fixed..];
        self.fixed += fixed.len();
        for &literal in fixed {
            let Some(reason) = propagator.reason(literal) else {
                continue;
            };
            let unit = match propagator.clause(reason) {
                [_] => self.numbers[reason],
                clause => {
                    let others = clause.iter().filter(|&&other| other != literal);
                    let hints = self.hints(others, reason);
                    self.push(vec![literal], hints)
                }
            };
            let variable = literal.unsigned_abs() as usize;
            self.units.resize(self.units.len().max(variable + 1), 0);
            self.units[variable] = unit;
        }
        if propagator.is_refuted()
            && let Some(conflict) = propagator.conflict()
        {
            let hints = self.hints(propagator.clause(conflict).iter(), conflict);
            self.push(vec![], hints);
            self.is_complete = true;
        }
    }

    /// Records a lemma whose negation has led to a conflict.
    pub(crate) fn imply(&mut self, propagator: &Propagator, lemma: &[Lit]) {
        let unit = |literal: &Lit| self.units.get(literal.unsigned_abs() as usize);
        let holds = lemma
            .iter()
            .filter(|&&literal| propagator.value(literal) > 0);
        let unit = holds.filter_map(unit).find(|&&unit| unit > 0);
        let hints = match (unit, propagator.conflict()) {
            _ if self.is_complete => return,
            // A literal of the lemma already follows from the clauses alone. The hint is its unit lemma, because the clause
            // that implied it may be deleted.
            (Some(&unit), _) => vec![unit],
            (None, Some(conflict)) => {
                let conflict = self.first_conflict(propagator, lemma).unwrap_or(conflict);
                self.explain(propagator, lemma, conflict)
            }
            (None, None) => return,
        };
        self.push(lemma.to_vec(), hints);
    }

    /// Returns the reason of the first literal of the lemma that follows from the negation of the other literals. This
    /// reason contradicts the negation of the literal.
    fn first_conflict(&self, propagator: &Propagator, lemma: &[Lit]) -> Option<usize> {
        let lemma: FxHashSet<Lit> = lemma.iter().copied().collect();
        let mut trail = propagator.trail()[self.fixed..].iter();
        let first = trail.find(|literal| lemma.contains(literal))?;
        propagator.reason(*first)
    }

    /// Returns the reasons of a conflict in the order of propagation. The negated literals of the lemma are assumptions,
    /// which have no reasons.
    fn explain(&self, propagator: &Propagator, lemma: &[Lit], conflict: usize) -> Vec<usize> {
        let mut seen: FxHashSet<u32> = lemma.iter().map(|lit| lit.unsigned_abs()).collect();
        let mut open: FxHashSet<u32> = FxHashSet::default();
        let mut visit = |clause: usize, open: &mut FxHashSet<u32>| {
            let variables = propagator.clause(clause).iter();
            let variables = variables.map(|literal| literal.unsigned_abs());
            open.extend(variables.filter(|&variable| seen.insert(variable)));
        };
        visit(conflict, &mut open);
        let mut reasons = vec![self.numbers[conflict]];
        // A reason refers only to earlier literals of the trail, so one pass from the end finds all reasons.
        for &literal in propagator.trail()[self.fixed..].iter().rev() {
            if open.remove(&literal.unsigned_abs())
                && let Some(reason) = propagator.reason(literal)
            {
                reasons.push(self.numbers[reason]);
                visit(reason, &mut open);
            }
        }
        // The other literals are false because of the clauses alone, so their unit lemmas are hints.
        reasons.extend(open.iter().map(|&variable| self.units[variable as usize]));
        reasons.reverse();
        reasons
    }

    /// Returns the unit lemmas that make the literals false, followed by the clause.
    fn hints<'l>(&self, literals: impl Iterator<Item = &'l Lit>, clause: usize) -> Vec<usize> {
        let units = literals.map(|literal| self.units[literal.unsigned_abs() as usize]);
        units.chain([self.numbers[clause]]).collect()
    }

    /// Adds a step and returns its number. No step is added after the empty clause.
    fn push(&mut self, lemma: Vec<Lit>, hints: Vec<usize>) -> usize {
        if !self.is_complete {
            self.steps.push(Step {
                lemma,
                hints,
                deleted: vec![],
            });
        }
        self.last()
    }
}
