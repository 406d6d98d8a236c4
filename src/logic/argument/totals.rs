//! Houses less sums: innies and outies.

use super::sums::plain_sum;
use super::{Argument, said};
use crate::logic::{Cells, Ground, Step};
use crate::model::Cite;
use crate::puzzle::DigitSet;

/// Houses less sums, where that leaves the cells of the step.
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
        let said = said(ground, clue);
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
    let facts = step.reason.facts.iter();
    let is_all = balance.iter().all(|left| left.abs() <= 1)
        && of_houses > 0
        && step.removed.iter().all(concerned)
        && facts.clone().all(concerned)
        && (innies | outies).len() <= 6;
    is_all.then_some(Argument::Total {
        houses: of_houses,
        clues: of_clues,
        innies,
        outies,
    })
}
