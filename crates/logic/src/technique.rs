//! The description of a technique: everything that the solver, the judge and the narrator need to know about it.

pub(super) use super::position::Position;
use super::{Context, Steps};
use schemars::JsonSchema;
use serde::Serialize;

/// How the steps of a technique are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Concluded from what they cite: the judge proves them.
    Deduction,
    /// Found by search: nothing that a judge could prove from few clues.
    Search,
}

/// Techniques that rest on the same idea, as solvers group them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// One candidate is left in a cell, or one place in a house.
    Single,
    /// A digit is confined to the cells that two houses share.
    Intersection,
    /// As many cells as digits within a house.
    Subset,
    /// A digit is confined to as many lines across.
    Fish,
    /// A pivot and the cells that it sees.
    Wing,
    /// Links between candidates, from one end to the other.
    Chain,
    /// Sets with one candidate more than they have cells.
    AlmostLocked,
    /// Combinations of a few cells that leave some other cell nothing.
    Exclusion,
    /// Patterns that would have two solutions.
    Uniqueness,
    /// Conclusions from clues and houses as they are.
    Clue,
    /// Every filling of some cells.
    Listing,
    /// Digits counted in houses, or followed over the whole grid.
    Counting,
    /// Assumptions that are followed to a contradiction, or to what all cases agree on.
    Forcing,
    /// No argument at all.
    Search,
}

/// How the steps of a technique read clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// They do not.
    Nothing,
    /// One clue; houses only keep its cells apart.
    Clue,
    /// Clues and houses together.
    Together,
}

/// The facts about the cited cells that the proof of a step rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestsOn {
    /// All their candidates.
    Candidates,
    /// That the digits of the pattern have no place there, and nothing else.
    Places,
}

/// The form of the argument that the steps of a technique make. A story groups and titles them by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Each step is an argument of its own.
    Own,
    /// A digit is placed in plain sight.
    Single,
    /// A clue restricts single cells, whatever the others hold.
    Marks,
    /// An assumption is refuted.
    Refutation,
    /// Some digits fill some cells of the cited houses.
    Pattern,
    /// A digit has its places in a few cells of the first cited house.
    Places,
    /// The first half of the cited houses confines a digit to the second half.
    Fish,
    /// Digits of a class are counted.
    Classes,
    /// A digit is placed over the whole grid.
    Digit,
    /// Clues are followed along a path.
    Path,
    /// Houses are filled in every way.
    Filling {
        /// The number of these houses.
        houses: usize,
    },
}

/// A technique: its name in profiles, how its steps are found, and how they are explained.
///
/// In `phrase`, `{digits}`, `{cells}` and `{where}` stand for the pattern's digits and cells and the houses and
/// clues cited, `{classes}` for the digits as one class of several, `{conclusion}` for what follows (it comes first
/// if the phrase has no place for it), `{elsewhere}` for the same if the pattern's digits can't go elsewhere in its
/// houses, `{cell}` and `{digit}` for what is placed; `steps` in `cluewright-narrate` has the others.
/// `{leaves|leave}` is the first word if one house or clue is cited, and the second if there are more. `[…]` is left
/// out if no candidates are cited.
#[derive(Debug)]
pub struct Technique {
    /// The name in profiles: `hidden-pair`.
    pub name: &'static str,
    /// A description in one line.
    pub help: &'static str,
    /// How it works and how to spot it, in a few sentences.
    pub about: &'static str,
    /// The idea that it shares with others.
    pub family: Family,
    /// How its steps read clues. If they do, the clue's own words explain them, not `phrase`.
    pub reads: Reads,
    /// The form of its argument.
    pub shape: Shape,
    /// The facts about the cited cells that its proofs rest on.
    pub rests_on: RestsOn,
    /// `true` if `phrase` names the digits that the cells lose, so that a conclusion need not list what is left.
    pub names_digits: bool,
    /// `true` if its steps presuppose that the puzzle has one solution.
    pub assumes_uniqueness: bool,
    /// The sentence that explains a step.
    pub phrase: &'static str,
    /// The rating of its easiest form in the default profile, if that has it.
    pub price: Option<f64>,
    /// Puzzles in which it finds something, the best example first.
    pub positions: &'static [Position],
    /// Finds its steps.
    pub find: fn(&Context<'_>, &mut Steps),
}

impl Technique {
    /// The values that most techniques share; the others override some of them.
    pub(super) const USUAL: Self = Self {
        name: "",
        help: "",
        about: "",
        family: Family::Single,
        reads: Reads::Nothing,
        shape: Shape::Own,
        rests_on: RestsOn::Candidates,
        names_digits: false,
        assumes_uniqueness: false,
        phrase: "",
        price: None,
        positions: &[],
        find: |_, _| {},
    };

    /// Returns how its steps are found.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.family {
            Family::Search => Kind::Search,
            _ => Kind::Deduction,
        }
    }

    /// Returns `true` if its steps are found by search.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.family == Family::Search
    }

    /// Returns `true` if its steps refute assumptions.
    #[must_use]
    pub fn is_trial(&self) -> bool {
        self.shape == Shape::Refutation
    }

    /// Returns `true` if its steps read what clues imply for single cells: they come before all that ask relations.
    #[must_use]
    pub(super) fn reads_marks(&self) -> bool {
        self.shape == Shape::Marks
    }
}
