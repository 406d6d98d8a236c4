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

/// What a region holds for sure.
struct Sure<W> {
    cells: usize,
    /// Cells that may belong to it, these included.
    possible: usize,
    /// Values of its cells that are known.
    taken: W,
    /// Values that its cells may have between them.
    union: W,
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
        self.labels
            .iter()
            .try_for_each(|&label| self.region(label, sink))
    }

    fn region(&self, label: W, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let everything = |why: &mut crate::model::Reason<'_, W>| why.now(self.vars.iter().copied());
        let Some(sure) = self.sure(label, sink) else {
            return Err(sink.fail(everything));
        };
        let many = sure.cells > self.size || (sure.union.len() as usize) < sure.cells;
        if many || sure.possible < self.size {
            return Err(sink.fail(everything));
        }
        let full = sure.cells == self.size;
        let exact = sure.possible == self.size;
        for (at, content) in self.cells() {
            let here = sink.get(at);
            if (here & label).is_none() {
                continue;
            }
            let set = sink.get(content);
            if here == label {
                if !set.is_single() {
                    sink.keep(content, !sure.taken, everything)?;
                }
            } else if full || (set & !sure.taken).is_none() {
                sink.keep(at, !label, everything)?;
            } else if exact {
                sink.keep(at, label, everything)?;
            }
        }
        match self.all {
            Some(all) => self.places(label, all & !sure.taken, sink),
            None => Ok(()),
        }
    }

    /// What is sure of a region; `None` when two of its cells hold the same.
    fn sure(&self, label: W, sink: &impl Sink<W>) -> Option<Sure<W>> {
        let mut sure = Sure {
            cells: 0,
            possible: 0,
            taken: W::NONE,
            union: W::NONE,
        };
        for (at, content) in self.cells() {
            let here = sink.get(at);
            if (here & label).is_none() {
                continue;
            }
            sure.possible += 1;
            if here == label {
                let set = sink.get(content);
                sure.cells += 1;
                sure.union |= set;
                if set.is_single() {
                    if !(sure.taken & set).is_none() {
                        return None;
                    }
                    sure.taken |= set;
                }
            }
        }
        Some(sure)
    }

    /// Each of the values has a place in the region.
    fn places(&self, label: W, values: W, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let everything = |why: &mut crate::model::Reason<'_, W>| why.now(self.vars.iter().copied());
        let (mut once, mut twice) = (W::NONE, W::NONE);
        for (at, content) in self.cells() {
            if !(sink.get(at) & label).is_none() {
                let set = sink.get(content);
                twice |= once & set;
                once |= set;
            }
        }
        if !(values & !once).is_none() {
            return Err(sink.fail(everything));
        }
        let single = values & once & !twice;
        if single.is_none() {
            return Ok(());
        }
        for (at, content) in self.cells() {
            let here = sink.get(content) & single;
            if !here.is_none() && !(sink.get(at) & label).is_none() {
                sink.keep(at, label, everything)?;
                sink.keep(content, here, everything)?;
            }
        }
        Ok(())
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
