//! Explains steps that follow from clues with few fillings, by listing the fillings. Each lists its digits in the order
//! of the clue's cells.

use super::reading::Reading;
use super::sets::MOST_SETS;
use crate::Argument;
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::{Clues, Statement};

/// Maximum number of cells of a clue whose fillings are listed.
const MOST_CELLS: usize = 6;
/// Maximum number of combinations of candidates to try.
const MOST_TRIED: usize = 2_000;

impl Reading<'_, '_> {
    /// Explains the step by the fillings of the clue's cells, if there are few and they imply all conclusions.
    pub(super) fn words(&self) -> Option<Argument> {
        let cells = &self.cells;
        let within = self.standing(cells);
        let tried = within.iter().map(|own| own.len().max(1));
        let is_own = self.is_told_otherwise();
        let mut all_cells = vec![];
        for statement in &self.said {
            statement.each_cell(&mut |cell| all_cells.push(cell.0));
        }
        // `spell` has no digits for other cells, so it could not test a statement about them.
        let is_known = all_cells.iter().all(|cell| cells.contains(cell));
        let is_small = cells.len() <= MOST_CELLS && tried.product::<usize>() <= MOST_TRIED;
        if is_own || !is_known || !is_small || cells.is_empty() || !self.all_within(cells) {
            return None;
        }
        let mut words = vec![];
        self.spell(&within, &mut vec![], &mut words);
        let is_gone = |&(var, lost): &(u16, DigitSet)| {
            let place = cells.iter().position(|&cell| cell == var);
            place.is_some_and(|place| words.iter().all(|word| !lost.contains(word[place])))
        };
        let is_told =
            !words.is_empty() && words.len() <= MOST_SETS && self.step.removed.iter().all(is_gone);
        is_told.then_some(Argument::Words(words))
    }

    /// Lists the fillings that begin with the digits `so_far`. Stops after [`MOST_SETS`] + 1 fillings,
    /// because a sentence cannot list more than [`MOST_SETS`].
    fn spell(&self, within: &[DigitSet], so_far: &mut Vec<u8>, words: &mut Vec<Vec<u8>>) {
        if words.len() > MOST_SETS {
            return;
        }
        let place = so_far.len();
        let Some(own) = within.get(place) else {
            let at = |cell: Cell| {
                let place = self.cells.iter().position(|&own| own == cell.0);
                place.map_or(0, |place| so_far[place])
            };
            if self
                .said
                .iter()
                .all(|statement: &Statement| statement.holds(&at))
            {
                words.push(so_far.clone());
            }
            return;
        };
        for digit in own.iter() {
            let cell = self.cells[place];
            // A clue can name a cell twice, so both occurrences must get the same digit.
            let mut before = self.cells[..place].iter().zip(so_far.iter());
            let clashes = before.any(|(&other, &held)| match other == cell {
                true => held != digit,
                false => held == digit && self.together(other, cell),
            });
            if !clashes {
                so_far.push(digit);
                self.spell(within, so_far, words);
                so_far.pop();
            }
        }
    }

    /// Returns `true` if the clue's rule has its own phrase for the conclusions, or if the step cites a house
    /// instead of a clue.
    fn is_told_otherwise(&self) -> bool {
        let ground = self.ground;
        let own = |clue| ground.book.because(ground.puzzle, clue).is_some();
        self.clue.is_none_or(own)
    }
}
