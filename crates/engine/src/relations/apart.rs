use crate::propagation::{Conflict, Shared, Sink, Word};

/// The propagator that removes the value of a fixed variable from its peers.
///
/// It propagates the exclusions of all houses, cages and chess moves in one pass, so that each peer is visited only once: a placed
/// digit is removed from every cell that it sees.
#[derive(Clone, Debug)]
pub struct Apart {
    var: u16,
}

impl Apart {
    pub(crate) fn new(var: u16) -> Self {
        Self { var }
    }

    /// Removes the value of a variable that has just been fixed from the variable's peers.
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
