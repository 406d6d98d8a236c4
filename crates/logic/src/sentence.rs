//! The arguments of steps: why a clue implies the conclusion of a step, with the numbers that a person would give.

use super::Cells;
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// The form of a step's argument, with the houses that matter for it. Data that every step has, such as the cells and digits of its
/// pattern, is not repeated. Stories group, title and word steps by this type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// A cell is the last open cell of a house.
    LastCell,
    /// A digit has only one place in a house.
    OnlyPlace,
    /// A cell has only one candidate.
    OnlyDigit,
    /// All places of a digit in one house lie in another house.
    Confined(Cite),
    /// The cells that lose a digit see all its places in a house.
    Seen(Cite),
    /// All places of a digit in the first house lie in the second one, in which this leaves another place only.
    ConfinedLeaving(Cite, Cite),
    /// Several cells have only as many candidates as there are cells.
    NakedSet,
    /// Several cells have as many candidates as there are cells; some of the digits are missing in some of the cells.
    SharedSet,
    /// Several digits have only as many places in a house as there are digits.
    HiddenSet,
    /// Several digits have only as many places in a house as there are digits, which leaves another digit one place.
    HiddenSetLeaving,
    /// Cells that hold each of as many digits exactly once.
    LockedSet,
    /// The first houses confine a digit to the second.
    Fish([Vec<Cite>; 2]),
    /// A fish, or else one of its fins, holds the digit.
    FinnedFish,
    /// A digit is at one end or the other of a chain of houses with two places each.
    StrongLinks(Vec<Cite>),
    /// Two cells of the same pair, linked by a house.
    LinkedPair(Cite),
    /// Cells in which at most one digit can repeat.
    Wing,
    /// Combinations of cells that would leave another cell no candidate.
    Exclusion,
    /// Of two almost locked sets, at least one holds all its other digits.
    AlmostLocked,
    /// Each candidate of a cell locks an almost locked set.
    Blossom,
    /// A loop of cells that would have two fillings without the step's conclusion.
    UniqueLoop,
    /// Bivalue universal grave: all open cells would have two candidates, and the puzzle two solutions.
    Bug,
    /// Links between candidates.
    Chain(Chain),
    /// An assumption, and the clues or houses that it breaks.
    Refutation(Break),
    /// An assumption, and the clues or houses that it breaks.
    Cases,
    /// All fillings of a clue lead to the same conclusion.
    ClueCases,
    /// A listing of all fillings of the pattern.
    Listing,
    /// A listing of all fillings of this number of houses.
    Filling(usize),
    /// Clues of two cells along a path of cells.
    Path,
    /// Counts of the digits of a class.
    Classes,
    /// The places of one digit over the whole grid.
    Digit,
    /// Houses, by index, that hold the same digits as others outside of their overlap.
    Balance([Vec<u16>; 2]),
    /// A clue restricts single cells, whatever the other cells hold.
    Marks(Argument),
    /// Clues, with the houses that make their cells differ.
    Clues(Argument),
    /// Conclusions that each have a proof from single clues and houses.
    Proven(Vec<Proof>),
    /// A search, without an argument.
    Search,
    /// A search for the rest of the solution.
    SearchedRest,
}

/// The end of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// A cycle of one digit.
    DigitCycle,
    /// A cycle of cells with two candidates.
    CellCycle,
    /// A cycle of both kinds of links.
    Cycle,
    /// The opposite of the assumption.
    Opposite,
    /// A contradiction.
    Contradiction,
    /// The same conclusion from every place of a digit.
    Places,
    /// The same conclusion on every branch.
    Branches,
    /// The same conclusion on every branch, with patterns along the chain.
    WithPatterns,
    /// The same conclusion on every branch, with chains inside the chain.
    WithChains,
    /// The same conclusion on every branch, with forcing from cells and houses inside the chain.
    WithForcing,
    /// The same conclusion on every branch, with dynamic forcing inside the chain.
    WithDynamicForcing,
}

/// The failure of an assumption with all its consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The clues and houses that cannot hold together.
    pub cites: Vec<Cite>,
    /// `true` if these citations are known to fail on their own; otherwise they are all citations of the step.
    pub is_known: bool,
    /// The chain in which the citations fail one after another, if there is a simple one.
    pub fall: Option<Fall>,
    /// The digit that has no place left, if a single house fails.
    pub missing: Option<u8>,
}

