use super::few::{self, Term};
use crate::propagation::{Conflict, Reason, Shared, Sink, View, Word};
use std::ops::Range;

/// The constraint that a weighted sum lies between two bounds.
///
/// The variables of equal weight are divided into groups whose members are known to differ. The minimum sum of a group is
/// computed with different values for its cells, so that sums over several houses propagate well. With two or three open
/// variables, every combination is tried.
#[derive(Clone, Debug)]
pub struct Linear {
    vars: Box<[u16]>,
    weights: Box<[i64]>,
    /// For each group, the end of its variables in `vars`.
    ends: Box<[u16]>,
    /// Bounds of the weighted sum of bit indices (not of values).
    low: i64,
    high: i64,
}

/// Maximum number of groups for which the second pass reuses the packings of the first.
const MOST_REMEMBERED: usize = 12;

/// The minimum or maximum contribution of a group of different variables, in bit indices.
#[derive(Clone, Copy, Default)]
struct Packing {
    sum: i64,
    /// The highest value that the minimum uses, or the lowest value that the maximum uses. Without one of its cells, the
    /// group contributes at least (or at most) `sum - edge`.
    edge: i64,
}

/// One of the two bounds of a sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Least,
    Most,
}

impl Linear {
    /// Creates the constraint that the sum of `weight * value` lies in `low..=high`.
    pub(crate) fn new<W: Word>(
        terms: &[(u16, i64)],
        low: i64,
        high: i64,
        shared: &Shared<W>,
    ) -> Self {
        let groups = groups(terms, shared);
        // The bounds refer to values, but propagation adds bit indices, so the lowest value is subtracted from each variable.
        let shift = shared.base * terms.iter().map(|t| t.1).sum::<i64>();
        let ordered: Vec<(u16, i64)> = groups.concat();
        let mut end = 0;
        let ends = groups.iter().map(|group| {
            end += group.len() as u16;
            end
        });
        Self {
            ends: ends.collect(),
            vars: ordered.iter().map(|t| t.0).collect(),
            weights: ordered.iter().map(|t| t.1).collect(),
            low: low.saturating_sub(shift),
            high: high.saturating_sub(shift),
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (mut least, mut most, mut open) = (0i64, 0i64, 0usize);
        let mut packed = [(Packing::default(), Packing::default()); MOST_REMEMBERED];
        let mut start = 0;
        for (group, &end) in self.ends.iter().enumerate() {
            let end = usize::from(end);
            for &var in &self.vars[start..end] {
                open += usize::from(!sink.get(var).is_single());
            }
            let Some((low, high)) = self.packings(start, end, sink) else {
                // The group has fewer values than variables, so the candidates of the group are the whole reason.
                return Err(sink.fail(|why| why.now(self.vars[start..end].iter().copied())));
            };
            least += low.sum;
            most += high.sum;
            if let Some(packed) = packed.get_mut(group) {
                *packed = (low, high);
            }
            start = end;
        }
        if least > self.high {
            return Err(sink.fail(|why| {
                self.explain_bound(why, None, Bound::Least, self.high + 1, shared);
            }));
        }
        if most < self.low {
            return Err(sink.fail(|why| {
                self.explain_bound(why, None, Bound::Most, self.low - 1, shared);
            }));
        }
        // All remaining assignments are within the bounds, so nothing can be removed.
        if least >= self.low && most <= self.high {
            return Ok(());
        }
        if open <= 3 && self.low == self.high {
            return self.exactly(shared, sink);
        }
        self.restrict_to_bounds(least, most, &packed, shared, sink)
    }

    /// Returns the packings of the group `start..end` for its minimum and for its maximum contribution. Returns `None` if
    /// the group has fewer values than variables.
    #[inline(always)]
    fn packings<W: Word>(
        &self,
        start: usize,
        end: usize,
        sink: &impl Sink<W>,
    ) -> Option<(Packing, Packing)> {
        let weight = self.weights[start];
        let (low, high) = if end - start == 1 {
            let set = sink.get(self.vars[start]);
            let (low, high) = (i64::from(set.lowest()), i64::from(set.highest()));
            (
                Packing {
                    sum: low,
                    edge: low,
                },
                Packing {
                    sum: high,
                    edge: high,
                },
            )
        } else {
            pack(self.vars[start..end].iter().map(|&var| sink.get(var)))?
        };
        let scaled = |p: Packing| Packing {
            sum: weight * p.sum,
            edge: weight * p.edge,
        };
        Some(if weight > 0 {
            (scaled(low), scaled(high))
        } else {
            (scaled(high), scaled(low))
        })
    }

    /// Restricts each variable to the range that the bounds of the other variables allow.
    #[inline]
    fn restrict_to_bounds<W: Word>(
        &self,
        least: i64,
        most: i64,
        packed: &[(Packing, Packing)],
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut start = 0;
        for (group, &end) in self.ends.iter().enumerate() {
            let end = usize::from(end);
            // Only the packings of the first groups are kept, so those of later groups are computed again.
            let known = packed.get(group).copied();
            let Some((low, high)) = known.or_else(|| self.packings(start, end, sink)) else {
                // The group has fewer values than variables, so the candidates of the group are the whole reason.
                return Err(sink.fail(|why| why.now(self.vars[start..end].iter().copied())));
            };
            let weight = self.weights[start];
            let upper = self.high.saturating_sub(least - low.edge);
            let lower = self.low.saturating_sub(most - high.edge);
            // A negative weight reverses the inequalities, so the bounds are exchanged.
            let (from, to) = if weight > 0 {
                (div_up(lower, weight), div_down(upper, weight))
            } else {
                (div_up(-upper, -weight), div_down(-lower, -weight))
            };
            // All bounds below or above the word's bits have the same effect, so they can be clamped.
            let clamp = |x: i64| x.clamp(-1, 64) as i32;
            let allowed = W::span(clamp(from), clamp(to));
            for (place, &var) in (start..).zip(&self.vars[start..end]) {
                sink.keep(var, allowed, |why| self.explain(why, place, shared))?;
            }
            start = end;
        }
        Ok(())
    }

    /// Tries all combinations of at most three open variables.
    fn exactly<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut open = [(0u16, 0i64, W::NONE); 3];
        let (mut count, mut rest) = (0, self.low);
        for (&var, &weight) in self.vars.iter().zip(&self.weights) {
            let set = sink.get(var);
            if set.is_single() {
                rest -= weight * i64::from(set.lowest());
            } else {
                open[count] = (var, weight, set);
                count += 1;
            }
        }
        // The variable comes from this list, so it is always found.
        let place = |var: u16| self.vars.iter().position(|&v| v == var).unwrap_or(0);
        let open = &mut open[..count];
        if open.iter().all(|term| term.1.abs() == 1) {
            return self.solve_sets(open, rest, place, shared, sink);
        }
        // The value of the last variable is computed from the others, so the variable with the most candidates comes last.
        open.sort_unstable_by_key(|&(var, _, set)| (set.len(), var));
        let mut allowed = [W::NONE; 3];
        match *open {
            [a] => {
                allowed[0] = solve(a, rest);
            }
            [a, b] => {
                let differ = shared.apart(a.0, b.0);
                for x in a.2.each() {
                    let y = solve(b, rest - a.1 * i64::from(x));
                    let clash = differ && y == W::one(x);
                    if !(y.is_none() || clash) {
                        allowed[0] |= W::one(x);
                        allowed[1] |= y;
                    }
                }
            }
            [a, b, c] => {
                let ab = shared.apart(a.0, b.0);
                let (ac, bc) = (shared.apart(a.0, c.0), shared.apart(b.0, c.0));
                for x in a.2.each() {
                    let after = rest - a.1 * i64::from(x);
                    for y in b.2.each() {
                        if ab && x == y {
                            continue;
                        }
                        let z = solve(c, after - b.1 * i64::from(y));
                        let clash = (ac && z == W::one(x)) || (bc && z == W::one(y));
                        if !(z.is_none() || clash) {
                            allowed[0] |= W::one(x);
                            allowed[1] |= W::one(y);
                            allowed[2] |= z;
                        }
                    }
                }
            }
            _ => {}
        }
        for (&mut (var, ..), allowed) in open.iter_mut().zip(allowed) {
            sink.keep(var, allowed, |why| self.explain(why, place(var), shared))?;
        }
        Ok(())
    }

