//! The arguments of steps: why a conclusion follows, with the numbers that a person would give.

use super::{Cells, Ground};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// The form of a step's argument, with the houses that matter for it. Fields of the step itself, such as the cells and
/// digits of its pattern, are not repeated here. Stories use this type to group steps, choose titles and compose sentences.
/// Houses are given by index in [`Ground::houses`], because a clue may define several houses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// A cell is the last open cell of a house.
    LastCell,
    /// A digit has only one place in a house.
    OnlyPlace,
    /// A cell has only one candidate.
    OnlyDigit,
    /// All places of a digit in one house are also in another house.
    Confined(u16),
    /// The cells that lose a digit see all places of the digit in a house.
    Seen(u16),
    /// All places of a digit in the first house are in a house that crosses it, so the rest of the crossing house loses
    /// the digit. This leaves only one place for the digit in the second house, which is of the same kind as the first.
    ConfinedLeaving(u16, u16),
    /// Several cells together have only as many candidates as there are cells.
    NakedSet,
    /// Several cells together have as many candidates as there are cells, but some cells lack some of these candidates.
    SharedSet,
    /// Several digits together have only as many places in a house as there are digits.
    HiddenSet,
    /// Several digits together have only as many places in a house as there are digits, so another digit has only one place
    /// left.
    HiddenSetLeaving,
    /// A group of cells that contains each of its digits exactly once.
    LockedSet,
    /// The rows or columns of the first list confine a digit to the lines of the second list, which cross them.
    Fish([Vec<Cite>; 2]),
    /// Either the fish contains the digit, or one of its fins does.
    FinnedFish,
    /// A digit is at one of the two ends of a chain of houses. Each house has two places for the digit.
    StrongLinks(Vec<u16>),
    /// Two cells with the same pair of candidates, linked by a house.
    LinkedPair(u16),
    /// Cells in which at most one of the digits can repeat.
    Wing,
    /// Combinations of the cells' candidates that would leave no candidate for another cell.
    Exclusion,
    /// At least one of two almost locked sets lacks the digit that cannot be in both, so that set holds all its other
    /// digits.
    AlmostLocked,
    /// Each candidate of a cell turns an almost locked set into a locked one.
    Blossom,
    /// A loop of cells that would have two fillings if the conclusion were false.
    UniqueLoop,
    /// Bivalue universal grave: otherwise all open cells would have two candidates, and the puzzle would have two solutions.
    Bug,
    /// Links between candidates.
    Chain(Chain),
    /// An assumption, and the clues or houses that it breaks.
    Refutation(Break),
    /// Cases that are followed separately.
    Cases,
    /// The fillings of a clue, all of which lead to the same conclusion.
    ClueCases,
    /// A list of all fillings of the pattern.
    Listing,
    /// A list of all fillings of this number of houses.
    Filling(usize),
    /// Clues of two cells along a path of cells.
    Path,
    /// The number of digits of a class in several houses.
    Classes,
    /// The places of one digit in the whole grid.
    Digit,
    /// Two sets of houses whose cells outside the overlap hold the same digits.
    Balance([Vec<u16>; 2]),
    /// The restriction of single cells by one clue, whatever digits the other cells hold.
    Marks(Argument),
    /// One or more clues, with the houses that make their cells differ.
    Clues(Argument),
    /// Conclusions that are proved one by one from single clues and houses.
    Proven(Vec<Proof>),
    /// A search, which gives no argument.
    Search,
    /// A search that fills in the rest of the solution.
    SearchedRest,
}

/// The conclusion that a chain leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// A cycle through one digit.
    DigitCycle,
    /// A cycle through cells with two candidates.
    CellCycle,
    /// A cycle with links of both kinds: between cells through one digit, and within cells.
    Cycle,
    /// An assumption implies its own opposite.
    Opposite,
    /// An assumption implies a contradiction.
    Contradiction,
    /// Every place of a digit in a house leads to the same conclusion.
    Places,
    /// Every branch leads to the same conclusion.
    Branches,
    /// Every branch leads to the same conclusion. The branches use locked candidates, pairs or X-wings.
    WithPatterns,
    /// Every branch leads to the same conclusion. The branches contain nested chains.
    WithChains,
    /// Every branch leads to the same conclusion. The branches contain nested forcing from cells and houses.
    WithForcing,
    /// Every branch leads to the same conclusion. The branches contain nested dynamic forcing.
    WithDynamicForcing,
}

