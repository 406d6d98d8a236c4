//! Describes techniques for the solver, the judge and the narrator.

pub(super) use super::position::Position;
use super::{Context, Sentence, Steps};
use schemars::JsonSchema;
use serde::Serialize;

/// How the steps of a technique are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A conclusion from citations, which the judge proves.
    Deduction,
    /// A result of search, which the judge cannot prove from few clues.
    Search,
}

/// Techniques that rest on the same idea, as solvers group them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A cell has one candidate left, or a digit has one place left in a house.
    Single,
    /// A digit is confined to the cells that two houses share.
    Intersection,
    /// A naked or hidden subset: a house has as many cells as digits for them.
    Subset,
    /// A digit is confined, in several parallel lines, to as many lines across.
    Fish,
    /// A pivot and the cells that it sees.
    Wing,
    /// Links between candidates, from one end to the other.
    Chain,
    /// Sets with one candidate more than they have cells.
    AlmostLocked,
    /// Combinations of the candidates of a few cells that would leave another cell no candidate.
    Exclusion,
    /// Patterns that would have two solutions.
    Uniqueness,
    /// Conclusions from clues and houses on the current board.
    Clue,
    /// All fillings of some cells are listed.
    Listing,
    /// The cells of a digit or a class are counted in houses, or one digit is followed over the whole grid.
    Counting,
    /// Assumptions followed to a contradiction, or to a common conclusion of all cases.
    Forcing,
    /// Search without an argument.
    Search,
}

/// The part that clues play in the steps of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// The steps read no clues.
    Nothing,
    /// The steps read one clue; houses only make its cells differ.
    Clue,
    /// The steps read clues and houses together.
    Together,
}

/// The facts about the candidates of cited cells that a step's proof needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestsOn {
    /// The proof rests on all candidates of the cells.
    Candidates,
    /// The proof needs only the fact that the cells cannot hold the digits of the pattern.
    Places,
}

/// A technique: its name in profiles, the function that finds its steps, and their argument.
#[derive(Debug)]
pub struct Technique {
    /// The name in profiles, such as `hidden-pair`.
    pub name: &'static str,
    /// The name of the pattern, if it is not the technique's own name: `hidden-pair` for
    /// `direct-hidden-pair`.
    pub pattern: Option<&'static str>,
    /// A description of the technique in one line.
    pub help: &'static str,
    /// The idea of the technique and the way to spot it, in a few sentences.
    pub about: &'static str,
    /// The family to which the technique's idea belongs.
    pub family: Family,
    /// The part that clues play in the technique's steps.
    pub reads: Reads,
    /// The argument of the technique's steps, unless a step has its own.
    pub sentence: Sentence,
    /// The facts about cited cells on which the technique's proofs rest.
    pub rests_on: RestsOn,
    /// `true` if the technique's steps presuppose that the puzzle has only one solution.
    pub assumes_uniqueness: bool,
    /// The rating of the technique's easiest form in the default profile, if the profile includes it.
    pub price: Option<f64>,
    /// Puzzles in which the technique finds a step, the best example first.
    pub positions: &'static [Position],
    /// The function that finds the technique's steps.
    pub find: fn(&Context<'_>, &mut Steps),
}

impl Technique {
    /// The usual values of the fields; techniques override some of them.
    pub(super) const USUAL: Self = Self {
        name: "",
        pattern: None,
        help: "",
        about: "",
        family: Family::Single,
        reads: Reads::Nothing,
        sentence: Sentence::LastCell,
        rests_on: RestsOn::Candidates,
        assumes_uniqueness: false,
        price: None,
        positions: &[],
        find: |_, _| {},
    };

    /// Returns the name of the pattern that the technique looks for.
    #[must_use]
    pub fn pattern(&self) -> &'static str {
        self.pattern.unwrap_or(self.name)
    }

    /// Returns how the technique's steps are found.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.family {
            Family::Search => Kind::Search,
            _ => Kind::Deduction,
        }
    }

    /// Returns `true` if the technique's steps are found by search.
    #[must_use]
    pub fn is_search(&self) -> bool {
        self.family == Family::Search
    }

    /// Returns `true` if the technique's steps refute assumptions.
    #[must_use]
    pub fn is_trial(&self) -> bool {
        matches!(self.sentence, Sentence::Refutation(_))
    }

    /// Returns `true` if the technique's steps apply unary constraints of clues. These steps come before all
    /// that run relations.
    #[must_use]
    pub(super) fn reads_marks(&self) -> bool {
        matches!(self.sentence, Sentence::Marks(_))
    }
}
