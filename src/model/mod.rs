//! The compiled puzzle: variables, relations, and the clues that each relation rests on.

mod build;
mod combinations;
mod covers;
mod frame;
mod implied;
mod lattice;
pub mod program;
mod ranks;
pub mod relations;
pub mod sink;
mod switch;
mod word;

pub use covers::ValueClasses;
pub use sink::{Conflict, FastSink, PlainSink, Reason, ReasonSink, Sink};
pub use switch::{Exempt, Off, Switchable};
pub use word::{Bits, Word};

use crate::puzzle::{Cell, DigitSet, Puzzle};
use crate::rules::Statement;
use build::Builder;
use frame::Frame;
pub use frame::houses;
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
#[derive(Clone, Debug)]
pub struct Part {
    /// What it comes from.
    pub cite: Cite,
    /// What it says.
    pub statement: Statement,
    /// Whether it only strengthens: it follows from what its clue says, and maybe the layout.
    pub implied: bool,
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

/// Runs an expression on a compiled puzzle, whatever its width.
macro_rules! of_any_width {
    ($model:expr, $compiled:ident => $run:expr) => {
        match $model {
            $crate::model::Model::Narrow($compiled) => $run,
            $crate::model::Model::Wide($compiled) => $run,
            $crate::model::Model::Widest($compiled) => $run,
        }
    };
}
pub(crate) use of_any_width;

/// A compiled puzzle over one kind of word.
#[derive(Clone, Debug)]
pub struct Compiled<W: Word> {
    /// Everything that runs.
    pub program: Program<W>,
    /// The candidates of each variable before any relation has run.
    pub start: Vec<W>,
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

impl Model {
    /// Compiles a puzzle whose clues have been lowered to `parts`.
    #[must_use]
    pub fn new(puzzle: &Puzzle, parts: &[Part]) -> Self {
        let values = Values::of(puzzle);
        match values.count() {
            0..=16 => Self::Narrow(compile(puzzle, parts, &values)),
            17..=32 => Self::Wide(compile(puzzle, parts, &values)),
            _ => Self::Widest(compile(puzzle, parts, &values)),
        }
    }

    /// Declares that only so many variables are part of the answer: the others must follow from them.
    pub(crate) fn answer_with(&mut self, vars: usize) {
        match self {
            Self::Narrow(compiled) => compiled.answer = vars,
            Self::Wide(compiled) => compiled.answer = vars,
            Self::Widest(compiled) => compiled.answer = vars,
        }
    }
}

/// The values of a puzzle's cells before any clue.
struct Values {
    low: u8,
    high: u8,
    domains: Vec<DigitSet>,
}

impl Values {
    fn of(puzzle: &Puzzle) -> Self {
        let cells = (0..puzzle.cell_count()).map(Cell::from_index);
        let domains: Vec<DigitSet> = cells.map(|cell| puzzle.domain(cell)).collect();
        Self {
            low: domains.iter().filter_map(|d| d.min()).min().unwrap_or(0),
            high: domains.iter().filter_map(|d| d.max()).max().unwrap_or(0),
            domains,
        }
    }

    /// How many values from the lowest to the highest.
    fn count(&self) -> u32 {
        u32::from(self.high - self.low) + 1
    }
}

fn compile<W: Word>(puzzle: &Puzzle, parts: &[Part], values: &Values) -> Compiled<W> {
    let mut builder = Builder::<W>::new(values.low, values.count(), &values.domains);
    let low = values.low;
    for given in &puzzle.givens {
        builder.restrict(given.cell.0, W::from_bits(given.digits.bits() >> low), 0);
    }
    for part in parts {
        builder.prepare(&part.statement);
    }
    let digits = builder.union(0..puzzle.layout.cell_count() as u16);
    let frame = Frame::of(&puzzle.layout, digits.len() as usize);
    let mut sets = frame.sets.clone();
    frame.exclude(Arc::make_mut(&mut builder.shared));
    builder.frame(&frame);
    for part in parts {
        builder.extra_houses(part, &mut sets);
    }
    implied::add(&mut builder, &frame, parts, &mut sets);
    ranks::add(&mut builder, parts, &mut sets);
    covers::add(&mut builder, parts, &mut sets);
    for part in parts {
        let rests_on = sets.one(part.cite);
        builder.say(&part.statement, rests_on, &mut sets);
    }
    builder.lines_in_houses(&mut sets);
    let houses = builder
        .full_houses
        .iter()
        .map(|house| Arc::clone(&house.vars))
        .collect();
    let (program, start) = builder.finish(&sets);
    Compiled {
        cells: puzzle.layout.cell_count(),
        answer: puzzle.cell_count(),
        priority: priorities(&program),
        openings: openings(&program, &start),
        classes: ValueClasses::of(&program),
        program,
        start,
        houses,
        clue_sets: sets,
    }
}

/// Where lists that are ranked against each other start.
fn openings<W: Word>(program: &Program<W>, start: &[W]) -> Vec<Opening<W>> {
    let mut openings: Vec<Opening<W>> = vec![];
    for relation in program.relations() {
        let relations::Relation::Rank(rank) = relation else {
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

/// How many cells' worth of relations stand on each variable; sums of few cells weigh more.
fn priorities<W: Word>(program: &Program<W>) -> Vec<u32> {
    let values = program.shared().values;
    let mut priority = vec![0; program.vars()];
    let relations = program.relations().iter().enumerate();
    for (_, relation) in relations.filter(|&(index, _)| program.is_live(index)) {
        let weight = relation.weight(values);
        if weight > 0 {
            let vars = relation.vars().iter();
            vars.for_each(|&var| priority[usize::from(var)] += weight);
        }
    }
    priority
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
