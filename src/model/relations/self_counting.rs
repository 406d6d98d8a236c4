use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// Each value that occurs among the variables occurs exactly that many times (counting circles).
///
/// The values that occur add up to the number of variables; which sets of values do is listed once.
#[derive(Clone, Debug)]
pub struct SelfCounting<W> {
    vars: Box<[u16]>,
    /// The sets of values that add up to the number of variables.
    sets: Box<[W]>,
}

impl<W: Word> SelfCounting<W> {
    pub(crate) fn new(vars: &[u16], shared: &Shared<W>) -> Self {
        let mut sets = vec![];
        subsets(shared, 0, W::NONE, vars.len() as i64, &mut sets);
        Self {
            vars: vars.into(),
            sets: sets.into(),
        }
    }

    #[inline]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (mut possible, mut required) = self.values(shared, sink);
        let mut union = W::NONE;
        let mut all = shared.full;
        for &set in &self.sets {
            if (set & !possible).is_none() && (required & !set).is_none() {
                union |= set;
                all &= set;
            }
        }
        if union.is_none() {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        possible &= union;
        required |= all;
        for &var in &self.vars {
            sink.keep(var, possible, |why| why.now(self.vars.iter().copied()))?;
        }
        for bit in required.each() {
            let value = W::one(bit);
            let (fixed, places) = self.tally(value, sink);
            if places == shared.value(bit) {
                self.each(sink, value, value)?;
            } else if fixed == shared.value(bit) {
                self.each(sink, value, !value)?;
            }
        }
        Ok(())
    }

    /// Which values may occur, and which do.
    fn values(&self, shared: &Shared<W>, sink: &impl Sink<W>) -> (W, W) {
        let (mut possible, mut required) = (W::NONE, W::NONE);
        for bit in 0..shared.values {
            let value = W::one(bit);
            let (fixed, places) = self.tally(value, sink);
            let wanted = shared.value(bit);
            if wanted > 0 && fixed <= wanted && places >= wanted {
                possible |= value;
            }
            if fixed > 0 {
                required |= value;
            }
        }
        (possible, required)
    }

    /// How many variables have the value, and how many may have it.
    fn tally(&self, value: W, sink: &impl Sink<W>) -> (i64, i64) {
        let (mut fixed, mut places) = (0, 0);
        for &var in &self.vars {
            let set = sink.get(var);
            fixed += i64::from(set == value);
            places += i64::from(!(set & value).is_none());
        }
        (fixed, places)
    }

    /// Restricts the open variables that have the value.
    fn each(&self, sink: &mut impl Sink<W>, value: W, keep: W) -> Result<(), Conflict> {
        for &var in &self.vars {
            let set = sink.get(var);
            if !set.is_single() && !(set & value).is_none() {
                sink.keep(var, keep, |why| why.now(self.vars.iter().copied()))?;
            }
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        4 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// All sets of positive values from `bit` up that add up to `rest`, each with `chosen`.
fn subsets<W: Word>(shared: &Shared<W>, bit: u32, chosen: W, rest: i64, found: &mut Vec<W>) {
    if rest == 0 {
        found.push(chosen);
    }
    for next in bit..shared.values {
        let value = shared.value(next);
        if value > 0 && value <= rest {
            subsets(shared, next + 1, chosen | W::one(next), rest - value, found);
        }
    }
}
