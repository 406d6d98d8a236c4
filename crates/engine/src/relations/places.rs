use super::clashes::Clashes;
use crate::propagation::{Conflict, Shared, Sink, Word};
use std::sync::Arc;

/// The propagator for the places of values in a full house. If a value has two places left, candidates that clash with it in both places
/// are removed. Equal values clash in more cells, so for these clashes, values with three places are considered too.
///
/// This pays off only in long searches, and only if clashes cover much of the grid.
#[derive(Clone, Debug)]
pub struct Places<W> {
    house: Arc<[u16]>,
    /// The house as a set of variables.
    inside: Box<[u64]>,
    /// For each cell of the house, the set of cells with which it shares a clashing candidate outside the house.
    meets: Box<[u64]>,
    clashes: Arc<Clashes<W>>,
}

impl<W: Word> Places<W> {
    pub(crate) fn new(house: &Arc<[u16]>, clashes: &Arc<Clashes<W>>) -> Self {
        let inside = clashes.set_of(house);
        let meets = |&a: &u16| {
            let others = (0..).zip(house.iter());
            let others = others.filter(|&(_, &b)| a != b && clashes.meet(a, b, &inside));
            others.fold(0, |set, (at, _): (u32, _)| set | 1 << at)
        };
        Self {
            meets: house.iter().map(meets).collect(),
            house: Arc::clone(house),
            inside,
            clashes: Arc::clone(clashes),
        }
    }

    /// Returns `true` if the relation can never find anything, because no two of its cells share a clashing candidate.
    pub(crate) fn is_idle(&self) -> bool {
        self.meets.iter().all(|&others| others == 0)
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        // Values with at least one, two, three and four places.
        let [mut one, mut two, mut three, mut four] = [W::NONE; 4];
        for &var in &*self.house {
            let set = sink.get(var);
            four |= three & set;
            three |= two & set;
            two |= one & set;
            one |= set;
        }
        for bit in (two & !three).each() {
            self.remove_clashing::<2>(bit, self.clashes.with(bit), sink)?;
        }
        for bit in (three & !four).each() {
            // Considering three places for different values saved no guesses and took 1.1 to 1.3 times as long (`reports/benchmarks.md`).
            self.remove_clashing::<3>(bit, self.clashes.with(bit) & W::one(bit), sink)?;
        }
        Ok(())
    }

    /// Removes the candidates `others` that clash with a value in all its places.
    #[inline]
    fn remove_clashing<const COUNT: usize>(
        &self,
        bit: u32,
        others: W,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        if others.is_none() {
            return Ok(());
        }
        let value = W::one(bit);
        let (mut places, mut meets, mut count) = ([0; COUNT], !0u64, 0);
        for (at, &var) in self.house.iter().enumerate() {
            if !(sink.get(var) & value).is_none() && count < COUNT {
                // Places without a common clashing candidate cannot remove anything together.
                if meets >> at & 1 == 0 {
                    return Ok(());
                }
                places[count] = var;
                meets &= self.meets[at];
                count += 1;
            }
        }
        if count < COUNT {
            // This run has removed one of the places, and that change will wake the relation again.
            return Ok(());
        }
        for other in others.each() {
            // For equal values, the house's own cells are skipped, because the value can only be in its places there.
            let besides: &[u64] = if other == bit { &self.inside } else { &[] };
            self.clashes
                .with_all(&places, (bit, other), besides, |var| {
                    sink.keep(var, !W::one(other), |why| {
                        let elsewhere = self.house.iter().copied();
                        why.without(elsewhere.filter(|var| !places.contains(var)), value);
                    })
                })?;
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.house
    }

    pub(super) fn cost(&self) -> u32 {
        // A high cost lets all relations of single clues run first.
        1000
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        0
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
