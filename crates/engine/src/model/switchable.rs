//! A compiled puzzle whose clues can be switched off, one by one and in any combination.
//!
//! Nothing in it is derived from what could be switched off without saying so: every relation,
//! exclusion, restriction of a cell and full house rests on a set of clues and lives only while all
//! of them are on. Switching rewrites a few tables of the one compiled model, so that the search
//! below it runs as it always does and pays nothing.
//!
//! A relation is stronger the more cells it knows to differ, which other clues may say. Such a
//! statement is posted twice: for itself, and together with those clues; the first sleeps while the
//! second lives.

use super::compile::{Source, Switches};
use crate::compiled::clues::{Cite, Exempt, Part};
use crate::compiled::wiring::{Off, Wiring};
use crate::compiled::{Compiled, Model, of_any_width};
use crate::propagation::Word;
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use std::sync::Arc;

/// A model some of whose clues are switched off.
#[derive(Clone, Debug)]
pub struct Switchable {
    model: Model,
    /// Tables from which each model is rewritten, with candidate sets as plain bits.
    wiring: Arc<Wiring>,
}

impl Switchable {
    /// Compiles a puzzle whose clues have been lowered to `parts`, all of them on at first. With
    /// `layout`, the layout's houses can be switched off too; then `parts` must not take them for
    /// granted.
    #[must_use]
    pub fn new(puzzle: &Puzzle, parts: &[Part], exempt: &[Exempt], layout: bool) -> Self {
        let source = Source {
            puzzle,
            parts,
            switches: Switches::Clues { exempt, layout },
        };
        let (model, wiring) = source.compile();
        let mut switchable = Self {
            model,
            wiring: Arc::new(wiring.expect("the clues can be switched off")),
        };
        switchable.switch(Off::Removed, |_| true);
        switchable
    }

    /// The model with exactly those clues switched on for which `is_on` says so.
    pub fn switch(&mut self, off: Off, is_on: impl Fn(Cite) -> bool) -> &Model {
        of_any_width!(&mut self.model, compiled => self.wiring.apply(compiled, off, is_on));
        &self.model
    }

    /// Restricts a cell to some digits until the next switch.
    pub fn assume(&mut self, cell: Cell, digits: DigitSet) {
        of_any_width!(&mut self.model, compiled => restrict(compiled, cell, digits));
    }

    /// The model as it was last switched.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }
}

fn restrict<W: Word>(compiled: &mut Compiled<W>, cell: Cell, digits: DigitSet) {
    let values = digits.bits() >> compiled.program.shared().base;
    compiled.start[cell.index()] &= W::from_bits(values);
}
