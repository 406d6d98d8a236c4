//! From statements to a compiled puzzle: the one way, both for models whose clues can be switched off
//! and for those whose clues all hold.

use crate::builder::Builder;
use crate::builder::frame::Frame;
use crate::builder::houses::{lay, lay_switchable};
use crate::compiled::clues::{Cite, Exempt, Part};
use crate::compiled::wiring::Wiring;
use crate::compiled::{Compiled, Model, ValueClasses};
use crate::posting::guarded::post;
use crate::posting::prepare;
use crate::propagation::Word;
use crate::strengthenings::{strengthen_after, strengthen_before};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::Keep;
use std::sync::Arc;

/// What is compiled, and how.
#[derive(Clone, Copy)]
pub(crate) struct Said<'a> {
    pub(crate) puzzle: &'a Puzzle,
    /// What its clues say.
    pub(crate) parts: &'a [Part],
    /// What can be switched off.
    pub(crate) switches: Switches<'a>,
}

/// What can be switched off.
#[derive(Clone, Copy)]
pub(crate) enum Switches<'a> {
    /// Nothing.
    None,
    /// Clues and givens.
    Clues {
        /// What clues say while some marks are off.
        exempt: &'a [Exempt],
        /// Whether rows, columns and boxes can be switched off as well.
        layout: bool,
    },
}

impl Said<'_> {
    /// The compiled puzzle, in the narrowest word that holds all values; with what it takes to switch
    /// its clues, if they can be.
    pub(super) fn compile(&self) -> (Model, Option<Wiring>) {
        let values = Values::of(self);
        match values.count() {
            #[cfg(not(feature = "compact"))]
            0..=16 => {
                let (compiled, wiring) = compile(self, &values);
                (Model::Narrow(compiled), wiring)
            }
            #[cfg(not(feature = "compact"))]
            17..=32 => {
                let (compiled, wiring) = compile(self, &values);
                (Model::Wide(compiled), wiring)
            }
            _ => {
                let (compiled, wiring) = compile(self, &values);
                (Model::Widest(compiled), wiring)
            }
        }
    }

    /// What each variable may be: the puzzle's own, then the digits that houses lack, as far as any
    /// statement speaks of them.
    fn variables(&self) -> Vec<DigitSet> {
        let own = self.puzzle.cell_count();
        let mut count = own;
        let mut see = |cell: Cell| count = count.max(cell.index() + 1);
        for part in self.parts {
            part.statement.each_cell(&mut see);
        }
        for given in &self.puzzle.givens {
            see(given.cell);
        }
        let cells = (0..own).map(Cell::from_index);
        let mut domains: Vec<DigitSet> = cells.map(|cell| self.puzzle.domain(cell)).collect();
        domains.resize(count, self.puzzle.layout.digits());
        domains
    }

    fn exempt(&self) -> &[Exempt] {
        match self.switches {
            Switches::None => &[],
            Switches::Clues { exempt, .. } => exempt,
        }
    }
}

/// The values of a puzzle's variables.
struct Values {
    low: u8,
    high: u8,
    domains: Vec<DigitSet>,
}

impl Values {
    /// The values before any clue; those that no clue leaves are gone where all clues hold.
    fn of(said: &Said<'_>) -> Self {
        let domains: Vec<DigitSet> = said.variables();
        let mut values = Self {
            low: domains.iter().filter_map(|d| d.min()).min().unwrap_or(0),
            high: domains.iter().filter_map(|d| d.max()).max().unwrap_or(0),
            domains,
        };
        if matches!(said.switches, Switches::None) {
            values.narrow(said);
        }
        values
    }

    fn narrow(&mut self, said: &Said<'_>) {
        let mut keep = |cell: Cell, digits: DigitSet| {
            self.domains[cell.index()] = self.domains[cell.index()] & digits;
        };
        for given in &said.puzzle.givens {
            keep(given.cell, given.digits);
        }
        for part in said.parts {
            part.statement.each_conjunct(&mut |part| {
                if let Statement::Keep(Keep(cell, digits)) = part {
                    keep(*cell, *digits);
                }
            });
        }
    }

    /// How many values from the lowest to the highest.
    fn count(&self) -> u32 {
        u32::from(self.high - self.low) + 1
    }
}

fn compile<W: Word>(said: &Said<'_>, values: &Values) -> (Compiled<W>, Option<Wiring>) {
    let layout = &said.puzzle.layout;
    let mut builder = Builder::<W>::new(values.low, values.count(), &values.domains);
    let digits = builder.union(0..layout.cell_count() as u16);
    let frame = Frame::of(layout, digits.len() as usize);
    match said.switches {
        Switches::None => lay(&mut builder, &frame),
        Switches::Clues { layout, .. } => lay_switchable(&mut builder, &frame, layout),
    }
    for (index, given) in said.puzzle.givens.iter().enumerate() {
        let rests_on = builder.sets.one(Cite::Given(index as u16));
        builder.restrict(given.cell.0, builder.word(given.digits), rests_on);
    }
    let statements = numbered(said, &mut builder);
    for &(part, rests_on) in &statements {
        prepare(&mut builder, &part.statement, rests_on);
    }
    strengthen_before(&mut builder, said.parts, &frame);
    for (part, rests_on) in statements {
        let first = builder.relations.len();
        post(&mut builder, &part.statement, rests_on);
        let added = builder.relations[first..].iter_mut();
        added.for_each(|entry| entry.implied = part.implied);
    }
    strengthen_after(&mut builder, said.parts, &frame);
    finish(builder, said)
}

/// What is said, with the number of the set of clues that it rests on.
fn numbered<'a, W: Word>(said: &'a Said<'_>, builder: &mut Builder<W>) -> Vec<(&'a Part, u32)> {
    let mut statements = vec![];
    for part in said.parts {
        statements.push((part, builder.sets.one(part.cite)));
    }
    for exempt in said.exempt() {
        let set = builder.sets.one(exempt.part.cite);
        builder.unless_marked(set, &exempt.marks);
        statements.push((&exempt.part, set));
    }
    statements
}

fn finish<W: Word>(mut builder: Builder<W>, said: &Said<'_>) -> (Compiled<W>, Option<Wiring>) {
    let switching = builder.switching.take();
    let houses = std::mem::take(&mut builder.full_houses);
    let restrictions = std::mem::take(&mut builder.restrictions);
    let (program, start, clue_sets) = builder.finish();
    let wiring = switching.map(|switching| {
        let houses = houses.iter();
        let houses = houses.map(|house| (Arc::clone(&house.vars), house.rests_on));
        switching.wiring(houses.collect(), &start, &program)
    });
    let base = program.shared().base;
    let variables = said.variables().into_iter();
    let mut compiled = Compiled {
        cells: said.puzzle.layout.cell_count(),
        answer: said.puzzle.cell_count(),
        priority: vec![],
        openings: vec![],
        classes: ValueClasses::default(),
        blank: variables.map(|d| W::from_bits(d.bits() >> base)).collect(),
        program,
        start,
        restrictions,
        houses: houses.into_iter().map(|house| house.vars).collect(),
        clue_sets,
    };
    compiled.look_around();
    (compiled, wiring)
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
