use crate::propagation::{Conflict, Shared, Sink, Word};

/// The constraint that values increase along a line, strictly or not. Bounds propagation is enough for domain consistency.
///
/// Even if equal values are allowed, propagation takes into account which cells are known to differ. Otherwise, a line and its houses
/// would remove only 56 % of the candidates that they exclude together.
#[derive(Clone, Debug)]
pub struct Ascending {
    vars: Box<[u16]>,
    strict: bool,
    /// For each place of a line that need not increase strictly, the nearest places before and after it whose values are known to differ
    /// from its value.
    apart: Box<[[Option<u16>; 2]]>,
}

impl Ascending {
    pub(crate) fn new<W: Word>(vars: &[u16], strict: bool, shared: &Shared<W>) -> Self {
        let apart = |here: usize| {
            let differs = |&there: &usize| shared.apart(vars[here], vars[there]);
            let below = (0..here).rev().find(differs);
            let above = (here + 1..vars.len()).find(differs);
            [below, above].map(|place| place.map(|place| place as u16))
        };
        // In a strict line all values differ, so its neighbours imply everything.
        let places = if strict { 0 } else { vars.len() };
        Self {
            vars: vars.into(),
            strict,
            apart: (0..places).map(apart).collect(),
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let top = shared.values as i32 - 1;
        // Lower bounds propagate from the first variable to the last, so a single forward pass is enough.
        for (place, &var) in self.vars.iter().enumerate() {
            for (from, step) in self.below(place) {
                let low = sink.get(from).lowest() as i32 + step;
                sink.keep(var, W::span(low, top), |why| {
                    let least = why.lost().highest() as i32 + 1 - step;
                    why.within(from, W::span(least, top));
                })?;
            }
        }
        for (place, &var) in self.vars.iter().enumerate().rev() {
            for (from, step) in self.above(place) {
                let high = sink.get(from).highest() as i32 - step;
                sink.keep(var, W::span(0, high), |why| {
                    let most = why.lost().lowest() as i32 - 1 + step;
                    why.within(from, W::span(0, most));
                })?;
            }
        }
        Ok(())
    }

    /// Returns the variables that bound a place from below, each with the minimum difference from it.
    fn below(&self, place: usize) -> impl Iterator<Item = (u16, i32)> {
        let next = place.checked_sub(1);
        self.bounds(place, next, 0)
    }

    /// Returns the variables that bound a place from above, each with the minimum difference from it.
    fn above(&self, place: usize) -> impl Iterator<Item = (u16, i32)> {
        let next = (place + 1 < self.vars.len()).then_some(place + 1);
        self.bounds(place, next, 1)
    }

    fn bounds(
        &self,
        place: usize,
        next: Option<usize>,
        side: usize,
    ) -> impl Iterator<Item = (u16, i32)> {
        let next = next.map(|next| (self.vars[next], i32::from(self.strict)));
        let apart = self.apart.get(place).and_then(|sides| sides[side]);
        let apart = apart.map(|apart| (self.vars[usize::from(apart)], 1));
        next.into_iter().chain(apart)
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
