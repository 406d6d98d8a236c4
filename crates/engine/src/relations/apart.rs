use crate::propagation::{Conflict, Shared, Sink, Word};

/// A variable's value is taken from all variables that differ from it.
///
/// It is all-different at the strength of "on placing a digit, remove it from what the cell sees",
/// merged over all houses, cages and chess moves, so that a placed digit is told once to each peer.
#[derive(Clone, Debug)]
pub struct Apart {
    var: u16,
}

impl Apart {
    pub(crate) fn new(var: u16) -> Self {
        Self { var }
    }

    /// Runs when the variable has become single.
    #[inline(always)]
    pub(crate) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let value = sink.get(self.var);
        if !value.is_single() {
            return Ok(());
        }
        shared.take_from_common_peers(&[self.var], value, sink, |why| why.now([self.var]))
    }

    pub(super) fn vars(&self) -> &[u16] {
        std::slice::from_ref(&self.var)
    }

    pub(super) fn cost(&self) -> u32 {
        0
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        0
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}
