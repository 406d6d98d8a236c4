//! Locked candidates: digits that are confined to the intersection of two houses.
//!
//! Pointing and claiming follow Sudoku Explainer (N. Juillerat), techniques 9 and 10. The removal from cells that see all
//! places of a digit follows the generalised intersections of Sukaku Explainer.

use crate::Context;
use crate::ground::{Crossing, HouseKind};
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, RestsOn, Technique};

pub(super) const POINTING: Technique = Technique {
    name: "pointing",
    help: "a digit confined to the cells that a box shares with a line",
    about: "All places of a digit in a box are on one line. The digit is in the box either way, so the rest \
            of the line loses it.",
    family: Family::Intersection,
    rests_on: RestsOn::Places,
    price: Some(2.6),
    positions: &[Position::on_path(
        "sukaku-1.18",
        2.6,
        "...........5.1..8...456.1.3.1....96.....29....28....7....8......719....42.....3..",
    )],
    find: pointing,
    ..Technique::USUAL
};

pub(super) const CLAIMING: Technique = Technique {
    name: "claiming",
    help: "a digit confined to the cells that a line shares with a box",
    about: "All places of a digit on a line are in one box. The digit is on the line either way, so the rest \
            of the box loses it.",
    family: Family::Intersection,
    rests_on: RestsOn::Places,
    price: Some(2.8),
    positions: &[Position::on_path(
        "sukaku-1.18",
        2.8,
        "...........5628....7.....93.......48..1...3.....43.9.5..635.....43..2...2.....8.4",
    )],
    find: claiming,
    ..Technique::USUAL
};

pub(super) const COMMON_PEERS: Technique = Technique {
    name: "common-peers",
    help: "cells that see every place for a digit in a house",
    about: "A cell sees all places of a digit in a house, be it by the house, by a chess move or by a cage. \
            If the cell held the digit, the house would have none.",
    family: Family::Intersection,
    rests_on: RestsOn::Places,
    price: Some(2.9),
    positions: &[Position::on_path(
        "default",
        2.9,
        "corpus/variants/anti-king.toml",
    )],
    find: common_peers,
    ..Technique::USUAL
};

/// Finds digits that a box confines to a line, and removes them from the rest of the line.
fn pointing(context: &Context<'_>, steps: &mut Steps) {
    locked(context, points, steps);
}

/// Finds digits that a line confines to a box, and removes them from the rest of the box.
fn claiming(context: &Context<'_>, steps: &mut Steps) {
    locked(context, claims, steps);
}

/// Returns `true` if locked candidates of these two kinds of houses are called pointing.
pub(super) fn points(from: HouseKind, to: HouseKind) -> bool {
    from == HouseKind::Box && to.is_line()
}

/// Returns `true` if locked candidates of these two kinds of houses are called claiming.
pub(super) fn claims(from: HouseKind, to: HouseKind) -> bool {
    from.is_line() && to == HouseKind::Box
}

/// Calls `see` with each digit that the first house of a crossing confines to the shared cells. Skips digits that have no
/// other places in the second house.
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
                .arguing(Sentence::Confined(crossing.from))
                .seeing(from.cells)
                .pattern(places & from.cells)
                .sized(from.cells.len())
        });
    });
}

/// Finds cells that see every place for a digit in a house, because of houses or clues, and removes the digit from these
/// cells.
fn common_peers(context: &Context<'_>, steps: &mut Steps) {
    let ground = context.ground;
    // With rectangular boxes, pointing and claiming find all of these removals.
    if ground.plain() && ground.puzzle.layout.block_shape().is_some() {
        return;
    }
    for (index, house) in (0..).zip(&ground.houses) {
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
                        .arguing(Sentence::Seen(index))
                        .seeing(house.cells)
                        .pattern(pattern)
                        .sized(pattern.len())
                });
            }
        }
    }
}
