//! Strengthenings: relations that a model has in addition to those of its clues.
//!
//! A strengthening does not change the solutions, but makes searches shorter. It can be turned off to measure its benefit. Its
//! relations cite the clues from which they were derived, and are inactive if one of these clues is off.

mod covers;
mod crossings;
mod extra_houses;
mod house_sums;
mod lines_in_houses;
mod ranks;

use crate::builder::Builder;
use crate::builder::frame::Frame;
use crate::compiled::clues::Part;
use crate::compiled::strengthening::{
    COVERS, CROSSINGS, EXTRA_HOUSES, HOUSE_SUMS, LINES_IN_HOUSES, RANKS,
};
use crate::propagation::Word;
use cluewright_rules::ablation::Switch;

/// The switch of a strengthening, and the function that adds its relations.
type Strengthening<W> = (&'static Switch, fn(&mut Builder<W>, &[Part], &Frame));

/// Adds the strengthenings that must come before the clues, because posting skips the relations that these strengthenings
/// subsume.
pub(crate) fn strengthen_before<W: Word>(builder: &mut Builder<W>, parts: &[Part], frame: &Frame) {
    let list: [Strengthening<W>; 5] = [
        (&EXTRA_HOUSES, extra_houses::strengthen),
        (&HOUSE_SUMS, house_sums::strengthen),
        (&RANKS, ranks::strengthen),
        (&COVERS, covers::strengthen),
        (&CROSSINGS, crossings::strengthen),
    ];
    strengthen(&list, builder, parts, frame);
}

/// Adds the strengthenings that are derived from relations of the clues.
pub(crate) fn strengthen_after<W: Word>(builder: &mut Builder<W>, parts: &[Part], frame: &Frame) {
    let list: [Strengthening<W>; 1] = [(&LINES_IN_HOUSES, lines_in_houses::strengthen)];
    strengthen(&list, builder, parts, frame);
}

fn strengthen<W: Word>(
    list: &[Strengthening<W>],
    builder: &mut Builder<W>,
    parts: &[Part],
    frame: &Frame,
) {
    for (switch, add) in list {
        if switch.is_on() {
            add(builder, parts, frame);
        }
    }
}
