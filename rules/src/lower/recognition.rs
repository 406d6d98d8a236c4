//! Patterns of formulas that lowering restates as one stronger statement. Without such a recognition the result is
//! several weaker statements. The figures are those of `reports/ablation.md`.

use crate::switches;

switches! {
    /// A formula about each next pair of a line is one ascending line. It saves no guesses, but lets steps speak of one
    /// line instead of pairs.
    ASCENDING_LINES = "ascending-lines",
    /// Cells that state how often their digits occur among them are one statement, because separate counts take 4 to
    /// 200 times the guesses.
    SELF_COUNTING = "self-counting",
    /// A count of cells equal to a line's first digit, up to the first different one, is a run's length.
    RUNS = "runs",
    /// Sums each of which equals another are all equal to one total.
    EQUAL_SUMS = "equal-sums",
    /// Equal numbers that are not plain sums are enumerated value by value.
    COMMON_VALUES = "common-values",
    /// Different digits whose range is their number are consecutive, so that steps can say why a renban must hold a
    /// digit.
    CONSECUTIVE = "consecutive",
    /// Different cells whose order does not matter hold one of several sets of digits, because separate statements take
    /// 1.2 to 6 times the guesses.
    VALUE_SETS = "value-sets",
    /// Groups that pairwise hold the same digits all hold the same.
    SAME_GROUPS = "same-groups",
    /// The cell of a list that another cell chooses is one statement instead of a case for each choice. Cases would
    /// take fewer guesses but up to twice the time.
    ELEMENTS = "elements",
    /// A sum of two-valued functions of single cells is a count.
    TWO_VALUED = "two-valued",
    /// A sum of other functions of single cells is an automaton over partial sums: otherwise it could not be compiled
    /// at all.
    PARTIAL_SUMS = "partial-sums",
    /// Choices about the same cells are one choice among combinations of their branches.
    JOINED_CHOICES = "joined-choices",
    /// A choice of few values of at most three cells is a table, because a choice takes 1.2 to 2.2 times as long with
    /// about as many guesses.
    SMALL_CHOICES = "small-choices",
    /// A choice between a digit and a constraint on two other cells keeps these two in one table.
    PAIR_UNLESS = "pair-unless",
}

/// Returns all recognitions, for leaving one of them out.
#[cfg(feature = "ablation")]
#[must_use]
pub fn recognitions() -> &'static [&'static crate::ablation::Switch] {
    ALL
}
