use super::clashes::Clashes;
use crate::propagation::{Conflict, Shared, Sink, Word};
use std::sync::Arc;

/// A value that has two places left in a full house stands in one of them: what clashes with both goes. Of equal
/// values, which differ in more places, it looks at three as well.
///
/// It is worth its time only in searches that last, and only where clashes lie all over the grid.
#[derive(Clone, Debug)]
pub struct Places<W> {
    house: Arc<[u16]>,
    /// The house as a set of variables.
    inside: Box<[u64]>,
    /// For each of its cells, by place, those with which it has something to clash with in common: one bit each.
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

    /// Whether it never finds anything: no two of its places have something to clash with in common.
    pub(crate) fn is_idle(&self) -> bool {
        self.meets.iter().all(|&others| others == 0)
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        // What at least so many cells hold.
        let [mut one, mut two, mut three, mut four] = [W::NONE; 4];
        for &var in &*self.house {
            let set = sink.get(var);
            four |= three & set;
            three |= two & set;
            two |= one & set;
            one |= set;
        }
        for bit in (two & !three).each() {
            self.confined::<2>(bit, self.clashes.with(bit), sink)?;
        }
        for bit in (three & !four).each() {
            self.confined::<3>(bit, self.clashes.with(bit) & W::one(bit), sink)?;
        }
        Ok(())
    }

    /// Takes those `others` that clash with a value in all its places.
    #[inline]
    fn confined<const COUNT: usize>(
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
                if meets >> at & 1 == 0 {
                    return Ok(());
                }
                places[count] = var;
                meets &= self.meets[at];
                count += 1;
            }
        }
        if count < COUNT {
            // It has lost one of them in this run and will be looked at again.
            return Ok(());
        }
        for other in others.each() {
            // What the house holds elsewhere is another value.
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
        // After whatever looks at one clue.
        1000
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        0
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
