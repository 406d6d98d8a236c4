//! The encoder, which builds the clauses of a formula.

use super::formula::{Formula, Lit, Source};
use cluewright_puzzle::{Cell, DigitSet};
use rustc_hash::FxHashMap;

/// A literal that is true in every model.
pub(crate) const TRUE: Lit = Lit::MAX;
/// A literal that is false in every model.
pub(crate) const FALSE: Lit = -Lit::MAX;

/// Maximum number of literals in a formula.
pub(crate) const MAX_LITERALS: usize = 50_000_000;

/// Error for an encoding that would exceed the maximum number of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// Lower bound on the number of literals of the encoding.
    pub(crate) literals: usize,
}

/// The form in which a statement is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Clauses require the statement to hold.
    Require,
    /// Clauses make a literal equivalent to the statement.
    Reify,
}

pub(crate) struct Encoder {
    pub(crate) formula: Formula,
    /// The gates of the current block: for each disjunction, its equivalent literal.
    pub(crate) gates: FxHashMap<Vec<Lit>, Lit>,
    /// Maximum number of literals.
    pub(crate) most: usize,
}

impl Encoder {
    pub(crate) fn new(formula: Formula, most: usize) -> Self {
        Self {
            formula,
            gates: FxHashMap::default(),
            most,
        }
    }

    /// Encodes one part of the puzzle as a block of clauses. Blocks share no auxiliary variables.
    pub(crate) fn block(
        &mut self,
        source: Source,
        encode: impl FnOnce(&mut Self) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        // Parts are checked one by one, so a gate must not be shared with another part.
        self.gates.clear();
        self.formula.open_block(source);
        let encoded = encode(self);
        self.formula.close_block();
        encoded
    }

    pub(crate) fn fresh(&mut self) -> Lit {
        self.formula.variables += 1;
        self.formula.variables
    }

    /// Returns an error if this many further literals would exceed the limit. It is called before they are created, because
    /// otherwise an oversized formula would fill the memory first.
    pub(crate) fn reserve(&self, literals: usize) -> Result<(), TooLarge> {
        let literals = self.formula.size().saturating_add(literals);
        match literals > self.most {
            true => Err(TooLarge { literals }),
            false => Ok(()),
        }
    }

    /// Adds a clause without its false literals and repeated literals. Adds nothing if the clause is always true.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let mut clause: Vec<Lit> = literals.into_iter().filter(|&l| l != FALSE).collect();
        // Sorting puts repeated and opposite literals next to each other.
        clause.sort_unstable_by_key(|lit| (lit.abs(), *lit));
        clause.dedup();
        let holds = clause.contains(&TRUE) || clause.windows(2).any(|pair| pair[0] == -pair[1]);
        if !holds {
            self.formula.push(clause);
        }
    }

    /// Returns the values of a cell that have variables.
    pub(crate) fn values(&self, cell: Cell) -> DigitSet {
        self.formula.cells.values(cell)
    }

    /// Returns the literal that is true if a cell has a value.
    pub(crate) fn is(&self, cell: Cell, value: u8) -> Lit {
        self.formula.cells.variable(cell, value).unwrap_or(FALSE)
    }

    /// Returns the literals of a cell for the values in a set.
    pub(crate) fn among(&self, cell: Cell, set: DigitSet) -> Vec<Lit> {
        let values = self.values(cell).iter();
        values
            .filter(|&value| set.contains(value))
            .map(|value| self.is(cell, value))
            .collect()
    }
}