/// A chain of cited clues and houses that ends in a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// For each clue or house of the chain, a cell and the candidates that it leaves there.
    pub links: Vec<(Cite, u16, DigitSet)>,
    /// The clue or house that cannot hold in the end.
    pub breaks: Cite,
}

/// A proof of one conclusion, whose lines each follow from one clue or one house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The variable, and the digits that it cannot hold.
    pub removed: (u16, DigitSet),
    /// The form of the proof.
    pub by: Way,
}

impl Proof {
    /// Returns the number of inferences before the last one: 0 if a single clue or house proves the conclusion.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.by {
            Way::Line { fall, .. } => fall.links.len(),
            Way::Tally(tally) => tally.houses.len() + tally.clues.len(),
            Way::Cases(split) => {
                let cases = split.cases.iter().map(|case| 1 + case.fall.links.len());
                split.lead.len() + cases.sum::<usize>()
            }
        }
    }

    /// Returns the clue or house that alone proves the conclusion, if one does.
    #[must_use]
    pub fn direct(&self) -> Option<Cite> {
        match &self.by {
            Way::Line { fall, .. } => fall.links.is_empty().then_some(fall.breaks),
            Way::Tally(_) | Way::Cases(_) => None,
        }
    }
}

/// The form of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// An assumption that fails after some inferences.
    Line {
        /// The inferences, and the clue or house that fails.
        fall: Fall,
        /// The digit that has no place left, if a house fails.
        missing: Option<u8>,
    },
    /// Amounts of houses minus amounts of clues inside them.
    Tally(Tally),
    /// An assumption that leaves a few cases, each of which fails.
    Cases(Split),
}

/// All remaining cases for the digit of a cell, or for the place of a digit in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The inferences after which no other case is left.
    pub lead: Vec<(Cite, u16, DigitSet)>,
    /// The house in which the cases are the places of a digit; `None` if they are the digits of a cell.
    pub house: Option<Cite>,
    /// The cases, all of which fail.
    pub cases: Vec<SplitCase>,
}

/// One case of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitCase {
    /// The cell of the case.
    pub cell: u16,
    /// The digit that the case assumes in the cell.
    pub digit: u8,
    /// The inferences, and the clue or house that fails.
    pub fall: Fall,
    /// The digit that has no place left, if a house fails.
    pub missing: Option<u8>,
}

/// Disjoint full houses, minus the minimum or maximum that clues hold inside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The digits that are counted; if empty, digits are summed instead.
    pub counted: DigitSet,
    /// The houses that are counted or summed.
    pub houses: Vec<Cite>,
    /// The number or the total that the houses hold.
    pub whole: i64,
    /// The clues, with their cells in the houses and the minimum (or maximum) amount in these cells.
    pub clues: Vec<(Cite, Cells, i64)>,
    /// `true` if the clues' amounts are minimums: the rest then holds at most the difference.
    pub is_most: bool,
    /// The remaining cells of the houses.
    pub rest: Cells,
}

impl Tally {
    /// Returns the amount that remains for the other cells.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.whole - self.clues.iter().map(|(.., amount)| amount).sum::<i64>()
    }
}

impl Break {
    /// The placeholder until the broken clue or house is known.
    pub(super) const UNKNOWN: Self = Self {
        cites: vec![],
        is_known: false,
        fall: None,
        missing: None,
    };
}

impl Sentence {
    /// Returns the argument about clues, if there is one.
    #[must_use]
    pub fn argument(&self) -> Option<&Argument> {
        match self {
            Self::Marks(argument) | Self::Clues(argument) => Some(argument),
            _ => None,
        }
    }

