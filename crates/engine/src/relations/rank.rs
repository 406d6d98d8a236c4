use crate::propagation::{Conflict, Reason, Shared, Sink, Word};

/// Of lists of variables of equal length, read as numbers, a fixed number are smaller than the first.
///
/// The other lists stand in sides, of which each has one list that counts: the one that starts with
/// the first value of the ranked list. Where nothing is known of starts, each list is a side.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The list that is ranked, then the others, side by side.
    vars: Box<[u16]>,
    length: usize,
    /// How many lists make a side.
    side: usize,
    /// How many are smaller.
    smaller: usize,
    /// Whether others may be equal to it.
    ties: bool,
}

/// Maximum number of sides whose possible comparisons are cached between the two passes.
const MOST_REMEMBERED: usize = 40;

/// How a list may compare with the ranked one.
#[derive(Clone, Copy, Debug, Default)]
struct May {
    /// It may be smaller.
    less: bool,
    /// It may be greater, or equal where that is allowed.
    more: bool,
}

impl Rank {
    /// `side`: how many of the others, one after another, make a side; of more than one just one
    /// starts with the first value of the ranked list, which is known.
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
                May { more: false, .. } => self.settle(side, false, shared, sink)?,
                May { less: false, .. } => self.settle(side, true, shared, sink)?,
                _ if no_less => self.settle(side, true, shared, sink)?,
                _ if no_more => self.settle(side, false, shared, sink)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The list that is ranked.
    pub(crate) fn ranked(&self) -> &[u16] {
        &self.vars[..self.length]
    }

    /// The lists of each side, one after another.
    fn sides(&self) -> impl Iterator<Item = &[u16]> {
        self.vars[self.length..].chunks(self.length * self.side)
    }

    /// The first place at which lists that count may differ.
    fn from(&self) -> usize {
        usize::from(self.side > 1)
    }

    /// Whether a list of a side counts: it may (`.0`), or it surely does (`.1`).
    fn counts<W: Word>(&self, list: &[u16], sink: &impl Sink<W>) -> (bool, bool) {
        if self.side == 1 {
            return (true, true);
        }
        let (first, start) = (sink.get(self.vars[0]), sink.get(list[0]));
        (!(start & first).is_none(), start == first)
    }

    /// How the list of the side that counts may compare; lists that cannot, do not count.
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

    /// How a list may compare, each variable for itself: both ways at once, because mostly both are open at
    /// the first place.
    fn may<W: Word>(&self, list: &[u16], shared: &Shared<W>, sink: &impl Sink<W>) -> May {
        let (mut less, mut more) = (None, None);
        for (&ranked, &other) in self.ranked().iter().zip(list).skip(self.from()) {
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

    /// The list of the side that counts is above the ranked one, or below it.
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
                self.order(list, self.ranked(), self.ties, shared, sink)?;
            } else if surely {
                self.order(self.ranked(), list, false, shared, sink)?;
            }
        }
        Ok(())
    }

    /// The list is not the one of its side that counts.
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

    /// One list is above another, or equal to it where that is allowed.
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
        // Which value the ranked list starts with follows from what its house and the others hold.
        let starts = self.vars.chunks(self.length).map(|list| list[0]);
        why.start(starts.take(if self.side > 1 { usize::MAX } else { 0 }));
        why.least(&self.vars, |sink| self.propagate(shared, sink));
    }

    /// Where the value may stand with which the list of each side starts that counts.
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

/// Whether one list can be above another from a place on, each variable for itself, or equal to it
/// where that is allowed.
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
