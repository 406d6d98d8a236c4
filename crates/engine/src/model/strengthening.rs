//! What a compiled model has beside the clues themselves.
//!
//! Nothing of it changes a solution: each entry only makes searches shorter, and can be left out to
//! see by how much. What an entry adds rests on the clues that it was derived from, so that it goes
//! when one of them is switched off.

use super::build::Builder;
use super::compile::Said;
use super::frame::Frame;
use super::{Word, covers, implied, ranks};
use cluewright_rules::ablation::Switch;
use cluewright_rules::switches;

switches! {
    /// A variable for the digit that each house lacks, where rules ask for it.
    MISSING_DIGITS = "missing-digits",
    /// What rules state beside their relation because it follows from it.
    IMPLIED_LINES = "implied-lines",
    /// Cells that a clue fills with all digits count as a house.
    EXTRA_HOUSES = "extra-houses",
    /// Innies and outies: what the sums in some houses leave of their total.
    HOUSE_SUMS = "house-sums",
    /// What the ranks of several lists say together.
    RANKS = "ranks",
    /// One relation for all classes of digits that must occur among some cells.
    COVERS = "covers",
    /// Long sums reason about sets of digits, not only about bounds.
    LONG_SUMS = "long-sums",
    /// A pair of cells that a third exempts is one relation, not a choice of two.
    GUARDED_PAIRS = "guarded-pairs",
    /// A cell that equals one of several others is one relation, not a choice of many.
    AMONG = "among",
    /// A line that fills a house is an automaton over different digits.
    LINES_IN_HOUSES = "lines-in-houses",
    /// The search may ask where a ranked list starts.
    OPENINGS = "openings",
    /// The search may ask for a cell's class of digits before its digit.
    VALUE_CLASSES = "value-classes",
}

/// The strengthenings, to leave one of them out.
#[cfg(feature = "ablation")]
#[must_use]
pub fn strengthenings() -> &'static [&'static Switch] {
    ALL
}

/// Adds a strengthening's relations.
type Add<W> = fn(&mut Builder<W>, &Said<'_>, &Frame);

impl<W: Word> Builder<W> {
    /// Those that are added before the clues are stated, in this order; the clues leave out what these
    /// say already.
    const BEFORE: &'static [(&'static Switch, Add<W>)] = &[
        (&EXTRA_HOUSES, Self::extra_houses),
        (&HOUSE_SUMS, implied::add),
        (&RANKS, ranks::add),
        (&COVERS, covers::add),
    ];

    /// Those that are derived from the relations of the clues.
    const AFTER: &'static [(&'static Switch, Add<W>)] =
        &[(&LINES_IN_HOUSES, Self::lines_in_houses)];

    /// States the clues, with what strengthens them.
    pub(super) fn strengthened(
        &mut self,
        said: &Said<'_>,
        frame: &Frame,
        state: impl FnOnce(&mut Self),
    ) {
        self.strengthen(Self::BEFORE, said, frame);
        state(self);
        self.strengthen(Self::AFTER, said, frame);
    }

    fn strengthen(&mut self, list: &[(&'static Switch, Add<W>)], said: &Said<'_>, frame: &Frame) {
        for (strengthening, add) in list {
            if strengthening.is_on() {
                add(self, said, frame);
            }
        }
    }
}
