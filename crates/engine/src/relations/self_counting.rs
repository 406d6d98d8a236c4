use crate::propagation::{Conflict, Reason, Shared, Sink, Word};
use std::sync::Arc;

/// The constraint that each value that occurs among the variables occurs exactly that many times (counting circles).
///
/// The values that occur sum to the number of variables. The value sets with this sum are listed when the puzzle is compiled. A value
/// occurs at most once in each group of variables that all differ.
#[derive(Clone, Debug)]
pub struct SelfCounting<W> {
    vars: Box<[u16]>,
    /// The value sets whose sum is the number of variables.
    sets: Box<[W]>,
    /// Several partitions of the variables into groups that all differ.
    covers: Box<[Groups]>,
}

/// A partition of the variables into groups that all differ.
type Groups = Box<[Box<[u16]>]>;

/// Maximum number of partitions.
#[cfg(not(feature = "compact"))]
pub(super) const MOST_COVERS: usize = 3;

impl<W: Word> SelfCounting<W> {
    pub(crate) fn new(vars: &[u16], shared: &Shared<W>) -> Self {
        let mut sets = vec![];
        subsets(shared, 0, W::NONE, vars.len() as i64, &mut sets);
        Self {
            vars: vars.into(),
            sets: sets.into(),
            covers: covers(vars, shared),
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
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        possible &= union;
        required |= all;
        for &var in &self.vars {
            sink.keep(var, possible, |why| self.explain(why, shared))?;
        }
        for bit in required.each() {
            let value = W::one(bit);
            let (fixed, places) = self.tally(value, sink);
            if fixed == shared.value(bit) {
                self.take(shared, sink, value)?;
            } else if places == shared.value(bit) {
                self.place(shared, sink, value, places)?;
            }
        }
        Ok(())
    }

    /// Returns the values that may occur, and the values that must occur.
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

    /// Returns the number of variables that have a value, and the maximum number of variables that can have it at the same
    /// time.
    fn tally(&self, value: W, sink: &impl Sink<W>) -> (i64, i64) {
        let fixed = self.vars.iter().filter(|&&var| sink.get(var) == value);
        let places = self.covers.iter().map(|groups| reach(groups, value, sink));
        // Each partition gives an upper bound, so the smallest of these bounds is valid too.
        (fixed.count() as i64, places.min().unwrap_or(0))
    }

    /// Sets a value in its last place in a group, for partitions in which every group that can hold the value must contain it.
    fn place(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
        value: W,
        places: i64,
    ) -> Result<(), Conflict> {
        for groups in &self.covers {
            // If more groups than needed can hold the value, no particular group must contain it.
            if reach(groups, value, sink) > places {
                continue;
            }
            for group in groups {
                let mut open = group
                    .iter()
                    .filter(|&&var| !(sink.get(var) & value).is_none());
                if let (Some(&only), None) = (open.next(), open.next()) {
                    sink.keep(only, value, |why| self.explain(why, shared))?;
                }
            }
        }
        Ok(())
    }

    /// Removes a value that already occurs often enough from the other variables.
    fn take(&self, shared: &Shared<W>, sink: &mut impl Sink<W>, value: W) -> Result<(), Conflict> {
        for &var in &self.vars {
            if sink.get(var) != value {
                sink.keep(var, !value, |why| self.explain(why, shared))?;
            }
        }
        Ok(())
    }

    fn explain(&self, why: &mut Reason<'_, W>, shared: &Shared<W>) {
        why.least(&self.vars, |sink| self.propagate(shared, sink));
    }

    /// Returns the sets of values that may occur.
    #[cfg(not(feature = "compact"))]
    pub(super) fn sets(&self) -> &[W] {
        &self.sets
    }

    /// Returns partitions of the variables into groups that all differ.
    #[cfg(not(feature = "compact"))]
    pub(super) fn covers(&self) -> &[Groups] {
        &self.covers
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

/// Adds to `found` all sets of positive values from `bit` upwards that sum to `rest`. The values in `chosen` are added to
/// each set.
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

/// Returns the number of groups that may contain a value.
fn reach<W: Word>(groups: &[Box<[u16]>], value: W, sink: &impl Sink<W>) -> i64 {
    let holds = |var: &u16| !(sink.get(*var) & value).is_none();
    let reached = groups.iter().filter(|group| group.iter().any(holds));
    reached.count() as i64
}

/// Partitions the variables in several ways: by houses starting with the first house, by houses starting with the last, and in the given
/// order.
fn covers<W: Word>(vars: &[u16], shared: &Shared<W>) -> Box<[Groups]> {
    let mut houses = shared.cliques.clone();
    let mut covers = vec![cover(vars, &houses, shared)];
    houses.reverse();
    covers.push(cover(vars, &houses, shared));
    covers.push(cover(vars, &[], shared));
    covers.dedup();
    covers.into()
}

/// Partitions the variables into groups. It repeatedly takes the house that contains the most remaining variables (the last
/// one in case of a tie), until no house contains two of them. Each remaining variable then joins the first group whose
/// members all differ from it, or forms a group of its own.
fn cover<W: Word>(vars: &[u16], houses: &[Arc<[u16]>], shared: &Shared<W>) -> Groups {
    let mut rest = vars.to_vec();
    let mut groups: Vec<Vec<u16>> = vec![];
    loop {
        let inside = |house: &Arc<[u16]>| -> Vec<u16> {
            let members = rest.iter().filter(|var| house.contains(var));
            members.copied().collect()
        };
        match houses.iter().map(inside).max_by_key(Vec::len) {
            Some(group) if group.len() > 1 => {
                rest.retain(|var| !group.contains(var));
                groups.push(group);
            }
            _ => break,
        }
    }
    for var in rest {
        let fits = |group: &&mut Vec<u16>| group.iter().all(|&other| shared.apart(other, var));
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(var),
            None => groups.push(vec![var]),
        }
    }
    groups.into_iter().map(Vec::into_boxed_slice).collect()
}
