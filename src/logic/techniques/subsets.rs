//! Naked and hidden subsets: as many cells as digits.
//!
//! Definitions and ratings after Sudoku Explainer (N. Juillerat), techniques 11, 13, 14, 16, 20, 22. A
//! naked set is looked for in houses with at least twice as many open cells, a hidden one where there
//! are more, so that of two complements the smaller is named.

use super::sets::choose;
use crate::logic::Cells;
use crate::logic::Context;
use crate::logic::ground::House;
use crate::logic::step::Step;
use crate::logic::steps::Steps;
use crate::model::Cite;
use crate::puzzle::DigitSet;

/// `N` cells of a house or of a set of different cells with `N` candidates between them.
pub(super) fn naked<const N: usize>(context: &Context<'_>, steps: &mut Steps) {
    for house in &context.ground.houses {
        let open = house.cells & context.board.open();
        if open.len() >= 2 * N {
            naked_in::<N>(context, open, house.cite, steps);
        }
    }
    for clique in &context.ground.cliques {
        naked_in::<N>(
            context,
            clique.cells & context.board.open(),
            clique.cite,
            steps,
        );
    }
}

fn naked_in<const N: usize>(context: &Context<'_>, cells: Cells, cite: Cite, steps: &mut Steps) {
    let board = context.board;
    let mut small = [(0, DigitSet::EMPTY); 64];
    let mut count = 0;
    for cell in cells.iter() {
        let digits = board.at(cell);
        if (2..=N).contains(&digits.len()) && count < small.len() {
            small[count] = (cell, digits);
            count += 1;
        }
    }
    if count < N {
        return;
    }
    choose::<N>(count, |chosen| {
        let digits = chosen
            .iter()
            .fold(DigitSet::EMPTY, |union, &i| union | small[i].1);
        if digits.len() != N {
            return;
        }
        let set: Cells = chosen.iter().map(|&i| small[i].0).collect();
        let places = digits
            .iter()
            .fold(Cells::EMPTY, |all, d| all | board.places(d));
        let lost = (cells - set) & places;
        if !lost.is_empty() {
            steps.offer(0, || {
                Step::strip(board.candidates(), digits, lost)
                    .citing([cite])
                    .pattern(set)
                    .sized(N)
            });
        }
    });
}

/// Naked sets of any size over four in a house or a set of different cells.
pub(super) fn naked_large(context: &Context<'_>, steps: &mut Steps) {
    naked::<5>(context, steps);
    naked::<6>(context, steps);
    naked::<7>(context, steps);
    naked::<8>(context, steps);
}

/// `N` digits with `N` places in a house between them.
pub(super) fn hidden<const N: usize>(context: &Context<'_>, steps: &mut Steps) {
    each_hidden::<N>(context, 2 * N, |house, digits, cells| {
        let others = context.ground.digits.without(digits);
        let has_others = cells
            .iter()
            .any(|cell| !(context.board.at(cell) & others).is_empty());
        if has_others {
            steps.offer(0, || {
                Step::strip(context.board.candidates(), others, cells)
                    .citing([house.cite])
                    .seeing(house.cells - cells)
                    .pattern(cells)
                    .about(digits)
                    .sized(N)
            });
        }
    });
}

/// Calls `see` with each house of more than `least` open cells and `N` digits that have `N` places in
/// it, at least two each.
pub(super) fn each_hidden<const N: usize>(
    context: &Context<'_>,
    least: usize,
    mut see: impl FnMut(&House, DigitSet, Cells),
) {
    for house in &context.ground.houses {
        if (house.cells & context.board.open()).len() <= least {
            continue;
        }
        let mut few = [(0, Cells::EMPTY); 64];
        let mut count = 0;
        for digit in context.ground.digits.iter() {
            let places = context.board.places(digit) & house.cells;
            if (2..=N).contains(&places.len()) {
                few[count] = (digit, places);
                count += 1;
            }
        }
        choose::<N>(count, |chosen| {
            let cells = chosen
                .iter()
                .fold(Cells::EMPTY, |union, &i| union | few[i].1);
            if cells.len() == N {
                let digits = chosen.iter().map(|&i| few[i].0).collect();
                see(house, digits, cells);
            }
        });
    }
}
