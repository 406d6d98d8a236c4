//! The argument of a step: why a clue implies what the step concludes, with the numbers that a person would give.

use super::Cells;
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// The form of a step's argument, with the houses that play a part in it. What all steps have, such as the cells and
/// digits of their pattern, is not repeated here. Stories group, title and word steps by this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// A cell is the last open one of a house.
    LastCell,
    /// A digit has one place in a house.
    OnlyPlace,
    /// A cell has one candidate.
    OnlyDigit,
    /// A digit has its places of a house in a few cells, which another house contains.
    Confined(Cite),
    /// A digit has its places of a house in a few cells, all of which others see.
    Seen(Cite),
    /// A digit has its places of the first house in a few cells, which leaves one place in the second.
    ConfinedLeaving(Cite, Cite),
    /// As many digits as cells, and no others in these.
    NakedSet,
    /// The same, where some of the digits may be missing in each cell.
    SharedSet,
    /// As many digits as cells, and nowhere else in a house.
    HiddenSet,
    /// The same, which leaves a digit one place.
    HiddenSetLeaving,
    /// Cells that hold each of as many digits once.
    LockedSet,
    /// The first houses confine a digit to the second.
    Fish([Vec<Cite>; 2]),
    /// A fish, or else its fin.
    FinnedFish,
    /// A digit is at one end or the other of a chain of houses with two places each.
    StrongLinks(Vec<Cite>),
    /// Two cells of the same pair, linked by a house.
    LinkedPair(Cite),
    /// Cells of which only one digit may repeat.
    Wing,
    /// Combinations of cells that leave some cell nothing.
    Exclusion,
    /// One of two sets keeps its digits.
    AlmostLocked,
    /// Each candidate of a cell locks a set.
    Blossom,
    /// Cells with two solutions but for what the step concludes.
    UniqueLoop,
    /// Two candidates in every open cell, with two solutions.
    Bug,
    /// Links between candidates.
    Chain(Chain),
    /// An assumption, and what it breaks.
    Refutation(Break),
    /// Every way in which the cited clues and houses can hold.
    Cases,
    /// Every way to satisfy a clue.
    ClueCases,
    /// Every filling of the pattern.
    Listing,
    /// Every filling of this number of houses.
    Filling(usize),
    /// Clues along a path of cells.
    Path,
    /// Digits of a class, counted.
    Classes,
    /// A digit, placed over the whole grid.
    Digit,
    /// Houses, by number, that hold the same digits as others beyond what they share.
    Balance([Vec<u16>; 2]),
    /// A clue restricts single cells, whatever the others hold.
    Marks(Argument),
    /// Clues, and the houses that they are read with.
    Clues(Argument),
    /// Conclusions, each with a proof of single clues and houses.
    Proven(Vec<Proof>),
    /// A search, and no argument.
    Search,
    /// A search for all that is open.
    SearchedRest,
}

/// How a chain ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// In a cycle of one digit.
    DigitCycle,
    /// In a cycle of cells with two candidates.
    CellCycle,
    /// In a cycle.
    Cycle,
    /// In the opposite of the assumption.
    Opposite,
    /// In a contradiction.
    Contradiction,
    /// In the same conclusion from each place.
    Places,
    /// In the same conclusion on every branch.
    Branches,
    /// The same, with patterns on the way.
    WithPatterns,
    /// The same, with chains on the way.
    WithChains,
    /// The same, with forcing from cells and houses on the way.
    WithForcing,
    /// The same, with dynamic forcing on the way.
    WithDynamicForcing,
}

/// How an assumption fails, with all that follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Statements that cannot hold together.
    pub cites: Vec<Cite>,
    /// `true` if these are known to fail by themselves; otherwise they are all that the step cites.
    pub is_known: bool,
    /// How they fail one after the other, if that is simple.
    pub fall: Option<Fall>,
    /// The digit for which they leave no place, if they are one house.
    pub missing: Option<u8>,
}

/// The way in which some of what a step cites fails, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The candidates that a clue or a house leaves to a cell, with those it had before.
    pub links: Vec<(Cite, u16, DigitSet)>,
    /// The statement that cannot hold then.
    pub breaks: Cite,
}

/// A proof of one conclusion, each line of which one clue or one house implies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The variable, and the digits that it cannot hold.
    pub removed: (u16, DigitSet),
    /// How it is proven.
    pub by: Way,
}

impl Proof {
    /// Returns the number of inferences before the last one: 0 if one clue or house concludes it alone.
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

    /// Returns the clue or house that concludes it alone, if one does.
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
    /// An assumption that fails inference by inference.
    Line {
        /// How it does.
        fall: Fall,
        /// The digit that has lost its last place, if a house cannot hold.
        missing: Option<u8>,
    },
    /// Amounts of houses less amounts of clues in them.
    Tally(Tally),
    /// An assumption that leaves a few cases, each of which fails.
    Cases(Split),
}

/// All cases that an assumption leaves for a cell, or for the place of a digit in a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The candidates that a clue or a house leaves to a cell, until no other case is left.
    pub lead: Vec<(Cite, u16, DigitSet)>,
    /// The house in which the cases are the places of a digit; `None` if they are the digits of a cell.
    pub house: Option<Cite>,
    /// The cases.
    pub cases: Vec<SplitCase>,
}

/// One case of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitCase {
    /// The cell.
    pub cell: u16,
    /// The digit in it.
    pub digit: u8,
    /// How the case fails.
    pub fall: Fall,
    /// The digit that has lost its last place, if a house cannot hold.
    pub missing: Option<u8>,
}

