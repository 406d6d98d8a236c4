use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// How many a counting relation asks for.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// One of these numbers (bit `n` for the number n).
    OneOf(u64),
    /// The value of a variable, less `offset`.
    Value {
        /// The variable.
        var: u16,
        /// What is added to the count before it is compared.
        offset: i64,
    },
}

impl Wanted {
    /// The allowed numbers now, up to 63.
    #[inline]
    pub(super) fn numbers<W: Word>(self, shared: &Shared<W>, sink: &impl Sink<W>) -> u64 {
        match self {
            Self::OneOf(numbers) => numbers,
            Self::Value { var, offset } => {
                let counts = sink.get(var).each().map(|bit| shared.value(bit) - offset);
                counts
                    .filter(|n| (0..64).contains(n))
                    .fold(0, |set, n| set | 1 << n)
            }
        }
    }

    /// Tells the variable, if there is one, which numbers are possible.
    #[inline]
    pub(super) fn restrict<W: Word>(
        self,
        shared: &Shared<W>,
        numbers: u64,
        sink: &mut impl Sink<W>,
        because: &[u16],
    ) -> Result<(), Conflict> {
        let Self::Value { var, offset } = self else {
            return Ok(());
        };
        let fits = |bit: &u32| {
            let number = shared.value(*bit) - offset;
            (0..64).contains(&number) && numbers >> number & 1 == 1
        };
        let keep = sink
            .get(var)
            .each()
            .filter(fits)
            .fold(W::NONE, |set, bit| set | W::one(bit));
        sink.keep(var, keep, |why| why.now(because.iter().copied()))
    }
}

/// The number of variables whose value lies in their set is wanted.
///
/// Variables that all differ and count for the same set can count at most once for each of its
/// values.
#[derive(Clone, Debug)]
pub struct Count<W> {
    /// The counted variables, group by group, then the one that says how many.
    vars: Box<[u16]>,
    sets: Box<[W]>,
    /// Ends of the groups of variables that differ and share a set.
    ends: Box<[u16]>,
    /// The value that is counted, where it is one and the same everywhere.
    value: Option<W>,
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
        let value = ordered.first().map(|first| first.1);
        let same = |value: &W| value.is_single() && ordered.iter().all(|cell| cell.1 == *value);
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
            value: value.filter(same),
            wanted,
        }
    }

    #[inline]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let counted = &self.vars[..self.sets.len()];
        let (surely, at_most) = self.bounds(sink);
        let reach = span(surely, at_most) & self.wanted.numbers(shared, sink);
        if reach == 0 {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        self.wanted.restrict(shared, reach, sink, counted)?;
        let (least, most) = (reach.trailing_zeros(), 63 - reach.leading_zeros());
        if most == surely {
            self.settle(sink, |set, here| ((here & !set) != W::NONE).then_some(!set))
        } else {
            if least == at_most {
                self.fill(sink)?;
            }
            if least > 0 {
                self.claim(shared, sink)
            } else {
                Ok(())
            }
        }
    }

    /// A single value that must stand in the variables is lost to whatever sees all its places.
    fn claim(&self, shared: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        const MOST_PLACES: usize = 4;
        let Some(value) = self.value else {
            return Ok(());
        };
        let counted = &self.vars[..self.sets.len()];
        let (mut places, mut count) = ([0u16; MOST_PLACES], 0);
        for &var in counted {
            if !(sink.get(var) & value).is_none() {
                let lonely = || shared.peers(var).iter().all(|&peers| peers == 0);
                if count == MOST_PLACES || count == 0 && lonely() {
                    return Ok(());
                }
                places[count] = var;
                count += 1;
            }
        }
        if count == 0 {
            // The variable that says how many is counted itself and has just lost the value.
            return Ok(());
        }
        shared.take_from_common_peers(&places[..count], value, sink, |why| {
            why.now(self.vars.iter().copied());
        })
    }

    /// How many surely count, and how many can at most.
    #[inline]
    fn bounds(&self, sink: &impl Sink<W>) -> (u32, u32) {
        let (mut surely, mut at_most) = (0, 0);
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

    /// For each group: how many surely count, how many may, how many can at most together.
    #[inline]
    fn each_group(&self, sink: &impl Sink<W>, mut see: impl FnMut(u32, u32, u32)) {
        let mut start = 0;
        for &end in &self.ends {
            let end = usize::from(end);
            let (mut sure, mut possible) = (0, 0);
            for i in start..end {
                let here = sink.get(self.vars[i]);
                possible += u32::from(!(here & self.sets[i]).is_none());
                sure += u32::from((here & !self.sets[i]).is_none());
            }
            see(
                sure,
                possible,
                if end - start > 1 {
                    self.sets[start].len()
                } else {
                    1
                },
            );
            start = end;
        }
    }

    /// Restricts every open variable to what `keep` says of its set and candidates.
    fn settle(
        &self,
        sink: &mut impl Sink<W>,
        keep: impl Fn(W, W) -> Option<W>,
    ) -> Result<(), Conflict> {
        for (&var, &set) in self.vars.iter().zip(&self.sets) {
            if let Some(keep) = keep(set, sink.get(var)) {
                sink.keep(var, keep, |why| {
                    why.now(self.vars.iter().copied().filter(|&v| v != var));
                })?;
            }
        }
        Ok(())
    }

    /// Everything that may count does, in groups that have no choice.
    fn fill(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
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
                    sink.keep(var, set, |why| {
                        why.now(self.vars.iter().copied().filter(|&v| v != var));
                    })?;
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

/// Bits `low..=high`.
#[inline]
pub(super) fn span(low: u32, high: u32) -> u64 {
    let upto = |n: u32| if n >= 63 { !0 } else { (1u64 << (n + 1)) - 1 };
    if low > high || low > 63 {
        0
    } else {
        upto(high) & !((1 << low) - 1)
    }
}
