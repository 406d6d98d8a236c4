use crate::propagation::{Conflict, Shared, Sink, Word};
use std::sync::Arc;

/// The constraint that two groups of variables hold the same set of values.
///
/// If two houses overlap, their unshared cells hold the same values; this covers both pointing and claiming. The law of leftovers is
/// the same relation between sets of rows and sets of regions.
#[derive(Clone, Debug)]
pub struct Locked {
    /// The variables of the first group, followed by those of the second.
    vars: Arc<[u16]>,
    split: usize,
}

impl Locked {
    pub(crate) fn new(left: &[u16], right: &[u16]) -> Self {
        Self {
            vars: [left, right].concat().into(),
            split: left.len(),
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        _: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (left, right) = self.vars.split_at(self.split);
        let union = |vars: &[u16]| vars.iter().fold(W::NONE, |set, &var| set | sink.get(var));
        let (in_left, in_right) = (union(left), union(right));
        if in_left == in_right {
            return Ok(());
        }
        for (vars, allowed, others) in [(left, in_right, right), (right, in_left, left)] {
            // A group can lose candidates only if it has values that the other group lacks.
            if (in_left | in_right) & !allowed != W::NONE {
                for &var in vars {
                    sink.keep(var, allowed, |why| {
                        why.without(others.iter().copied(), why.lost());
                    })?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        self.vars.len() as u32 + 1
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        0
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}
