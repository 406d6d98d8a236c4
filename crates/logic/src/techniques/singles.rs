//! Singles: a digit with one place, a cell with one digit.
//!
//! Ratings and definitions after Sudoku Explainer (N. Juillerat), techniques 1 to 3 and 7.

use crate::Context;
use crate::ground::{House, HouseKind};
use crate::step::Step;
use crate::steps::Steps;

/// The last open cell of a house. In a row with 1 to 8 placed, the ninth cell is 9.
pub(super) fn full_house(context: &Context<'_>, steps: &mut Steps) {
    let board = context.board;
    for house in &context.ground.houses {
        let open = house.cells & board.open();
        if open.is_single()
            && let Some(digit) = board.at(open.first()).single()
        {
            steps.offer(0, || {
                Step::place(open.first(), digit)
                    .citing([house.cite])
                    .seeing(house.cells - open)
                    .sized(1)
            });
        }
    }
}

/// A digit with one place in a box or in a house that a clue makes.
pub(super) fn hidden_in_box(context: &Context<'_>, steps: &mut Steps) {
    hidden(context, steps, |kind| kind == HouseKind::Box);
}

/// A digit with one place in a row, a column, or a house that a clue makes.
pub(super) fn hidden_in_line(context: &Context<'_>, steps: &mut Steps) {
    hidden(context, steps, |kind| kind != HouseKind::Box);
}

fn hidden(context: &Context<'_>, steps: &mut Steps, wanted: impl Fn(HouseKind) -> bool) {
    let board = context.board;
    for house in context.ground.houses.iter().filter(|h| wanted(h.kind)) {
        if !house.cells.meets(board.open()) {
            continue;
        }
        for digit in context.ground.digits.iter() {
            let places = board.places(digit) & house.cells;
            if places.is_single() {
                steps.offer(0, || hidden_single(house, places.first(), digit));
            }
        }
    }
}

fn hidden_single(house: &House, cell: u16, digit: u8) -> Step {
    let others = house.cells - crate::Cells::one(cell);
    Step::place(cell, digit)
        .citing([house.cite])
        .seeing(others)
        .sized(house.cells.len())
}

/// A cell with one candidate.
pub(super) fn naked(context: &Context<'_>, steps: &mut Steps) {
    for cell in context.board.open().iter() {
        if let Some(digit) = context.board.at(cell).single() {
            steps.offer(0, || {
                let step = Step::place(cell, digit);
                step.seeing(crate::Cells::one(cell)).sized(1)
            });
        }
    }
}
