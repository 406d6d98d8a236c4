use super::SelfCounting;
use super::self_counting::MOST_COVERS;
use crate::propagation::{Conflict, Shared, Sink, Word};

/// A stronger propagator for [`SelfCounting`], which distributes each possible set of values over groups of variables that all differ.
///
/// The value `n` occurs in `n` groups, and a group takes as many values as it has variables. Both counts are repeated
/// until nothing changes. Candidates that no set allows are removed.
///
/// This pays off only in long searches.
#[derive(Clone, Debug)]
pub struct SelfCountingGroups<W>(SelfCounting<W>);

/// Maximum number of groups in a partition.
const MOST_GROUPS: usize = 32;

/// For each group of a partition, the values that it may take, and the values that it must take.
#[derive(Clone, Copy)]
struct Shares<W> {
    open: [W; MOST_GROUPS],
    must: [W; MOST_GROUPS],
}

impl<W: Word> SelfCountingGroups<W> {
    /// Creates the propagator; `None` if there are too many partitions or groups.
    pub(crate) fn of(counting: &SelfCounting<W>) -> Option<Self> {
        let fits = counting.covers().len() <= MOST_COVERS
            && counting.covers().iter().all(|c| c.len() <= MOST_GROUPS);
        fits.then(|| Self(counting.clone()))
    }

    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut start = [Shares::NONE; MOST_COVERS];
        for (shares, groups) in start.iter_mut().zip(self.0.covers()) {
            *shares = Shares::of(groups, sink);
        }
        let mut union: Option<[Shares<W>; MOST_COVERS]> = None;
        for &set in self.0.sets() {
            let Some(found) = self.distribute(set, &start, shared, sink) else {
                continue;
            };
            match &mut union {
                Some(union) => union.iter_mut().zip(&found).for_each(|(a, b)| a.join(b)),
                None => union = Some(found),
            }
        }
        let Some(union) = union else {
            return Err(
                sink.fail(|why| why.least(self.vars(), |sink| self.propagate(shared, sink)))
            );
        };
        for (shares, groups) in union.iter().zip(self.0.covers()) {
            for ((&open, &must), group) in shares.open.iter().zip(&shares.must).zip(groups) {
                self.restrict(group, open, must, shared, sink)?;
            }
        }
        Ok(())
    }

    /// Distributes a set of values over the groups of each partition; `None` if that is impossible.
    #[inline]
    fn distribute(
        &self,
        set: W,
        start: &[Shares<W>; MOST_COVERS],
        shared: &Shared<W>,
        sink: &impl Sink<W>,
    ) -> Option<[Shares<W>; MOST_COVERS]> {
        let mut found = *start;
        for (shares, groups) in found.iter_mut().zip(self.0.covers()) {
            shares.restrict_to(set, groups.len())?;
            // Both counts must run in every round, so `|` is used, which always evaluates both sides.
            while shares.count_groups(set, groups.len(), shared)? | shares.count_values(groups)? {}
            shares.fits_variables(groups, sink).then_some(())?;
        }
        Some(found)
    }

    /// Restricts the variables of a group to its values, and places required values that have only one variable left.
    fn restrict(
        &self,
        group: &[u16],
        open: W,
        must: W,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        for &var in group {
            sink.keep(var, open, |why| {
                why.least(self.vars(), |sink| self.propagate(shared, sink));
            })?;
        }
        for value in must.each().map(W::one) {
            let mut places = group
                .iter()
                .filter(|&&var| !(sink.get(var) & value).is_none());
            if let (Some(&only), None) = (places.next(), places.next()) {
                sink.keep(only, value, |why| {
                    why.least(self.vars(), |sink| self.propagate(shared, sink));
                })?;
            }
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        self.0.vars()
    }

    pub(super) fn cost(&self) -> u32 {
        self.0.cost()
    }

    pub(super) fn weight(&self, values: u32) -> u32 {
        self.0.weight(values)
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

impl<W: Word> Shares<W> {
    const NONE: Self = Self {
        open: [W::NONE; MOST_GROUPS],
        must: [W::NONE; MOST_GROUPS],
    };

    /// Returns the candidates of each group, and the values of its fixed variables.
    fn of(groups: &[Box<[u16]>], sink: &impl Sink<W>) -> Self {
        let mut shares = Self::NONE;
        for (at, group) in groups.iter().enumerate() {
            for set in group.iter().map(|&var| sink.get(var)) {
                shares.open[at] |= set;
                if set.is_single() {
                    shares.must[at] |= set;
                }
            }
        }
        shares
    }

    /// Allows what either of two distributions allows, and requires what both require.
    fn join(&mut self, other: &Self) {
        let open = self.open.iter_mut().zip(&other.open);
        open.for_each(|(mine, theirs)| *mine |= *theirs);
        let must = self.must.iter_mut().zip(&other.must);
        must.for_each(|(mine, theirs)| *mine &= *theirs);
    }

    /// Restricts the first `groups` groups to a set of values; `None` if one of them must take a value outside the set.
    fn restrict_to(&mut self, set: W, groups: usize) -> Option<()> {
        for (open, must) in self.open.iter_mut().zip(&self.must).take(groups) {
            if !(*must & !set).is_none() {
                return None;
            }
            *open &= set;
        }
        Some(())
    }

    /// Counts the groups of each value; the value `n` needs `n` groups. Returns `true` if this changed something, and `None` if
    /// there are too few or too many groups.
    #[inline]
    fn count_groups(&mut self, set: W, groups: usize, shared: &Shared<W>) -> Option<bool> {
        let mut changed = false;
        let (open, must) = (&mut self.open[..groups], &mut self.must[..groups]);
        for bit in set.each() {
            let value = W::one(bit);
            let count = |sets: &[W]| sets.iter().filter(|set| !(**set & value).is_none()).count();
            let (most, least) = (count(open) as i64, count(must) as i64);
            let wanted = shared.value(bit);
            if most < wanted || least > wanted {
                return None;
            }
            if most == least {
                continue;
            }
            for (open, must) in open.iter_mut().zip(must.iter_mut()) {
                if most == wanted {
                    *must |= *open & value;
                } else if least == wanted {
                    *open &= *must | !value;
                }
            }
            changed |= most == wanted || least == wanted;
        }
        Some(changed)
    }

    /// Counts the values of each group, which must have as many values as variables. Returns `true` if this changed something,
    /// and `None` if there are too few or too many values.
    #[inline]
    fn count_values(&mut self, groups: &[Box<[u16]>]) -> Option<bool> {
        let mut changed = false;
        for ((open, must), group) in self.open.iter_mut().zip(&mut self.must).zip(groups) {
            let (most, least, wanted) = (open.len() as usize, must.len() as usize, group.len());
            if most < wanted || least > wanted {
                return None;
            }
            if most != least && most == wanted {
                (*must, changed) = (*open, true);
            } else if most != least && least == wanted {
                (*open, changed) = (*must, true);
            }
        }
        Some(changed)
    }

    /// Returns `true` if each variable has a candidate among the values of its group.
    fn fits_variables(&self, groups: &[Box<[u16]>], sink: &impl Sink<W>) -> bool {
        let mut groups = groups.iter().zip(&self.open);
        groups.all(|(group, &open)| group.iter().all(|&var| !(sink.get(var) & open).is_none()))
    }
}
