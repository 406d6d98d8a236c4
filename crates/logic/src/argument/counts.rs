//! Explains steps that follow from clues that count digits: a required digit has few possible cells left.

use super::reading::Reading;
use crate::Argument;
use crate::Cells;
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::Statement;
use cluewright_rules::statement::Count;

impl Reading<'_, '_> {
    /// Explains the step by the digits that the clue still requires and by their possible cells, if these imply all
    /// conclusions.
    pub(super) fn needs(&self) -> Option<Argument> {
        let (step, known) = (self.step, self.known());
        let mut needs: Vec<(u8, Cells, usize)> = vec![];
        for statement in &self.said {
            let Statement::Count(Count {
                cells,
                total: None,
                counts,
                ..
            }) = statement
            else {
                continue;
            };
            let digit = cells.first().and_then(|(_, set)| set.single())?;
            let inside = |(cell, set): &(Cell, DigitSet)| {
                cell.index() < self.ground.cells() && set.single() == Some(digit)
            };
            let least = usize::from(counts.min()?);
            // A digit that may occur 0 times is not required, so it cannot force a placement. Counts that include
            // auxiliary variables, or several digits, are not explained.
            if least == 0 || !cells.iter().all(inside) {
                continue;
            }
            let places = cells.iter().map(|(cell, _)| cell.0);
            let places = places.filter(|&cell| known.of(cell).contains(digit));
            needs.push((digit, places.collect(), least));
        }
        needs.retain(|(digit, ..)| {
            let mut lost = step.removed.iter().zip(&step.left);
            lost.any(|((_, lost), left)| lost.contains(*digit) || left.single() == Some(*digit))
        });
        let is_said = |((var, lost), left): (&(u16, DigitSet), &DigitSet)| {
            let outside = |digit: u8| {
                needs
                    .iter()
                    .any(|(d, places, _)| *d == digit && !places.contains(*var))
            };
            let forced = left.single().is_some_and(|digit| {
                let mut own = needs.iter().filter(|(d, ..)| *d == digit);
                own.any(|(_, places, least)| places.contains(*var) && places.len() == *least)
            });
            forced || lost.iter().all(outside)
        };
        let is_all = !needs.is_empty()
            && step.left.len() == step.removed.len()
            && step.removed.iter().zip(&step.left).all(is_said);
        let needs = needs.into_iter().map(|(digit, places, _)| (digit, places));
        is_all.then(|| Argument::Needs(needs.collect()))
    }
}
