use super::count::{Wanted, span};
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};
use crate::model::{Reason, Word};

/// The number of different values among the variables is wanted.
#[derive(Clone, Debug)]
pub struct NValue {
    /// The variables, then the one that says how many.
    vars: Box<[u16]>,
    counted: usize,
    wanted: Wanted,
}

impl NValue {
    pub(crate) fn new(cells: &[u16], wanted: Wanted) -> Self {
        let mut vars = cells.to_vec();
        if let Wanted::Value { var, .. } = wanted {
            vars.push(var);
        }
        Self {
            vars: vars.into(),
            counted: cells.len(),
            wanted,
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let all = |why: &mut Reason<'_, W>| {
            why.least(&self.vars, |sink| self.propagate(shared, sink));
        };
        let cells = &self.vars[..self.counted];
        let (mut fixed, mut union, mut open) = (W::NONE, W::NONE, 0);
        for &var in cells {
            let set = sink.get(var);
            union |= set;
            if set.is_single() {
                fixed |= set;
            } else {
                open += 1;
            }
        }
        let more = cells.iter().any(|&var| (sink.get(var) & fixed).is_none());
        let least = (fixed.len() + u32::from(more)).max(packing(cells, sink));
        let most = union.len().min(fixed.len() + open);
        let reach = span(least, most) & self.wanted.numbers(shared, sink);
        if reach == 0 {
            return Err(sink.fail(all));
        }
        self.wanted
            .restrict(shared, reach, sink, |why, _| all(why))?;
        if 63 - reach.leading_zeros() == fixed.len() {
            for &var in cells {
                sink.keep(var, fixed, all)?;
            }
        } else if reach.trailing_zeros() == fixed.len() + open {
            for &var in cells {
                if !sink.get(var).is_single() {
                    sink.keep(var, !fixed, all)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        3 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Up to this many variables the packing is exact. A greedy packing may shrink as candidates go, and what is
/// removed would then depend on the order in which relations run.
const MOST_PACKED: usize = 8;

/// The number of variables in a set, no two of which share a candidate: a lower bound on the number of values.
fn packing<W: Word>(cells: &[u16], sink: &impl Sink<W>) -> u32 {
    if cells.len() <= MOST_PACKED {
        return largest_packing(cells, W::NONE, sink);
    }
    let (mut taken, mut count) = (W::NONE, 0);
    for size in 1..=LARGE {
        for &var in cells {
            let set = sink.get(var);
            if set.len() == size && (set & taken).is_none() {
                taken |= set;
                count += 1;
            }
        }
    }
    count
}

/// Variables with more candidates hardly ever fit.
const LARGE: u32 = 3;

/// The most of the variables that share no candidate with `taken` or each other.
fn largest_packing<W: Word>(cells: &[u16], taken: W, sink: &impl Sink<W>) -> u32 {
    let fits = |&var: &u16| {
        let set = sink.get(var);
        set.len() <= LARGE && (set & taken).is_none()
    };
    let Some(first) = cells.iter().position(fits) else {
        return 0;
    };
    let (set, rest) = (sink.get(cells[first]), &cells[first + 1..]);
    let with = 1 + largest_packing(rest, taken | set, sink);
    match set.is_single() {
        // A single value stands in the way of no two others.
        true => with,
        false => with.max(largest_packing(rest, taken, sink)),
    }
}
