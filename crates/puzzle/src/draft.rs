//! Drafts: puzzles with open values and optional clues, and with requirements for the finished puzzle.

use super::{Cell, Clue, DigitSet, Puzzle};

/// An unfinished puzzle with open values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The fixed part: layout, givens and clues.
    pub puzzle: Puzzle,
    /// Clues with open values, and optional clues.
    pub open: Vec<OpenClue>,
    /// Number of clues to choose from each group of clues.
    pub choose: Vec<usize>,
    /// Requirements for the finished puzzle.
    pub wanted: Wanted,
}

/// A clue whose kind, values or presence is still open.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenClue {
    /// The kinds that the clue may have; there is at least one.
    pub kinds: Vec<OpenKind>,
    /// `true` if the clue may be left out.
    pub optional: bool,
    /// Index of the clue's group in [`Draft::choose`]; `None` if the clue is not in a group.
    pub group: Option<usize>,
}

/// One of the kinds that an open clue may have.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenKind {
    /// The clue without its open values.
    pub clue: Clue,
    /// The names of the open parameters, each with the values that it may take.
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
    /// Cells that must have a given.
    pub givens: Vec<Cell>,
    /// Cells of the solution, each with the digits that it may have.
    pub solution: Vec<(Cell, DigitSet)>,
    /// The minimum and maximum rating; `None` if any rating is accepted.
    pub rating: Option<(f64, f64)>,
    /// The minimum and maximum effort; `None` if any effort is accepted.
    pub effort: Option<(f64, f64)>,
    /// The accepted tiers; if empty, all tiers are accepted.
    pub tiers: Vec<String>,
    /// Techniques that the solve path must use.
    pub with: Vec<String>,
    /// Techniques that the solve path must not use.
    pub without: Vec<String>,
    /// The technique of the break-in, that is, of the hardest step up to the first placed digit.
    pub break_in: Option<String>,
}

impl Values {
    /// Returns `true` if the parameter may take this number.
    #[must_use]
    pub fn allow(&self, value: i64) -> bool {
        match self {
            Self::Any => true,
            Self::Among(values) => values.contains(&value),
        }
    }
}

impl Wanted {
    /// Returns `true` if some requirement concerns the solve path, so that checking it needs
    /// human-style logic.
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