/// The failure of an assumption: the clues and houses that its consequences break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The clues and houses that cannot be satisfied together.
    pub cites: Vec<Cite>,
    /// `true` if these citations are known to fail without the others. Otherwise the list contains all citations of the
    /// step.
    pub is_known: bool,
    /// A chain in which the citations fail one after another, if there is a simple one.
    pub fall: Option<Fall>,
    /// The digit that has no place left, if a single house fails.
    pub missing: Option<u8>,
}

/// A chain of inferences that ends in a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// For each inference, its basis, a cell, and the candidates that remain in the cell.
    pub links: Vec<(Basis, u16, DigitSet)>,
    /// The basis that cannot be satisfied at the end.
    pub breaks: Basis,
}

/// The clues and houses on which an inference rests, besides the candidates of the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// One clue or one house.
    One(Cite),
    /// The total of houses minus the totals of clues.
    Sum(Sum),
    /// Several clues along a path of cells, whose fillings are listed together.
    Path(Vec<Cite>),
}

impl Basis {
    /// Returns the clues and houses of the basis.
    #[must_use]
    pub fn cites(&self) -> Vec<Cite> {
        match self {
            Self::One(cite) => vec![*cite],
            Self::Sum(sum) => [&sum.added[..], &sum.taken].concat(),
            Self::Path(clues) => clues.clone(),
        }
    }

    /// Returns the clue or house, if there is only one.
    #[must_use]
    pub fn one(&self) -> Option<Cite> {
        match self {
            Self::One(cite) => Some(*cite),
            Self::Sum(_) | Self::Path(_) => None,
        }
    }
}

/// A sum of cells with an exact total: the cells of full houses, and of clues that state a sum, minus the cells of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The full houses and the clues that are added.
    pub added: Vec<Cite>,
    /// The full houses and the clues that are subtracted.
    pub taken: Vec<Cite>,
    /// The cells that remain, with their weights, in ascending order.
    pub terms: Vec<(u16, i64)>,
    /// The totals of what is added minus the totals of what is subtracted.
    pub total: i64,
}

/// A proof of one conclusion. Each line follows from one clue or one house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The variable, and the digits that it cannot hold.
    pub removed: (u16, DigitSet),
    /// The form of the proof.
    pub by: Way,
}

impl Proof {
    /// Returns the number of inferences before the last one or, for a tally, the number of houses and clues. It is 0 if a
    /// single clue or house proves the conclusion.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.by {
            // A sum is stated with its houses and clues, so it is not as short as a single clue.
            Way::Line { fall, .. } => fall.links.len() + usize::from(fall.breaks.one().is_none()),
            Way::Tally(tally) => tally.houses.len() + tally.clues.len(),
            Way::Cases(split) => {
                let cases = split.cases.iter().map(|case| 1 + case.fall.links.len());
                split.lead.len() + cases.sum::<usize>()
            }
        }
    }

    /// Returns the clue or house that proves the conclusion by itself, if there is one.
    #[must_use]
    pub fn direct(&self) -> Option<Cite> {
        match &self.by {
            Way::Line { fall, .. } => fall.breaks.one().filter(|_| fall.links.is_empty()),
            Way::Tally(_) | Way::Cases(_) => None,
        }
    }
}

/// The form of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// An assumption that fails after some inferences.
    Line {
        /// The inferences in order, and the clue or house that fails.
        fall: Fall,
        /// The digit that has no place left, if a house fails.
        missing: Option<u8>,
    },
    /// A count or a sum over houses, minus the amount that clues inside them contain.
    Tally(Tally),
    /// An assumption that leaves a few cases. Each case fails.
    Cases(Split),
}

/// A complete case split: all remaining digits of a cell, or all remaining places of a digit in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The inferences that exclude all other cases.
    pub lead: Vec<(Basis, u16, DigitSet)>,
    /// The house in which the cases are the places of a digit; `None` if the cases are the digits of a cell.
    pub house: Option<Cite>,
    /// The cases, all of which fail.
    pub cases: Vec<SplitCase>,
}

/// One case of a split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitCase {
    /// The cell of the case.
    pub cell: u16,
    /// The digit that the case assumes in the cell.
    pub digit: u8,
    /// The inferences in order, and the clue or house that fails.
    pub fall: Fall,
    /// The digit that has no place left, if a house fails.
    pub missing: Option<u8>,
}

