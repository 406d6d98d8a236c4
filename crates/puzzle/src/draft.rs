//! A puzzle that is not finished: values that are open, clues that may be left out, and what is wanted of the whole.

use super::{Cell, Clue, DigitSet, Puzzle};

/// A puzzle with open values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// What is settled: the layout, givens and clues.
    pub puzzle: Puzzle,
    /// Clues that are not.
    pub open: Vec<OpenClue>,
    /// For each group of clues how many of them are chosen.
    pub choose: Vec<usize>,
    /// What the puzzle should be.
    pub wanted: Wanted,
}

/// A clue of which something is open.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenClue {
    /// What it may be: one of these. At least one.
    pub kinds: Vec<OpenKind>,
    /// Whether it may be left out.
    pub optional: bool,
    /// The group of clues of which some are chosen.
    pub group: Option<usize>,
}

/// One kind of clue that an open clue may be.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenKind {
    /// The clue without its open values.
    pub clue: Clue,
    /// Its open parameters, with what they may be.
    pub values: Vec<(String, Values)>,
}

/// What an open value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Whatever the rule takes.
    Any,
    /// One of these numbers, in ascending order.
    Among(Vec<i64>),
}

/// What a finished puzzle should be, beside unique.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Cells that get a given.
    pub givens: Vec<Cell>,
    /// The solution, as far as it is wanted: digits that cells should have.
    pub solution: Vec<(Cell, DigitSet)>,
    /// The lowest and the highest rating.
    pub rating: Option<(f64, f64)>,
    /// The least and the greatest effort.
    pub effort: Option<(f64, f64)>,
    /// The tiers that will do; none: all.
    pub tiers: Vec<String>,
    /// Techniques that the path must have.
    pub with: Vec<String>,
    /// Techniques that it must not have.
    pub without: Vec<String>,
    /// The technique of the hardest step up to the first digit.
    pub break_in: Option<String>,
}

impl Values {
    /// Whether a number will do.
    #[must_use]
    pub fn allow(&self, value: i64) -> bool {
        match self {
            Self::Any => true,
            Self::Among(values) => values.contains(&value),
        }
    }
}

impl Wanted {
    /// Whether how a person solves the puzzle matters.
    #[must_use]
    pub fn asks_for_path(&self) -> bool {
        self.rating.is_some()
            || self.effort.is_some()
            || self.break_in.is_some()
            || ![&self.tiers, &self.with, &self.without]
                .iter()
                .all(|list| list.is_empty())
    }
}
