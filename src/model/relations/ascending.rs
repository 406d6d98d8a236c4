use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// Values rise along the variables, strictly or not; bounds along the line, which is full
/// consistency for it.
#[derive(Clone, Debug)]
pub struct Ascending {
    vars: Box<[u16]>,
    /// 1 where neighbours must differ, 0 where they may be equal.
    step: i32,
}

impl Ascending {
    pub(crate) fn new(vars: &[u16], strict: bool) -> Self {
        Self {
            vars: vars.into(),
            step: i32::from(strict),
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let top = shared.values as i32 - 1;
        let mut low = 0;
        for (i, &var) in self.vars.iter().enumerate() {
            sink.keep(var, W::span(low, top), |why| {
                let least = why.lost().highest() as i32 + 1 - self.step;
                why.within(self.vars[i - 1], W::span(least, top));
            })?;
            low = sink.get(var).lowest() as i32 + self.step;
        }
        let mut high = top;
        for (i, &var) in self.vars.iter().enumerate().rev() {
            sink.keep(var, W::span(0, high), |why| {
                let most = why.lost().lowest() as i32 - 1 + self.step;
                why.within(self.vars[i + 1], W::span(0, most));
            })?;
            high = sink.get(var).highest() as i32 - self.step;
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}
