//! Switches for the strengthenings of `posting` and `strengthenings`: each can be turned off to measure its benefit.

#[cfg(feature = "ablation")]
use cluewright_rules::ablation::Switch;
use cluewright_rules::switches;

switches! {
    /// For each house, a variable for its missing digit, if a clue refers to missing digits. Without it,
    /// Doppelgänger puzzles take up to 29 times the guesses (`reports/ablation.md`).
    MISSING_DIGITS = "missing-digits",
    /// Redundant statements that rules add to the statements that define their meaning. Without them, proofs take
    /// 1.03 to 1.33 times the guesses (`reports/ablation.md`).
    IMPLIED_LINES = "implied-lines",
    /// Extra houses: sets of different cells that hold every digit because of a clue.
    EXTRA_HOUSES = "extra-houses",
    /// Innies and outies: the totals of houses minus the sums of cages.
    HOUSE_SUMS = "house-sums",
    /// Relations derived from the ranks of several lists. Without them, some full rank puzzles are not decided
    /// within 5,000 guesses (`reports/ablation.md`).
    RANKS = "ranks",
    /// A single relation for all classes of digits that must occur among the same cells.
    COVERS = "covers",
    /// Relations that keep connected areas of a grid from crossing each other.
    CROSSINGS = "crossings",
    /// Set-based reasoning about long sums, in addition to their bounds. It costs a fifth of the time on little
    /// killers, but saves a fifth of the guesses on `ctc_rated_dev` (`reports/ablation.md`).
    LONG_SUMS = "long-sums",
    /// A single relation for a pair of cells that a third cell can exempt, instead of a disjunction of two statements.
    /// Without it, proofs take up to 1.8 times as long (`reports/ablation.md`).
    GUARDED_PAIRS = "guarded-pairs",
    /// A single relation for "this cell equals one of those", instead of a disjunction of many equalities. Without it,
    /// two puzzles of `ctc_dev` take 1.5 times as long (`reports/ablation.md`).
    AMONG = "among",
    /// Automata that also require the digits to differ, for lines that fill a house. Without them, proofs take 3 to
    /// 14 times the guesses (`reports/ablation.md`).
    LINES_IN_HOUSES = "lines-in-houses",
    /// Guesses about which ranked list starts with a given value. Without them, proofs of full rank puzzles take up
    /// to 2.7 times the guesses (`reports/ablation.md`).
    OPENINGS = "openings",
    /// Guessing the class of a cell's digit before the digit itself. Without this, proofs take 4 to 5 times the
    /// guesses on `iss_dev` and `ctc_dev` (`reports/ablation.md`).
    VALUE_CLASSES = "value-classes",
}

/// Returns the switches of all strengthenings.
#[cfg(feature = "ablation")]
#[must_use]
pub fn strengthenings() -> &'static [&'static Switch] {
    ALL
}