/// A count or a sum over disjoint full houses, minus the minimum or maximum amount that clues inside them contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The digits that are counted. If the set is empty, digits are summed instead.
    pub counted: DigitSet,
    /// The houses that are counted or summed.
    pub houses: Vec<Cite>,
    /// The amount in the houses: the number of counted digits, or the total.
    pub whole: i64,
    /// For each clue, its cells in the houses and the minimum (or maximum) amount in these cells.
    pub clues: Vec<(Cite, Cells, i64)>,
    /// `true` if the amounts of the clues are minimums, so that the remaining cells contain at most the difference.
    pub is_most: bool,
    /// The remaining cells of the houses.
    pub rest: Cells,
}

impl Tally {
    /// Returns the amount that remains for the other cells of the houses.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.whole - self.clues.iter().map(|(.., amount)| amount).sum::<i64>()
    }
}

impl Break {
    /// A placeholder that is used until the failing citations are known.
    pub(super) const UNKNOWN: Self = Self {
        cites: vec![],
        is_known: false,
        fall: None,
        missing: None,
    };
}

impl Sentence {
    /// Returns the argument from clues, if there is one.
    #[must_use]
    pub fn argument(&self) -> Option<&Argument> {
        match self {
            Self::Marks(argument) | Self::Clues(argument) => Some(argument),
            _ => None,
        }
    }

    /// Returns the name of the sentence's phrase in the wording files.
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

    /// Returns the houses that the sentence names.
    #[must_use]
    pub fn houses(&self, ground: &Ground<'_>) -> Vec<Cite> {
        let of = |house: &u16| ground.houses[usize::from(*house)].cite;
        match self {
            Self::Confined(own) | Self::Seen(own) | Self::LinkedPair(own) => vec![of(own)],
            Self::ConfinedLeaving(from, to) => vec![of(from), of(to)],
            Self::StrongLinks(houses) => houses.iter().map(of).collect(),
            Self::Fish(lines) => lines.concat(),
            Self::Balance(sides) => sides.iter().flatten().map(of).collect(),
            _ => vec![],
        }
    }

