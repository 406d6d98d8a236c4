//! Sue de coq: cells at the crossing of two houses, and groups of cells in both houses.
//!
//! Take some cells in which a box and a line cross, some other cells of the line, and some other cells of the box. Together
//! they must have as many candidates as there are cells, and the two groups outside the crossing must share no digit. Then
//! they contain each digit exactly once, and a cell that sees all places of a digit in them loses the digit. Example: r1c1,
//! r1c2 = {1, 2, 3, 4}, r1c7 = {1, 2} and r2c3 = {3, 4}. Then the rest of row 1 has no 1 or 2, and the rest of box 1 has no
//! 3 or 4. The technique was first described by a player of that name. The definition follows HoDoKu (B. Hobiger).

use crate::Context;
use crate::ground::Crossing;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use crate::{Cells, House};
use cluewright_puzzle::DigitSet;

pub(super) const SUE_DE_COQ: Technique = Technique {
    name: "sue-de-coq",
    help: "a crossing of a box and a line, with cells of both that use up its digits",
    about: "The cells that a box and a line share, with some more cells of each, hold as many digits as they \
            are cells. Each digit that stays within one of the two houses leaves the rest of it.",
    family: Family::AlmostLocked,
    sentence: Sentence::LockedSet,
    price: Some(5.0),
    positions: &[Position::on_path(
        "default",
        5.0,
        "6.537....1...8....7.....2.5251...9.6...9......9..5..4...8....6.....9...156..17..2",
    )],
    find,
    ..Technique::USUAL
};

/// Maximum number of cells in the crossing.
const MOST_IN_CROSSING: usize = 3;
/// Maximum number of cells in each house outside the crossing.
const MOST_BESIDE: usize = 3;

/// A group of cells, with the union of their candidates.
#[derive(Clone, Copy)]
struct Group {
    cells: Cells,
    digits: DigitSet,
}

/// Finds groups of cells in a crossing and in the rest of both houses that together have as many candidates as cells.
fn find(context: &Context<'_>, steps: &mut Steps) {
    // Crossings are stored in both directions, but this pattern is symmetric, so one direction is enough.
    for crossing in context.ground.crossings.iter().filter(|c| c.from < c.to) {
        let houses = houses(context, crossing);
        let core = groups(context, crossing.common, MOST_IN_CROSSING);
        let beside =
            houses.map(|house| groups(context, house.cells - crossing.common, MOST_BESIDE));
        for core in core
            .iter()
            .filter(|core| core.digits.len() >= core.cells.len() + 2)
        {
            for one in &beside[0] {
                for other in &beside[1] {
                    if (one.digits & other.digits).is_empty() {
                        conclude(context, houses, [core, one, other], steps);
                    }
                }
            }
        }
    }
}

fn houses<'a>(context: &Context<'a>, crossing: &Crossing) -> [&'a House; 2] {
    [crossing.from, crossing.to].map(|number| &context.ground.houses[usize::from(number)])
}

/// Returns the groups of up to `most` open cells among the given ones, each with its candidates.
fn groups(context: &Context<'_>, cells: Cells, most: usize) -> Vec<Group> {
    let mut all: Vec<Group> = vec![];
    for cell in (cells & context.board.open()).iter() {
        let digits = context.board.at(cell);
        let one = Group {
            cells: Cells::one(cell),
            digits,
        };
        let wider = all
            .iter()
            .filter(|group| group.cells.len() < most)
            .map(|group| Group {
                cells: group.cells | one.cells,
                digits: group.digits | digits,
            });
        let wider: Vec<Group> = wider.collect();
        all.extend(wider);
        all.push(one);
    }
    all
}

fn conclude(context: &Context<'_>, houses: [&House; 2], groups: [&Group; 3], steps: &mut Steps) {
    let all = groups
        .iter()
        .fold(Cells::EMPTY, |all, group| all | group.cells);
    let digits = groups
        .iter()
        .fold(DigitSet::EMPTY, |all, group| all | group.digits);
    if digits.len() != all.len() {
        return;
    }
    let mut removed = vec![];
    for digit in digits.iter() {
        let places = context.board.places(digit);
        let here = places & all;
        for house in houses.iter().filter(|house| here.within(house.cells)) {
            let lost = (house.cells & places) - all;
            removed.extend(lost.iter().map(|cell| (cell, DigitSet::one(digit))));
        }
    }
    // A cell of the crossing can lose the same digit through both houses, so duplicates are removed.
    removed.sort_unstable_by_key(|&(cell, digits)| (cell, digits.bits()));
    removed.dedup();
    if !removed.is_empty() {
        steps.offer(all.len().saturating_sub(4) as u16, || {
            Step {
                removed,
                ..Step::default()
            }
            .citing(houses.map(|house| house.cite))
            .pattern(all)
            .about(digits)
            .sized(all.len())
        });
    }
}
