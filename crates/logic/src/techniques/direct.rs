//! Placements that follow directly from a removal, so a person need not write down the removal.
//!
//! Definitions and ratings follow Sudoku Explainer (N. Juillerat), techniques 4 to 6 and 8. A locked digit or a hidden set
//! leaves only one place for a digit, which is filled at once.

use super::intersections::{claims, each_locked, points};
use super::subsets::each_hidden;
use crate::Context;
use crate::ground::Crossing;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};

pub(super) const DIRECT_POINTING: Technique = Technique {
    name: "direct-pointing",
    pattern: Some("pointing"),
    help: "pointing that leaves only one place for a digit",
    about: "A digit is confined in one box to a line, and that leaves one place for it in another box on the \
            line. The solver places it without writing the elimination down.",
    family: Family::Intersection,
    price: Some(1.7),
    positions: &[Position::on_path(
        "sukaku-1.18",
        1.7,
        ".......8..7.4..3....1...24.9..5......86.31....5..89........45.7...2.....4.8.7..21",
    )],
    find: pointing,
    ..Technique::USUAL
};

pub(super) const DIRECT_CLAIMING: Technique = Technique {
    name: "direct-claiming",
    pattern: Some("claiming"),
    help: "claiming that leaves only one place for a digit",
    about: "A digit is confined in one line to a box, and that leaves one place for it in another line \
            through the box. With three boxes in a row something easier always finds the digit; it takes \
            four, or boxes of irregular shape.",
    family: Family::Intersection,
    price: Some(1.9),
    positions: &[Position::on_path(
        "sukaku",
        2.0,
        "1......3.6..8.51...2...5..6.4......8..7...5..4.62.1.3....8......",
    )],
    find: claiming,
    ..Technique::USUAL
};

pub(super) const DIRECT_HIDDEN_PAIR: Technique = Technique {
    name: "direct-hidden-pair",
    pattern: Some("hidden-pair"),
    help: "a hidden pair that leaves only one place for another digit",
    about: "Two digits share the same two cells of a house, so no other digit fits there. That leaves a \
            third digit one place in the house.",
    family: Family::Subset,
    sentence: Sentence::HiddenSetLeaving,
    price: Some(2.0),
    positions: &[Position::on_path(
        "sukaku-1.18",
        2.0,
        ".............9...168.....34....1...6.6.35...2.7.4.......5..9...9.4..3.1.8..5....3",
    )],
    find: hidden_pair,
    ..Technique::USUAL
};

pub(super) const DIRECT_HIDDEN_TRIPLET: Technique = Technique {
    name: "direct-hidden-triplet",
    pattern: Some("hidden-triplet"),
    help: "a hidden triplet that leaves only one place for another digit",
    about: "Three digits share the same three cells of a house, so no other digit fits there. That leaves a \
            fourth digit one place in the house.",
    family: Family::Subset,
    sentence: Sentence::HiddenSetLeaving,
    price: Some(2.5),
    positions: &[Position::on_path(
        "sukaku-1.18",
        2.5,
        ".........1..2.4.5.9..5.13..27....5...3.....21.8.3..4.........78...81........25.9.",
    )],
    find: hidden_triplet,
    ..Technique::USUAL
};

/// Finds a digit that a box confines to a line, so that another box on the line has only one place left for it.
fn pointing(context: &Context<'_>, steps: &mut Steps) {
    each_locked(context, points, |crossing, digit| {
        leaves_one(context, crossing, digit, steps);
    });
}

/// Finds a digit that a line confines to a box, so that another line through the box has only one place left for it.
fn claiming(context: &Context<'_>, steps: &mut Steps) {
    each_locked(context, claims, |crossing, digit| {
        leaves_one(context, crossing, digit, steps);
    });
}

/// Offers to place the digit in each house that has only one place left for it after the removal. Only houses of the same
/// kind as the crossing's first house are considered.
fn leaves_one(context: &Context<'_>, crossing: &Crossing, digit: u8, steps: &mut Steps) {
    let houses = &context.ground.houses;
    let from = &houses[usize::from(crossing.from)];
    let to = &houses[usize::from(crossing.to)];
    let places = context.board.places(digit);
    let alike = (0..)
        .zip(houses)
        .filter(|(_, house)| house.kind == from.kind);
    for (index, other) in alike {
        // If the removal does not affect the house, the digit is a plain hidden single, so it is not offered here.
        let left = (places & other.cells) - to.cells;
        if other.cells != from.cells && left.is_single() && places.meets(other.cells & to.cells) {
            steps.offer(0, || {
                Step::place(left.first(), digit)
                    .citing([from.cite, to.cite, other.cite])
                    .arguing(Sentence::ConfinedLeaving(crossing.from, index))
                    .seeing((from.cells | other.cells) - left)
                    .pattern(places & from.cells)
                    .sized(from.cells.len())
            });
        }
    }
}

/// Finds two digits with the same two places in a house that leave only one place for a third digit.
fn hidden_pair(context: &Context<'_>, steps: &mut Steps) {
    hidden::<2>(context, steps);
}

/// Finds three digits with the same three places in a house that leave only one place for a fourth digit.
fn hidden_triplet(context: &Context<'_>, steps: &mut Steps) {
    hidden::<3>(context, steps);
}

fn hidden<const N: usize>(context: &Context<'_>, steps: &mut Steps) {
    each_hidden::<N>(context, N, |house, digits, cells| {
        for digit in context.ground.digits.without(digits).iter() {
            let places = context.board.places(digit) & house.cells;
            let left = places - cells;
            if left.is_single() && left != places {
                steps.offer(0, || {
                    Step::place(left.first(), digit)
                        .citing([house.cite])
                        .seeing(house.cells)
                        .pattern(cells)
                        .about(digits)
                        .sized(N)
                });
            }
        }
    });
}
