//! Forms of formulas that lowering restates as one stronger statement. Without such a recognition the same is said in more
//! and weaker statements.

use crate::switches;

switches! {
    /// A formula about each next pair of a line is one ascending line.
    ASCENDING_LINES = "ascending-lines",
    /// Cells each of which says how often its digit occurs among them are one statement.
    SELF_COUNTING = "self-counting",
    /// A count of cells that go on holding the digit that a line starts with is a run's length.
    RUNS = "runs",
    /// Sums each of which equals another are all equal to one total.
    EQUAL_SUMS = "equal-sums",
    /// Numbers that are equal but no plain sums are taken value by value, all at once.
    COMMON_VALUES = "common-values",
    /// Different digits whose span is their number are consecutive.
    CONSECUTIVE = "consecutive",
    /// Different cells of which only the set of their digits matters hold one of some sets.
    VALUE_SETS = "value-sets",
    /// Groups each of which holds the digits of another all hold the same.
    SAME_GROUPS = "same-groups",
    /// The cell of a list that another cell chooses is one statement, not a case for each choice.
    ELEMENTS = "elements",
    /// A sum of two-valued functions of single cells is a count.
    TWO_VALUED = "two-valued",
    /// A sum of other functions of single cells is an automaton over partial sums.
    PARTIAL_SUMS = "partial-sums",
    /// Choices about the same cells are one choice among pairs of their branches.
    JOINED_CHOICES = "joined-choices",
    /// A choice of few values of at most three cells is a table.
    SMALL_CHOICES = "small-choices",
    /// A choice of a digit and something about two other cells keeps these two in one table.
    PAIR_UNLESS = "pair-unless",
}

/// The recognitions, to leave one of them out.
#[cfg(feature = "ablation")]
#[must_use]
pub fn recognitions() -> &'static [&'static crate::ablation::Switch] {
    ALL
}
