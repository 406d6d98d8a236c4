//! Explains steps that follow from grid-wide rules about neighbouring cells: a cell with few candidates excludes digits
//! from its neighbours.

use super::reading::Reading;
use crate::{Argument, Bar};
use cluewright_puzzle::DigitSet;

/// Maximum number of cells that exclude digits from their neighbours.
const MOST_BARS: usize = 3;
/// Maximum number of candidates of a cell that excludes digits from its neighbours.
const MOST_WITHIN: usize = 3;

impl Reading<'_, '_> {
    /// Explains the step by the digits that cells with few candidates exclude from their neighbours. Applies only to clues
    /// that name no cells.
    pub(super) fn bars(&self) -> Option<Argument> {
        if !self.cells.is_empty() {
            return None;
        }
        let mut pairs = vec![];
        for statement in &self.said {
            pairs.push(self.pair(statement)?);
        }
        // Returns `true` if every candidate of the cell excludes all digits of `out` from `var`.
        let keeps = |(cell, within): (u16, DigitSet), var: u16, out: DigitSet| {
            let clashes = |x: u8, y: u8| {
                pairs.iter().any(|(a, b, allows)| {
                    (*a, *b) == (cell, var) && !allows(x, y)
                        || (*a, *b) == (var, cell) && !allows(y, x)
                })
            };
            out.iter().all(|y| within.iter().all(|x| clashes(x, y)))
        };
        let facts = self.step.reason.facts.iter().copied();
        let facts = facts.filter(|(_, within)| within.len() <= MOST_WITHIN);
        let mut all: Vec<Bar> = vec![];
        for &(var, lost) in &self.step.removed {
            let mut open = lost;
            for fact in facts.clone() {
                let kept = open
                    .iter()
                    .filter(|&digit| keeps(fact, var, DigitSet::one(digit)));
                let kept: DigitSet = kept.collect();
                open = open.without(kept);
                // A bar names one set of digits and one set of cells, so each digit must be excluded
                // from each cell.
                let joins = |bar: &&mut Bar| {
                    let each = |of: &u16| keeps(fact, *of, bar.out | kept);
                    bar.cell == fact.0 && bar.of.iter().chain([&var]).all(each)
                };
                match all.iter_mut().find(joins) {
                    _ if kept.is_empty() => {}
                    Some(bar) => {
                        bar.out = bar.out | kept;
                        bar.of.push(var);
                    }
                    None => all.push(Bar {
                        cell: fact.0,
                        within: fact.1,
                        out: kept,
                        of: vec![var],
                    }),
                }
            }
            if !open.is_empty() {
                return None;
            }
        }
        (!all.is_empty() && all.len() <= MOST_BARS).then_some(Argument::Bars(all))
    }
}
