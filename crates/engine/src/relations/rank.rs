use crate::propagation::{Conflict, Reason, Shared, Sink, Word};

/// The constraint that a given number of other lists are smaller than the ranked list. Each list is read as a number; all lists have
/// equal length.
///
/// The other lists are grouped into sides. One list of each side counts: the one that starts with the same value as the ranked list. If
/// nothing is known about the first values, each list is a side of its own.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The variables of the ranked list, followed by the variables of the other lists, one side after another.
    vars: Box<[u16]>,
    length: usize,
    /// Number of lists in a side.
    side: usize,
    /// Number of lists that are smaller than the ranked one.
    smaller: usize,
    /// `true` if other lists may be equal to the ranked one.
    ties: bool,
}

/// Maximum number of sides for which the second pass reuses the comparisons of the first.
const MOST_REMEMBERED: usize = 40;

/// The possible results of a comparison of a list with the ranked one.
#[derive(Clone, Copy, Debug, Default)]
struct May {
    /// `true` if the list may be smaller.
    less: bool,
    /// `true` if the list may be greater, or equal if ties are allowed.
    more: bool,
}

impl Rank {
    /// Creates the relation. Each `side` consecutive lists of `others` form a side. If `side` is above 1, exactly one list of each side
    /// is known to start with the first value of the ranked list.
    pub(crate) fn new(
        ranked: &[u16],
        others: &[Vec<u16>],
        side: usize,
        smaller: usize,
        ties: bool,
    ) -> Self {
        let vars = [ranked, &others.concat()].concat();
        Self {
            vars: vars.into(),
            // Splitting lists into pieces of length 0 would panic.
            length: ranked.len().max(1),
            side: side.max(1),
            smaller,
            ties,
        }
    }

    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (mut surely, mut perhaps) = (0, 0);
        let mut known = [May::default(); MOST_REMEMBERED];
        for (number, side) in self.sides().enumerate() {
            let may = self.side_may(side, shared, sink)?;
            if let Some(known) = known.get_mut(number) {
                *known = may;
            }
            surely += usize::from(!may.more);
            perhaps += usize::from(may.less);
        }
        if !(surely..=perhaps).contains(&self.smaller) {
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        let (no_less, no_more) = (self.smaller == surely, self.smaller == perhaps);
        for (number, side) in self.sides().enumerate() {
            let may = match known.get(number) {
                Some(&known) => known,
                None => self.side_may(side, shared, sink)?,
            };
            match may {
                // The result for these sides is known, but candidates that contradict it may remain.
                May { more: false, .. } => self.settle(side, false, shared, sink)?,
                May { less: false, .. } => self.settle(side, true, shared, sink)?,
                _ if no_less => self.settle(side, true, shared, sink)?,
                _ if no_more => self.settle(side, false, shared, sink)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the ranked list.
    pub(crate) fn own_list(&self) -> &[u16] {
        &self.vars[..self.length]
    }

    /// Returns the variables of each side, one list after another.
    fn sides(&self) -> impl Iterator<Item = &[u16]> {
        self.vars[self.length..].chunks(self.length * self.side)
    }

    /// Returns the first index at which a list that counts can differ from the ranked list.
    fn from(&self) -> usize {
        usize::from(self.side > 1)
    }

    /// Returns two flags for a list. The first is `true` if the list may be the counting list of its side, the second if it
    /// certainly is.
    fn counts<W: Word>(&self, list: &[u16], sink: &impl Sink<W>) -> (bool, bool) {
        if self.side == 1 {
            return (true, true);
        }
        let (first, start) = (sink.get(self.vars[0]), sink.get(list[0]));
        // With sides, the first value of the ranked list is fixed when the relation is posted, so equal sets mean equal values.
        (!(start & first).is_none(), start == first)
    }

    /// Returns the possible results of comparing a side's counting list with the ranked list. A list for which no result is
    /// possible cannot be the counting list.
    fn side_may<W: Word>(
        &self,
        side: &[u16],
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<May, Conflict> {
        let mut all = May::default();
        for list in side.chunks(self.length) {
            if !self.counts(list, sink).0 {
                continue;
            }
            let may = self.may(list, shared, sink);
            if !may.less && !may.more {
                self.exclude(list, shared, sink)?;
            }
            all.less |= may.less;
            all.more |= may.more;
            if all.less && all.more {
                break;
            }
        }
        if !all.less && !all.more {
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        Ok(all)
    }

    /// Returns the possible results of comparing a list with the ranked one, considering each variable by itself. One pass
    /// computes both results, because usually both are still possible at the first place.
    fn may<W: Word>(&self, list: &[u16], shared: &Shared<W>, sink: &impl Sink<W>) -> May {
        let (mut less, mut more) = (None, None);
        for (&ranked, &other) in self.own_list().iter().zip(list).skip(self.from()) {
            // A cell that both lists share is equal to itself, so it cannot decide the comparison.
            if ranked == other {
                continue;
            }
            let (mine, theirs) = (sink.get(ranked), sink.get(other));
            let above = |top: W, bottom: W| {
                let (top, bottom) = (top.highest(), bottom.lowest());
                (top != bottom || shared.apart(ranked, other)).then_some(top > bottom)
            };
            less = less.or_else(|| above(mine, theirs));
            more = more.or_else(|| above(theirs, mine));
            if less.is_some() && more.is_some() {
                break;
            }
        }
        May {
            less: less.unwrap_or(false),
            more: more.unwrap_or(self.ties),
        }
    }

    /// Requires the counting list of a side to be above the ranked list, or below it.
    fn settle<W: Word>(
        &self,
        side: &[u16],
        above: bool,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        for list in side.chunks(self.length) {
            let (perhaps, surely) = self.counts(list, sink);
            if !perhaps {
                continue;
            }
            let may = self.may(list, shared, sink);
            if above && !may.more || !above && !may.less {
                self.exclude(list, shared, sink)?;
            } else if surely && above {
                self.order(list, self.own_list(), self.ties, shared, sink)?;
            } else if surely {
                self.order(self.own_list(), list, false, shared, sink)?;
            }
        }
        Ok(())
    }

    /// Rules out a list as the counting list of its side.
    fn exclude<W: Word>(
        &self,
        list: &[u16],
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        if self.side == 1 {
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        let first = sink.get(self.vars[0]);
        sink.keep(list[0], !first, |why| self.explain(why, shared))
    }

    /// Requires one list to be above another, or equal to it if `or_equal` is set.
    fn order<W: Word>(
        &self,
        above: &[u16],
        below: &[u16],
        or_equal: bool,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let why = |why: &mut Reason<'_, W>| self.explain(why, shared);
        for (place, (&high, &low)) in above.iter().zip(below).enumerate().skip(self.from()) {
            let (top, bottom) = (sink.get(high), sink.get(low));
            if high == low || top.is_single() && top == bottom {
                continue;
            }
            let strict = shared.apart(high, low)
                || !exceeds(above, below, place + 1, or_equal, shared, sink);
            let step = i32::from(strict);
            sink.keep(low, W::span(0, top.highest() as i32 - step), why)?;
            sink.keep(high, W::span(bottom.lowest() as i32 + step, 63), why)?;
            return Ok(());
        }
        Ok(())
    }

    fn explain<W: Word>(&self, why: &mut Reason<'_, W>, shared: &Shared<W>) {
        // The first values of all lists were used at compile time to form the sides, so their initial candidates are cited.
        let starts = self.vars.chunks(self.length).map(|list| list[0]);
        why.start(starts.take(if self.side > 1 { usize::MAX } else { 0 }));
        why.least(&self.vars, |sink| self.propagate(shared, sink));
    }

    /// Returns, for each side of several lists, the first variables of these lists. Exactly one of these has the first value
    /// of the ranked list.
    pub(crate) fn openings(&self) -> impl Iterator<Item = Box<[u16]>> + '_ {
        let sides = self.sides().filter(|_| self.side > 1);
        sides.map(|side| side.chunks(self.length).map(|list| list[0]).collect())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        100 + self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        1
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Returns `true` if one list can be above another, considering only the places from `from` on and each variable by itself. With
/// `or_equal`, equality is enough.
fn exceeds<W: Word>(
    above: &[u16],
    below: &[u16],
    from: usize,
    or_equal: bool,
    shared: &Shared<W>,
    sink: &impl Sink<W>,
) -> bool {
    for (&high, &low) in above.iter().zip(below).skip(from) {
        if high == low {
            continue;
        }
        let (top, bottom) = (sink.get(high).highest(), sink.get(low).lowest());
        if top != bottom || shared.apart(high, low) {
            return top > bottom;
        }
    }
    or_equal
}
