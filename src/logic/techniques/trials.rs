//! Contradictions by what clues and houses say, in few rounds or many.
//!
//! "If this were a 5, that cage could not be made": one look at the clues around a candidate is what
//! people do with two clues at once. With more rounds it becomes a forcing step, priced by its length as
//! chains are.

use super::chains::surcharge;
use crate::logic::path::Look;
use crate::logic::step::{Link, Step};
use crate::logic::steps::Steps;
use crate::logic::trial::{Refutation, refute};

/// At most two rounds: two clues, or a clue and houses, together.
pub(super) fn combined(look: &Look<'_>, steps: &mut Steps) {
    find(look, 2, steps, |nodes| match nodes {
        ..=3 => Some(0),
        4..=6 => Some(4),
        7..=12 => Some(9),
        _ => None,
    });
}

/// At most four rounds.
pub(super) fn short(look: &Look<'_>, steps: &mut Steps) {
    find(look, 4, steps, |nodes| Some(surcharge(nodes)));
}

/// Any number of rounds.
pub(super) fn long(look: &Look<'_>, steps: &mut Steps) {
    find(look, usize::MAX, steps, |nodes| Some(surcharge(nodes)));
}

fn find(look: &Look<'_>, rounds: usize, steps: &mut Steps, more: impl Fn(usize) -> Option<u16>) {
    if look.ground.plain() {
        return;
    }
    for &candidate in look.refutable() {
        if let Some(found) = refute(look.ground, look.board, candidate, rounds)
            && let Some(more) = more(found.nodes)
        {
            steps.offer(more, || told(look, &found));
        }
    }
}

fn told(look: &Look<'_>, found: &Refutation) -> Step {
    let cells = look.ground.cells();
    let (inside, beside) = found.seen(cells);
    let (var, digits) = found.removed();
    let mut step = Step {
        removed: vec![(var, digits)],
        digits,
        ..Step::default()
    };
    for (i, &(cell, digit)) in found.known.iter().enumerate() {
        if usize::from(cell) < cells {
            step.chain.push(Link {
                cell,
                digit,
                on: true,
                starts: i == 0,
            });
        }
    }
    step.reason.extras = beside;
    step.citing(found.cites.iter().copied())
        .pattern(inside)
        .sized(found.nodes)
}
