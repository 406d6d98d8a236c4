//! Gates: literals that are equivalent to combinations of other literals.

use super::encoder::{Encoder, FALSE, Mode, TRUE};
use super::formula::Lit;

impl Encoder {
    /// Returns a literal that is equivalent to the disjunction of the given literals.
    pub(crate) fn any(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let mut literals: Vec<Lit> = literals.into_iter().filter(|&l| l != FALSE).collect();
        // The literals are the key of the gate, so equal disjunctions must have equal lists.
        literals.sort_unstable_by_key(|lit| (lit.abs(), *lit));
        literals.dedup();
        let holds = literals.contains(&TRUE) || literals.windows(2).any(|pair| pair[0] == -pair[1]);
        match literals[..] {
            _ if holds => return TRUE,
            [] => return FALSE,
            [literal] => return literal,
            _ => {}
        }
        if let Some(&gate) = self.gates.get(&literals) {
            return gate;
        }
        let gate = self.fresh();
        for &literal in &literals {
            self.clause([gate, -literal]);
        }
        self.clause(literals.iter().copied().chain([-gate]));
        self.gates.insert(literals, gate);
        gate
    }

    /// Returns a literal that is equivalent to the conjunction of the given literals.
    pub(crate) fn all(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        -self.any(literals.into_iter().map(|literal| -literal))
    }

    /// Encodes a statement that is a conjunction of clauses. Depending on the mode, it adds the clauses or returns a
    /// literal that is equivalent to the conjunction.
    pub(crate) fn conclude(
        &mut self,
        clauses: impl IntoIterator<Item = Vec<Lit>>,
        mode: Mode,
    ) -> Lit {
        match mode {
            Mode::Require => {
                clauses.into_iter().for_each(|clause| self.clause(clause));
                TRUE
            }
            Mode::Reify => {
                let parts: Vec<Lit> = clauses.into_iter().map(|clause| self.any(clause)).collect();
                self.all(parts)
            }
        }
    }
}
