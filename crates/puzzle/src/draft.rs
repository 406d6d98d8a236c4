//! An unfinished puzzle: open values, optional clues, and requirements for the whole puzzle.

use super::{Cell, Clue, DigitSet, Puzzle};

/// A puzzle with open values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The fixed part: layout, givens and clues.
    pub puzzle: Puzzle,
    /// Clues with open values, and optional ones.
    pub open: Vec<OpenClue>,
    /// For each group of clues, how many of them are chosen.
    pub choose: Vec<usize>,
    /// Requirements for the finished puzzle.
    pub wanted: Wanted,
}

/// A clue that is not fully determined.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenClue {
    /// The kinds that the open clue may have, at least one.
    pub kinds: Vec<OpenKind>,
    /// `true` if the clue may be left out.
    pub optional: bool,
    /// Index of the clue's group, if only some clues of a group are chosen.
    pub group: Option<usize>,
}

/// One kind of clue that an open clue may be.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenKind {
    /// The clue without its open values.
    pub clue: Clue,
    /// The open parameters, each with the values it may take.
    pub values: Vec<(String, Values)>,
}

/// The values that an open parameter may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Any value that the rule accepts.
    Any,
    /// One of these numbers, in ascending order.
    Among(Vec<i64>),
}

/// Requirements for a finished puzzle, in addition to a unique solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Cells that get a given.
    pub givens: Vec<Cell>,
    /// Digits that the solution should have in some cells.
    pub solution: Vec<(Cell, DigitSet)>,
    /// The lowest and the highest rating.
    pub rating: Option<(f64, f64)>,
    /// The least and the greatest effort.
    pub effort: Option<(f64, f64)>,
    /// The accepted tiers; empty accepts all.
    pub tiers: Vec<String>,
    /// Techniques that the path must use.
    pub with: Vec<String>,
    /// Techniques that the path must not use.
    pub without: Vec<String>,
    /// The technique of the hardest step up to the first digit.
    pub break_in: Option<String>,
}

impl Values {
    /// Returns `true` if the number is accepted.
    #[must_use]
    pub fn allow(&self, value: i64) -> bool {
        match self {
            Self::Any => true,
            Self::Among(values) => values.contains(&value),
        }
    }
}

impl Wanted {
    /// Returns `true` if some requirement concerns the path by which a person solves the puzzle.
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
