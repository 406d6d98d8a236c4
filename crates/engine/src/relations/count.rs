use crate::propagation::{Conflict, Reason, Shared, Sink, View, Word};

/// The numbers that a counting relation allows.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// One of these numbers; bit `n` represents the number n.
    OneOf(u64),
    /// The number is the value of a variable minus `offset`.
    Value {
        /// The variable that holds the number.
        var: u16,
        /// The amount to add to the count before it is compared with the variable.
        offset: i64,
    },
}

impl Wanted {
    /// Returns the numbers that are currently allowed, up to 63, as bits.
    #[inline]
    pub(super) fn numbers<W: Word>(self, shared: &Shared<W>, sink: &impl View<W>) -> u64 {
        match self {
            Self::OneOf(numbers) => numbers,
            Self::Value { var, offset } => {
                // A count is not negative, and a set of counts contains only numbers below 64. All other values of the variable
                // are impossible.
                let counts = sink.get(var).each().map(|bit| shared.value(bit) - offset);
                counts
                    .filter(|n| (0..64).contains(n))
                    .fold(0, |set, n| set | 1 << n)
            }
        }
    }

    /// Restricts the variable, if there is one, to the possible numbers. `because` explains why other numbers are impossible.
    #[inline]
    pub(super) fn restrict<W: Word>(
        self,
        shared: &Shared<W>,
        numbers: u64,
        sink: &mut impl Sink<W>,
        because: impl FnOnce(&mut Reason<'_, W>, u64),
    ) -> Result<(), Conflict> {
        let Self::Value { var, offset } = self else {
            return Ok(());
        };
        let number = |bit: u32| shared.value(bit) - offset;
        let fits = |bit: &u32| {
            let number = number(*bit);
            (0..64).contains(&number) && numbers >> number & 1 == 1
        };
        let keep = sink
            .get(var)
            .each()
            .filter(fits)
            .fold(W::NONE, |set, bit| set | W::one(bit));
        sink.keep(var, keep, |why| {
            let counts = why
                .lost()
                .each()
                .map(number)
                .filter(|n| (0..64).contains(n));
            let lost = counts.fold(0, |set, n| set | 1 << n);
            because(why, lost);
        })
    }

    /// Cites the fact that none of these numbers is allowed.
    pub(super) fn cite_none_of<W: Word>(
        self,
        why: &mut Reason<'_, W>,
        shared: &Shared<W>,
        numbers: u64,
    ) {
        if let Self::Value { var, offset } = self {
            let number = |bit: u32| shared.value(bit) - offset;
            let out =
                |bit: &u32| (0..64).contains(&number(*bit)) && numbers >> number(*bit) & 1 == 1;
            let out = shared.full.each().filter(out);
            why.without([var], out.fold(W::NONE, |set, bit| set | W::one(bit)));
        }
    }
}

/// The constraint that the number of counted variables is one of the allowed numbers. A variable is counted if its value lies in the set
/// given for it.
///
/// Among variables that all differ and share a set, each value of the set counts at most once.
#[derive(Clone, Debug)]
pub struct Count<W> {
    /// The counted variables, group by group, followed by the variable that holds the number, if there is one.
    vars: Box<[u16]>,
    sets: Box<[W]>,
    /// For each group, the end of its variables in `vars`. The variables of a group differ and share a set.
    ends: Box<[u16]>,
    /// The set, if all variables share it.
    set: Option<W>,
    wanted: Wanted,
}

impl<W: Word> Count<W> {
    pub(crate) fn new(cells: &[(u16, W)], wanted: Wanted, shared: &Shared<W>) -> Self {
        let mut groups: Vec<Vec<(u16, W)>> = vec![];
        for &cell in cells {
            let fits = |group: &&mut Vec<(u16, W)>| {
                group
                    .iter()
                    .all(|other| other.1 == cell.1 && shared.apart(other.0, cell.0))
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
        let ordered = groups.concat();
        let set = ordered.first().map(|first| first.1);
        let same = |set: &W| ordered.iter().all(|cell| cell.1 == *set);
        let mut vars: Vec<u16> = ordered.iter().map(|c| c.0).collect();
        if let Wanted::Value { var, .. } = wanted {
            vars.push(var);
        }
        let mut end = 0;
        let ends = groups.iter().map(|group| {
            end += group.len() as u16;
            end
        });
        Self {
            ends: ends.collect(),
            vars: vars.into(),
            sets: ordered.iter().map(|c| c.1).collect(),
            set: set.filter(same),
            wanted,
        }
    }

    #[inline]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (surely, at_most) = self.bounds(sink);
        let reach = span(surely, at_most) & self.wanted.numbers(shared, sink);
        if reach == 0 {
            return Err(sink.fail(|why| {
                self.explain(why, shared, (0, 63), surely, at_most);
            }));
        }
        self.wanted.restrict(shared, reach, sink, |why, lost| {
            let (few, many) = (lost & !span(surely, 63), lost & span(at_most + 1, 63));
            if few != 0 {
                self.cite_counted(why, 64 - few.leading_zeros());
            }
            if many != 0 {
                self.cite_uncounted(why, many.trailing_zeros() - 1, None);
            }
        })?;
        let (least, most) = (reach.trailing_zeros(), 63 - reach.leading_zeros());
        if most == surely {
            self.settle(sink, |why| {
                self.cite_counted(why, surely);
                self.explain(why, shared, (surely + 1, 63), surely, at_most);
            })
        } else {
            // If `at_most` were 0, `most` would equal `surely`, so subtracting 1 below cannot underflow.
            if least == at_most {
                self.fill(sink, |why, place| {
                    self.cite_uncounted(why, at_most - 1, Some(place));
                    self.explain(why, shared, (0, at_most - 1), surely, at_most);
                })?;
            }
            if least > 0 {
                self.claim(shared, sink)
            } else {
                Ok(())
            }
        }
    }

    /// Removes the last value of the set from every variable that sees all its places, if at least one more variable must count.
    fn claim(&self, shared: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        const MOST_PLACES: usize = 4;
        let Some(set) = self.set else {
            return Ok(());
        };
        let counted = &self.vars[..self.sets.len()];
        let all = counted
            .iter()
            .fold(W::NONE, |all, &var| all | sink.get(var));
        let value = set & all;
        if !value.is_single() {
            return Ok(());
        }
        shared.claim(counted, (set, value), MOST_PLACES, sink, |why| {
            if self.wanted.numbers(shared, why) & 1 == 0 {
                self.wanted.cite_none_of(why, shared, 1);
            } else {
                self.cite_counted(why, 1);
            }
        })
    }

    /// Explains why the count lies outside of `low..=high`: numbers in this range are either not allowed or out of reach.
    fn explain(
        &self,
        why: &mut Reason<'_, W>,
        shared: &Shared<W>,
        (low, high): (u32, u32),
        surely: u32,
        at_most: u32,
    ) {
        let wanted = self.wanted.numbers(shared, why) & span(low, high);
        let (few, many) = (wanted & !span(surely, 63), wanted & span(at_most + 1, 63));
        let (mut from, mut to) = (low, high);
        if few != 0 {
            from = 64 - few.leading_zeros();
            self.cite_counted(why, from);
        }
        if many != 0 {
            to = many.trailing_zeros() - 1;
            self.cite_uncounted(why, to, None);
        }
        self.wanted.cite_none_of(why, shared, span(from, to));
    }

    /// Cites `at_least` variables that certainly count.
    fn cite_counted(&self, why: &mut Reason<'_, W>, at_least: u32) {
        let cells = self.vars.iter().copied().zip(&self.sets);
        let sure: Vec<(u16, W)> = cells
            .map(|(var, &set)| (var, set))
            .filter(|&(var, set)| (why.get(var) & !set).is_none())
            .take(at_least as usize)
            .collect();
        sure.into_iter().for_each(|(var, set)| why.within(var, set));
    }

    /// Cites variables that do not count, until at most `at_most` of the remaining variables can count. The variable at index
    /// `except` is assumed not to count.
    fn cite_uncounted(&self, why: &mut Reason<'_, W>, at_most: u32, except: Option<usize>) {
        let counts =
            |i: &usize| Some(*i) != except && !(why.get(self.vars[*i]) & self.sets[*i]).is_none();
        let is_cited = |i: &usize| Some(*i) != except;
        let groups = self.groups().map(|group| {
            let possible = group.clone().filter(counts).count() as u32;
            let uncited = group.clone().filter(is_cited).count() as u32;
            let cap = self.cap(group.clone());
            (group, possible.min(cap), uncited.min(cap))
        });
        let groups: Vec<_> = groups.collect();
        let most: u32 = groups.iter().map(|(_, most, _)| most).sum();
        let mut spare = at_most.saturating_sub(most);
        let mut out = vec![];
        for (group, most, uncited) in groups {
            let spared = spare.min(uncited - most);
            if spared < uncited - most {
                let others = group.filter(|i| is_cited(i) && !counts(i));
                out.extend(others.skip(spared as usize));
            }
            spare -= spared;
        }
        for i in out {
            why.without([self.vars[i]], self.sets[i]);
        }
    }

    /// Returns the groups of variables that differ and share a set, as ranges.
    fn groups(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let ends = self.ends.iter().map(|&end| usize::from(end));
        let starts = std::iter::once(0).chain(ends.clone());
        starts.zip(ends).map(|(start, end)| start..end)
    }

    /// Returns the maximum number of variables in a group that can count at the same time.
    fn cap(&self, group: std::ops::Range<usize>) -> u32 {
        // Variables of a larger group differ, so each value of their set counts at most once.
        match group.len() {
            0 | 1 => 1,
            _ => self.sets[group.start].len(),
        }
    }

    /// Returns the minimum and maximum of the count.
    #[inline]
    fn bounds(&self, sink: &impl Sink<W>) -> (u32, u32) {
        let (mut surely, mut at_most) = (0, 0);
        // No group has more than one variable, so no group limits how many of its variables count.
        if self.ends.len() == self.sets.len() {
            for (&var, &set) in self.vars.iter().zip(&self.sets) {
                let here = sink.get(var);
                at_most += u32::from(!(here & set).is_none());
                surely += u32::from((here & !set).is_none());
            }
            return (surely, at_most);
        }
        self.each_group(sink, |sure, possible, cap| {
            surely += sure;
            at_most += possible.min(cap);
        });
        (surely, at_most)
    }

    /// Calls `see` for each group with the number of variables that certainly count, the number that may count, and the
    /// maximum number that can count at the same time.
    #[inline]
    fn each_group(&self, sink: &impl View<W>, mut see: impl FnMut(u32, u32, u32)) {
        let mut start = 0;
        for &end in &self.ends {
            let end = usize::from(end);
            let (mut sure, mut possible) = (0, 0);
            for i in start..end {
                let here = sink.get(self.vars[i]);
                possible += u32::from(!(here & self.sets[i]).is_none());
                sure += u32::from((here & !self.sets[i]).is_none());
            }
            see(sure, possible, self.cap(start..end));
            start = end;
        }
    }

    /// Removes the counted values from all variables that do not certainly count.
    fn settle(
        &self,
        sink: &mut impl Sink<W>,
        why: impl Fn(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        for (&var, &set) in self.vars.iter().zip(&self.sets) {
            if !(sink.get(var) & !set).is_none() {
                sink.keep(var, !set, &why)?;
            }
        }
        Ok(())
    }

    /// Restricts the variables of a group that may count to counted values, if all of these variables must count.
    fn fill(
        &self,
        sink: &mut impl Sink<W>,
        why: impl Fn(&mut Reason<'_, W>, usize),
    ) -> Result<(), Conflict> {
        // Only the first 64 groups are remembered, so further groups are never filled.
        let mut forced = [false; 64];
        let mut group = 0;
        self.each_group(sink, |_, possible, cap| {
            if group < forced.len() {
                forced[group] = possible <= cap;
            }
            group += 1;
        });
        let mut start = 0;
        for (group, &end) in self.ends.iter().enumerate() {
            let end = usize::from(end);
            for i in start..end {
                let (var, set) = (self.vars[i], self.sets[i]);
                if forced.get(group) == Some(&true) && !(sink.get(var) & set).is_none() {
                    sink.keep(var, set, |reason| why(reason, i))?;
                }
            }
            start = end;
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        2 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Returns the bits `low..=high`.
#[inline]
pub(super) fn span(low: u32, high: u32) -> u64 {
    // A shift by 64 would overflow, so the full set is handled separately.
    let upto = |n: u32| if n >= 63 { !0 } else { (1u64 << (n + 1)) - 1 };
    if low > high || low > 63 {
        0
    } else {
        upto(high) & !((1 << low) - 1)
    }
}
