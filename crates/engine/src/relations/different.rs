use crate::propagation::{Conflict, Shared, Sink, Word};
use std::sync::Arc;

/// The constraint that all variables differ. Its propagation finds the values that must occur; [`Apart`](super::Apart) propagates the
/// pairwise exclusions.
///
/// If there are only as many values as variables, as in a full house, every value must occur: a value with one place is set there, and a
/// value without a place is a conflict.
#[derive(Clone, Debug)]
pub struct Different {
    vars: Arc<[u16]>,
}

impl Different {
    pub(crate) fn new(vars: &[u16]) -> Self {
        Self { vars: vars.into() }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (mut once, mut twice) = (W::NONE, W::NONE);
        for &var in &*self.vars {
            let set = sink.get(var);
            twice |= once & set;
            once |= set;
        }
        let values = once.len() as usize;
        if values > self.vars.len() {
            return Ok(());
        }
        if values < self.vars.len() {
            return Err(sink.fail(|why| {
                // The weakest sufficient reason leaves one value fewer than there are variables. In a house, it leaves all values
                // but one.
                let spare = (shared.full & !once)
                    .each()
                    .take(self.vars.len() - 1 - values);
                let few = spare.fold(once, |few, bit| few | W::one(bit));
                why.without(self.vars.iter().copied(), !few);
            }));
        }
        let lone = once & !twice;
        if lone.is_none() {
            return Ok(());
        }
        for &var in &*self.vars {
            let set = sink.get(var);
            let here = set & lone;
            if here.is_none() || set.is_single() {
                continue;
            }
            // The other variables cannot take the values in `here`. If this variable took a value outside of `here`, too few values
            // would remain for them.
            let others = self.vars.iter().copied().filter(|&v| v != var);
            if !here.is_single() {
                return Err(sink.fail(|why| why.without(others, !once | here)));
            }
            sink.keep(var, here, |why| why.without(others, !once | here))?;
        }
        Ok(())
    }

    /// Returns the list of variables, without copying it.
    pub(crate) fn clone_vars(&self) -> Arc<[u16]> {
        Arc::clone(&self.vars)
    }

    pub(crate) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        // Setting a value in its last place removes other values from that place. Then these values may have only one place left.
        false
    }
}
