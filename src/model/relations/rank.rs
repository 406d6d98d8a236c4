use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};
use std::cmp::Ordering;

/// Of lists of variables of one length, read as numbers, so many are smaller than the first.
#[derive(Clone, Debug)]
pub struct Rank {
    /// The list that is ranked, then the others.
    vars: Box<[u16]>,
    length: usize,
    /// How many are smaller.
    smaller: usize,
    /// Whether others may be equal to it.
    ties: bool,
    /// How many lists start with each value, where that is known; else 0.
    alike: usize,
}

/// How a list compares with the ranked one.
enum Comparison {
    /// It is decided.
    Known(Ordering),
    /// The digit of this place decides, or a later one.
    Open(usize),
}

impl Rank {
    /// `alike`: how many of all lists start with each value, or 0 where that is not known. Then
    /// `smaller` counts only those that start like the ranked one, which starts with a known value.
    pub(crate) fn new(
        ranked: &[u16],
        others: &[Vec<u16>],
        smaller: usize,
        ties: bool,
        alike: usize,
    ) -> Self {
        let vars = [ranked, &others.concat()].concat();
        Self {
            vars: vars.into(),
            length: ranked.len().max(1),
            smaller,
            ties,
            alike,
        }
    }

    pub(super) fn propagate<W: Word>(
        &self,
        _: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        match self.alike {
            0 => self.among_all(sink),
            alike => self.among_alike(alike, sink),
        }
    }

    /// Only lists that start like the ranked one matter, and how many these are is known.
    fn among_alike<W: Word>(&self, alike: usize, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let first = sink.get(self.vars[0]);
        let (mut less, mut more, mut sure) = (0, 0, 0);
        for other in self.others().filter(|o| sink.get(o[0]) == first) {
            sure += 1;
            match self.compare(other, sink) {
                Comparison::Known(Ordering::Less) => less += 1,
                Comparison::Known(Ordering::Equal) if self.ties => more += 1,
                Comparison::Known(Ordering::Equal) => more = alike,
                Comparison::Known(Ordering::Greater) => more += 1,
                Comparison::Open(_) => {}
            }
        }
        let most_more = (alike - 1).saturating_sub(self.smaller);
        if less > self.smaller || more > most_more || sure >= alike {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        let (no_less, no_more) = (less == self.smaller, more == most_more);
        for other in self.others() {
            let start = sink.get(other[0]);
            if (start & first).is_none() {
                continue;
            }
            let compared = self.compare_from(1, other, sink);
            let forced = start == first;
            match compared {
                Comparison::Open(place) if forced && no_less => {
                    self.order(self.vars[place], other[place], sink)?;
                }
                Comparison::Open(place) if forced && no_more => {
                    self.order(other[place], self.vars[place], sink)?;
                }
                Comparison::Known(order) if !forced => {
                    let out = match order {
                        Ordering::Less => no_less,
                        Ordering::Greater => no_more,
                        Ordering::Equal => no_more || !self.ties,
                    };
                    if out {
                        sink.keep(other[0], !first, |why| why.now(self.vars.iter().copied()))?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn among_all<W: Word>(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let (mut less, mut open, mut equal) = (0, 0, false);
        for other in self.others() {
            match self.compare(other, sink) {
                Comparison::Known(Ordering::Less) => less += 1,
                Comparison::Known(Ordering::Equal) => equal = true,
                Comparison::Known(Ordering::Greater) => {}
                Comparison::Open(_) => open += 1,
            }
        }
        if equal && !self.ties || !(less..=less + open).contains(&self.smaller) {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        let below = match self.smaller {
            smaller if smaller == less + open => true,
            smaller if smaller == less => false,
            _ => return Ok(()),
        };
        for other in self.others() {
            if let Comparison::Open(place) = self.compare(other, sink) {
                let (here, there) = (other[place], self.vars[place]);
                match below {
                    true => self.order(here, there, sink)?,
                    false => self.order(there, here, sink)?,
                }
            }
        }
        Ok(())
    }

    fn others(&self) -> impl Iterator<Item = &[u16]> {
        self.vars.chunks(self.length).skip(1)
    }

    fn compare<W: Word>(&self, other: &[u16], sink: &impl Sink<W>) -> Comparison {
        self.compare_from(0, other, sink)
    }

    /// Compares from a place on, as if all before it were equal.
    fn compare_from<W: Word>(&self, from: usize, other: &[u16], sink: &impl Sink<W>) -> Comparison {
        let ranked = &self.vars[..self.length];
        for (place, (&here, &there)) in other.iter().zip(ranked).enumerate().skip(from) {
            if here == there {
                continue;
            }
            let (mine, its) = (sink.get(here), sink.get(there));
            if mine.highest() < its.lowest() {
                return Comparison::Known(Ordering::Less);
            }
            if mine.lowest() > its.highest() {
                return Comparison::Known(Ordering::Greater);
            }
            if !mine.is_single() || !its.is_single() {
                return Comparison::Open(place);
            }
        }
        Comparison::Known(Ordering::Equal)
    }

    /// The first variable is not above the second.
    fn order<W: Word>(&self, low: u16, high: u16, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let (most, least) = (sink.get(high).highest(), sink.get(low).lowest());
        let why = |why: &mut crate::model::Reason<'_, W>| why.now(self.vars.iter().copied());
        sink.keep(low, W::span(0, most as i32), why)?;
        sink.keep(high, W::span(least as i32, 63), why)
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