/// Full houses without a common cell, less the least or the most that clues hold of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The digits that are counted; if there are none, digits are added up.
    pub counted: DigitSet,
    /// The houses.
    pub houses: Vec<Cite>,
    /// The amount of the houses.
    pub whole: i64,
    /// The clues, their cells in the houses, and the least amount of these, or the greatest.
    pub clues: Vec<(Cite, Cells, i64)>,
    /// `true` if the clues hold at least this much, so that the rest holds at most the difference.
    pub is_most: bool,
    /// The cells of the houses that are left.
    pub rest: Cells,
}

impl Tally {
    /// Returns the amount that is left for the other cells.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.whole - self.clues.iter().map(|(.., amount)| amount).sum::<i64>()
    }
}

impl Break {
    /// Before it is known what breaks.
    pub(super) const UNKNOWN: Self = Self {
        cites: vec![],
        is_known: false,
        fall: None,
        missing: None,
    };
}

impl Sentence {
    /// The argument that it takes from clues, if it reads any.
    #[must_use]
    pub fn argument(&self) -> Option<&Argument> {
        match self {
            Self::Marks(argument) | Self::Clues(argument) => Some(argument),
            _ => None,
        }
    }

    /// The name of its phrase.
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

    /// Names the first houses that a step still cites in place of those that it does not cite any more.
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

    /// Names its clues and houses by those of another view of the puzzle; `house` renumbers houses.
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
    /// It follows from the clue, without a shorter reason.
    #[default]
    Plain,
    /// Different cells that only these sets of digits fit.
    Combinations(Vec<DigitSet>),
    /// The other cells of a sum make this much at most.
    RestAtMost {
        /// The total of all its cells.
        total: i64,
        /// The greatest total of the others, for each cell that loses something.
        most: Vec<i64>,
    },
    /// The other cells of a sum make this much at least.
    RestAtLeast {
        /// The total of all its cells.
        total: i64,
        /// The least total of the others, for each cell that loses something.
        least: Vec<i64>,
    },
    /// The total that the known cells of a sum leave for the others.
    LeftOver {
        /// The total of all its cells.
        total: i64,
        /// The total that is known.
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
        /// Their least total, if that is the reason.
        least: Option<i64>,
        /// Their greatest total, if that is the reason.
        most: Option<i64>,
    },
    /// The other digits along an arrow make this much at least.
    PartsAtLeast {
        /// The least and the greatest total of the digits.
        whole: (i64, i64),
        /// The least total of the others, for each cell that loses something.
        least: Vec<i64>,
    },
    /// The other digits along an arrow make this much at most.
    PartsAtMost {
        /// The least and the greatest total of the digits.
        whole: (i64, i64),
        /// The greatest total of the others, for each cell that loses something.
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
    /// Digits that keep others out of the neighbouring cells.
    Bars(Vec<Bar>),
    /// The digits between the smallest and the largest digit of a house are one of these sets.
    Between {
        /// The cells around it, where these are known.
        ends: Option<[u16; 2]>,
        /// The sets.
        sets: Vec<DigitSet>,
    },
    /// The smallest and the largest digit of a house are in one of these pairs of cells.
    Ends(Vec<[u16; 2]>),
    /// The least and the greatest number of digits between the smallest and the largest one.
    Apart(usize, usize),
    /// How many digits would be seen along a line if the removed candidate were true.
    Seen {
        /// How many are.
        wanted: usize,
        /// Their least number, if that is too many.
        least: Option<usize>,
        /// Their greatest number, if that is too few.
        most: Option<usize>,
    },
    /// The digits along a clue, in its order, are one of these.
    Words(Vec<Vec<u8>>),
    /// Whole houses less what cages in them make.
    Total {
        /// The total of the houses.
        houses: i64,
        /// The total of the clues.
        clues: i64,
        /// Cells of the houses outside the clues.
        innies: Cells,
        /// Cells of the clues outside the houses.
        outies: Cells,
        /// The sets that cells left inside can hold, if nothing is left outside and they are few.
        sets: Vec<DigitSet>,
        /// The digits that they hold in any case, if others lose these.
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

/// Digits of a cell that would need neighbours which are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Want {
    /// The cell.
    pub cell: u16,
    /// The digits that it loses.
    pub lost: DigitSet,
    /// Where the others would be: in one cell, or in two that cannot both hold the only one left.
    pub beside: Vec<u16>,
    /// The digits that they would be.
    pub partners: DigitSet,
}

/// The total that other cells would need if a cell held a digit, and do not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The cell.
    pub cell: u16,
    /// The digit.
    pub digit: u8,
    /// How many other cells are summed.
    pub others: usize,
    /// The total that they would need.
    pub wanted: i64,
    /// Their greatest total, if that is too little, or their least.
    pub made: i64,
}

/// The total that other cells would need if a cell held a digit, and cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade {
    /// The cell.
    pub cell: u16,
    /// The digit.
    pub digit: u8,
    /// The others.
    pub others: Vec<u16>,
    /// The total that they would need.
    pub wanted: i64,
}

/// The digits that a cell keeps out of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The cell.
    pub cell: u16,
    /// The digits that it holds.
    pub within: DigitSet,
    /// The digits that can be next to none of these.
    pub out: DigitSet,
    /// The cells that lose it.
    pub of: Vec<u16>,
}
