//! Patterns of formulas that lowering restates as one stronger statement. Without the recognition, the result would be several weaker
//! statements. The figures are those of `reports/ablation.md`.

use crate::switches;

switches! {
    /// A formula about each pair of neighbours on a line becomes one ascending line. This saves no guesses, but solve steps can refer to
    /// the line instead of pairs.
    ASCENDING_LINES = "ascending-lines",
    /// Cells that state how often their digits occur among them become one statement, because separate counts take 4 to 200 times as many
    /// guesses.
    SELF_COUNTING = "self-counting",
    /// A count of cells up to the first that differs from the line's first digit becomes the length of a run.
    RUNS = "runs",
    /// A chain of equal sums becomes one statement that all share a total.
    EQUAL_SUMS = "equal-sums",
    /// Equal numbers that are not plain sums become a choice with a case for each value.
    COMMON_VALUES = "common-values",
    /// Distinct digits whose range is one less than their number become consecutive digits, so that solve steps can explain why a renban
    /// must contain a digit.
    CONSECUTIVE = "consecutive",
    /// Distinct cells whose order does not matter become a choice among sets of digits, because separate statements take 1.2 to 6 times
    /// as many guesses.
    VALUE_SETS = "value-sets",
    /// Groups that hold the same digits pair by pair become one statement about all of them.
    SAME_GROUPS = "same-groups",
    /// A lookup in a list by another cell's value becomes one statement instead of a case for each value. Cases would take fewer guesses
    /// but up to twice the time.
    ELEMENTS = "elements",
    /// A sum of two-valued functions of single cells becomes a count.
    TWO_VALUED = "two-valued",
    /// A sum of other functions of single cells becomes an automaton over partial sums; otherwise it could not be compiled at all.
    PARTIAL_SUMS = "partial-sums",
    /// Several choices about the same cells become one choice among combinations of their branches.
    JOINED_CHOICES = "joined-choices",
    /// A choice with few values of at most three cells becomes a table, because choices take 1.2 to 2.2 times as long with about as many
    /// guesses.
    SMALL_CHOICES = "small-choices",
    /// A choice between a digit and a constraint on two other cells keeps the constraint as one table.
    PAIR_UNLESS = "pair-unless",
}

/// Returns all recognitions, for leaving them out one at a time.
#[cfg(feature = "ablation")]
#[must_use]
pub fn recognitions() -> &'static [&'static crate::ablation::Switch] {
    ALL
}
