use super::clashes::Clashes;
use crate::propagation::{Conflict, Shared, Sink, Word};
use std::sync::Arc;

/// The constraint that the values of other variables do not clash with the value of one variable; it is propagated once that
/// variable is fixed. It replaces many [`Pair`](super::Pair) relations that propagate nothing until then, because thousands of
/// such pairs took most of the time of anti-taxicab puzzles.
#[derive(Clone, Debug)]
pub struct Bars<W> {
    var: u16,
    clashes: Arc<Clashes<W>>,
}

impl<W: Word> Bars<W> {
    pub(crate) fn new(var: u16, clashes: &Arc<Clashes<W>>) -> Self {
        Self {
            var,
            clashes: Arc::clone(clashes),
        }
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let value = sink.get(self.var);
        if !value.is_single() {
            return Ok(());
        }
        let bit = value.lowest();
        for other in self.clashes.with(bit).each() {
            self.clashes
                .with_all(&[self.var], (bit, other), &[], |var| {
                    sink.keep(var, !W::one(other), |why| why.now([self.var]))
                })?;
        }
        Ok(())
    }

    pub(crate) fn vars(&self) -> &[u16] {
        std::slice::from_ref(&self.var)
    }

    pub(super) fn cost(&self) -> u32 {
        2
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        0
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}
