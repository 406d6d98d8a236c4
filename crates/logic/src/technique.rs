//! Describes techniques for the solver, the judge and the narrator.

pub(super) use super::position::Position;
use super::{Context, Sentence, Steps};
use schemars::JsonSchema;
use serde::Serialize;

/// The origin of a technique's steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A conclusion from citations that the judge proves.
    Deduction,
    /// A result of a search, which the judge cannot prove from few clues.
    Search,
}

/// A group of techniques that rest on the same idea, as solvers group them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// A cell has only one candidate left, or a digit has only one place left in a house.
    Single,
    /// A digit is confined to the cells that two houses share.
    Intersection,
    /// A naked or hidden subset: some digits are confined to the same number of cells.
    Subset,
    /// In several parallel lines, a digit is confined to the same number of crossing lines.
    Fish,
    /// A pivot and the cells that it sees.
    Wing,
    /// Links between candidates that lead from one end to the other.
    Chain,
    /// Sets of cells with one more candidate than cells.
    AlmostLocked,
    /// Combinations of the candidates of a few cells that would leave no candidate for another cell.
    Exclusion,
    /// Patterns that would have two solutions.
    Uniqueness,
    /// Conclusions from clues and houses on the current board.
    Clue,
    /// All fillings of some cells are listed.
    Listing,
    /// The cells of a digit or of a class are counted in houses, or one digit is followed through the whole
    /// grid.
    Counting,
    /// Assumptions that are followed to a contradiction, or to a conclusion that all cases share.
    Forcing,
    /// Search without an argument.
    Search,
}

/// The role of clues in the steps of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// The steps use no clues.
    Nothing,
    /// The steps use one clue; houses only make its cells differ.
    Clue,
    /// The steps combine clues and houses.
    Together,
}

/// The facts about cited cells that the proof of a step needs.
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
    /// The idea of the technique and how to spot it, in a few sentences.
    pub about: &'static str,
    /// The family that the technique belongs to.
    pub family: Family,
    /// The role of clues in the technique's steps.
    pub reads: Reads,
    /// The argument of the technique's steps, for steps without an argument of their own.
    pub sentence: Sentence,
    /// The facts about cited cells that the technique's proofs need.
    pub rests_on: RestsOn,
    /// `true` if the technique's steps assume that the puzzle has only one solution.
    pub assumes_uniqueness: bool,
    /// The rating of the technique's easiest form in the default profile, if the profile includes it.
    pub price: Option<f64>,
    /// Puzzles in which the technique finds a step, the best example first.
    pub positions: &'static [Position],
    /// The function that finds the technique's steps.
    pub find: fn(&Context<'_>, &mut Steps),
}

impl Technique {
    /// The default values of the fields. Techniques override some of them.
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

    /// Returns the name of the pattern that the technique finds.
    #[must_use]
    pub fn pattern(&self) -> &'static str {
        self.pattern.unwrap_or(self.name)
    }

    /// Returns the kind of the technique's steps.
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
    /// steps that run relations.
    #[must_use]
    pub(super) fn reads_marks(&self) -> bool {
        matches!(self.sentence, Sentence::Marks(_))
    }
}
