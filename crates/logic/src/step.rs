//! A step: what is concluded, by which technique, and from what.

use super::{Cells, Sentence};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// One use of a technique. Data: sentences about it are made in `cluewright-narrate`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The technique, by its place in [`super::TECHNIQUES`].
    pub technique: u16,
    /// What it costs, in tenths: 12 is a rating of 1.2.
    pub rating: u16,
    /// What must be held in mind: cells looked at, combinations listed, nodes of a chain.
    pub size: u16,
    /// The cell that gets a digit, and the digit.
    pub placed: Option<(u16, u8)>,
    /// Candidates that go, by variable.
    pub removed: Vec<(u16, DigitSet)>,
    /// What is left to each of these.
    pub left: Vec<DigitSet>,
    /// What it rests on.
    pub reason: Reason,
    /// The cells of the pattern.
    pub pattern: Cells,
    /// The digits of the pattern.
    pub digits: DigitSet,
    /// The pattern as a chain of candidates, where it is one.
    pub chain: Vec<Link>,
    /// A pattern that would have two solutions: cells and the two digits of each. A step with one
    /// takes for granted that the puzzle has one solution, and is never part of a proof of that.
    pub avoids: Vec<(u16, DigitSet)>,
    /// The argument, if it is not the one that its technique states for all of its steps.
    pub sentence: Option<Sentence>,
}

/// Why a step is right: clues and houses, and the candidates of some cells at that moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// Clues and houses.
    pub cites: Vec<Cite>,
    /// Cells whose candidates at that moment matter.
    pub cells: Cells,
    /// Where less than all of them matters: what it rests on is only that these variables lie in these sets.
    pub facts: Vec<(u16, DigitSet)>,
    /// Variables beside the grid whose candidates matter.
    pub extras: Vec<u16>,
}

/// A node of a chain: a candidate that is there or not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cell.
    pub cell: u16,
    /// The digit.
    pub digit: u8,
    /// Whether the digit stands there.
    pub on: bool,
    /// Where the links begin anew: the first node of a branch.
    pub starts: bool,
}

impl Step {
    /// A step that places a digit.
    #[must_use]
    pub fn place(cell: u16, digit: u8) -> Self {
        Self {
            placed: Some((cell, digit)),
            digits: DigitSet::one(digit),
            pattern: Cells::one(cell),
            ..Self::default()
        }
    }

    /// A step that takes a digit from some cells.
    #[must_use]
    pub fn remove(digit: u8, cells: Cells) -> Self {
        let digits = DigitSet::one(digit);
        Self {
            removed: cells.iter().map(|cell| (cell, digits)).collect(),
            digits,
            ..Self::default()
        }
    }

    /// A step that takes some digits from some cells, as far as they have them.
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

    /// Cites clues or houses.
    #[must_use]
    pub fn citing(mut self, cites: impl IntoIterator<Item = Cite>) -> Self {
        for cite in cites {
            if !self.reason.cites.contains(&cite) {
                self.reason.cites.push(cite);
            }
        }
        self
    }

    /// Cites the candidates of cells.
    #[must_use]
    pub fn seeing(mut self, cells: Cells) -> Self {
        self.reason.cells |= cells;
        self
    }

    /// Says which cells form the pattern; their candidates are cited.
    #[must_use]
    pub fn pattern(mut self, cells: Cells) -> Self {
        self.pattern = cells;
        self.reason.cells |= cells;
        self
    }

    /// Says which digits form the pattern.
    #[must_use]
    pub fn about(mut self, digits: DigitSet) -> Self {
        self.digits = digits;
        self
    }

    /// The step without what a board has lost already, and with what it leaves there.
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

    /// Argues in a way of its own.
    #[must_use]
    pub fn arguing(mut self, sentence: Sentence) -> Self {
        self.sentence = Some(sentence);
        self
    }

    /// Says how much must be held in mind.
    #[must_use]
    pub fn sized(mut self, size: usize) -> Self {
        self.size = size.min(usize::from(u16::MAX)) as u16;
        self
    }
}
