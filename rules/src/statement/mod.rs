//! Ground statements: the language between lowering and the model.
//!
//! A statement has no quantifiers and no parameters left: only cells and numbers. Values are the setter's digits, not
//! bit positions. Each kind has a file with its meaning, its cells and its opposite; the relations that run it are in
//! the file of the same name in `engine/src/posting/`.

mod accepts;
mod ascending;
mod canonical;
mod connected;
mod consecutive;
mod count;
mod distinct;
mod element;
mod equal_sums;
mod holds;
mod keep;
mod kind;
mod linear;
mod n_value;
mod pair;
mod rank;
mod regions;
mod renumbering;
mod run_lengths;
mod same_multiset;
mod self_counting;
mod sum_between_extremes;
mod sum_in;
mod value_sets;

pub use crate::automaton::Automaton;
pub use accepts::Accepts;
pub use ascending::Ascending;
pub(crate) use canonical::canonical_parts;
pub use connected::Connected;
pub use consecutive::Consecutive;
pub use count::Count;
pub use distinct::Distinct;
pub use element::Element;
pub use equal_sums::EqualSums;
pub use holds::Holds;
pub use keep::Keep;
pub use linear::{Compare, Linear};
pub use n_value::NValue;
pub use pair::{Pair, PairTable};
pub use rank::Rank;
pub use regions::Regions;
pub use renumbering::Renumbering;
pub use run_lengths::RunLengths;
pub use same_multiset::SameMultiset;
pub use self_counting::SelfCounting;
pub use sum_between_extremes::SumBetweenExtremes;
pub use sum_in::SumIn;
pub use value_sets::ValueSets;

use cluewright_puzzle::Cell;
use kind::Kind;

/// One ground statement about cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub enum Statement {
    /// Every part holds; true when empty.
    All(Vec<Statement>),
    /// At least one part holds; false when empty.
    Any(Vec<Statement>),
    /// The part does not hold. Used only for statements that have no better negation.
    Not(Box<Statement>),
    /// The number of parts that hold is in a set.
    Holds(Holds),
    /// A cell's value is in a set.
    Keep(Keep),
    /// A pair of values is allowed by a table.
    Pair(Pair),
    /// All values differ.
    Distinct(Distinct),
    /// The values are different and consecutive, in any order.
    Consecutive(Consecutive),
    /// The values are different, and the set of them is one of some sets.
    ValueSets(ValueSets),
    /// Each cell's value is below the next one's, or equal to it if that is allowed.
    Ascending(Ascending),
    /// A weighted sum compares with a number.
    Linear(Linear),
    /// A weighted sum is one of some numbers.
    SumIn(SumIn),
    /// Groups of cells have the same sum.
    EqualSums(EqualSums),
    /// The number of cells with a value in their set.
    Count(Count),
    /// Restricts the number of different values.
    NValue(NValue),
    /// Restricts the sum of the cells between those with the smallest and the largest value.
    SumBetweenExtremes(SumBetweenExtremes),
    /// Restricts how many lists of cells, read as numbers, are smaller than the first.
    Rank(Rank),
    /// Relates a total to the number of cells along some arms that have the same value as their head.
    RunLengths(RunLengths),
    /// Labels divide cells into connected regions.
    Regions(Regions),
    /// Each value that occurs occurs exactly that many times.
    SelfCounting(SelfCounting),
    /// Relates a value to that of a cell that another value chooses.
    Element(Element),
    /// Groups of cells hold the same values equally often.
    SameMultiset(SameMultiset),
    /// The values, in order, are accepted by an automaton.
    Accepts(Accepts),
    /// The cells with some values form one connected area.
    Connected(Connected),
}

/// Applies one function to any statement except the three that combine others.
#[macro_export]
macro_rules! of_kind {
    ($statement:expr, $kind:ident => $run:expr, $($joined:pat => $else:expr,)+) => {
        match $statement {
            $($joined => $else,)+
            $crate::Statement::Holds($kind) => $run,
            $crate::Statement::Keep($kind) => $run,
            $crate::Statement::Pair($kind) => $run,
            $crate::Statement::Distinct($kind) => $run,
            $crate::Statement::Consecutive($kind) => $run,
            $crate::Statement::ValueSets($kind) => $run,
            $crate::Statement::Ascending($kind) => $run,
            $crate::Statement::Linear($kind) => $run,
            $crate::Statement::SumIn($kind) => $run,
            $crate::Statement::EqualSums($kind) => $run,
            $crate::Statement::Count($kind) => $run,
            $crate::Statement::NValue($kind) => $run,
            $crate::Statement::SumBetweenExtremes($kind) => $run,
            $crate::Statement::Rank($kind) => $run,
            $crate::Statement::RunLengths($kind) => $run,
            $crate::Statement::Regions($kind) => $run,
            $crate::Statement::SelfCounting($kind) => $run,
            $crate::Statement::Element($kind) => $run,
            $crate::Statement::SameMultiset($kind) => $run,
            $crate::Statement::Accepts($kind) => $run,
            $crate::Statement::Connected($kind) => $run,
        }
    };
}
pub use of_kind;