    /// Like [`Linear::exactly`], but only for weights of 1 and -1.
    #[inline]
    fn solve_sets<W: Word>(
        &self,
        open: &mut [(u16, i64, W)],
        rest: i64,
        place: impl Fn(u16) -> usize,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let term = |i: usize| Term::new(open[i].2, open[i].1 < 0);
        let apart = |i: usize, j: usize| shared.apart(open[i].0, open[j].0);
        let allowed = match open.len() {
            0 => [0; 3],
            1 => [few::one(term(0), rest), 0, 0],
            2 => {
                let (left, right) = few::two(term(0), term(1), rest, apart(0, 1));
                [left, right, 0]
            }
            _ => {
                let terms = [term(0), term(1), term(2)];
                few::three(terms, rest, [apart(0, 1), apart(0, 2), apart(1, 2)]).0
            }
        };
        for (&(var, ..), allowed) in open.iter().zip(allowed) {
            let allowed = W::from_bits(allowed);
            sink.keep(var, allowed, |why| self.explain(why, place(var), shared))?;
        }
        Ok(())
    }

    /// Explains why a term cannot take the lost values: by the bounds of the other terms or, if these are not enough, by the
    /// combinations of the other terms' values.
    fn explain<W: Word>(&self, why: &mut Reason<'_, W>, place: usize, shared: &Shared<W>) {
        let weight = self.weights[place];
        let worth = |bit: u32| weight * i64::from(bit);
        let sets: Vec<W> = self.vars.iter().map(|&var| why.get(var)).collect();
        if let Some(crowd) = self.find_crowded_group(&sets, place) {
            return why.now(crowd);
        }
        let least = self.reach(&sets, Some(place), Bound::Least);
        let most = self.reach(&sets, Some(place), Bound::Most);
        let lost = || why.lost().each().map(worth);
        let above = lost().filter(|worth| least + worth > self.high).min();
        let below = lost().filter(|worth| most + worth < self.low).max();
        let by_bounds = |worth: i64| least + worth > self.high || most + worth < self.low;
        if !lost().all(by_bounds) {
            return self.explain_exactly(why, place, shared);
        }
        if let Some(worth) = above {
            let need = self.high + 1 - worth;
            self.explain_bound(why, Some(place), Bound::Least, need, shared);
        }
        if let Some(worth) = below {
            let need = self.low - 1 - worth;
            self.explain_bound(why, Some(place), Bound::Most, need, shared);
        }
    }

