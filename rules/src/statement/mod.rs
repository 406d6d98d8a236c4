//! Ground statements: the language to which clues are lowered, and from which models are compiled.
//!
//! A statement has no quantifiers or parameters, only cells and numbers. Its values are the setter's digits, not bit
//! positions. Each kind has a file with its meaning, its cells and its negation. The relations that propagate it are in the
//! file of the same name in `engine/src/posting/`, because the rules must not depend on the engine.

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

/// A ground statement about cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub enum Statement {
    /// Every part holds; true if there are no parts.
    All(Vec<Statement>),
    /// At least one part holds; false if there are no parts.
    Any(Vec<Statement>),
    /// The part does not hold. This is used only for statements whose negation has no better form.
    Not(Box<Statement>),
    /// The number of parts that hold is one of the allowed counts.
    Holds(Holds),
    /// A cell's value is in a set.
    Keep(Keep),
    /// The values of two cells are a pair that a table allows.
    Pair(Pair),
    /// All values differ.
    Distinct(Distinct),
    /// The values are different and consecutive, in any order.
    Consecutive(Consecutive),
    /// The values are different, and together they form one of the allowed sets.
    ValueSets(ValueSets),
    /// Each cell's value is below the next one's, or equal to it if that is allowed.
    Ascending(Ascending),
    /// A weighted sum satisfies a comparison with a total.
    Linear(Linear),
    /// A weighted sum is one of the allowed totals.
    SumIn(SumIn),
    /// Groups of cells have the same sum.
    EqualSums(EqualSums),
    /// The number of cells whose value is in their set is restricted.
    Count(Count),
    /// The number of different values is restricted.
    NValue(NValue),
    /// The sum of the cells between those with the smallest and the largest value is restricted.
    SumBetweenExtremes(SumBetweenExtremes),
    /// A given number of lists, read as numbers, are smaller than the first list.
    Rank(Rank),
    /// A value is an offset plus the number of leading cells on some arms that have the same value as the arms' head.
    RunLengths(RunLengths),
    /// Labels divide cells into connected regions.
    Regions(Regions),
    /// Each value among the cells equals its number of occurrences.
    SelfCounting(SelfCounting),
    /// A value equals the value of the cell that an index selects.
    Element(Element),
    /// Groups of cells hold the same values, each equally often.
    SameMultiset(SameMultiset),
    /// An automaton accepts the values, in order.
    Accepts(Accepts),
    /// The cells whose value is in a set form one connected area.
    Connected(Connected),
}

/// Applies a function to any statement except `All`, `Any` and `Not`. This is a macro, because the methods of kinds are
/// generic and cannot be called on a trait object.
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

    /// Calls `see` with each part of a conjunction; any other statement counts as its own part.
    pub fn each_conjunct(&self, see: &mut impl FnMut(&Self)) {
        match self {
            Self::All(parts) => parts.iter().for_each(|part| part.each_conjunct(see)),
            other => see(other),
        }
    }

    /// Calls `see` with every cell that the statement names, including repeats.
    pub fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        of_kind!(self, kind => kind.each_cell(see),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.each_cell(see)),
            Self::Not(part) => part.each_cell(see),
        );
    }

    /// Returns the same statement with each cell replaced.
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

    /// Sorts parts whose order does not matter. Statements that only differ in that order become equal.
    pub fn sort(&mut self) {
        of_kind!(self, kind => kind.sort(),
            Self::All(parts) | Self::Any(parts) => sort_each(parts),
            Self::Not(part) => part.sort(),
        );
    }

    /// Returns every cell that the statement names, including repeats.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![];
        self.each_cell(&mut |cell| cells.push(cell));
        cells
    }

    /// Evaluates the statement on a full grid. Tests use this as the reference.
    pub fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        of_kind!(self, kind => kind.holds(value),
            Self::All(parts) => parts.iter().all(|part| part.holds(value)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(value)),
            Self::Not(part) => !part.holds(value),
        )
    }

    /// Returns the negation of the statement, pushed inwards as far as possible.
    #[must_use]
    pub fn negated(&self) -> Self {
        match self {
            Self::All(parts) => Self::Any(parts.iter().map(Self::negated).collect()),
            Self::Any(parts) => Self::All(parts.iter().map(Self::negated).collect()),
            Self::Not(part) => part.as_ref().clone(),
            // `Distinct` cannot build its negation itself, because kinds do not refer to the enumeration of statements.
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

    /// Replaces the statement with its negation. `None` for `All`, `Any` and `Not`, or if the kind cannot express the
    /// negation.
    fn negate(&mut self) -> Option<()> {
        of_kind!(self, kind => kind.negate(), Self::All(_) | Self::Any(_) | Self::Not(_) => None,)
    }

    /// Returns the statement after a renumbering: it holds for the new values if and only if this statement holds for the old ones.
    /// `None` if no statement expresses it.
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

    /// Returns cells that must all differ, if this statement alone implies it.
    #[must_use]
    pub fn different(&self) -> Option<Vec<Cell>> {
        of_kind!(self, kind => kind.different(),
            Self::All(_) | Self::Any(_) | Self::Not(_) => None,
        )
    }
}

/// Sorts the parts of each statement, and then the statements.
fn sort_each(parts: &mut [Statement]) {
    parts.iter_mut().for_each(Statement::sort);
    parts.sort_by_cached_key(Statement::cells);
}
