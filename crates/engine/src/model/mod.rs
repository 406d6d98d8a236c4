//! The compiled puzzle: variables, relations, and the clues that each relation rests on.

mod build;
mod compile;
mod covers;
mod explained;
mod frame;
mod full_houses;
mod implied;
#[cfg(not(feature = "compact"))]
mod long_search;
mod ranks;
mod state;
pub(crate) mod strengthening;
mod switch;
pub mod symmetry;

pub use crate::propagation::{
    Bits, Conflict, FastSink, Origin, PlainSink, Reason, ReasonSink, Sink, View, Word, sink,
};
pub use crate::relations::{self, program};
pub use build::Restriction;
pub use covers::ValueClasses;
pub use explained::explained_fixpoint;
pub use frame::houses;
#[cfg(feature = "ablation")]
pub use strengthening::strengthenings;
pub use switch::{Exempt, Off, Switchable};

use cluewright_puzzle::Puzzle;
use cluewright_rules::Statement;
use compile::{Said, Switches};
use program::Program;
use std::sync::Arc;

/// What a setter can remove, or the layout's own houses: what a relation rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cite {
    /// A row, column or box, by its number among the layout's houses.
    House(u16),
    /// A given or given pencil mark, by its place in the puzzle.
    Given(u16),
    /// A clue, by its place in the puzzle.
    Clue(u16),
}

/// A ground statement and what it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it comes from.
    pub cite: Cite,
    /// What it says.
    pub statement: Statement,
    /// Whether it only strengthens: it follows from what its clue says, and maybe the layout.
    pub implied: bool,
}

/// A compiled puzzle. The word of its candidate sets is the narrowest that holds all values; with the feature `compact` it is
/// always the widest.
#[derive(Clone, Debug)]
pub enum Model {
    /// Up to 16 values.
    #[cfg(not(feature = "compact"))]
    Narrow(Compiled<u16>),
    /// Up to 32 values.
    #[cfg(not(feature = "compact"))]
    Wide(Compiled<u32>),
    /// Up to 64 values.
    Widest(Compiled<u64>),
}

/// Runs an expression on a compiled puzzle, whatever its width.
#[cfg(not(feature = "compact"))]
#[macro_export]
macro_rules! of_any_width {
    ($model:expr, $compiled:ident => $run:expr) => {
        match $model {
            $crate::model::Model::Narrow($compiled) => $run,
            $crate::model::Model::Wide($compiled) => $run,
            $crate::model::Model::Widest($compiled) => $run,
        }
    };
}

/// Runs an expression on a compiled puzzle.
#[cfg(feature = "compact")]
#[macro_export]
macro_rules! of_any_width {
    ($model:expr, $compiled:ident => $run:expr) => {
        match $model {
            $crate::model::Model::Widest($compiled) => $run,
        }
    };
}
pub use of_any_width;

/// A compiled puzzle over one kind of word.
#[derive(Clone, Debug)]
pub struct Compiled<W: Word> {
    /// Everything that runs.
    pub program: Program<W>,
    /// The candidates of each variable by the layout alone.
    pub blank: Vec<W>,
    /// The candidates of each variable before any relation has run.
    pub start: Vec<W>,
    /// The restrictions behind `start` that depend on how clues were compiled.
    pub restrictions: Vec<Restriction>,
    /// Full houses: sets of as many different cells as there are values.
    pub houses: Vec<Arc<[u16]>>,
    /// Questions worth asking beside "which value has this variable".
    pub openings: Vec<Opening<W>>,
    /// Classes of values that are worth asking for before values.
    pub classes: ValueClasses<W>,
    /// How many variables are cells of the grid; the others are letters and layers.
    pub cells: usize,
    /// How many variables are part of the answer; others follow from them.
    pub answer: usize,
    /// How much each variable is constrained, before search has learnt anything.
    pub priority: Vec<u32>,
    /// The sets of clues that relations rest on, by number.
    pub clue_sets: ClueSets,
}

impl<W: Word> Compiled<W> {
    /// What its variables may be before anything is concluded.
    #[must_use]
    pub fn origin(&self) -> Origin<'_, W> {
        Origin {
            blank: &self.blank,
            start: &self.start,
        }
    }
}

#[cfg(feature = "compact")]
impl<W: Word> Compiled<W> {
    /// Few puzzles need a model of their own for long searches: a compact engine goes without.
    pub(crate) fn for_long_search(&self) -> Option<Self> {
        None
    }
}

impl Model {
    /// Compiles a puzzle whose clues have been lowered to `parts`.
    #[must_use]
    pub fn new(puzzle: &Puzzle, parts: &[Part]) -> Self {
        let said = Said {
            puzzle,
            parts,
            switches: Switches::None,
        };
        said.compile().0
    }
}

/// A question that a search may ask beside "which value has this variable": which of these has the
/// value? One of them has.
#[derive(Clone, Debug)]
pub struct Opening<W> {
    /// The variables.
    pub places: Box<[u16]>,
    /// The value.
    pub value: W,
    /// The lists that wait for the answer: the more of them is known, the more follows from it.
    pub lists: Vec<Box<[u16]>>,
}

/// Sets of clues by number.
#[derive(Clone, Debug, Default)]
pub struct ClueSets {
    cites: Vec<Cite>,
    /// Where each set ends in `cites`.
    ends: Vec<u32>,
}

impl ClueSets {
    /// The clues of a set.
    #[must_use]
    pub fn get(&self, number: u32) -> &[Cite] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cites[start as usize..self.ends[number] as usize]
    }

    /// Whether two numbers stand for the same clues.
    fn same(&self, a: u32, b: u32) -> bool {
        a == b || self.get(a) == self.get(b)
    }

    /// How many sets there are.
    fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The clues of several sets, each once.
    fn union_of(&self, numbers: &[u32]) -> Vec<Cite> {
        let cites = numbers.iter().flat_map(|&number| self.get(number));
        let mut cites: Vec<Cite> = cites.copied().collect();
        cites.sort_unstable();
        cites.dedup();
        cites
    }

    fn of(&mut self, cites: &[Cite]) -> u32 {
        self.cites.extend_from_slice(cites);
        self.close()
    }

    fn one(&mut self, cite: Cite) -> u32 {
        self.cites.push(cite);
        self.close()
    }

    fn union(&mut self, numbers: impl IntoIterator<Item = u32>) -> u32 {
        for number in numbers {
            for i in 0..self.get(number).len() {
                self.cites.push(self.get(number)[i]);
            }
        }
        self.close()
    }

    fn close(&mut self) -> u32 {
        self.ends.push(self.cites.len() as u32);
        self.ends.len() as u32 - 1
    }
}
