use crate::propagation::{Conflict, Reason, Shared, Sink, Word};
use std::sync::Arc;

/// Each value that occurs among the variables occurs exactly that many times (counting circles).
///
/// The values that occur add up to the number of variables; which sets of values do is listed once. A set is
/// possible while its values can be shared out to groups of variables that all differ: each value to as many groups
/// as it says, each group as many values as it has variables. Both are counted until nothing changes, which finds
/// most sets that cannot be, and what all others have in common.
#[derive(Clone, Debug)]
pub struct SelfCounting<W> {
    vars: Box<[u16]>,
    /// The sets of values that add up to the number of variables.
    sets: Box<[W]>,
    /// Different ways to part the variables into groups that differ.
    covers: Box<[Groups]>,
}

/// All variables, in groups that differ.
type Groups = Box<[Box<[u16]>]>;

/// The values of a group.
#[derive(Clone, Copy)]
struct Share<W> {
    /// Those that it may hold.
    may: W,
    /// Those that it must hold.
    must: W,
    /// How many it holds.
    size: u32,
}

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
        let now: Vec<Share<W>> = self.groups().map(|group| Share::of(group, sink)).collect();
        let nothing = |share: &Share<W>| Share {
            may: W::NONE,
            must: shared.full,
            ..*share
        };
        let mut all: Vec<Share<W>> = now.iter().map(nothing).collect();
        let mut shares = now.clone();
        let mut is_possible = false;
        for &set in &self.sets {
            shares.copy_from_slice(&now);
            if self.share_out(set, &mut shares, shared) {
                is_possible = true;
                for (all, share) in all.iter_mut().zip(&shares) {
                    all.may |= share.may;
                    all.must &= share.must;
                }
            }
        }
        if !is_possible {
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        for (group, share) in self.groups().zip(&all) {
            for &var in group {
                sink.keep(var, share.may, |why| self.explain(why, shared))?;
            }
            for value in share.must.each().map(W::one) {
                let holds = |var: &&u16| !(sink.get(**var) & value).is_none();
                let mut open = group.iter().filter(holds);
                if let (Some(&only), None) = (open.next(), open.next()) {
                    sink.keep(only, value, |why| self.explain(why, shared))?;
                }
            }
        }
        Ok(())
    }

    /// Leaves the groups what they may hold of a set of values; returns `false` if the values cannot be shared out.
    fn share_out(&self, set: W, shares: &mut [Share<W>], shared: &Shared<W>) -> bool {
        let mut rest = shares;
        for groups in &self.covers {
            let (cover, others) = rest.split_at_mut(groups.len());
            rest = others;
            for share in &mut *cover {
                if !(share.must & !set).is_none() {
                    return false;
                }
                share.may &= set;
            }
            loop {
                let before = weigh(cover);
                let settles = cover.iter_mut().all(Share::settle);
                if !settles || !set.each().all(|bit| place(bit, cover, shared)) {
                    return false;
                }
                if weigh(cover) == before {
                    break;
                }
            }
        }
        true
    }

    /// The groups of all covers.
    fn groups(&self) -> impl Iterator<Item = &[u16]> {
        self.covers.iter().flatten().map(|group| &**group)
    }

    fn explain(&self, why: &mut Reason<'_, W>, shared: &Shared<W>) {
        why.least(&self.vars, |sink| self.propagate(shared, sink));
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

impl<W: Word> Share<W> {
    fn of(group: &[u16], sink: &impl Sink<W>) -> Self {
        let (mut may, mut must) = (W::NONE, W::NONE);
        for set in group.iter().map(|&var| sink.get(var)) {
            may |= set;
            if set.is_single() {
                must |= set;
            }
        }
        Self {
            may,
            must,
            size: group.len() as u32,
        }
    }

    /// Counts the group's values; returns `false` if they are too few, or too many must be there.
    fn settle(&mut self) -> bool {
        if self.may.len() == self.size {
            self.must = self.may;
        }
        if self.must.len() == self.size {
            self.may = self.must;
        }
        self.may.len() >= self.size && self.must.len() <= self.size
    }
}

/// Counts the groups of a value, which is in as many as it says; returns `false` if it cannot be.
fn place<W: Word>(bit: u32, cover: &mut [Share<W>], shared: &Shared<W>) -> bool {
    let (value, count) = (W::one(bit), shared.value(bit));
    let has = |set: W| i64::from(!(set & value).is_none());
    let may: i64 = cover.iter().map(|share| has(share.may)).sum();
    let must: i64 = cover.iter().map(|share| has(share.must)).sum();
    for share in &mut *cover {
        if may == count {
            share.must |= share.may & value;
        } else if must == count {
            share.may &= share.must | !value;
        }
    }
    must <= count && count <= may
}

/// How much is open.
fn weigh<W: Word>(cover: &[Share<W>]) -> u32 {
    let open = |share: &Share<W>| share.may.len() + 64 - share.must.len();
    cover.iter().map(open).sum()
}

/// The variables in groups that differ: by houses, from the first on and from the last, and as they come.
fn covers<W: Word>(vars: &[u16], shared: &Shared<W>) -> Box<[Groups]> {
    let mut houses = shared.cliques.clone();
    let mut covers = vec![cover(vars, &houses, shared)];
    houses.reverse();
    covers.push(cover(vars, &houses, shared));
    covers.push(cover(vars, &[], shared));
    covers.dedup();
    covers.into()
}

/// The variables in groups that differ. Takes the house that holds most of what is left, the last of
/// equals, until none holds two.
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
