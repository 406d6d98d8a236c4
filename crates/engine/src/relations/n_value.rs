use super::count::{Wanted, span};
use crate::propagation::{Conflict, Reason, Shared, Sink, Word};

/// The constraint that the number of different values among the variables is in a set of allowed numbers, or equals another variable.
///
/// The lower bound is the number of variables that certainly differ from each other; the upper bound is the number of variables that
/// can take distinct values (Beldiceanu 2001). With these bounds, a count of different values removes 97.1 % of the candidates that it
/// excludes together with the houses, instead of 49.3 %.
#[derive(Clone, Debug)]
pub struct NValue {
    /// The variables, followed by the variable that holds the number, if there is one.
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
        if cells.len() > MOST_EXACT {
            return self.roughly(shared, sink);
        }
        let mut kinds = Kinds::of(cells, shared, sink);
        let (least, most) = (kinds.least(), kinds.most());
        let reach = span(least, most) & self.wanted.numbers(shared, sink);
        if reach == 0 {
            return Err(sink.fail(all));
        }
        self.wanted
            .restrict(shared, reach, sink, |why, _| all(why))?;
        // Fixing one cell raises the lower bound, or lowers the upper bound, by at most one.
        let (highest, lowest) = (63 - reach.leading_zeros(), reach.trailing_zeros());
        if highest > least && lowest < most {
            return Ok(());
        }
        for (place, &var) in cells.iter().enumerate() {
            let set = sink.get(var);
            // The bounds already take the value of a fixed variable into account.
            if set.is_single() {
                continue;
            }
            let before = kinds.sets[place];
            let mut keep = W::NONE;
            for bit in set.each() {
                kinds.sets[place] = W::one(bit);
                let fits = kinds.least() <= highest && kinds.most() >= lowest;
                keep |= if fits { W::one(bit) } else { W::NONE };
            }
            kinds.sets[place] = before;
            sink.keep(var, keep, all)?;
        }
        Ok(())
    }

    /// Propagates a relation with many variables, using bounds that are weaker but cheaper.
    fn roughly<W: Word>(
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
        // A variable that cannot take any of the fixed values adds another value, so it raises the lower bound.
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
            // No other value may occur, so every variable must take one of the fixed values.
            for &var in cells {
                sink.keep(var, fixed, all)?;
            }
        } else if reach.trailing_zeros() == fixed.len() + open {
            // Every open variable must add a new value, so it cannot take a fixed value.
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
        20 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Maximum number of variables for exact bounds. The bounds are exact except for values that cells of different houses may share. A
/// greedy packing would count these values too, but it may shrink when candidates are removed, so the result would depend on the order
/// in which relations run.
const MOST_EXACT: usize = 8;

/// The candidates of a few variables, and the pairs of variables that are known to differ.
struct Kinds<W> {
    sets: [W; MOST_EXACT],
    /// For each variable, the set of variables that must differ from it, one bit each.
    apart: [u8; MOST_EXACT],
    count: usize,
}

impl<W: Word> Kinds<W> {
    fn of(cells: &[u16], shared: &Shared<W>, sink: &impl Sink<W>) -> Self {
        let mut kinds = Self {
            sets: [W::NONE; MOST_EXACT],
            apart: [0; MOST_EXACT],
            count: cells.len(),
        };
        for (i, &var) in cells.iter().enumerate() {
            kinds.sets[i] = sink.get(var);
            for (j, &other) in cells[..i].iter().enumerate() {
                if shared.apart(var, other) {
                    kinds.apart[i] |= 1 << j;
                    kinds.apart[j] |= 1 << i;
                }
            }
        }
        kinds
    }

    /// Returns the maximum number of variables that certainly differ from each other, because of houses or disjoint candidates. This is
    /// a lower bound on the number of values.
    fn least(&self) -> u32 {
        let mut differ = self.apart;
        for i in 1..self.count {
            for j in 0..i {
                if (self.sets[i] & self.sets[j]).is_none() {
                    differ[i] |= 1 << j;
                    differ[j] |= 1 << i;
                }
            }
        }
        // With eight variables, the shifted bit would not fit into 8 bits.
        largest_clique(&differ, ((1u16 << self.count) - 1) as u8)
    }

    /// Returns the maximum number of variables that can take distinct values (bipartite matching).
    fn most(&self) -> u32 {
        let mut owners = [None; 64];
        let sets = &self.sets[..self.count];
        let finds = |&cell: &usize| finds_value(sets, cell, &mut { W::NONE }, &mut owners);
        (0..self.count).filter(finds).count() as u32
    }
}

/// Returns the size of the largest subset of `these` in which all variables differ from each other.
fn largest_clique(differ: &[u8; MOST_EXACT], these: u8) -> u32 {
    if these == 0 {
        return 0;
    }
    let others = these & (these - 1);
    let near = differ[these.trailing_zeros() as usize] & others;
    let with = 1 + largest_clique(differ, near);
    // A variable that differs from all others is in a largest clique, so leaving it out cannot give a larger one.
    match near == others {
        true => with,
        false => with.max(largest_clique(differ, others)),
    }
}

/// Tries to match a variable with a value that is free, or whose current owner can be matched with another value. Returns `true` if it
/// succeeds.
fn finds_value<W: Word>(
    sets: &[W],
    cell: usize,
    seen: &mut W,
    owners: &mut [Option<usize>; 64],
) -> bool {
    loop {
        let open = sets[cell] & !*seen;
        if open.is_none() {
            return false;
        }
        let bit = open.lowest();
        // Each value is tried once per search, because a second try would have the same outcome.
        *seen |= W::one(bit);
        let owner = owners[bit as usize];
        if owner.is_none_or(|owner| finds_value(sets, owner, seen, owners)) {
            owners[bit as usize] = Some(cell);
            return true;
        }
    }
}

/// Counts variables with few candidates such that no two of them share a candidate. This is a lower bound on the number of values.
fn packing<W: Word>(cells: &[u16], sink: &impl Sink<W>) -> u32 {
    let (mut taken, mut count) = (W::NONE, 0);
    // Variables with fewer candidates come first, because they rule out fewer others.
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

/// Maximum number of candidates of a variable in the packing. Variables with more candidates rarely fit.
const LARGE: u32 = 3;
