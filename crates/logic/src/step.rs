//! Steps: the conclusions of techniques, with their reasons.

use super::{Cells, Sentence};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// One use of a technique. It is plain data; `cluewright-narrate` turns it into sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The technique, as an index into [`super::TECHNIQUES`].
    pub technique: u16,
    /// The price of the step in tenths: 12 is a rating of 1.2.
    pub rating: u16,
    /// Number of items that a person must keep in mind, such as cells, combinations, or nodes of a chain.
    pub size: u16,
    /// The cell that gets a digit, and the digit.
    pub placed: Option<(u16, u8)>,
    /// The removed candidates, by variable.
    pub removed: Vec<(u16, DigitSet)>,
    /// The remaining candidates of each variable in `removed`, in the same order.
    pub left: Vec<DigitSet>,
    /// The reason why the step is valid.
    pub reason: Reason,
    /// The cells of the pattern, which are highlighted.
    pub pattern: Cells,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The pattern as a chain of candidates, if it has that form.
    pub chain: Vec<Link>,
    /// A deadly pattern: cells, each with the two digits that it could hold. A step with such a pattern assumes that the
    /// puzzle has only one solution, so it is never part of a proof of uniqueness.
    pub avoids: Vec<(u16, DigitSet)>,
    /// The argument, if it differs from the technique's argument.
    pub sentence: Option<Sentence>,
}

/// The reason for a step: clues, houses, and the candidates that some cells had before the step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// The clues and houses that the step cites.
    pub cites: Vec<Cite>,
    /// Cells whose candidates matter.
    pub cells: Cells,
    /// The facts on which the step rests. Each fact is a variable, with a set that contains its value. Empty if all
    /// candidates of `cells` matter.
    pub facts: Vec<(u16, DigitSet)>,
    /// The cells of facts that a reader sees on the grid, because placed digits in sight exclude all other digits.
    pub visible: Cells,
    /// Auxiliary variables whose candidates matter.
    pub extras: Vec<u16>,
}

/// A node of a chain: a candidate that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cell of the candidate.
    pub cell: u16,
    /// The digit of the candidate.
    pub digit: u8,
    /// `true` if the candidate is true.
    pub on: bool,
    /// `true` for the first node of a branch.
    pub starts: bool,
}

impl Step {
    /// Creates a step that places a digit.
    #[must_use]
    pub fn place(cell: u16, digit: u8) -> Self {
        Self {
            placed: Some((cell, digit)),
            digits: DigitSet::one(digit),
            pattern: Cells::one(cell),
            ..Self::default()
        }
    }

    /// Creates a step that removes a digit from some cells.
    #[must_use]
    pub fn remove(digit: u8, cells: Cells) -> Self {
        let digits = DigitSet::one(digit);
        Self {
            removed: cells.iter().map(|cell| (cell, digits)).collect(),
            digits,
            ..Self::default()
        }
    }

    /// Creates a step that removes some digits from the cells that have them as candidates.
    #[must_use]
    pub fn strip(candidates: &[DigitSet], digits: DigitSet, cells: Cells) -> Self {
        let lost = cells.iter();
        let lost = lost.map(|cell| (cell, candidates[usize::from(cell)] & digits));
        Self {
            removed: lost.filter(|(_, lost)| !lost.is_empty()).collect(),
            digits,
            ..Self::default()
        }
    }

    /// Adds clues or houses to the citations.
    #[must_use]
    pub fn citing(mut self, cites: impl IntoIterator<Item = Cite>) -> Self {
        for cite in cites {
            if !self.reason.cites.contains(&cite) {
                self.reason.cites.push(cite);
            }
        }
        self
    }

    /// Adds the current candidates of some cells to the citations.
    #[must_use]
    pub fn seeing(mut self, cells: Cells) -> Self {
        self.reason.cells |= cells;
        self
    }

    /// Sets the cells of the pattern, and adds their candidates to the citations.
    #[must_use]
    pub fn pattern(mut self, cells: Cells) -> Self {
        self.pattern = cells;
        self.reason.cells |= cells;
        self
    }

    /// Sets the digits of the pattern.
    #[must_use]
    pub fn about(mut self, digits: DigitSet) -> Self {
        self.digits = digits;
        self
    }

    /// Drops removals of candidates that a board no longer has. Sets the remaining candidates of the variables that
    /// still lose some.
    pub(super) fn on(mut self, candidates: &[DigitSet]) -> Self {
        for (var, lost) in &mut self.removed {
            *lost = *lost & candidates[usize::from(*var)];
        }
        self.removed.retain(|(_, lost)| !lost.is_empty());
        let left = self.removed.iter();
        let left = left.map(|&(var, lost)| candidates[usize::from(var)].without(lost));
        self.left = left.collect();
        self
    }

    /// Sets an argument that replaces the technique's argument.
    #[must_use]
    pub fn arguing(mut self, sentence: Sentence) -> Self {
        self.sentence = Some(sentence);
        self
    }

    /// Sets the number of items that a person must keep in mind.
    #[must_use]
    pub fn sized(mut self, size: usize) -> Self {
        self.size = size.min(usize::from(u16::MAX)) as u16;
        self
    }
}
