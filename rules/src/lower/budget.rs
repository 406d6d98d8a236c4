//! The budget of lowering: one for all clues of a puzzle, so that no number of clues takes long.

use crate::form::Form;
use crate::lowered::Lowered;
use rustc_hash::FxHashSet;

/// Maximum number of formulas, comparisons, states of scans and the like that the clues of a puzzle unroll to, and of
/// cells that their statements name: less than a second of work, and some 150 MiB of memory.
const WORK: usize = 1_000_000;

/// Work below this is not charged to a form.
const LITTLE: usize = 100;

/// The cost of one puzzle's clues so far.
#[derive(Default)]
pub(super) struct Budget {
    spent: usize,
    /// The forms that were paid for: for the next clue of a form only its cells are filled in.
    paid: FxHashSet<Box<[u32]>>,
}

impl Budget {
    /// Spends some work.
    ///
    /// # Errors
    /// If the budget is exhausted: the message for the setter.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), String> {
        self.spent = self.spent.saturating_add(work);
        match self.spent <= WORK {
            true => Ok(()),
            false => Err(format!(
                "the clues up to this one unroll to more than {WORK} parts, which is the limit"
            )),
        }
    }

    /// Spends the work of a clue whose form may have been lowered before, in this puzzle or in another, which must make
    /// no difference.
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
