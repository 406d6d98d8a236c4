//! Ground statements: what lowering says to the model.
//!
//! A statement has no quantifiers and no parameters left: only cells and numbers. Values are the
//! digits as the setter sees them, not bit positions. Each kind has a file with what it means, which
//! cells it names and what its opposite is; the relations that run it stand in the file of the same
//! name in `engine/src/posting/`.

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

pub use accepts::{Accepts, Automaton};
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

use cluewright_puzzle::{Cell, DigitSet};

/// One ground statement about cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub enum Statement {
    /// Every part holds; true when empty.
    All(Vec<Statement>),
    /// At least one part holds; false when empty.
    Any(Vec<Statement>),
    /// The part does not hold. Only around statements that have no better negation.
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
    /// The values are different, and which these are is one of some sets.
    ValueSets(ValueSets),
    /// Each cell's value is below the next one's, or equal to it where that is allowed.
    Ascending(Ascending),
    /// A weighted sum compares with a number.
    Linear(Linear),
    /// A weighted sum is one of some numbers.
    SumIn(SumIn),
    /// Groups of cells have the same sum.
    EqualSums(EqualSums),
    /// How many cells have a value in their set.
    Count(Count),
    /// How many different values there are.
    NValue(NValue),
    /// The sum of what stands between the smallest and the largest value.
    SumBetweenExtremes(SumBetweenExtremes),
    /// How many lists of cells, read as numbers, are smaller than the first.
    Rank(Rank),
    /// How many cells along some arms hold the same value as their head.
    RunLengths(RunLengths),
    /// Labels that divide cells into connected regions.
    Regions(Regions),
    /// Each value that occurs occurs exactly that many times.
    SelfCounting(SelfCounting),
    /// A cell chosen by another's value.
    Element(Element),
    /// Groups of cells hold the same values equally often.
    SameMultiset(SameMultiset),
    /// The values, in order, are accepted by an automaton.
    Accepts(Accepts),
    /// The cells with some values form one connected area.
    Connected(Connected),
}

/// One kind of statement.
trait Kind {
    /// Calls `see` with every cell that the statement names, with repeats.
    fn each_cell(&self, see: &mut impl FnMut(Cell));

    /// Puts other cells in the place of the statement's.
    fn rename(&mut self, to: &impl Fn(Cell) -> Cell);

    /// Puts in order what has none.
    fn sort(&mut self) {}

    /// Whether the statement holds for full values.
    fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool;

    /// The statement that holds exactly where this one does not, if there is one without a `Not`.
    fn negated(&self) -> Option<Statement> {
        None
    }

    /// The cells that the statement says are all different.
    fn different(&self) -> Option<Vec<Cell>> {
        None
    }

    /// What the statement says of values with other numbers; `None` where no statement of its kind says that.
    fn renumbered(&self, _digits: &Renumbering) -> Option<Statement> {
        None
    }
}

/// Does one thing with any statement but the three that join others.
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

    /// The same statement about other cells.
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

    /// Puts in order what has none, so that two statements of the same cells that say the same are equal, in whatever
    /// order their rule named them.
    pub fn sort(&mut self) {
        of_kind!(self, kind => kind.sort(),
            Self::All(parts) | Self::Any(parts) => sort_each(parts),
            Self::Not(part) => part.sort(),
        );
    }

    /// Every cell that the statement names, with repeats.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![];
        self.each_cell(&mut |cell| cells.push(cell));
        cells
    }

    /// Whether the statement holds for full values: the plain meaning that tests compare with.
    pub fn holds(&self, value: &impl Fn(Cell) -> u8) -> bool {
        of_kind!(self, kind => kind.holds(value),
            Self::All(parts) => parts.iter().all(|part| part.holds(value)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(value)),
            Self::Not(part) => !part.holds(value),
        )
    }

    /// The opposite, with the negation pushed as far in as it goes.
    #[must_use]
    pub fn negated(&self) -> Self {
        let each = |parts: &[Self]| parts.iter().map(Self::negated).collect();
        let not = || Self::Not(Box::new(self.clone()));
        of_kind!(self, kind => kind.negated().unwrap_or_else(not),
            Self::All(parts) => Self::Any(each(parts)),
            Self::Any(parts) => Self::All(each(parts)),
            Self::Not(part) => part.as_ref().clone(),
        )
    }

    /// What the statement says of values with other numbers: it holds for what they become where this one holds for
    /// what they were. `None` where that has no statement.
    #[must_use]
    pub fn renumbered(&self, digits: &Renumbering) -> Option<Self> {
        let each = |parts: &[Self]| {
            let parts = parts.iter().map(|part| part.renumbered(digits));
            parts.collect::<Option<Vec<Self>>>()
        };
        of_kind!(self, kind => kind.renumbered(digits),
            Self::All(parts) => each(parts).map(Self::All),
            Self::Any(parts) => each(parts).map(Self::Any),
            Self::Not(part) => part.renumbered(digits).map(|part| Self::Not(Box::new(part))),
        )
    }

    /// The cells that the statement itself says are all different.
    #[must_use]
    pub fn different(&self) -> Option<Vec<Cell>> {
        of_kind!(self, kind => kind.different(),
            Self::All(_) | Self::Any(_) | Self::Not(_) => None,
        )
    }
}

/// What the total of weighted values becomes when each is counted from the other end: this less the total.
fn mirrored_total(terms: &[(Cell, i64)], ends: u8) -> i64 {
    terms.iter().map(|term| term.1 * i64::from(ends)).sum()
}

/// How many different values some cells have.
fn kinds(cells: &[Cell], value: &impl Fn(Cell) -> u8) -> usize {
    cells.iter().map(|&c| value(c)).collect::<DigitSet>().len()
}

/// The numbers that are not in a set.
fn without(set: DigitSet) -> DigitSet {
    DigitSet::from_bits(!set.bits())
}

/// A weighted sum.
fn sum(terms: &[(Cell, i64)], value: &impl Fn(Cell) -> u8) -> i64 {
    let weighted = |&(cell, weight): &(Cell, i64)| weight * i64::from(value(cell));
    terms.iter().map(weighted).sum()
}

/// Puts statements in order, and what is in them.
fn sort_each(parts: &mut [Statement]) {
    parts.iter_mut().for_each(Statement::sort);
    parts.sort_by_cached_key(Statement::cells);
}

fn rename_all(cells: &mut [Cell], to: &impl Fn(Cell) -> Cell) {
    cells.iter_mut().for_each(|cell| *cell = to(*cell));
}

fn rename_terms(terms: &mut [(Cell, i64)], to: &impl Fn(Cell) -> Cell) {
    terms.iter_mut().for_each(|term| term.0 = to(term.0));
}
