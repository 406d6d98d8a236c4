//! Renumbers the variables of one part of a puzzle, starting from 1.

use cluewright_proofs::Lit;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(crate) struct Numbering(FxHashMap<u32, Lit>);

impl Numbering {
    /// Renumbers a literal. A variable gets the next free number when it occurs for the first time.
    pub(crate) fn number(&mut self, literal: Lit) -> Lit {
        let next = self.count() + 1;
        let number = *self.0.entry(literal.unsigned_abs()).or_insert(next);
        number * literal.signum()
    }

    /// Returns the new number of a variable. Returns `None` if the variable has not occurred.
    pub(crate) fn of(&self, variable: Lit) -> Option<Lit> {
        self.0.get(&variable.unsigned_abs()).copied()
    }

    /// Returns the number of variables that have occurred.
    pub(crate) fn count(&self) -> Lit {
        self.0.len() as Lit
    }

    /// Returns the original numbers of the variables that have occurred.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Lit> {
        self.0.keys().map(|&variable| variable as Lit)
    }

    /// Renumbers a clause and removes repeated literals. Returns `None` if the clause is always true.
    pub(crate) fn clause(&mut self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let mut clause: Vec<Lit> = clause.iter().map(|&literal| self.number(literal)).collect();
        clause.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
        clause.dedup();
        // Sorting puts a literal next to its negation, so it is enough to compare neighbours.
        let holds = clause.windows(2).any(|pair| pair[0] == -pair[1]);
        (!holds).then_some(clause)
    }
}
