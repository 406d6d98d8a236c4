//! The compiled puzzle: variables, relations, and the clues that each relation rests on.

mod build;
mod combinations;
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
use program::Program;

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
    pub houses: Vec<Box<[u16]>>,
    /// How much each variable is constrained, before search has learnt anything.
    pub priority: Vec<u32>,
    /// The sets of clues that relations rest on, by number.
    pub clue_sets: Vec<Box<[Cite]>>,
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
    let mut sets = ClueSets::default();
    for given in &puzzle.givens {
        builder.restrict(given.cell.0, W::from_bits(given.digits.bits() >> low));
    }
    let houses: Vec<(Vec<u16>, u32)> = layout_houses(puzzle)
        .into_iter()
        .enumerate()
        .map(|(i, cells)| (build::vars(&cells), sets.number(&[Cite::House(i as u16)])))
        .collect();
    for (house, _) in &houses {
        builder.shared.exclude(house);
    }
    for part in parts {
        builder.learn_exclusions(&part.statement);
    }
    for (house, rests_on) in &houses {
        builder.different(house, *rests_on);
    }
    builder.intersections(&houses, |both| sets.union(both));
    implied::add(&mut builder, puzzle, &houses, parts, &mut sets);
    for part in parts {
        let rests_on = sets.number(&[part.cite]);
        builder.state(&part.statement, rests_on);
    }
    let values = builder.shared.values as usize;
    let full = houses.iter().filter(|(house, _)| house.len() == values);
    let houses = full.map(|(house, _)| house.as_slice().into()).collect();
    let (program, start) = builder.finish();
    Compiled {
        priority: priorities(&program),
        program,
        start,
        houses,
        clue_sets: sets.sets,
    }
}

/// The layout's houses: rows, columns, boxes.
#[must_use]
pub fn layout_houses(puzzle: &Puzzle) -> Vec<Vec<Cell>> {
    let layout = &puzzle.layout;
    let mut houses = vec![];
    if layout.lines {
        houses.extend((0..layout.rows).map(|r| layout.row(r).collect()));
        houses.extend((0..layout.columns).map(|c| layout.column(c).collect()));
    }
    houses.extend(layout.box_cells());
    houses
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

/// Sets of clues by number, each kept once.
#[derive(Default)]
struct ClueSets {
    sets: Vec<Box<[Cite]>>,
    numbers: std::collections::HashMap<Box<[Cite]>, u32>,
}

impl ClueSets {
    fn number(&mut self, cites: &[Cite]) -> u32 {
        if let Some(&number) = self.numbers.get(cites) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(cites.into());
        self.numbers.insert(cites.into(), number);
        number
    }

    fn union(&mut self, numbers: &[u32]) -> u32 {
        let mut all: Vec<Cite> = numbers
            .iter()
            .flat_map(|&n| self.sets[n as usize].iter().copied())
            .collect();
        all.sort_unstable();
        all.dedup();
        self.number(&all)
    }
}