    /// Returns the name of the phrase for the sentence.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::LastCell => "last-cell",
            Self::OnlyPlace => "only-place",
            Self::OnlyDigit => "only-digit",
            Self::Confined(_) => "confined",
            Self::Seen(_) => "seen",
            Self::ConfinedLeaving(..) => "confined-leaving",
            Self::NakedSet => "naked-set",
            Self::SharedSet => "shared-set",
            Self::HiddenSet => "hidden-set",
            Self::HiddenSetLeaving => "hidden-set-leaving",
            Self::LockedSet => "locked-set",
            Self::Fish(_) => "fish",
            Self::FinnedFish => "finned-fish",
            Self::StrongLinks(_) => "strong-links",
            Self::LinkedPair(_) => "linked-pair",
            Self::Wing => "wing",
            Self::Exclusion => "exclusion",
            Self::AlmostLocked => "almost-locked",
            Self::Blossom => "blossom",
            Self::UniqueLoop => "unique-loop",
            Self::Bug => "bug",
            Self::Chain(chain) => chain.kind(),
            Self::Refutation(_) => "refutation",
            Self::Cases => "all-cases",
            Self::ClueCases => "clue-cases",
            Self::Listing => "listing",
            Self::Filling(_) => "filling",
            Self::Path => "path",
            Self::Classes => "classes",
            Self::Digit => "digit",
            Self::Balance(_) => "balance",
            Self::Marks(argument) | Self::Clues(argument) => argument.kind(),
            Self::Proven(_) => "proven",
            Self::Search => "search",
            Self::SearchedRest => "searched-rest",
        }
    }

    /// Replaces houses that the step no longer cites with its first cited houses.
    pub(super) fn keep_to(&mut self, cites: &[Cite]) {
        let is_gone = |own: &Cite| !cites.contains(own);
        match (self, cites) {
            (Self::Confined(own) | Self::Seen(own) | Self::LinkedPair(own), [first, ..])
                if is_gone(own) =>
            {
                *own = *first;
            }
            (Self::ConfinedLeaving(from, to), [first, .., last] | [first @ last]) => {
                (*from, *to) = (*first, *last);
            }
            (Self::Fish(houses), _) if houses.iter().flatten().any(is_gone) => {
                let (bases, covers) = cites.split_at(cites.len() / 2);
                *houses = [bases.to_vec(), covers.to_vec()];
            }
            (Self::StrongLinks(houses), _) if houses.iter().any(is_gone) => {
                *houses = cites[..houses.len().min(cites.len())].to_vec();
            }
            _ => {}
        }
    }

    /// Maps clues and houses to those of another view of the puzzle; `house` renumbers houses.
    pub(super) fn rename(&mut self, cite: impl Fn(Cite) -> Cite, house: impl Fn(u16) -> u16) {
        let each = |cites: &mut Vec<Cite>| cites.iter_mut().for_each(|own| *own = cite(*own));
        match self {
            Self::Fish(houses) => houses.iter_mut().for_each(each),
            Self::StrongLinks(houses) => each(houses),
            Self::ConfinedLeaving(one, other) => (*one, *other) = (cite(*one), cite(*other)),
            Self::Confined(own) | Self::Seen(own) | Self::LinkedPair(own) => *own = cite(*own),
            Self::Balance(sides) => {
                for side in sides {
                    side.iter_mut().for_each(|number| *number = house(*number));
                    side.sort_unstable();
                }
            }
            _ => {}
        }
    }
}

impl Chain {
    fn kind(self) -> &'static str {
        match self {
            Self::DigitCycle => "digit-cycle",
            Self::CellCycle => "cell-cycle",
            Self::Cycle => "cycle",
            Self::Opposite => "opposite",
            Self::Contradiction => "contradiction",
            Self::Places => "places",
            Self::Branches => "branches",
            Self::WithPatterns => "branches-with-patterns",
            Self::WithChains => "branches-with-chains",
            Self::WithForcing => "branches-with-forcing",
            Self::WithDynamicForcing => "branches-with-dynamic-forcing",
        }
    }
}

