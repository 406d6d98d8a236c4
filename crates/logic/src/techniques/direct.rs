//! Placements by an elimination that is not written down.
//!
//! Definitions and ratings after Sudoku Explainer (N. Juillerat), techniques 4 to 6 and 8: a locked
//! digit or a hidden set whose eliminations leave a digit one place, which is filled at once.

use super::intersections::{claims, each_locked, points};
use super::subsets::each_hidden;
use crate::Context;
use crate::ground::Crossing;
use crate::step::Step;
use crate::steps::Steps;

/// A digit confined in a box to a line: the line's other boxes lose it, and one of them has one place
/// left.
pub(super) fn pointing(context: &Context<'_>, steps: &mut Steps) {
    each_locked(context, points, |crossing, digit| {
        leaves_one(context, crossing, digit, steps);
    });
}

/// A digit confined in a line to a box: the box's other lines lose it, and one of them has one place
/// left.
pub(super) fn claiming(context: &Context<'_>, steps: &mut Steps) {
    each_locked(context, claims, |crossing, digit| {
        leaves_one(context, crossing, digit, steps);
    });
}

/// Houses of the first one's kind that cross the second and keep one place.
fn leaves_one(context: &Context<'_>, crossing: &Crossing, digit: u8, steps: &mut Steps) {
    let houses = &context.ground.houses;
    let from = &houses[usize::from(crossing.from)];
    let to = &houses[usize::from(crossing.to)];
    let places = context.board.places(digit);
    for other in houses.iter().filter(|house| house.kind == from.kind) {
        let left = (places & other.cells) - to.cells;
        if other.cells != from.cells && left.is_single() && places.meets(other.cells & to.cells) {
            steps.offer(0, || {
                Step::place(left.first(), digit)
                    .citing([from.cite, to.cite, other.cite])
                    .seeing((from.cells | other.cells) - left)
                    .pattern(places & from.cells)
                    .sized(from.cells.len())
            });
        }
    }
}

/// Two digits with the same two places in a house, where a third digit then has one.
pub(super) fn hidden_pair(context: &Context<'_>, steps: &mut Steps) {
    hidden::<2>(context, steps);
}

/// Three digits with the same three places in a house, where a fourth digit then has one.
pub(super) fn hidden_triplet(context: &Context<'_>, steps: &mut Steps) {
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
