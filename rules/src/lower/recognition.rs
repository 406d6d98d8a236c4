//! Patterns in formulas that lowering restates as one stronger statement. Without recognition, the result would be several
//! weaker statements. The measurements are from `reports/ablation.md`.

use crate::switches;

switches! {
    /// A formula about each pair of neighbours on a line becomes one ascending line. This saves no guesses, but solve steps can refer to
    /// the line instead of pairs.
    ASCENDING_LINES = "ascending-lines",
    /// Cells that state how often their digits occur among them become one statement, because separate counts take 4 to 200 times as many
    /// guesses.
    SELF_COUNTING = "self-counting",
    /// A count of cells up to the first one that differs from the head of the line becomes the length of a run. Without this, proofs take
    /// 2.6 to 17 times as long.
    RUNS = "runs",
    /// A chain of equal sums becomes one statement that all of them are equal.
    EQUAL_SUMS = "equal-sums",
    /// Equal numbers that are not plain sums become a disjunction with a branch for each value.
    COMMON_VALUES = "common-values",
    /// Distinct digits whose range is one less than their number become consecutive digits, so that solve steps can explain why a renban
    /// must contain a digit.
    CONSECUTIVE = "consecutive",
    /// Cells with distinct digits in any order become one statement that lists the possible sets of digits, because
    /// separate statements take 1.2 to 6 times as many guesses.
    VALUE_SETS = "value-sets",
    /// Pairs of groups that hold the same digits become one statement about all groups. Without this, proofs take 6 to 10 times the
    /// guesses.
    SAME_GROUPS = "same-groups",
    /// A lookup in a list by another cell's value becomes one statement instead of a case for each value. Cases would take fewer guesses
    /// but up to twice the time.
    ELEMENTS = "elements",
    /// A sum of functions of single cells that each have two values becomes a count of cells.
    TWO_VALUED = "two-valued",
    /// A sum of other functions of single cells becomes an automaton over partial sums, because otherwise the sum could not be compiled
    /// at all.
    PARTIAL_SUMS = "partial-sums",
    /// Disjunctions about the same cells become one disjunction over the combinations of their branches. This saves no
    /// guesses, but it saves 12 % of the time for ten rated puzzles.
    JOINED_CHOICES = "joined-choices",
    /// A disjunction about at most three cells becomes a table if the cells have few combinations of values, because
    /// disjunctions take 1.2 to 2.2 times as long with about as many guesses.
    SMALL_CHOICES = "small-choices",
    /// In a disjunction of a restriction of one cell and a constraint on two others, the constraint stays a single
    /// table.
    PAIR_UNLESS = "pair-unless",
}

/// Returns all recognitions, so that they can be turned off one at a time.
#[cfg(feature = "ablation")]
#[must_use]
pub fn recognitions() -> &'static [&'static crate::ablation::Switch] {
    ALL
}
