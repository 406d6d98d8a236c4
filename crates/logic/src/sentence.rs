//! The argument of a step: why a clue implies what the step concludes, with the numbers that a person would give.

use super::Cells;
use cluewright_puzzle::DigitSet;

/// Why a clue says what a step concludes, with the numbers that a person would give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Argument {
    /// The clue says so, and there is no shorter way to put it.
    #[default]
    Plain,
    /// Different cells that only these sets of digits fit.
    Combinations(Vec<DigitSet>),
    /// The other cells of a sum make this much at most.
    RestAtMost {
        /// What all of its cells make.
        total: i64,
        /// What the others make at most, for each cell that loses something.
        most: Vec<i64>,
    },
    /// The other cells of a sum make this much at least.
    RestAtLeast {
        /// What all of its cells make.
        total: i64,
        /// What the others make at least, for each cell that loses something.
        least: Vec<i64>,
    },
    /// What the known cells of a sum leave for the others.
    LeftOver {
        /// What all of its cells make.
        total: i64,
        /// What is known.
        known: i64,
        /// The others.
        cells: Vec<u16>,
    },
    /// So many cells rise from the first to the last.
    Rising(usize),
    /// One cell holds less than another.
    Less(u16, u16),
    /// So many different digits without a gap.
    Run(usize),
    /// Digits that go with no other digit on a clue of pairs.
    Partners(DigitSet),
    /// Digits whose partners are gone.
    Wants(Vec<Want>),
    /// Pairs of cells that hold the same digit.
    Same(Vec<[u16; 2]>),
    /// Digits that a clue holds in every way to satisfy it.
    Must(DigitSet),
    /// The digits along an arrow, as many as are told, make at least and at most this much: its first cell holds their
    /// sum.
    Parts {
        /// How many cells are added up.
        parts: usize,
        /// What they make at least, if that is why.
        least: Option<i64>,
        /// What they make at most, if that is why.
        most: Option<i64>,
    },
    /// The other digits along an arrow make this much at least.
    PartsAtLeast {
        /// What the digits make in all, at least and at most.
        whole: (i64, i64),
        /// What the others make at least, for each cell that loses something.
        least: Vec<i64>,
    },
    /// The other digits along an arrow make this much at most.
    PartsAtMost {
        /// What the digits make in all, at least and at most.
        whole: (i64, i64),
        /// What the others make at most, for each cell that loses something.
        most: Vec<i64>,
    },
    /// Each part of a clue makes at least and at most this much, as all make the same.
    Each {
        /// At least, if that is why.
        least: Option<i64>,
        /// At most, if that is why.
        most: Option<i64>,
    },
    /// Digits that would ask of others what they cannot make.
    Cases(Vec<Case>),
    /// Digits that would need of others what they cannot make together.
    Unmade(Vec<Unmade>),
    /// Digits that a clue needs, with the cells that can still hold them.
    Needs(Vec<(u8, Cells)>),
    /// Digits that keep others out of the cells beside them.
    Bars(Vec<Bar>),
    /// What stands between the smallest and the largest digit of a house is one of these sets.
    Between {
        /// The cells around it, where these are known.
        ends: Option<[u16; 2]>,
        /// The sets.
        sets: Vec<DigitSet>,
    },
    /// The smallest and the largest digit of a house stand in one of these pairs of cells.
    Ends(Vec<[u16; 2]>),
    /// So many digits stand between the smallest and the largest one, at least and at most.
    Apart(usize, usize),
    /// How many digits would be seen along a line if what goes stood there.
    Seen {
        /// How many are.
        wanted: usize,
        /// How many would be at least, where that is too many.
        least: Option<usize>,
        /// How many would be at most, where that is too few.
        most: Option<usize>,
    },
    /// The digits along a clue, in its order, are one of these.
    Words(Vec<Vec<u8>>),
    /// Whole houses less what cages in them make.
    Total {
        /// What the houses make.
        houses: i64,
        /// What the clues make.
        clues: i64,
        /// Cells of the houses outside the clues.
        innies: Cells,
        /// Cells of the clues outside the houses.
        outies: Cells,
        /// The sets that cells left inside can hold, where nothing is left outside and they are few.
        sets: Vec<DigitSet>,
        /// What they hold in any case, where others lose that.
        must: DigitSet,
    },
}