    /// Returns the variables of a group, other than `except`, if they have too few values. Such a group is a contradiction
    /// in itself, but trying combinations does not detect it.
    fn find_crowded_group<W: Word>(
        &self,
        sets: &[W],
        except: usize,
    ) -> Option<impl Iterator<Item = u16>> {
        self.groups().find_map(|group| {
            let others = group.filter(move |&place| place != except);
            let has_room = others.clone().next().is_none()
                || pack(others.clone().map(|place| sets[place])).is_some();
            (!has_room).then(|| others.map(|place| self.vars[place]))
        })
    }

    /// Returns the minimum or maximum sum of all terms, or of all terms except one.
    fn reach<W: Word>(&self, sets: &[W], except: Option<usize>, bound: Bound) -> i64 {
        let groups = self.groups();
        groups.fold(0, |sum, group| {
            sum + self.reach_of(group, sets, except, bound)
        })
    }

    /// Like [`Linear::reach`], but for a single group.
    fn reach_of<W: Word>(
        &self,
        group: Range<usize>,
        sets: &[W],
        except: Option<usize>,
        bound: Bound,
    ) -> i64 {
        let weight = self.weights[group.start];
        let members = group.filter(|&place| Some(place) != except);
        let sets = members.map(|place| sets[place]);
        if sets.clone().next().is_none() {
            return 0;
        }
        let (low, high) = pack(sets).expect("the packed sums had room for one more");
        match (weight > 0) == (bound == Bound::Least) {
            true => weight * low.sum,
            false => weight * high.sum,
        }
    }

    /// Returns the groups as ranges of terms.
    fn groups(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.ends.iter().map(|&end| usize::from(end));
        let starts = std::iter::once(0).chain(ends.clone());
        starts.zip(ends).map(|(start, end)| start..end)
    }

