//! The encoder, which builds a formula.

use super::formula::{Formula, Lit, Source};
use cluewright_puzzle::{Cell, DigitSet};
use rustc_hash::FxHashMap;

/// The literal that holds in every model.
pub(crate) const TRUE: Lit = Lit::MAX;
/// The literal that holds in no model.
pub(crate) const FALSE: Lit = -Lit::MAX;

/// Maximum number of literals of a formula.
pub(crate) const MAX_LITERALS: usize = 50_000_000;

/// Error for an encoding whose literals would exceed the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// Lower bound on the number of literals of the encoding.
    pub(crate) literals: usize,
}

/// How a statement enters the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The statement must hold.
    Require,
    /// A literal is made equivalent to the statement.
    Reify,
}

pub(crate) struct Encoder {
    pub(crate) formula: Formula,
    /// The gates of the current block: for each disjunction, the literal equivalent to it.
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

    /// Encodes one part of the puzzle. Blocks share no auxiliary variable.
    pub(crate) fn block(
        &mut self,
        source: Source,
        encode: impl FnOnce(&mut Self) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        // A gate must not be shared with another part, because parts are checked one by one.
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

    /// Fails if adding this number of literals would exceed the limit. Called before they are made, so that a formula which is too large
    /// does not fill the memory first.
    pub(crate) fn reserve(&self, literals: usize) -> Result<(), TooLarge> {
        let literals = self.formula.size().saturating_add(literals);
        match literals > self.most {
            true => Err(TooLarge { literals }),
            false => Ok(()),
        }
    }

    /// Adds a clause without its false and repeated literals; adds nothing if the clause always holds.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let mut clause: Vec<Lit> = literals.into_iter().filter(|&l| l != FALSE).collect();
        // Sorting makes repeated and opposite literals neighbours.
        clause.sort_unstable_by_key(|lit| (lit.abs(), *lit));
        clause.dedup();
        let holds = clause.contains(&TRUE) || clause.windows(2).any(|pair| pair[0] == -pair[1]);
        if !holds {
            self.formula.push(clause);
        }
    }

    /// Returns the values of a cell that have a variable.
    pub(crate) fn values(&self, cell: Cell) -> DigitSet {
        self.formula.cells.values(cell)
    }

    /// Returns the literal for a cell having a value.
    pub(crate) fn is(&self, cell: Cell, value: u8) -> Lit {
        self.formula.cells.variable(cell, value).unwrap_or(FALSE)
    }

    /// Returns the literals for a cell having a value in a set.
    pub(crate) fn among(&self, cell: Cell, set: DigitSet) -> Vec<Lit> {
        let values = self.values(cell).iter();
        values
            .filter(|&value| set.contains(value))
            .map(|value| self.is(cell, value))
            .collect()
    }
}
