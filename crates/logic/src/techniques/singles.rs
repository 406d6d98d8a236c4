//! Singles: a digit with only one place, or a cell with only one digit.
//!
//! Ratings and definitions follow Sudoku Explainer (N. Juillerat), techniques 1 to 3 and 7.

use crate::Context;
use crate::ground::{House, HouseKind};
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, RestsOn, Technique};

pub(super) const FULL_HOUSE: Technique = Technique {
    name: "full-house",
    help: "the last open cell of a house",
    about: "A house has one empty cell left, so that cell takes the missing digit. It costs nothing to see, \
            and every solve ends with it.",
    family: Family::Single,
    rests_on: RestsOn::Places,
    sentence: Sentence::LastCell,
    price: Some(1.0),
    positions: &[Position::on_path(
        "sukaku",
        1.2,
        "84......725.....8.....9.......73.....8....74649.5...3..7.4....1.......59..59.36..",
    )],
    find: full_house,
    ..Technique::USUAL
};

pub(super) const HIDDEN_SINGLE_BOX: Technique = Technique {
    name: "hidden-single-box",
    help: "a digit with one place left in a box",
    about: "Look where a digit can still go in a box. If only one cell is left, it goes there, whatever else \
            the cell could hold.",
    family: Family::Single,
    rests_on: RestsOn::Places,
    sentence: Sentence::OnlyPlace,
    price: Some(1.2),
    positions: &[Position::on_path(
        "sukaku-1.18",
        1.2,
        "...........9...46.....279.87.25...4...8.7..3..642.9......6.13..3.6.......7.35....",
    )],
    find: hidden_in_box,
    ..Technique::USUAL
};

pub(super) const HIDDEN_SINGLE_LINE: Technique = Technique {
    name: "hidden-single-line",
    help: "a digit with one place left in a row, a column or another house",
    about: "The same in a row, in a column or in a house that a clue makes. Lines are harder to scan than \
            boxes, so it costs more.",
    family: Family::Single,
    rests_on: RestsOn::Places,
    sentence: Sentence::OnlyPlace,
    price: Some(1.5),
    positions: &[Position::on_path(
        "sukaku-1.18",
        1.5,
        "............45..133.67.........2..7...1...6..6..9..85..2..3......9..274..........",
    )],
    find: hidden_in_line,
    ..Technique::USUAL
};

pub(super) const NAKED_SINGLE: Technique = Technique {
    name: "naked-single",
    help: "a cell with one candidate left",
    about: "All digits but one are excluded from a cell by what it sees. Without pencil marks this is harder \
            to notice than a hidden single.",
    family: Family::Single,
    sentence: Sentence::OnlyDigit,
    price: Some(2.3),
    positions: &[Position::on_path(
        "sukaku-1.18",
        2.3,
        "............9.2.4.395.84......34.1.6..12.......6.....71.....58...2..8..35..6....1",
    )],
    find: naked,
    ..Technique::USUAL
};

/// Finds the last open cell of a house. Example: in a row with 1 to 8 placed, the ninth cell is 9.
fn full_house(context: &Context<'_>, steps: &mut Steps) {
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

/// Finds a digit with only one place in a box.
fn hidden_in_box(context: &Context<'_>, steps: &mut Steps) {
    hidden(context, steps, |kind| kind == HouseKind::Box);
}

/// Finds a digit with only one place in a row, a column, or a house from a clue.
fn hidden_in_line(context: &Context<'_>, steps: &mut Steps) {
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

/// Finds a cell with only one candidate.
fn naked(context: &Context<'_>, steps: &mut Steps) {
    for cell in context.board.open().iter() {
        if let Some(digit) = context.board.at(cell).single() {
            steps.offer(0, || {
                let step = Step::place(cell, digit);
                step.seeing(crate::Cells::one(cell)).sized(1)
            });
        }
    }
}
