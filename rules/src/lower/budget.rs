//! The budget of lowering. All clues of a puzzle share one budget, so that many clues together cannot take a long time
//! either. With a limit for each clue instead, forty clues took a minute and 2 GiB.

use crate::form::Form;
use crate::lowered::Lowered;
use rustc_hash::FxHashSet;

/// Maximum amount of work for the clues of a puzzle: the number of formulas, comparisons and scan states to which they
/// unroll, plus the number of cells that their statements name. This amount takes less than a second, and about 150 MiB of
/// memory.
const WORK: usize = 1_000_000;

/// Work up to this amount is charged for every clue, even if its form has been paid for, so that cheap forms need no entry in
/// [`Budget::paid`].
const LITTLE: usize = 100;

/// The work spent so far on the clues of one puzzle.
#[derive(Default)]
pub(super) struct Budget {
    spent: usize,
    /// The forms that have been paid for. Another clue of the same form only needs its cells filled in.
    paid: FxHashSet<Box<[u32]>>,
}

impl Budget {
    /// Charges some work to the budget.
    ///
    /// # Errors
    /// Returns a message for the setter if the budget is exhausted.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), String> {
        self.spent = self.spent.saturating_add(work);
        match self.spent <= WORK {
            true => Ok(()),
            false => Err(format!(
                "the clues up to this one expand to more than {WORK} parts, which is the limit"
            )),
        }
    }

    /// Charges the work of lowering a clue. A form that was cached by another puzzle is charged as if it were new, so that the result
    /// does not depend on earlier puzzles.
    pub(super) fn spend_on(
        &mut self,
        form: &Form,
        work: usize,
        named: usize,
    ) -> Result<(), String> {
        let known = work > LITTLE && !self.paid.insert(form.key().into());
        self.spend(if known { named } else { work })
    }

    pub(super) fn amount(&self) -> usize {
        self.spent
    }
}

/// Returns the number of cells that a clue's statements name, with repeats.
pub(super) fn count_named(lowered: &Lowered) -> usize {
    let mut count = 0;
    for statement in lowered.statements.iter().chain(&lowered.implied) {
        statement.each_cell(&mut |_| count += 1);
    }
    count
}
