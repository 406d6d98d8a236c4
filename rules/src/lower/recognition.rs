//! Forms of formulas that lowering restates as one stronger statement.

use crate::switches;

switches! {
    /// A form that lowering recognises: without it the same is said in more and weaker statements.
    Recognition,
    /// Recognitions that lowering goes without.
    Unrecognised,
    /// A formula about each next pair of a line is one ascending line.
    AscendingLines = "ascending-lines",
    /// Cells each of which says how often its digit occurs among them are one statement.
    SelfCounting = "self-counting",
    /// A count of cells that go on holding the digit that a line starts with is a run's length.
    Runs = "runs",
    /// Sums each of which equals another are all equal to one total.
    EqualSums = "equal-sums",
    /// Numbers that are equal but no plain sums are taken value by value, all at once.
    CommonValues = "common-values",
    /// Different digits whose span is their number are consecutive.
    Consecutive = "consecutive",
    /// Different cells of which only the set of their digits matters hold one of some sets.
    ValueSets = "value-sets",
    /// Groups each of which holds the digits of another all hold the same.
    SameGroups = "same-groups",
    /// The cell of a list that another cell chooses is one statement, not a case for each choice.
    Elements = "elements",
    /// A sum of two-valued functions of single cells is a count.
    TwoValued = "two-valued",
    /// A sum of other functions of single cells is an automaton over partial sums.
    PartialSums = "partial-sums",
    /// Choices about the same cells are one choice among pairs of their branches.
    JoinedChoices = "joined-choices",
    /// A choice of few values of at most three cells is a table.
    SmallChoices = "small-choices",
    /// A choice of a digit and something about two other cells keeps these two in one table.
    PairUnless = "pair-unless",
}