    /// Translates the citations to another view of the puzzle. `cite` maps clues and houses, and `house` maps the indices of
    /// houses.
    pub(super) fn rename(&mut self, cite: impl Fn(Cite) -> Cite, house: impl Fn(u16) -> u16) {
        let each = |cites: &mut Vec<Cite>| cites.iter_mut().for_each(|own| *own = cite(*own));
        match self {
            Self::Fish(houses) => houses.iter_mut().for_each(each),
            Self::StrongLinks(houses) => houses.iter_mut().for_each(|own| *own = house(*own)),
            Self::ConfinedLeaving(one, other) => (*one, *other) = (house(*one), house(*other)),
            Self::Confined(own) | Self::Seen(own) | Self::LinkedPair(own) => *own = house(*own),
            Self::Balance(sides) => {
                for side in sides {
                    side.iter_mut().for_each(|number| *number = house(*number));
                    // A balance lists its houses in ascending order, but the view changes their indices.
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

/// The reason why a clue implies a step, with the numbers that a person would give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Argument {
    /// There is no argument that is shorter than the rule itself.
    #[default]
    Plain,
    /// The only sets of digits that fit the cells.
    Combinations(Vec<DigitSet>),
    /// The maximum total of the other cells of a sum.
    RestAtMost {
        /// The total of all cells of the sum.
        total: i64,
        /// The different maximum totals of the other cells, over all cells that lose candidates, in ascending order.
        most: Vec<i64>,
    },
    /// The minimum total of the other cells of a sum.
    RestAtLeast {
        /// The total of all cells of the sum.
        total: i64,
        /// The different minimum totals of the other cells, over all cells that lose candidates, in ascending order.
        least: Vec<i64>,
    },
    /// The total that remains for the unknown cells of a sum.
    LeftOver {
        /// The total of all cells of the sum.
        total: i64,
        /// The total of the known cells.
        known: i64,
        /// The cells of the sum that are not known.
        cells: Vec<u16>,
    },
    /// The number of cells whose digits increase from the first cell to the last.
    Rising(usize),
    /// The digit of the first cell is less than the digit of the second.
    Less(u16, u16),
    /// The length of a run of consecutive digits.
    Run(usize),
    /// Digits that have no partner in a clue about pairs of cells.
    Partners(DigitSet),
    /// Digits that have no partner left in a neighbouring cell.
    Wants(Vec<Want>),
    /// Pairs of cells that hold the same digit.
    Same(Vec<[u16; 2]>),
    /// Digits that occur in every filling of a clue.
    Must(DigitSet),
    /// The range of the total of an arrow's parts. The first cell of the arrow contains the total.
    Parts {
        /// Number of summed cells.
        parts: usize,
        /// The minimum total of the parts, if the conclusion depends on it.
        least: Option<i64>,
        /// The maximum total of the parts, if the conclusion depends on it.
        most: Option<i64>,
    },
    /// The minimum total of the other parts of an arrow.
    PartsAtLeast {
        /// The range of the sum.
        whole: (i64, i64),
        /// The different minimum totals of the other parts, over all cells that lose candidates, in ascending order.
        least: Vec<i64>,
    },
    /// The maximum total of the other parts of an arrow.
    PartsAtMost {
        /// The range of the sum.
        whole: (i64, i64),
        /// The different maximum totals of the other parts, over all cells that lose candidates, in ascending order.
        most: Vec<i64>,
    },
    /// The range of the total that several groups share.
    Each {
        /// The minimum of the total, if the conclusion depends on it.
        least: Option<i64>,
        /// The maximum of the total, if the conclusion depends on it.
        most: Option<i64>,
    },
    /// Digits that would require an impossible total of other cells.
    Cases(Vec<Case>),
    /// Digits of a sum that would leave an impossible total for the other cells.
    Unmade(Vec<Unmade>),
    /// Digits that a clue requires, with the cells that can still hold them.
    Needs(Vec<(u8, Cells)>),
    /// Digits that cells with few candidates exclude from neighbouring cells.
    Bars(Vec<Bar>),
    /// The possible sets of digits between the smallest and the largest digit of a house.
    Between {
        /// The cells of the smallest and the largest digit, if known.
        ends: Option<[u16; 2]>,
        /// The sets of digits that are still possible between the two cells.
        sets: Vec<DigitSet>,
    },
    /// The possible pairs of cells for the smallest and the largest digit of a house.
    Ends(Vec<[u16; 2]>),
    /// The minimum and maximum number of digits between the smallest and the largest digit.
    Apart(usize, usize),
    /// The number of digits that would be visible along a line if the removed candidate were true.
    Seen {
        /// The number of visible digits that the clue requires.
        wanted: usize,
        /// The minimum number of visible digits, if it is too large.
        least: Option<usize>,
        /// The maximum number of visible digits, if it is too small.
        most: Option<usize>,
    },
    /// The possible fillings of a clue. Each filling lists its digits in the order of the clue's cells.
    Words(Vec<Vec<u8>>),
    /// The total of whole houses minus the totals of clues inside them.
    Total {
        /// The total of the houses.
        houses: i64,
        /// The total of the clues.
        clues: i64,
        /// Cells of the houses that are in none of the clues.
        innies: Cells,
        /// Cells of the clues that are in none of the houses.
        outies: Cells,
        /// The possible sets of digits in the innies, if there are no outies and there are few sets.
        sets: Vec<DigitSet>,
        /// The digits that the innies must contain, if other cells lose these digits.
        must: DigitSet,
    },
}

impl Argument {
    /// Returns the name of the argument's phrase in the wording files.
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

/// Digits of a cell that need a partner in a neighbouring cell but have none left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// The cell that loses the digits.
    pub cell: u16,
    /// The digits that the cell loses.
    pub lost: DigitSet,
    /// The neighbouring cells: one cell, or two that cannot both hold the only partner left.
    pub beside: Vec<u16>,
    /// The partners that the digits need.
    pub partners: DigitSet,
}

/// A digit that selects the cells to sum, with the total that it would require.
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
    /// The maximum total that the other cells can reach, if that is too small; otherwise their minimum total.
    pub made: i64,
}

/// A digit of a sum, with the impossible total that it would leave for the other cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// The cell that loses the digit.
    pub cell: u16,
    /// The digit that the cell loses.
    pub digit: u8,
    /// The other cells of the sum.
    pub others: Vec<u16>,
    /// The total that the digit would leave for the other cells.
    pub wanted: i64,
}

/// Digits that one cell excludes from neighbouring cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The cell that excludes the digits.
    pub cell: u16,
    /// The possible digits of that cell.
    pub within: DigitSet,
    /// The digits that cannot be next to any of these possible digits.
    pub out: DigitSet,
    /// The cells that lose the digits.
    pub of: Vec<u16>,
}
