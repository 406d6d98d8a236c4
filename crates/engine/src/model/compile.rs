//! Compiles statements to a model whose clues either all hold or can be switched off.

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

/// The statements to compile, and the clues that can be switched off.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) puzzle: &'a Puzzle,
    /// The statements of the puzzle's lowered clues.
    pub(crate) parts: &'a [Part],
    pub(crate) switches: Switches<'a>,
}

/// The clues that can be switched off.
#[derive(Clone, Copy)]
pub(crate) enum Switches<'a> {
    /// No clue can be switched off.
    None,
    /// Clues and givens can be switched off.
    Clues {
        /// Statements of negative rules, with the marks that exempt their cells.
        exempt: &'a [Exempt],
        /// `true` if rows, columns and boxes can be switched off as well.
        layout: bool,
    },
}

impl Source<'_> {
    /// Compiles the puzzle with the narrowest word that fits its values. If clues can be switched off, also returns the switching
    /// tables.
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

    /// Returns the domains of the puzzle's own variables. If a statement refers to a missing digit, the domains of the variables for
    /// missing digits follow.
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

/// The range of values, from the lowest to the highest value of any variable.
struct Values {
    low: u8,
    high: u8,
    /// The candidates of each variable before any clue is applied.
    blank: Vec<DigitSet>,
    /// The candidates of each variable with givens and unary constraints applied, unless clues can be switched off.
    domains: Vec<DigitSet>,
}

impl Values {
    /// Computes the range of values before propagation. If no clue can be switched off, values that no variable can take are dropped.
    fn of(source: &Source<'_>) -> Self {
        let domains: Vec<DigitSet> = source.variables();
        let mut values = Self {
            low: domains.iter().filter_map(|d| d.min()).min().unwrap_or(0),
            high: domains.iter().filter_map(|d| d.max()).max().unwrap_or(0),
            domains: domains.clone(),
            blank: domains,
        };
        // A clue that can be switched off does not restrict values permanently, so with such clues the range must cover the whole
        // domains.
        if matches!(source.switches, Switches::None) {
            values.narrow(source);
        }
        values
    }

    fn narrow(&mut self, source: &Source<'_>) {
        let mut keep = |cell: Cell, digits: DigitSet| {
            self.domains[cell.index()] = self.domains[cell.index()] & digits;
        };
        for given in &source.puzzle.givens {
            keep(given.cell, given.digits);
        }
        for part in source.parts {
            part.statement.each_conjunct(&mut |part| {
                if let Statement::Keep(Keep(cell, digits)) = part {
                    keep(*cell, *digits);
                }
            });
        }
    }

    /// Returns the number of values from the lowest to the highest.
    fn count(&self) -> u32 {
        u32::from(self.high - self.low) + 1
    }
}

fn compile<W: Word>(source: &Source<'_>, values: &Values) -> (Compiled<W>, Option<Wiring>) {
    let layout = &source.puzzle.layout;
    let mut builder = Builder::<W>::new(values.low, values.count(), &values.domains);
    let digits = builder.union(0..layout.cell_count() as u16);
    let frame = Frame::of(layout, digits.len() as usize);
    match source.switches {
        Switches::None => lay(&mut builder, &frame),
        Switches::Clues { layout, .. } => lay_switchable(&mut builder, &frame, layout),
    }
    // Givens come first, because relations are compiled for the candidates that are left.
    for (index, given) in source.puzzle.givens.iter().enumerate() {
        let rests_on = builder.sets.one(Cite::Given(index as u16));
        builder.restrict(given.cell.0, builder.word(given.digits), rests_on);
    }
    let statements = number_statements(source, &mut builder);
    for &(part, rests_on) in &statements {
        prepare(&mut builder, &part.statement, rests_on);
    }
    strengthen_before(&mut builder, source.parts, &frame);
    for (part, rests_on) in statements {
        let first = builder.relations.len();
        post(&mut builder, &part.statement, rests_on);
        let added = builder.relations[first..].iter_mut();
        added.for_each(|entry| entry.implied = part.implied);
    }
    strengthen_after(&mut builder, source.parts, &frame);
    finish(builder, source, values)
}

/// Pairs each statement with the index of its clue set.
fn number_statements<'a, W: Word>(
    source: &'a Source<'_>,
    builder: &mut Builder<W>,
) -> Vec<(&'a Part, u32)> {
    let mut statements = vec![];
    for part in source.parts {
        statements.push((part, builder.sets.one(part.cite)));
    }
    for exempt in source.exempt() {
        let set = builder.sets.one(exempt.part.cite);
        builder.unless_marked(set, &exempt.marks);
        statements.push((&exempt.part, set));
    }
    statements
}

fn finish<W: Word>(
    mut builder: Builder<W>,
    source: &Source<'_>,
    values: &Values,
) -> (Compiled<W>, Option<Wiring>) {
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
    let blank = values.blank.iter();
    let mut compiled = Compiled {
        cells: source.puzzle.layout.cell_count(),
        answer: source.puzzle.cell_count(),
        priority: vec![],
        openings: vec![],
        classes: ValueClasses::default(),
        blank: blank.map(|d| W::from_bits(d.bits() >> base)).collect(),
        program,
        start,
        restrictions,
        houses: houses.into_iter().map(|house| house.vars).collect(),
        clue_sets,
    };
    compiled.update_branching();
    (compiled, wiring)
}

impl Model {
    /// Compiles a puzzle, given the statements to which its clues were lowered.
    #[must_use]
    pub fn new(puzzle: &Puzzle, parts: &[Part]) -> Self {
        let source = Source {
            puzzle,
            parts,
            switches: Switches::None,
        };
        source.compile().0
    }
}
