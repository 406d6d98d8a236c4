use super::Branch;
use super::count::span;
use crate::propagation::{Conflict, Level, Reason, Shared, Sink, Word};
use std::cell::Cell;

/// Maximum number of parts to propagate in order to shorten one reason. Without this limit, shortening a reason over dozens of parts
/// with many branches each would take minutes.
const TRIED_PER_REASON: usize = 100;

/// The constraint that the number of parts that hold is one of the allowed numbers.
///
/// A part that cannot hold is false, and a part whose negation cannot hold is true. If the allowed numbers require all undecided parts
/// to be true, the parts are enforced; if they require all to be false, the negations are enforced.
#[derive(Clone, Debug)]
pub struct Holds<W: Word> {
    vars: Box<[u16]>,
    parts: Box<[Choice<W>]>,
    /// Allowed numbers of true parts, as bits.
    counts: u64,
}

/// A statement and its negation, over the variables of all parts.
#[derive(Clone, Debug)]
pub struct Choice<W: Word> {
    /// The relations of the statement.
    pub yes: Branch<W>,
    /// The relations of the statement's negation.
    pub no: Branch<W>,
}

impl<W: Word> Holds<W> {
    pub(crate) fn new(vars: Vec<u16>, parts: Vec<Choice<W>>, counts: u64) -> Self {
        Self {
            vars: vars.into(),
            parts: parts.into(),
            counts,
        }
    }

    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut level = sink.scratch().take();
        let (mut surely, mut open) = (0u32, vec![]);
        for part in &self.parts {
            let mut can = |branch: &Branch<W>| {
                level.board.clear();
                level
                    .board
                    .extend(self.vars.iter().map(|&var| sink.get(var)));
                branch.try_on(&mut level.board, &mut level.work)
            };
            match (can(&part.yes), can(&part.no)) {
                (true, true) => open.push(part),
                (true, false) => surely += 1,
                (false, true) => {}
                (false, false) => {
                    // The buffers have to be returned even after a conflict.
                    sink.scratch().put(level);
                    return Err(sink.fail(|why| self.explain(why, shared)));
                }
            }
        }
        let reach = span(surely, surely + open.len() as u32) & self.counts;
        let outcome = if reach == 0 {
            Err(sink.fail(|why| self.explain(why, shared)))
        } else if 63 - reach.leading_zeros() == surely {
            open.iter()
                .try_for_each(|part| self.enforce(&part.no, &mut level, shared, sink))
        } else if reach.trailing_zeros() == surely + open.len() as u32 {
            open.iter()
                .try_for_each(|part| self.enforce(&part.yes, &mut level, shared, sink))
        } else {
            Ok(())
        };
        sink.scratch().put(level);
        outcome
    }

    fn enforce(
        &self,
        branch: &Branch<W>,
        level: &mut Level<W>,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        level.board.clear();
        level
            .board
            .extend(self.vars.iter().map(|&var| sink.get(var)));
        // The parts that were enforced before may have removed candidates, so this part may fail now.
        if !branch.try_on(&mut level.board, &mut level.work) {
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        for (&var, &keep) in self.vars.iter().zip(&level.board) {
            sink.keep(var, keep, |why| self.explain(why, shared))?;
        }
        Ok(())
    }

    fn explain(&self, why: &mut Reason<'_, W>, shared: &Shared<W>) {
        // Branches were compiled for the initial candidates.
        why.start(self.vars.iter().copied());
        // Each run propagates every part, so the budget is divided by the number of parts.
        let runs = Cell::new(TRIED_PER_REASON / self.parts.len().max(1));
        why.least(&self.vars, |sink| {
            // Once the budget is used up, every further fact is kept. The reason is then longer, but still sound.
            let Some(left) = runs.get().checked_sub(1) else {
                return Ok(());
            };
            runs.set(left);
            self.propagate(shared, sink)
        });
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        2000 + self.vars.len() as u32 * self.parts.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