impl Statement {
    /// The statement that always holds.
    pub const TRUE: Self = Self::All(vec![]);
    /// The statement that never holds.
    pub const FALSE: Self = Self::Any(vec![]);

    /// Calls `see` with each part of a conjunction, or with the statement itself.
    pub fn each_conjunct(&self, see: &mut impl FnMut(&Self)) {
        match self {
            Self::All(parts) => parts.iter().for_each(|part| part.each_conjunct(see)),
            other => see(other),
        }
    }

    /// Calls `see` with every cell that the statement names, with repeats.
    pub fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        of_kind!(self, kind => kind.each_cell(see),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.each_cell(see)),
            Self::Not(part) => part.each_cell(see),
        );
    }

    /// Returns the same statement about other cells.
    #[must_use]
    pub fn with_cells(&self, to: &impl Fn(Cell) -> Cell) -> Self {
        let mut copy = self.clone();
        copy.rename(to);
        copy
    }

    fn rename(&mut self, to: &impl Fn(Cell) -> Cell) {
        of_kind!(self, kind => kind.rename(to),
            Self::All(parts) | Self::Any(parts) => parts.iter_mut().for_each(|part| part.rename(to)),
            Self::Not(part) => part.rename(to),
        );
    }

    /// Sorts parts whose order does not matter, so that statements that differ only in this order become equal.
    pub fn sort(&mut self) {
        of_kind!(self, kind => kind.sort(),
            Self::All(parts) | Self::Any(parts) => sort_each(parts),
            Self::Not(part) => part.sort(),
        );
    }

    /// Returns every cell that the statement names, with repeats.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![];
        self.each_cell(&mut |cell| cells.push(cell));
        cells
    }

    /// Evaluates the statement on full values: the reference that tests compare with.
    pub fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        of_kind!(self, kind => kind.holds(value),
            Self::All(parts) => parts.iter().all(|part| part.holds(value)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(value)),
            Self::Not(part) => !part.holds(value),
        )
    }

    /// Returns the negation, pushed inwards as far as possible.
    #[must_use]
    pub fn negated(&self) -> Self {
        match self {
            Self::All(parts) => Self::Any(parts.iter().map(Self::negated).collect()),
            Self::Any(parts) => Self::All(parts.iter().map(Self::negated).collect()),
            Self::Not(part) => part.as_ref().clone(),
            Self::Distinct(distinct) => Self::Any(distinct.repeats().map(Self::Linear).collect()),
            other => {
                let mut opposite = other.clone();
                match opposite.negate() {
                    Some(()) => opposite,
                    None => Self::Not(Box::new(other.clone())),
                }
            }
        }
    }

    /// Negates a statement that combines no others; `None` if its kind cannot state the negation.
    fn negate(&mut self) -> Option<()> {
        of_kind!(self, kind => kind.negate(), Self::All(_) | Self::Any(_) | Self::Not(_) => None,)
    }

    /// Returns the statement after a renumbering: it holds for the new values if and only if this one holds for the old ones. `None` if
    /// no statement expresses it.
    #[must_use]
    pub fn renumbered(&self, digits: &Renumbering) -> Option<Self> {
        let mut copy = self.clone();
        copy.renumber(digits)?;
        Some(copy)
    }

    fn renumber(&mut self, digits: &Renumbering) -> Option<()> {
        of_kind!(self, kind => kind.renumber(digits),
            Self::All(parts) | Self::Any(parts) => parts.iter_mut().try_for_each(|part| part.renumber(digits)),
            Self::Not(part) => part.renumber(digits),
        )
    }

    /// Returns the cells that must differ, if this statement alone implies it.
    #[must_use]
    pub fn different(&self) -> Option<Vec<Cell>> {
        of_kind!(self, kind => kind.different(),
            Self::All(_) | Self::Any(_) | Self::Not(_) => None,
        )
    }
}

/// Sorts statements, and their parts.
fn sort_each(parts: &mut [Statement]) {
    parts.iter_mut().for_each(Statement::sort);
    parts.sort_by_cached_key(Statement::cells);
}
