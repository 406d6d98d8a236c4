use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// A variable's value is taken from all variables that differ from it.
///
/// It is all-different at the strength of "on placing a digit, remove it from what the cell sees",
/// merged over all houses, cages and chess moves, so that a placed digit is told once to each peer.
#[derive(Clone, Debug)]
pub struct Apart {
    var: u16,
    peers: Box<[u16]>,
}

impl Apart {
    pub(crate) fn new<W: Word>(var: u16, shared: &Shared<W>) -> Self {
        let mut peers = vec![];
        for (word, &set) in shared.peers(var).iter().enumerate() {
            peers.extend(set.each().map(|bit| (word * 64) as u16 + bit as u16));
        }
        Self {
            var,
            peers: peers.into(),
        }
    }

    /// Runs when the variable has become single.
    #[inline(always)]
    pub(crate) fn propagate<W: Word>(
        &self,
        _: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let value = sink.get(self.var);
        if !value.is_single() {
            return Ok(());
        }
        for &peer in &self.peers {
            sink.keep(peer, !value, |why| why.now([self.var]))?;
        }
        Ok(())
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
