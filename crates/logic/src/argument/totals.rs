//! Explains innies and outies: the totals of houses minus the sums of clues.

use super::reading::statements_of;
use super::sets::{MOST_COUNTED, MOST_SETS, with_total};
use super::sums::plain_sum;
use crate::Argument;
use crate::{Cells, Ground, Step};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// Explains the step by the total of the houses minus the total of the clues, if the innies and outies are the cells of the
/// step.
pub(super) fn total(ground: &Ground<'_>, step: &Step, clues: &[Cite]) -> Option<Argument> {
    let mut balance = vec![0i32; ground.cells()];
    let (mut of_houses, mut of_clues) = (0, 0);
    let all: i64 = ground.digits.iter().map(i64::from).sum();
    for &cite in &step.reason.cites {
        if let Cite::House(_) = cite {
            let house = ground.houses.iter().find(|house| house.cite == cite)?;
            house
                .cells
                .iter()
                .for_each(|cell| balance[usize::from(cell)] += 1);
            of_houses += all;
        }
    }
    for &clue in clues {
        let said = statements_of(ground, clue);
        let (cells, total) = said
            .iter()
            .find_map(|statement| plain_sum(ground, statement))?;
        cells
            .iter()
            .for_each(|&cell| balance[usize::from(cell)] -= 1);
        of_clues += total;
    }
    let side = |wanted: i32| -> Cells {
        let cells = (0u16..).zip(&balance).filter(|(_, left)| **left == wanted);
        cells.map(|(cell, _)| cell).collect()
    };
    let (innies, outies) = (side(1), side(-1));
    let grid = ground.cells();
    let concerned =
        |(var, _): &(u16, DigitSet)| usize::from(*var) < grid && (innies | outies).contains(*var);
    let mut facts = step.reason.facts.iter();
    // Cells outside the innies may also lose digits. They must share a house with all innies, and every possible set of the
    // innies must contain the lost digits.
    let around = step.reason.cites.iter();
    let around = around.filter_map(|&cite| ground.layout_house(cite));
    let around = around.filter(|cells| !innies.is_empty() && *cells & innies == innies);
    let around = around.fold(Cells::EMPTY, |all, cells| all | cells);
    let is_inside = step.removed.iter().all(concerned);
    let mut sets = vec![];
    if !is_inside && outies.is_empty() && !around.is_empty() {
        sets = with_total(
            ground.digits,
            &find_domains(ground, step, innies),
            of_houses - of_clues,
        );
    }
    let is_counted = (1..=MOST_COUNTED).contains(&sets.len());
    let must = sets.iter().copied().filter(|_| is_counted);
    let must = must.reduce(|a, b| a & b).unwrap_or_default();
    let taken = |(var, lost): &(u16, DigitSet)| {
        let is_around = usize::from(*var) < grid && around.contains(*var);
        is_around && lost.without(must).is_empty()
    };
    // A sentence cannot list more sets. Without the list, it names only the digits that all sets share.
    if sets.len() > MOST_SETS {
        sets.clear();
    }
    // A cell that is counted twice is neither an innie nor an outie, so no sentence describes it.
    let is_all = balance.iter().all(|left| left.abs() <= 1)
        && of_houses > 0
        && step
            .removed
            .iter()
            .all(|loss| concerned(loss) || taken(loss))
        && facts.all(|(var, _)| usize::from(*var) < grid)
        && (innies | outies).len() <= 6;
    is_all.then_some(Argument::Total {
        houses: of_houses,
        clues: of_clues,
        innies,
        outies,
        sets,
        must,
    })
}

/// Returns the cited domains of cells. If a cell loses candidates, its domain is intersected with the candidates that it
/// had before the step.
fn find_domains(ground: &Ground<'_>, step: &Step, cells: Cells) -> Vec<DigitSet> {
    let held = cells.iter().map(|cell| {
        let facts = step.reason.facts.iter().filter(|(var, _)| *var == cell);
        let known = facts.fold(ground.digits, |left, (_, within)| left & *within);
        let mut losses = step.removed.iter().zip(&step.left);
        let own = losses.find(|((var, _), _)| *var == cell);
        own.map_or(known, |((_, lost), left)| known & (*lost | *left))
    });
    held.collect()
}
