//! The compiled puzzle: its variables, its relations, and the clues on which each relation rests.

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

/// A compiled puzzle. Candidate sets use the narrowest word that fits all values. With the feature `compact`, they always use
/// the widest.
#[derive(Clone, Debug)]
pub enum Model {
    /// Candidate sets of up to 16 values.
    #[cfg(not(feature = "compact"))]
    Narrow(Compiled<u16>),
    /// Candidate sets of up to 32 values.
    #[cfg(not(feature = "compact"))]
    Wide(Compiled<u32>),
    /// Candidate sets of up to 64 values.
    Widest(Compiled<u64>),
}

/// Evaluates an expression on a compiled puzzle of any width.
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

/// Evaluates an expression on a compiled puzzle. Only the widest width is compiled in, because this saves 54 kB of the page's
/// engine while checks get only 2 % slower.
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

/// A compiled puzzle with one width of candidate sets.
#[derive(Clone, Debug)]
pub struct Compiled<W: Word> {
    /// The relations and exclusions to propagate.
    pub program: Program<W>,
    /// The candidates of each variable before any clue is applied.
    pub blank: Vec<W>,
    /// The candidates of each variable with givens and unary constraints applied, before propagation.
    pub start: Vec<W>,
    /// The restrictions in `start` that follow only from several statements together.
    pub restrictions: Vec<Restriction>,
    /// Full houses: sets of cells that differ, with as many cells as there are values.
    pub houses: Vec<Arc<[u16]>>,
    /// Further guesses that a search considers, in addition to setting a variable to one of its candidates.
    pub openings: Vec<Opening<W>>,
    /// Classes of values, for searches that guess the class of a cell before its value.
    pub classes: ValueClasses<W>,
    /// Number of variables that are cells of the grid; the others are auxiliary (letters, layers).
    pub cells: usize,
    /// Number of variables that are part of the answer; these determine the others.
    pub answer: usize,
    /// Initial branching weight of each variable.
    pub priority: Vec<u32>,
    /// The clue sets on which the relations rest.
    pub clue_sets: ClueSets,
}

impl<W: Word> Compiled<W> {
    /// Returns the candidates before propagation, to which reasons refer.
    #[must_use]
    pub fn origin(&self) -> Origin<'_, W> {
        Origin {
            blank: &self.blank,
            start: &self.start,
        }
    }
}

/// A guess other than variable = value: exactly one of the listed variables has the given value, and the search guesses
/// which one.
#[derive(Clone, Debug)]
pub struct Opening<W> {
    /// The variables, exactly one of which has the value.
    pub places: Box<[u16]>,
    /// The value, as a single bit.
    pub value: W,
    /// The lists whose rank depends on the guess. The more of their variables are fixed, the more the guess propagates.
    pub lists: Vec<Box<[u16]>>,
}

/// A restriction of one variable that follows only from several compiled statements together.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// The variable whose candidates are restricted.
    pub var: u16,
    /// The clue set on which the restriction rests.
    pub rests_on: u32,
    /// The variables whose initial candidates were used to derive the restriction.
    pub decided_by: Box<[u16]>,
}

impl<W: Word> Compiled<W> {
    /// Recomputes branching weights, openings and classes from the relations that are switched on.
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

/// Returns the openings of ranked lists: for each value, the lists that can start with it.
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
                Some(opening) => opening.lists.push(rank.own_list().into()),
                None => openings.push(Opening {
                    places,
                    value,
                    lists: vec![rank.own_list().into()],
                }),
            }
        }
    }
    openings
}

/// Computes the initial branching weight of each variable as the sum of the weights of its relations. Sums over few cells count
/// more.
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
