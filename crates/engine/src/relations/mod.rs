//! Relations: constraints as the engines run them. One file each.
//!
//! A relation is written once, generic over its [`Sink`]. Its `propagate` removes
//! candidates that it can see to be impossible; on a full board it fails exactly when it is violated.

mod accepts;
mod accepts_once;
mod among;
mod any;
mod apart;
mod area;
mod ascending;
#[cfg(not(feature = "compact"))]
mod bars;
mod cage;
#[cfg(not(feature = "compact"))]
pub(crate) mod clashes;
mod class_cardinality;
mod connected;
mod count;
mod different;
mod element;
mod few;
mod guarded;
mod holds;
pub(crate) mod lattice;
mod linear;
mod locked;
mod n_value;
mod not;
mod pair;
#[cfg(not(feature = "compact"))]
mod places;
mod precedes;
pub mod program;
mod rank;
mod regions;
mod run_lengths;
mod same_multiset;
mod self_counting;
mod sharing;
mod sum_between_extremes;
mod sums;
mod unrolled;

pub use accepts::Accepts;
pub use accepts_once::AcceptsOnce;
pub use among::Among;
pub use any::{Any, Branch};
pub use apart::Apart;
pub use ascending::Ascending;
#[cfg(not(feature = "compact"))]
pub use bars::Bars;
pub use cage::Cage;
pub(crate) use cage::{MOST_CELLS as MOST_CAGE_CELLS, MOST_SETS as MOST_CAGE_SETS};
pub use class_cardinality::ClassCardinality;
pub(crate) use class_cardinality::MOST as MOST_COVERED;
pub use connected::Connected;
pub use count::{Count, Wanted};
pub use different::Different;
pub use element::Element;
pub use guarded::Guarded;
pub use holds::{Choice, Holds};
pub use linear::Linear;
pub use locked::Locked;
pub use n_value::NValue;
pub use not::Not;
pub use pair::{Pair, Support};
#[cfg(not(feature = "compact"))]
pub use places::Places;
pub use precedes::Precedes;
pub use rank::Rank;
pub use regions::Regions;
pub use run_lengths::RunLengths;
pub use same_multiset::SameMultiset;
pub use self_counting::SelfCounting;
pub use sum_between_extremes::SumBetweenExtremes;
pub use sums::Sums;
pub(crate) use sums::{MOST_CELLS as MOST_SUMMED, MOST_TOTAL};
pub(crate) use unrolled::Unrolls;

use crate::propagation::{Conflict, Shared, Sink, Word};

macro_rules! relations {
    ($($(#[doc = $doc:literal])* $(#[cfg($cfg:meta)])? $name:ident($type:ty)),* $(,)?) => {
        /// A relation of any kind.
        #[derive(Clone, Debug)]
        pub enum Relation<W: Word> {
            $($(#[doc = $doc])* $(#[cfg($cfg)])? $name($type),)*
        }

        impl<W: Word> Relation<W> {
            /// Removes what the relation can see to be impossible.
            ///
            /// # Errors
            /// [`Conflict`] when it cannot hold.
            #[inline]
            pub fn propagate<S: Sink<W>>(&self, shared: &Shared<W>, sink: &mut S) -> Result<(), Conflict> {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.propagate(shared, sink),)*
                }
            }

            /// The variables whose changes concern it.
            #[must_use]
            pub fn vars(&self) -> &[u16] {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.vars(),)*
                }
            }

            /// Its place in the queue: lower runs earlier.
            #[must_use]
            pub fn cost(&self) -> u32 {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.cost(),)*
                }
            }

            /// How much it says for the branching of a variable to be in it.
            #[must_use]
            pub fn weight(&self, values: u32) -> u32 {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.weight(values),)*
                }
            }

            /// Returns `true` if a second run right after the first would find nothing more.
            #[must_use]
            pub fn settles(&self) -> bool {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.settles(),)*
                }
            }
        }
    };
}

impl<W: Word> Relation<W> {
    /// Returns `true` for relations that houses imply: cells that differ, or groups of cells with the same values. People
    /// have techniques of their own for those.
    #[must_use]
    pub fn is_of_houses(&self) -> bool {
        matches!(self, Self::Apart(_) | Self::Different(_) | Self::Locked(_))
    }

    /// The variable whose single value it takes from others, as [`Apart`] does from peers.
    fn bars_for(&self) -> Option<u16> {
        match self {
            #[cfg(not(feature = "compact"))]
            Self::Bars(bars) => Some(bars.vars()[0]),
            _ => None,
        }
    }
}

relations! {
    /// A variable differs from its peers.
    Apart(Apart),
    /// All differ.
    Different(Different),
    /// The pair is in a table.
    Pair(Pair<W>),
    /// A single value excludes values elsewhere, by pairs.
    #[cfg(not(feature = "compact"))]
    Bars(Bars<W>),
    /// Candidates that clash with all places of a value in a house.
    #[cfg(not(feature = "compact"))]
    Places(Places<W>),
    /// The pair is in a table, unless a third variable lies in a set.
    Guarded(Guarded<W>),
    /// Rising along a line.
    Ascending(Ascending),
    /// Two groups of cells hold the same set of values.
    Locked(Locked),
    /// Different values with a sum.
    Cage(Cage<W>),
    /// A weighted sum between bounds.
    Linear(Linear),
    /// How many variables lie in their sets.
    Count(Count<W>),
    /// Classes of values that all occur.
    ClassCardinality(ClassCardinality<W>),
    /// How many different values there are.
    NValue(NValue),
    /// Each value occurs as often as it says.
    SelfCounting(SelfCounting<W>),
    /// The value of one variable among others.
    Among(Among),
    /// A list, an index, a value.
    Element(Element<W>),
    /// Groups with the same values.
    SameMultiset(SameMultiset),
    /// Groups with a common sum.
    Sums(Sums),
    /// A line and an automaton.
    Accepts(Accepts<W>),
    /// A line of different values and an automaton.
    AcceptsOnce(AcceptsOnce<W>),
    /// A sum between the smallest and the largest.
    SumBetweenExtremes(SumBetweenExtremes),
    /// A number among numbers.
    Rank(Rank),
    /// Cells that go on with the same value.
    RunLengths(RunLengths),
    /// Values in the order of their first occurrence.
    Precedes(Precedes<W>),
    /// Regions that are told by labels.
    Regions(Regions<W>),
    /// One connected area.
    Connected(Connected<W>),
    /// At least one branch holds.
    Any(Any<W>),
    /// A statement does not hold.
    Not(Not<W>),
    /// How many statements hold.
    Holds(Holds<W>),
}
