use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// Labels tell regions of one size; in each region the contents differ.
///
/// That regions are connected and labels canonical is said by other relations.
#[derive(Clone, Debug)]
pub struct Regions<W> {
    /// The labels, then the contents, in the same order.
    vars: Box<[u16]>,
    /// The label of each region.
    labels: Box<[W]>,
    size: usize,
    /// The values of the contents, where each region must hold all of them.
    all: Option<W>,
}

/// What the cells say of one region.
#[derive(Clone, Copy)]
struct Tally<W> {
    /// Cells that belong to it for sure.
    cells: u16,
    /// Cells that may belong to it, these included.
    possible: u16,
    /// Values of its sure cells that are known.
    taken: W,
    /// Values that its sure cells may have between them.
    union: W,
    /// Values that some of the possible cells may have, and those that several may.
    once: W,
    twice: W,
    /// Whether two of its sure cells hold the same.
    clash: bool,
    /// Values that it needs and that have one place left.
    single: W,
}

impl<W: Word> Regions<W> {
    pub(crate) fn new(
        labels: &[u16],
        contents: &[u16],
        values: Vec<W>,
        size: usize,
        all: Option<W>,
    ) -> Self {
        Self {
            vars: [labels, contents].concat().into(),
            labels: values.into(),
            size,
            all,
        }
    }

    fn cells(&self) -> impl Iterator<Item = (u16, u16)> + Clone + '_ {
        let (labels, contents) = self.vars.split_at(self.vars.len() / 2);
        labels.iter().copied().zip(contents.iter().copied())
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let everything = |why: &mut crate::model::Reason<'_, W>| why.now(self.vars.iter().copied());
        let mut tallies = self.tallies(sink);
        for label in self.labels.iter() {
            let tally = &mut tallies[label.lowest() as usize];
            if !self.can_be(tally) {
                return Err(sink.fail(everything));
            }
            let needed = self.all.unwrap_or(W::NONE);
            tally.single = needed & tally.once & !tally.twice & !tally.taken;
        }
        for (at, content) in self.cells() {
            let (here, set) = (sink.get(at), sink.get(content));
            for bit in here.each() {
                let (label, tally) = (W::one(bit), &tallies[bit as usize]);
                let full = usize::from(tally.cells) == self.size;
                let single = set & tally.single;
                if here == label {
                    if !set.is_single() {
                        let keep = if single.is_none() {
                            !tally.taken
                        } else {
                            single
                        };
                        sink.keep(content, keep, everything)?;
                    }
                } else if full || (set & !tally.taken).is_none() {
                    sink.keep(at, !label, everything)?;
                } else if usize::from(tally.possible) == self.size || !single.is_none() {
                    sink.keep(at, label, everything)?;
                    if !single.is_none() {
                        sink.keep(content, single, everything)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What is sure and what is possible of each region, by the bit of its label.
    fn tallies(&self, sink: &impl Sink<W>) -> [Tally<W>; 64] {
        let nothing = Tally {
            cells: 0,
            possible: 0,
            taken: W::NONE,
            union: W::NONE,
            once: W::NONE,
            twice: W::NONE,
            clash: false,
            single: W::NONE,
        };
        let mut tallies = [nothing; 64];
        for (at, content) in self.cells() {
            let (here, set) = (sink.get(at), sink.get(content));
            for bit in here.each() {
                let tally = &mut tallies[bit as usize];
                tally.possible += 1;
                tally.twice |= tally.once & set;
                tally.once |= set;
            }
            if here.is_single() {
                let tally = &mut tallies[here.lowest() as usize];
                tally.cells += 1;
                tally.union |= set;
                if set.is_single() {
                    tally.clash |= !(tally.taken & set).is_none();
                    tally.taken |= set;
                }
            }
        }
        tallies
    }

    /// Whether the region can still have its cells and its values.
    fn can_be(&self, tally: &Tally<W>) -> bool {
        let missing = self.all.unwrap_or(W::NONE) & !tally.once;
        !tally.clash
            && usize::from(tally.cells) <= self.size
            && usize::from(tally.possible) >= self.size
            && tally.union.len() >= u32::from(tally.cells)
            && missing.is_none()
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        200 + self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        2
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
