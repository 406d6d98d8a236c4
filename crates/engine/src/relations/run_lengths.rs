use crate::propagation::{Conflict, Shared, Sink, Word};

/// The constraint that a variable equals an offset plus the lengths of the runs along several arms. The run on an arm ends
/// before the first cell whose value differs from the head's.
#[derive(Clone, Debug)]
pub struct RunLengths {
    /// The head, the variable that holds the total, and then the arms, one after another.
    vars: Box<[u16]>,
    /// For each arm, the end of its cells in `vars`.
    ends: Box<[usize]>,
    offset: i64,
}

/// The minimum and maximum length of the run on one arm.
#[derive(Clone, Copy)]
struct Reach {
    start: usize,
    least: usize,
    most: usize,
}

const HEAD: usize = 0;
const TOTAL: usize = 1;

impl RunLengths {
    pub(crate) fn new(head: u16, total: u16, arms: &[Vec<u16>], offset: i64) -> Self {
        let mut vars = vec![head, total];
        let mut ends = vec![];
        for arm in arms {
            vars.extend(arm);
            ends.push(vars.len());
        }
        Self {
            vars: vars.into(),
            ends: ends.into(),
            offset,
        }
    }

    #[inline]
    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let (least, most) = self.arms().fold((0, 0), |(least, most), arm| {
            let reach = self.reach(arm, sink);
            (least + reach.least, most + reach.most)
        });
        let count = |bit: u32| shared.value(bit) - self.offset;
        let fits = |bit: &u32| (least as i64..=most as i64).contains(&count(*bit));
        let total = self.vars[TOTAL];
        let keep = sink.get(total).each().filter(fits);
        let keep = keep.fold(W::NONE, |set, bit| set | W::one(bit));
        self.keep(total, keep, shared, sink)?;
        let counts = || keep.each().map(count);
        let (low, high) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        let (low, high) = (low as usize, high as usize);
        for arm in self.arms() {
            // The reach is computed again, since earlier arms may have restricted the head.
            let reach = self.reach(arm, sink);
            // The other arms reach at most `most - reach.most`, so this arm must cover the rest.
            if (low + reach.most).saturating_sub(most) > reach.least {
                self.go_on(reach, low + reach.most - most, shared, sink)?;
            }
            // The other arms take at least `least - reach.least`, so this arm can take at most the rest of `high`.
            if reach.most > reach.least && high + reach.least <= least + reach.least {
                self.stop(self.vars[reach.start + reach.least], shared, sink)?;
            }
        }
        Ok(())
    }

    /// Returns the arms as ranges of `vars`.
    fn arms(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let starts = std::iter::once(TOTAL + 1).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied())
    }

    fn reach<W: Word>(&self, (start, end): (usize, usize), sink: &impl Sink<W>) -> Reach {
        let head = sink.get(self.vars[HEAD]);
        let arm = &self.vars[start..end];
        let long = |goes_on: &dyn Fn(W) -> bool| {
            let stop = arm.iter().position(|&var| !goes_on(sink.get(var)));
            stop.unwrap_or(arm.len())
        };
        Reach {
            start,
            least: match head.is_single() {
                true => long(&|set| set == head),
                false => 0,
            },
            most: long(&|set| !(set & head).is_none()),
        }
    }

    /// Requires the first cells of an arm to have the head's value.
    fn go_on<W: Word>(
        &self,
        reach: Reach,
        cells: usize,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let run = &self.vars[reach.start..reach.start + cells];
        let common = run
            .iter()
            .fold(sink.get(self.vars[HEAD]), |set, &var| set & sink.get(var));
        self.keep(self.vars[HEAD], common, shared, sink)?;
        run.iter()
            .try_for_each(|&var| self.keep(var, common, shared, sink))
    }

    /// Requires a cell's value to differ from the head's.
    fn stop<W: Word>(
        &self,
        var: u16,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let head = self.vars[HEAD];
        let (here, there) = (sink.get(var), sink.get(head));
        if there.is_single() {
            return self.keep(var, !there, shared, sink);
        }
        match here.is_single() {
            true => self.keep(head, !here, shared, sink),
            false => Ok(()),
        }
    }

    fn keep<W: Word>(
        &self,
        var: u16,
        keep: W,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        sink.keep(var, keep, |why| {
            why.least(&self.vars, |sink| self.propagate(shared, sink));
        })
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        20 + 2 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        2
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
