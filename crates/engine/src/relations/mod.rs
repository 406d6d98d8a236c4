//! Relations: constraints as the engine propagates them, one file each.
//!
//! A relation is written once, generic over its [`Sink`]. Its `propagate` removes candidates that it finds to be impossible; on a board
//! without open variables it fails exactly if it is violated.

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
#[cfg(not(feature = "compact"))]
mod self_counting_groups;
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
#[cfg(not(feature = "compact"))]
pub use self_counting_groups::SelfCountingGroups;
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
            /// Removes candidates that the relation finds to be impossible.
            ///
            /// # Errors
            ///
            /// Returns [`Conflict`] if the relation can't hold.
            ///
            /// The function is not inlined, because human-style logic would otherwise get a copy of its own: 19 kB of
            /// WebAssembly.
            #[cfg_attr(not(feature = "compact"), inline)]
            pub fn propagate<S: Sink<W>>(&self, shared: &Shared<W>, sink: &mut S) -> Result<(), Conflict> {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.propagate(shared, sink),)*
                }
            }

            /// Returns the variables whose changes wake the relation.
            #[must_use]
            pub fn vars(&self) -> &[u16] {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.vars(),)*
                }
            }

            /// Returns the priority in the queue: relations with a lower cost run first.
            #[must_use]
            pub fn cost(&self) -> u32 {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.cost(),)*
                }
            }

            /// Returns the branching weight that the relation gives to each of its variables.
            #[must_use]
            pub fn weight(&self, values: u32) -> u32 {
                match self {
                    $($(#[cfg($cfg)])? Self::$name(relation) => relation.weight(values),)*
                }
            }

            /// Returns `true` if a second run right after the first would find nothing.
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
    /// Returns `true` for relations that houses imply: all-different, and groups of cells with the same values. Human-style logic has
    /// separate techniques for these.
    #[must_use]
    pub fn is_of_houses(&self) -> bool {
        matches!(self, Self::Apart(_) | Self::Different(_) | Self::Locked(_))
    }

    /// Returns the variable from which `Bars` propagates; `None` for all other relations.
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
    /// All variables differ.
    Different(Different),
    /// The values of two variables are one of the pairs in a table.
    Pair(Pair<W>),
    /// Values that clash with the value of a fixed variable are removed from other variables.
    #[cfg(not(feature = "compact"))]
    Bars(Bars<W>),
    /// Candidates that clash with a value in all its places in a house are removed.
    #[cfg(not(feature = "compact"))]
    Places(Places<W>),
    /// The values of two variables are one of the pairs in a table, unless a third variable lies in a set.
    Guarded(Guarded<W>),
    /// Values rise along a line.
    Ascending(Ascending),
    /// Two groups of cells hold the same set of values.
    Locked(Locked),
    /// Different values have a given sum.
    Cage(Cage<W>),
    /// A weighted sum lies between two bounds.
    Linear(Linear),
    /// The number of variables whose value lies in the set given for them is one of the allowed numbers.
    Count(Count<W>),
    /// Each of several classes of values occurs at least a given number of times.
    ClassCardinality(ClassCardinality<W>),
    /// The number of different values is one of the allowed numbers.
    NValue(NValue),
    /// Each value `n` that occurs does so exactly `n` times (counting circles).
    SelfCounting(SelfCounting<W>),
    /// Each value `n` that occurs does so exactly `n` times. Sets of values are distributed over groups of variables.
    #[cfg(not(feature = "compact"))]
    SelfCountingGroups(SelfCountingGroups<W>),
    /// The value of one variable occurs among others.
    Among(Among),
    /// The variable that an index selects from a list equals another variable, or its value lies in a set.
    Element(Element<W>),
    /// Several groups of variables hold the same values.
    SameMultiset(SameMultiset),
    /// Several groups of variables have a common sum.
    Sums(Sums),
    /// An automaton accepts the values along a line.
    Accepts(Accepts<W>),
    /// An automaton accepts the values along a line, and the values all differ.
    AcceptsOnce(AcceptsOnce<W>),
    /// The values between the smallest and the largest value of a line have a given sum.
    SumBetweenExtremes(SumBetweenExtremes),
    /// A list is larger than a given number of other lists, each read as a number.
    Rank(Rank),
    /// A variable holds the total length of the runs of the head's value along several arms.
    RunLengths(RunLengths),
    /// The first occurrences of given values along a line are in the order of these values.
    Precedes(Precedes<W>),
    /// Cells with equal labels form regions of equal size, and the values within each region differ.
    Regions(Regions<W>),
    /// The cells with certain values form one connected area.
    Connected(Connected<W>),
    /// At least one branch holds.
    Any(Any<W>),
    /// A statement does not hold.
    Not(Not<W>),
    /// The number of statements that hold is one of the allowed numbers.
    Holds(Holds<W>),
}
