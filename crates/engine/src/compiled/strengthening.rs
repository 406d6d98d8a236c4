//! Switches for the strengthenings of `posting` and `strengthenings`: each can be turned off to measure its benefit.

#[cfg(feature = "ablation")]
use cluewright_rules::ablation::Switch;
use cluewright_rules::switches;

switches! {
    /// A variable for the digit that each house lacks, if a clue refers to it.
    MISSING_DIGITS = "missing-digits",
    /// Redundant statements that rules add to their meaning.
    IMPLIED_LINES = "implied-lines",
    /// Extra houses: different cells that a clue fills with all digits.
    EXTRA_HOUSES = "extra-houses",
    /// Innies and outies: sums of cages, subtracted from the totals of houses.
    HOUSE_SUMS = "house-sums",
    /// Relations derived from the ranks of several lists.
    RANKS = "ranks",
    /// One relation for all classes of digits that must occur among the same cells.
    COVERS = "covers",
    /// Connected areas of a grid must not cross.
    CROSSINGS = "crossings",
    /// Sets of digits in long sums, in addition to bounds.
    LONG_SUMS = "long-sums",
    /// One relation for a pair that a third cell exempts, in place of a choice of two.
    GUARDED_PAIRS = "guarded-pairs",
    /// One relation for "this cell equals one of those", in place of a choice of many.
    AMONG = "among",
    /// Automata over different digits for lines that fill a house.
    LINES_IN_HOUSES = "lines-in-houses",
    /// Guesses of where a ranked list starts.
    OPENINGS = "openings",
    /// Guesses of a cell's class of digits, before its digit.
    VALUE_CLASSES = "value-classes",
}

/// Returns the switches of all strengthenings.
#[cfg(feature = "ablation")]
#[must_use]
pub fn strengthenings() -> &'static [&'static Switch] {
    ALL
}
