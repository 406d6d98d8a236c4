//! What lowering may cost: one budget for all clues of a puzzle, so that no number of clues takes long.

use crate::form::Form;
use crate::lowered::Lowered;
use rustc_hash::FxHashSet;

/// Formulas, comparisons, states of scans and the like that the clues of a puzzle may unroll to, and
/// cells that their statements may name: less than a second of work, and of memory some 150 MiB.
const WORK: usize = 1_000_000;

/// Work that is too little to remember whose it was.
const LITTLE: usize = 100;

/// What the clues of one puzzle have cost so far.
#[derive(Default)]
pub(super) struct Budget {
    spent: usize,
    /// The forms that were paid for: the next clue of a form only has its cells put in.
    paid: FxHashSet<Box<[u32]>>,
}

impl Budget {
    /// Takes off some work.
    ///
    /// # Errors
    /// When the budget is exhausted: what to tell the setter.
    pub(super) fn spend(&mut self, work: usize) -> Result<(), String> {
        self.spent = self.spent.saturating_add(work);
        match self.spent <= WORK {
            true => Ok(()),
            false => Err(format!(
                "the clues up to this one unroll to more than {WORK} parts, which is the limit"
            )),
        }
    }

    /// Takes off the work of a clue whose form may have been lowered before: in this puzzle, or in
    /// another, which must make no difference.
    pub(super) fn spend_on(
        &mut self,
        form: &Form,
        work: usize,
        named: usize,
    ) -> Result<(), String> {
        let known = work > LITTLE && !self.paid.insert(form.key().into());
        self.spend(if known { named } else { work })
    }

    pub(super) fn spent(&self) -> usize {
        self.spent
    }
}

/// How many cells a clue's statements name, each as often as it is named.
pub(super) fn named(lowered: &Lowered) -> usize {
    let mut count = 0;
    for statement in lowered.statements.iter().chain(&lowered.implied) {
        statement.each_cell(&mut |_| count += 1);
    }
    count
}
