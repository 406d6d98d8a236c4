//! Locked candidates: where two houses meet.
//!
//! Pointing and claiming after Sudoku Explainer (N. Juillerat), techniques 9 and 10; cells that see all
//! places of a digit after Sukaku Explainer's generalised intersections.

use crate::Context;
use crate::ground::{Crossing, HouseKind};
use crate::step::Step;
use crate::steps::Steps;

/// A digit confined in a box to a line leaves the rest of the line.
pub(super) fn pointing(context: &Context<'_>, steps: &mut Steps) {
    locked(context, points, steps);
}

/// A digit confined in a line to a box leaves the rest of the box.
pub(super) fn claiming(context: &Context<'_>, steps: &mut Steps) {
    locked(context, claims, steps);
}

/// Whether a digit that the first house confines to the second is pointed.
pub(super) fn points(from: HouseKind, to: HouseKind) -> bool {
    from == HouseKind::Box && to.is_line()
}

/// Whether a digit that the first house confines to the second is claimed.
pub(super) fn claims(from: HouseKind, to: HouseKind) -> bool {
    from.is_line() && to == HouseKind::Box
}

/// Calls `see` with each digit that the first house of a crossing confines to what the two share, and
/// that the second has elsewhere.
pub(super) fn each_locked(
    context: &Context<'_>,
    wanted: impl Fn(HouseKind, HouseKind) -> bool,
    mut see: impl FnMut(&Crossing, u8),
) {
    let houses = &context.ground.houses;
    for crossing in &context.ground.crossings {
        let from = &houses[usize::from(crossing.from)];
        let to = &houses[usize::from(crossing.to)];
        if !wanted(from.kind, to.kind) {
            continue;
        }
        for digit in context.ground.digits.iter() {
            let places = context.board.places(digit);
            let here = places & from.cells;
            if !here.is_empty()
                && here.within(crossing.common)
                && places.meets(to.cells - from.cells)
            {
                see(crossing, digit);
            }
        }
    }
}

fn locked(context: &Context<'_>, wanted: impl Fn(HouseKind, HouseKind) -> bool, steps: &mut Steps) {
    let houses = &context.ground.houses;
    each_locked(context, wanted, |crossing, digit| {
        let from = &houses[usize::from(crossing.from)];
        let to = &houses[usize::from(crossing.to)];
        let places = context.board.places(digit);
        steps.offer(0, || {
            Step::remove(digit, (places & to.cells) - from.cells)
                .citing([from.cite, to.cite])
                .seeing(from.cells)
                .pattern(places & from.cells)
                .sized(from.cells.len())
        });
    });
}

/// A cell that sees every place of a digit in a house loses the digit, whatever makes it see them.
pub(super) fn common_peers(context: &Context<'_>, steps: &mut Steps) {
    if context.ground.plain() {
        return;
    }
    for house in &context.ground.houses {
        for digit in context.ground.digits.iter() {
            let places = context.board.places(digit);
            let pattern = places & house.cells;
            if pattern.is_empty() || pattern.len() > 5 {
                continue;
            }
            let lost = (context.ground.common_peers(pattern) & places) - house.cells;
            if lost.is_empty() {
                continue;
            }
            for cell in lost.iter() {
                steps.offer(0, || {
                    let why = pattern
                        .iter()
                        .map(|place| context.ground.why_apart(cell, place));
                    Step::remove(digit, crate::Cells::one(cell))
                        .citing([house.cite])
                        .citing(why.flatten())
                        .seeing(house.cells)
                        .pattern(pattern)
                        .sized(pattern.len())
                });
            }
        }
    }
}
