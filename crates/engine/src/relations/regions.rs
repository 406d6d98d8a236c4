use crate::propagation::{Conflict, Reason, Shared, Sink, Word};

/// The constraint that cells with equal labels form regions of equal size, and that the values within each region
/// differ.
///
/// Connectivity of the regions and canonical labels are left to other relations.
#[derive(Clone, Debug)]
pub struct Regions<W> {
    /// The labels of all cells, followed by their contents in the same order.
    vars: Box<[u16]>,
    labels: Box<[W]>,
    size: usize,
    /// The values that every region must contain, if each region must contain all values.
    all: Option<W>,
}

/// The state of one region on a board.
#[derive(Clone, Copy, Default)]
struct Tally<W> {
    /// Number of cells that certainly belong to the region.
    cells: u16,
    /// Number of cells that may belong to the region, including the certain ones. Counting stops once it exceeds the
    /// region's size.
    possible: u16,
    /// The fixed values of the region's certain cells.
    taken: W,
    /// The union of the candidates of the region's certain cells.
    union: W,
    /// The values that at least one (`once`) or at least two (`twice`) of the region's possible cells can take.
    once: W,
    twice: W,
    /// `true` if two of the region's certain cells have the same value.
    clash: bool,
    /// The values that the region needs and that have only one place left in it.
    single: W,
}

/// The state of all regions on a board.
struct Tallies<W> {
    /// The state of each region, indexed by the bit of its label.
    of: [Tally<W>; 64],
    /// Labels of regions that already have all their cells.
    full: W,
    /// Labels of regions that need every one of their possible cells.
    needy: W,
    /// Labels of regions with a value that has a single place left.
    lone: W,
    /// For each value, the labels of the regions that already contain it.
    taken: [W; 64],
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

    /// Not inlined, because every relation would otherwise reserve the stack space of the tallies.
    #[expect(
        clippy::only_used_in_recursion,
        reason = "all relations have the same signature"
    )]
    #[inline(never)]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let everything = |why: &mut Reason<'_, W>| {
            // The values that each region needs follow from the initial candidates of the contents, so these are cited.
            why.start(self.cells().map(|(_, content)| content));
            why.least(&self.vars, |sink| self.propagate(shared, sink));
        };
        let Some(tallies) = self.tallies(sink) else {
            return Err(sink.fail(everything));
        };
        for (at, content) in self.cells() {
            let (here, set) = (sink.get(at), sink.get(content));
            if here.is_single() {
                let tally = &tallies.of[here.lowest() as usize];
                // A fixed value has been checked for clashes by `tallies`, so it needs no further check.
                if !set.is_single() {
                    let single = set & tally.single;
                    let keep = if single.is_none() {
                        !tally.taken
                    } else {
                        single
                    };
                    sink.keep(content, keep, everything)?;
                }
                continue;
            }
            let out = here & (tallies.full | tallies.find_blocked_labels(here, set));
            if !out.is_none() {
                sink.keep(at, !out, everything)?;
            }
            for bit in (here & !out & (tallies.needy | tallies.lone)).each() {
                let label = W::one(bit);
                let single = set & tallies.of[bit as usize].single;
                if !(label & tallies.needy).is_none() || !single.is_none() {
                    sink.keep(at, label, everything)?;
                }
                if !single.is_none() {
                    sink.keep(content, single, everything)?;
                }
            }
        }
        Ok(())
    }

    /// Computes the state of all regions; `None` if some region is impossible.
    fn tallies(&self, sink: &impl Sink<W>) -> Option<Tallies<W>> {
        let mut tallies = Tallies {
            of: [Tally::default(); 64],
            full: W::NONE,
            needy: W::NONE,
            lone: W::NONE,
            taken: [W::NONE; 64],
        };
        let needed = self.all.unwrap_or(W::NONE);
        let mut rich = W::NONE;
        for (at, content) in self.cells() {
            let (here, set) = (sink.get(at), sink.get(content));
            if here.is_single() {
                tallies.of[here.lowest() as usize].add_sure(set);
            }
            for bit in (here & !rich).each() {
                let tally = &mut tallies.of[bit as usize];
                tally.add_possible(set);
                // Further cells would not change any conclusion about this region, so they are not counted.
                if usize::from(tally.possible) > self.size && (needed & !tally.twice).is_none() {
                    rich |= W::one(bit);
                }
            }
        }
        for &label in &self.labels {
            let tally = &mut tallies.of[label.lowest() as usize];
            if !self.can_be(tally) {
                return None;
            }
            tally.single = needed & tally.once & !tally.twice & !tally.taken;
            let mark = |holds: bool| if holds { label } else { W::NONE };
            tallies.full |= mark(usize::from(tally.cells) == self.size);
            tallies.needy |= mark(usize::from(tally.possible) == self.size);
            tallies.lone |= mark(!tally.single.is_none());
            for bit in tally.taken.each() {
                tallies.taken[bit as usize] |= label;
            }
        }
        Some(tallies)
    }

    /// Returns `true` if the region can still have the right number of cells and all its values, without repeating a
    /// value.
    fn can_be(&self, tally: &Tally<W>) -> bool {
        let missing = self.all.unwrap_or(W::NONE) & !tally.once;
        !tally.clash
            && usize::from(tally.cells) <= self.size
            && usize::from(tally.possible) >= self.size
            // The values of a region differ, so its certain cells need at least as many candidates.
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

impl<W: Word> Tallies<W> {
    /// Returns the labels whose regions already contain every value of a set.
    #[inline]
    fn find_blocked_labels(&self, labels: W, set: W) -> W {
        let mut blocked = labels;
        for bit in set.each() {
            blocked &= self.taken[bit as usize];
            if blocked.is_none() {
                break;
            }
        }
        blocked
    }
}

impl<W: Word> Tally<W> {
    /// Adds a cell that certainly belongs to the region.
    #[inline]
    fn add_sure(&mut self, set: W) {
        self.cells += 1;
        self.union |= set;
        if set.is_single() {
            self.clash |= !(self.taken & set).is_none();
            self.taken |= set;
        }
    }

    /// Adds a cell that may belong to the region.
    #[inline]
    fn add_possible(&mut self, set: W) {
        self.possible += 1;
        self.twice |= self.once & set;
        self.once |= set;
    }
}