    /// Explains why the sum of all terms but one is at least (or at most) `need`. Drops facts and loosens bounds as far as the
    /// sum allows.
    fn explain_bound<W: Word>(
        &self,
        why: &mut Reason<'_, W>,
        except: Option<usize>,
        bound: Bound,
        need: i64,
        shared: &Shared<W>,
    ) {
        let mut sets: Vec<W> = self.vars.iter().map(|&var| why.get(var)).collect();
        let mut spare = (self.reach(&sets, except, bound) - need).abs();
        let mut order: Vec<(usize, Range<usize>)> = vec![];
        for group in self.groups() {
            let members = group.clone().filter(|&place| Some(place) != except);
            order.extend(members.map(|place| (place, group.clone())));
        }
        // Facts about few candidates are dropped last, because people notice them most easily.
        order.sort_by_key(|(place, _)| std::cmp::Reverse(sets[*place].len()));
        for (place, group) in order {
            let before = self.reach_of(group.clone(), &sets, except, bound);
            let kept = sets[place];
            let weight = self.weights[place];
            // The bound of a single variable may be loosened by the spare amount.
            let slack = match group.len() {
                // A word has at most 64 bits, so more slack makes no difference.
                1 => (spare / weight.abs()).min(64) as i32,
                _ => 0,
            };
            let loose = match (weight > 0) == (bound == Bound::Least) {
                true => W::span(kept.lowest() as i32 - slack, 63),
                false => W::span(0, kept.highest() as i32 + slack),
            };
            // A reason without the fact is better than one with a weaker fact, so the full set is tried first.
            for weaker in [shared.full, loose & shared.full] {
                sets[place] = weaker;
                let more = self.reach_of(group.clone(), &sets, except, bound);
                let costs = (before - more).abs();
                if costs <= spare {
                    spare -= costs;
                    break;
                }
                sets[place] = kept;
            }
        }
        for (place, (&var, set)) in self.vars.iter().zip(sets).enumerate() {
            if Some(place) != except {
                why.within(var, set);
            }
        }
    }

