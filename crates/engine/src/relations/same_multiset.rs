use crate::propagation::{Conflict, Reason, Shared, Sink, Word};

/// The constraint that groups of equal length hold the same values with the same multiplicities.
#[derive(Clone, Debug)]
pub struct SameMultiset {
    vars: Box<[u16]>,
    /// Number of variables in one group.
    length: usize,
}

impl SameMultiset {
    /// Creates the relation for groups of equal length.
    pub(crate) fn new(groups: &[Vec<u16>]) -> Self {
        // Splitting the variables into groups of length 0 would panic.
        let length = groups.first().map_or(1, Vec::len).max(1);
        Self {
            vars: groups.concat().into(),
            length,
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let everything = |why: &mut Reason<'_, W>| {
            why.least(&self.vars, |sink| self.propagate(shared, sink));
        };
        for bit in 0..shared.values {
            let value = W::one(bit);
            let (mut least, mut most) = (0, u32::MAX);
            for group in self.vars.chunks(self.length) {
                let (fixed, places) = tally(group, value, sink);
                least = least.max(fixed);
                most = most.min(places);
            }
            if least > most {
                return Err(sink.fail(everything));
            }
            for group in self.vars.chunks(self.length) {
                let (fixed, places) = tally(group, value, sink);
                if fixed == places {
                    continue;
                }
                let keep = if fixed == most {
                    !value
                } else if places == least {
                    value
                } else {
                    continue;
                };
                for &var in group {
                    let set = sink.get(var);
                    if !set.is_single() && !(set & value).is_none() {
                        sink.keep(var, keep, everything)?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        9 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.length as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Returns the number of variables that have a value, and the number of variables that may have it.
fn tally<W: Word>(vars: &[u16], value: W, sink: &impl Sink<W>) -> (u32, u32) {
    vars.iter().fold((0, 0), |(fixed, places), &var| {
        let set = sink.get(var);
        (
            fixed + u32::from(set == value),
            places + u32::from(!(set & value).is_none()),
        )
    })
}
