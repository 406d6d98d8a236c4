//! The compiled puzzle: variables, relations, and the clues that each relation rests on.

mod build;
mod combinations;
mod frame;
mod implied;
pub mod program;
pub mod relations;
pub mod sink;
mod word;

pub use sink::{Conflict, FastSink, Reason, ReasonSink, Sink};
pub use word::{Bits, Word};

use crate::puzzle::{Cell, Puzzle};
use crate::rules::Statement;
use build::Builder;
use frame::Frame;
pub use frame::houses;
use program::Program;
use relations::Relation;
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
#[derive(Clone, Debug)]
pub struct Part {
    /// What it comes from.
    pub cite: Cite,
    /// What it says.
    pub statement: Statement,
}

/// A compiled puzzle. The word of its candidate sets is the narrowest that holds all values.
#[derive(Clone, Debug)]
pub enum Model {
    /// Up to 16 values.
    Narrow(Compiled<u16>),
    /// Up to 32 values.
    Wide(Compiled<u32>),
    /// Up to 64 values.
    Widest(Compiled<u64>),
}

/// A compiled puzzle over one kind of word.
#[derive(Clone, Debug)]
pub struct Compiled<W: Word> {
    /// Everything that runs.
    pub program: Program<W>,
    /// The candidates of each variable before any relation has run.
    pub start: Vec<W>,
    /// Full houses: sets of as many different cells as there are values.
    pub houses: Vec<Arc<[u16]>>,
    /// How many variables are cells of the grid; the others are letters and layers.
    pub cells: usize,
    /// How much each variable is constrained, before search has learnt anything.
    pub priority: Vec<u32>,
    /// The sets of clues that relations rest on, by number.
    pub clue_sets: ClueSets,
}

impl Model {
    /// Compiles a puzzle whose clues have been lowered to `parts`.
    #[must_use]
    pub fn new(puzzle: &Puzzle, parts: &[Part]) -> Self {
        let domains: Vec<_> = (0..puzzle.cell_count())
            .map(|i| puzzle.domain(Cell::from_index(i)))
            .collect();
        let low = domains.iter().filter_map(|d| d.min()).min().unwrap_or(0);
        let high = domains.iter().filter_map(|d| d.max()).max().unwrap_or(0);
        match high - low + 1 {
            0..=16 => Self::Narrow(compile(puzzle, parts, low, high, &domains)),
            17..=32 => Self::Wide(compile(puzzle, parts, low, high, &domains)),
            _ => Self::Widest(compile(puzzle, parts, low, high, &domains)),
        }
    }
}

fn compile<W: Word>(
    puzzle: &Puzzle,
    parts: &[Part],
    low: u8,
    high: u8,
    domains: &[crate::puzzle::DigitSet],
) -> Compiled<W> {
    let mut builder = Builder::<W>::new(low, u32::from(high - low + 1), domains);
    for given in &puzzle.givens {
        builder.restrict(given.cell.0, W::from_bits(given.digits.bits() >> low));
    }
    for part in parts {
        builder.prepare(&part.statement);
    }
    let digits = builder.union(0..puzzle.layout.cell_count() as u16);
    let frame = Frame::of(&puzzle.layout, digits.len() as usize);
    let mut sets = ClueSets::of_houses(frame.houses.len());
    frame.exclude(&mut builder.shared);
    for (house, different) in frame.houses.iter().enumerate() {
        builder.house(different, house as u32);
    }
    for (locked, houses) in &frame.overlaps {
        builder.add(
            Relation::Locked(locked.clone()),
            sets.union(houses.iter().copied()),
        );
    }
    for part in parts {
        builder.extra_houses(part, &mut sets);
    }
    implied::add(&mut builder, &frame, parts, &mut sets);
    for part in parts {
        let rests_on = sets.one(part.cite);
        builder.state(&part.statement, rests_on);
    }
    let houses = builder
        .full_houses
        .iter()
        .map(|house| Arc::clone(&house.vars))
        .collect();
    let (program, start) = builder.finish();
    Compiled {
        cells: puzzle.layout.cell_count(),
        priority: priorities(&program),
        program,
        start,
        houses,
        clue_sets: sets,
    }
}

/// How many cells' worth of relations stand on each variable; sums of few cells weigh more.
fn priorities<W: Word>(program: &Program<W>) -> Vec<u32> {
    let values = program.shared().values;
    let mut priority = vec![0; program.vars()];
    for relation in program.relations() {
        let weight = relation.weight(values);
        for &var in relation.vars() {
            priority[usize::from(var)] += weight;
        }
    }
    priority
}

/// Sets of clues by number.
#[derive(Clone, Debug, Default)]
pub struct ClueSets {
    cites: Vec<Cite>,
    /// Where each set ends in `cites`.
    ends: Vec<u32>,
}

impl ClueSets {
    /// The sets of single houses, under their own numbers.
    fn of_houses(houses: usize) -> Self {
        let mut sets = Self::default();
        (0..houses).for_each(|house| {
            sets.one(Cite::House(house as u16));
        });
        sets
    }

    /// The clues of a set.
    #[must_use]
    pub fn get(&self, number: u32) -> &[Cite] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cites[start as usize..self.ends[number] as usize]
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