impl Argument {
    /// Its name among the phrases.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Combinations(sets) if sets.len() == 1 => "one-combination",
            Self::Combinations(_) => "combinations",
            Self::RestAtMost { .. } => "rest-at-most",
            Self::RestAtLeast { .. } => "rest-at-least",
            Self::LeftOver { known: 0, .. } => "whole-known",
            Self::LeftOver { .. } => "left-over",
            Self::Rising(_) => "rising",
            Self::Less(..) => "less",
            Self::Run(_) => "run",
            Self::Partners(_) => "partners",
            Self::Wants(_) => "wants",
            Self::Same(_) => "same",
            Self::Must(_) => "must",
            Self::Parts { least, most, .. } if least == most => "parts-make",
            Self::Parts { most: None, .. } => "parts-at-least",
            Self::Parts { least: None, .. } => "parts-at-most",
            Self::Parts { .. } => "parts-between",
            Self::PartsAtLeast { .. } => "other-parts-at-least",
            Self::PartsAtMost { .. } => "other-parts-at-most",
            Self::Each { least, most } if least == most => "each-makes",
            Self::Each { most: None, .. } => "each-at-least",
            Self::Each { least: None, .. } => "each-at-most",
            Self::Each { .. } => "each-between",
            Self::Cases(_) => "cases",
            Self::Unmade(_) => "unmade",
            Self::Needs(_) => "needs",
            Self::Bars(_) => "bars",
            Self::Between { ends: Some(_), .. } => "between-ends",
            Self::Between { .. } => "between",
            Self::Ends(_) => "ends",
            Self::Apart(0, 0) => "touching",
            Self::Apart(..) => "apart",
            Self::Seen { wanted: 1, .. } => "seen-first",
            Self::Seen { most: None, .. } => "seen-at-least",
            Self::Seen { least: None, .. } => "seen-at-most",
            Self::Seen { .. } => "seen-otherwise",
            Self::Words(_) => "words",
            Self::Total { must, sets, .. } if !must.is_empty() && sets.is_empty() => "innies-must",
            Self::Total { must, .. } if !must.is_empty() => "innies-among",
            Self::Total { outies, .. } if outies.is_empty() => "innies",
            Self::Total { innies, .. } if innies.is_empty() => "outies",
            Self::Total { houses, clues, .. } if clues > houses => "outies-and-innies",
            Self::Total { .. } => "innies-and-outies",
        }
    }
}

/// Digits of a cell that would need others beside it, which are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// The cell.
    pub cell: u16,
    /// What it loses.
    pub lost: DigitSet,
    /// Where the others would be: in one cell, or in two that cannot both hold the only one left.
    pub beside: Vec<u16>,
    /// What they would be.
    pub partners: DigitSet,
}

/// What other cells would have to make if a cell held a digit, and do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The cell.
    pub cell: u16,
    /// The digit.
    pub digit: u8,
    /// How many other cells are summed.
    pub others: usize,
    /// What they would have to make.
    pub wanted: i64,
    /// What they make: at most, where that is less, or at least.
    pub made: i64,
}

/// What other cells would have to make if a cell held a digit, and cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// The cell.
    pub cell: u16,
    /// The digit.
    pub digit: u8,
    /// The others.
    pub others: Vec<u16>,
    /// What they would have to make.
    pub wanted: i64,
}

/// What a cell keeps out of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The cell.
    pub cell: u16,
    /// What it holds.
    pub within: DigitSet,
    /// What goes beside none of these.
    pub out: DigitSet,
    /// The cells that lose it.
    pub of: Vec<u16>,
}
