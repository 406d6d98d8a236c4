//! A compiled puzzle whose clues can be switched on and off in any combination.
//!
//! Every relation, exclusion, restriction and full house cites the clues from which it was derived, and is active only while all of them
//! are on. Switching rewrites a few tables of the compiled model, so a search on it runs at full speed.
//!
//! The relations of some statements propagate more if other clues require their cells to differ. Such a statement is posted twice: once
//! by itself, and once in a version that relies on those clues. The first version is inactive while the second one is active.

use super::compile::{Source, Switches};
use crate::compiled::clues::{Cite, Exempt, Part};
use crate::compiled::wiring::{Off, Wiring};
use crate::compiled::{Compiled, Model, of_any_width};
use crate::propagation::Word;
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use std::sync::Arc;

/// A compiled puzzle with clues that can be switched on and off.
#[derive(Clone, Debug)]
pub struct Switchable {
    model: Model,
    /// The switching tables, with candidate sets as plain bits.
    wiring: Arc<Wiring>,
}

impl Switchable {
    /// Compiles a puzzle, given the statements of its clues, with all clues on. With `layout`, the layout's houses can be switched off
    /// too; in that case, `parts` must not depend on the houses.
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

    /// Switches on exactly the clues for which `is_on` returns `true`, and returns the model.
    pub fn switch(&mut self, off: Off, is_on: impl Fn(Cite) -> bool) -> &Model {
        of_any_width!(&mut self.model, compiled => self.wiring.apply(compiled, off, is_on));
        &self.model
    }

    /// Restricts a cell to the given digits until the next call to [`Switchable::switch`].
    pub fn assume(&mut self, cell: Cell, digits: DigitSet) {
        of_any_width!(&mut self.model, compiled => restrict(compiled, cell, digits));
    }

    /// Returns the model with the clues that are currently on.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }
}

fn restrict<W: Word>(compiled: &mut Compiled<W>, cell: Cell, digits: DigitSet) {
    let values = digits.bits() >> compiled.program.shared().base;
    compiled.start[cell.index()] &= W::from_bits(values);
}