/// Why a step follows from a clue, with the numbers that a person would give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Argument {
    /// No reason shorter than the clue itself.
    #[default]
    Plain,
    /// The only sets of digits that fit the cells.
    Combinations(Vec<DigitSet>),
    /// The maximum total of the other cells of a sum.
    RestAtMost {
        /// The total of all cells of the sum.
        total: i64,
        /// The maximum total of the other cells, for each cell that loses candidates.
        most: Vec<i64>,
    },
    /// The minimum total of the other cells of a sum.
    RestAtLeast {
        /// The total of all cells of the sum.
        total: i64,
        /// The minimum total of the other cells, for each cell that loses candidates.
        least: Vec<i64>,
    },
    /// The total that the known cells of a sum leave to the others.
    LeftOver {
        /// The total of all cells of the sum.
        total: i64,
        /// The total of the known cells.
        known: i64,
        /// The cells of the sum that are not known.
        cells: Vec<u16>,
    },
    /// The number of cells that rise from the first to the last.
    Rising(usize),
    /// The first cell holds less than the second.
    Less(u16, u16),
    /// The number of consecutive digits.
    Run(usize),
    /// Digits that have no partner in a pair clue.
    Partners(DigitSet),
    /// Digits whose partners are all removed.
    Wants(Vec<Want>),
    /// Pairs of cells that hold the same digit.
    Same(Vec<[u16; 2]>),
    /// Digits that a clue contains in every filling.
    Must(DigitSet),
    /// The range of the total of an arrow's parts; the first cell holds the total.
    Parts {
        /// Number of cells that are summed.
        parts: usize,
        /// The minimum total of the parts, if the conclusion rests on it.
        least: Option<i64>,
        /// The maximum total of the parts, if the conclusion rests on it.
        most: Option<i64>,
    },
    /// The minimum total of the other parts of an arrow.
    PartsAtLeast {
        /// The range of the sum.
        whole: (i64, i64),
        /// The minimum total of the other parts, for each cell that loses candidates.
        least: Vec<i64>,
    },
    /// The maximum total of the other parts of an arrow.
    PartsAtMost {
        /// The range of the sum.
        whole: (i64, i64),
        /// The maximum total of the other parts, for each cell that loses candidates.
        most: Vec<i64>,
    },
    /// The range of the common total of several groups.
    Each {
        /// The minimum of the total, if the conclusion rests on it.
        least: Option<i64>,
        /// The maximum of the total, if the conclusion rests on it.
        most: Option<i64>,
    },
    /// Digits that would require an impossible total of other cells.
    Cases(Vec<Case>),
    /// Digits that would leave the other cells of a sum an impossible total.
    Unmade(Vec<Unmade>),
    /// Digits that a clue needs, with the cells that can still hold them.
    Needs(Vec<(u8, Cells)>),
    /// Digits that exclude others from neighbouring cells.
    Bars(Vec<Bar>),
    /// The possible sets of digits between the smallest and the largest digit of a house.
    Between {
        /// The cells of the smallest and the largest digit, if they are known.
        ends: Option<[u16; 2]>,
        /// Each set of digits that is still possible between the two cells.
        sets: Vec<DigitSet>,
    },
    /// The possible pairs of cells of the smallest and the largest digit of a house.
    Ends(Vec<[u16; 2]>),
    /// The minimum and maximum number of digits between the smallest and the largest one.
    Apart(usize, usize),
    /// The number of visible digits along a line if the removed candidate were true.
    Seen {
        /// The number of visible digits that the clue requires.
        wanted: usize,
        /// The minimum number of visible digits, if it is too large.
        least: Option<usize>,
        /// The maximum number of visible digits, if it is too small.
        most: Option<usize>,
    },
    /// The possible fillings of a clue, in its order.
    Words(Vec<Vec<u8>>),
    /// The total of whole houses minus the totals of the cages inside them.
    Total {
        /// The total of the houses.
        houses: i64,
        /// The total of the clues.
        clues: i64,
        /// Cells of the houses outside the clues.
        innies: Cells,
        /// Cells of the clues outside the houses.
        outies: Cells,
        /// The possible sets of digits of the innies, if there are no outies and the sets are few.
        sets: Vec<DigitSet>,
        /// The digits that the innies certainly hold, if other cells lose these.
        must: DigitSet,
    },
}

impl Argument {
    /// Returns the name of the phrase for the argument.
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

/// Digits of a cell that would need neighbours which are no longer possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// The cell that loses the digits.
    pub cell: u16,
    /// The digits that the cell loses.
    pub lost: DigitSet,
    /// The cells of the partners: one cell, or two that cannot both hold the only partner that is left.
    pub beside: Vec<u16>,
    /// The partners that the digits would need.
    pub partners: DigitSet,
}

/// An impossible total that a digit would require of other cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The cell that loses the digit.
    pub cell: u16,
    /// The digit that the cell loses.
    pub digit: u8,
    /// Number of other cells.
    pub others: usize,
    /// The total that the digit would require.
    pub wanted: i64,
    /// The maximum total of the other cells if it is too small, or their minimum if it is too large.
    pub made: i64,
}

/// An impossible total that a digit would leave the other cells of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// The cell that loses the digit.
    pub cell: u16,
    /// The digit that the cell loses.
    pub digit: u8,
    /// The other cells of the sum.
    pub others: Vec<u16>,
    /// The total that the digit would leave to the other cells.
    pub wanted: i64,
}

/// Digits that a cell excludes from other cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The cell that excludes the digits from others.
    pub cell: u16,
    /// The possible digits of the cell.
    pub within: DigitSet,
    /// The digits that cannot be next to any of these digits.
    pub out: DigitSet,
    /// The cells that lose the digits.
    pub of: Vec<u16>,
}