    /// Cites the values of the fixed terms and the candidates of every other open term except the last. For the last open term,
    /// cites the fact that it lacks the values that would complete the sum.
    fn explain_exactly<W: Word>(&self, why: &mut Reason<'_, W>, place: usize, shared: &Shared<W>) {
        let loser = (self.vars[place], self.weights[place]);
        let (mut rest, mut open) = (self.low, vec![]);
        for (&var, &weight) in self.vars.iter().zip(&self.weights) {
            let (set, weight) = (why.get(var), weight);
            if var == loser.0 {
                continue;
            }
            match set.is_single() {
                true => {
                    rest -= weight * i64::from(set.lowest());
                    why.now([var]);
                }
                false => open.push((var, weight)),
            }
        }
        let Some((last, first)) = open.split_last() else {
            return;
        };
        let clash = |a: u16, b: u16, x: W, y: W| x == y && shared.apart(a, b);
        let mut partners = W::NONE;
        for x in why.lost().each() {
            let rest = rest - loser.1 * i64::from(x);
            let solved = |rest: i64| {
                let last_value = solve((last.0, last.1, shared.full), rest);
                let clashes = clash(loser.0, last.0, W::one(x), last_value);
                if clashes { W::NONE } else { last_value }
            };
            match first {
                [(var, weight)] => {
                    for y in why.get(*var).each().map(W::one) {
                        let value = solved(rest - weight * i64::from(y.lowest()));
                        let out =
                            clash(loser.0, *var, W::one(x), y) || clash(*var, last.0, y, value);
                        partners |= if out { W::NONE } else { value };
                    }
                }
                _ => partners |= solved(rest),
            }
        }
        why.now(first.iter().map(|term| term.0));
        why.without([last.0], partners);
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        3 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, values: u32) -> u32 {
        (2 * values)
            .saturating_sub(self.vars.len() as u32)
            .max(values)
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Returns the candidate whose weighted bit index is exactly `rest`, as a set; the set is empty if there is no such candidate.
#[inline(always)]
fn solve<W: Word>((_, weight, set): (u16, i64, W), rest: i64) -> W {
    let bit = if weight == 1 {
        rest
    } else if rest % weight == 0 {
        rest / weight
    } else {
        return W::NONE;
    };
    if (0..i64::from(W::BITS)).contains(&bit) {
        set & W::one(bit as u32)
    } else {
        W::NONE
    }
}

/// Packs variables that differ into the lowest values that their candidates allow, and into the highest.
///
/// To pack low, each cell in turn takes the first free value from its lowest candidate upwards, among the values of the group. As in linear
/// probing, the set of values taken does not depend on the order of the cells, and no assignment of different values has a smaller sum.
#[inline]
fn pack<W: Word>(sets: impl Iterator<Item = W> + Clone) -> Option<(Packing, Packing)> {
    let union = sets.clone().fold(0u64, |all, set| all | set.bits());
    let (mut free_up, mut free_down) = (union, union);
    let (mut low, mut high) = (0i64, 0i64);
    for set in sets {
        let set = set.bits();
        let up = free_up & !((set & set.wrapping_neg()) - 1);
        let down = free_down & (!0u64 >> set.leading_zeros());
        if up == 0 || down == 0 {
            return None;
        }
        let (up, down) = (up.trailing_zeros(), 63 - down.leading_zeros());
        free_up &= !(1 << up);
        free_down &= !(1 << down);
        low += i64::from(up);
        high += i64::from(down);
    }
    let top = 63 - (union & !free_up).leading_zeros();
    let bottom = (union & !free_down).trailing_zeros();
    Some((
        Packing {
            sum: low,
            edge: i64::from(top),
        },
        Packing {
            sum: high,
            edge: i64::from(bottom),
        },
    ))
}

/// Minimum number of terms for which a second grouping is tried. Shorter sums are numerous and gain little from a second grouping.
const WORTH_TWO_COVERS: usize = 10;

/// Splits the terms into groups of equal weight whose variables all differ.
///
/// Two greedy covers are tried: one in the order of the terms, and one by the houses that contain the most terms. The cover with the larger
/// groups is used, because larger groups give tighter bounds.
fn groups<W: Word>(terms: &[(u16, i64)], shared: &Shared<W>) -> Vec<Vec<(u16, i64)>> {
    let worth = |groups: &Vec<Vec<(u16, i64)>>| -> usize {
        groups.iter().map(|group| group.len() * group.len()).sum()
    };
    let in_order = extend(vec![], terms, shared);
    if terms.len() < WORTH_TWO_COVERS || in_order.len() == 1 {
        return in_order;
    }
    let by_house = by_house(terms, shared);
    if worth(&by_house) > worth(&in_order) {
        by_house
    } else {
        in_order
    }
}

/// Adds each term to the largest group of equal weight whose variables all differ from it, or to a new group.
fn extend<W: Word>(
    mut groups: Vec<Vec<(u16, i64)>>,
    terms: &[(u16, i64)],
    shared: &Shared<W>,
) -> Vec<Vec<(u16, i64)>> {
    for &term in terms {
        let fits = |group: &&mut Vec<(u16, i64)>| {
            group
                .iter()
                .all(|other| other.1 == term.1 && shared.apart(other.0, term.0))
        };
        match groups
            .iter_mut()
            .filter(fits)
            .max_by_key(|group| group.len())
        {
            Some(group) => group.push(term),
            None => groups.push(vec![term]),
        }
    }
    groups
}

/// Repeatedly takes the house that contains the most remaining terms of weight 1 or of weight -1, until no house contains
/// three of them. The other terms are then added one by one.
fn by_house<W: Word>(terms: &[(u16, i64)], shared: &Shared<W>) -> Vec<Vec<(u16, i64)>> {
    let mut rest = terms.to_vec();
    let mut groups = vec![];
    loop {
        let best = shared
            .cliques
            .iter()
            .flat_map(|house| {
                let inside = |weight: i64| -> Vec<(u16, i64)> {
                    let members = rest
                        .iter()
                        .filter(|t| t.1 == weight && house.contains(&t.0));
                    members.copied().collect()
                };
                [inside(1), inside(-1)]
            })
            // `max_by_key` returns the last of equal elements, so `rev` makes it the first house.
            .rev()
            .max_by_key(Vec::len);
        match best {
            Some(group) if group.len() > 2 => {
                rest.retain(|term| !group.contains(term));
                groups.push(group);
            }
            _ => return extend(groups, &rest, shared),
        }
    }
}

/// Divides, rounding down. A weight of 1 is handled separately: it is common, and the division would be slow.
#[inline(always)]
fn div_down(a: i64, b: i64) -> i64 {
    match b {
        1 => a,
        _ => a.div_euclid(b),
    }
}

#[inline(always)]
fn div_up(a: i64, b: i64) -> i64 {
    -div_down(-a, b)
}
