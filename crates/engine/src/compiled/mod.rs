//! The compiled puzzle: variables, relations, and the clues that each relation rests on.

pub(crate) mod clues;
pub(crate) mod strengthening;
mod value_classes;
pub(crate) mod wiring;

pub use value_classes::ValueClasses;

use crate::propagation::{Origin, Word};
use crate::relations::Relation;
use crate::relations::program::Program;
use clues::ClueSets;
use std::sync::Arc;

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
            $crate::compiled::Model::Narrow($compiled) => $run,
            $crate::compiled::Model::Wide($compiled) => $run,
            $crate::compiled::Model::Widest($compiled) => $run,
        }
    };
}

/// Runs an expression on a compiled puzzle.
#[cfg(feature = "compact")]
#[macro_export]
macro_rules! of_any_width {
    ($model:expr, $compiled:ident => $run:expr) => {
        match $model {
            $crate::compiled::Model::Widest($compiled) => $run,
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
    /// Extra branching candidates besides variable = value.
    pub openings: Vec<Opening<W>>,
    /// Classes of values to branch on before values.
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
    /// The candidates before anything is concluded.
    #[must_use]
    pub fn origin(&self) -> Origin<'_, W> {
        Origin {
            blank: &self.blank,
            start: &self.start,
        }
    }
}

/// An extra branching candidate besides variable = value: one of some variables has the value, and the search guesses
/// which.
#[derive(Clone, Debug)]
pub struct Opening<W> {
    /// The variables.
    pub places: Box<[u16]>,
    /// The value.
    pub value: W,
    /// The lists that wait for the answer: the more of them is known, the more follows from it.
    pub lists: Vec<Box<[u16]>>,
}

/// A restriction of a variable that depends on how its clue was compiled: no statement restricts the variable by itself.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// The variable.
    pub var: u16,
    /// The set of clues that the restriction rests on.
    pub rests_on: u32,
    /// Variables whose initial candidates decided it.
    pub decided_by: Box<[u16]>,
}

impl<W: Word> Compiled<W> {
    /// Finds what helps a search to choose, from the relations that are on.
    pub(crate) fn update_branching(&mut self) {
        self.priority = priorities(&self.program);
        if strengthening::OPENINGS.is_on() {
            self.openings = openings(&self.program, &self.start);
        }
        if strengthening::VALUE_CLASSES.is_on() {
            self.classes = ValueClasses::of(&self.program);
        }
    }
}

/// Where lists that are ranked against each other start.
fn openings<W: Word>(program: &Program<W>, start: &[W]) -> Vec<Opening<W>> {
    let mut openings: Vec<Opening<W>> = vec![];
    for relation in program.live_relations() {
        let Relation::Rank(rank) = relation else {
            continue;
        };
        let value = start[usize::from(relation.vars()[0])];
        for places in rank.openings() {
            let known = |o: &&mut Opening<W>| o.places == places && o.value == value;
            match openings.iter_mut().find(known) {
                Some(opening) => opening.lists.push(rank.ranked().into()),
                None => openings.push(Opening {
                    places,
                    value,
                    lists: vec![rank.ranked().into()],
                }),
            }
        }
    }
    openings
}

/// Weights of the relations on each variable, in cells; sums of few cells weigh more.
fn priorities<W: Word>(program: &Program<W>) -> Vec<u32> {
    let values = program.shared().values;
    let mut priority = vec![0; program.vars()];
    for relation in program.live_relations() {
        let weight = relation.weight(values);
        if weight > 0 {
            let vars = relation.vars().iter();
            vars.for_each(|&var| priority[usize::from(var)] += weight);
        }
    }
    priority
}
