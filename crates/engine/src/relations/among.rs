use crate::propagation::{Conflict, Shared, Sink, Word};

/// The constraint that the value of one variable also occurs among other variables.
#[derive(Clone, Debug)]
pub struct Among {
    /// The variable, followed by the others.
    vars: Box<[u16]>,
}

impl Among {
    pub(crate) fn new(var: u16, among: &[u16]) -> Self {
        Self {
            vars: std::iter::once(var).chain(among.iter().copied()).collect(),
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        _: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (var, others) = (self.vars[0], &self.vars[1..]);
        let wanted = sink.get(var);
        let mut union = W::NONE;
        let mut places = others.iter().filter(|&&other| {
            let common = sink.get(other) & wanted;
            union |= common;
            !common.is_none()
        });
        let only = places.next().copied();
        let several = places.next().is_some();
        // The iterator must run to its end, because it also collects the union.
        places.for_each(|_| {});
        let Some(only) = only else {
            return Err(sink.fail(|why| {
                why.now([var]);
                why.without(others.iter().copied(), wanted);
            }));
        };
        sink.keep(var, union, |why| {
            why.without(others.iter().copied(), why.lost());
        })?;
        match several {
            true => Ok(()),
            false => sink.keep(only, union, |why| {
                why.now([var]);
                why.without(others.iter().copied().filter(|&v| v != only), wanted);
            }),
        }
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        10 + self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        1
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}
