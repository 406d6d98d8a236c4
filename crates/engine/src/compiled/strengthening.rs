//! Names of the strengthenings, which `posting` and `strengthenings` add; each can be left out.

#[cfg(feature = "ablation")]
use cluewright_rules::ablation::Switch;
use cluewright_rules::switches;

switches! {
    /// A variable for the digit that each house lacks, if rules refer to it.
    MISSING_DIGITS = "missing-digits",
    /// Redundant statements of rules, which follow from their relation.
    IMPLIED_LINES = "implied-lines",
    /// Cells that a clue fills with all digits count as a house.
    EXTRA_HOUSES = "extra-houses",
    /// Innies and outies: what the sums in some houses leave of their total.
    HOUSE_SUMS = "house-sums",
    /// Consequences of the ranks of several lists together.
    RANKS = "ranks",
    /// One relation for all classes of digits that must occur among some cells.
    COVERS = "covers",
    /// Connected areas of one grid do not cross.
    CROSSINGS = "crossings",
    /// Long sums reason about sets of digits, not only about bounds.
    LONG_SUMS = "long-sums",
    /// A pair of cells that a third exempts is one relation, not a choice of two.
    GUARDED_PAIRS = "guarded-pairs",
    /// A cell that equals one of several others is one relation, not a choice of many.
    AMONG = "among",
    /// A line that fills a house is an automaton over different digits.
    LINES_IN_HOUSES = "lines-in-houses",
    /// The search may ask where a ranked list starts.
    OPENINGS = "openings",
    /// The search may ask for a cell's class of digits before its digit.
    VALUE_CLASSES = "value-classes",
}

/// The strengthenings, to leave one of them out.
#[cfg(feature = "ablation")]
#[must_use]
pub fn strengthenings() -> &'static [&'static Switch] {
    ALL
}
