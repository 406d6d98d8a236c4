use super::area::{Area, Links};
use crate::propagation::{Conflict, Reason, Shared, Sink, Walk, Word};
use std::sync::atomic::{AtomicU64, Ordering};

/// The constraint that the variables whose values lie in a given set form one non-empty connected area.
///
/// On a board, some members may be certain. Cells that cannot be reached from a certain member are excluded, and cells without which
/// the certain members would be disconnected are included. If the size is known, cells that are too far away are also excluded, because
/// joining them to the certain members would take more cells than remain. Cells without which the area would be too small are included.
#[derive(Clone, Debug)]
pub struct Connected<W> {
    /// The variables in increasing order.
    vars: Box<[u16]>,
    /// The lowest variable, which is place 0 of the area.
    first: u16,
    /// For each word of an area, the end of its variables in `vars`.
    ends: Box<[usize]>,
    links: Links,
    /// Number of words in an area, which has one bit for each variable from the lowest to the highest.
    words: usize,
    inside: W,
    size: Option<usize>,
    /// A unique number that identifies the relation in shared buffers.
    id: u64,
}

/// Returns a new unique number.
fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    // The ids only have to differ, so the weakest ordering is enough.
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Number of words in the widest area. A puzzle has at most 10,000 cells.
const MOST_WORDS: usize = 160;

/// Widths of areas, in words, for which specialised code is compiled. A compact build has fewer widths, because the others take 30 kB
/// and few puzzles on the page need them.
const WORDS: &[usize] = if cfg!(feature = "compact") {
    &[2, 4]
} else {
    &[1, 2, 4, 10]
};

/// The certain and the possible members of the area on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known<const N: usize> {
    /// The cells that may be in the area, including the certain ones.
    may: Area<N>,
    sure: Area<N>,
}

impl<const N: usize> Known<N> {
    fn words(&self) -> [&[u64]; 2] {
        [&self.may.0, &self.sure.0]
    }
}

impl<W: Word> Connected<W> {
    pub(crate) fn new(vars: &[u16], edges: &[(u16, u16)], inside: W, size: Option<u16>) -> Self {
        let mut in_order = vars.to_vec();
        in_order.sort_unstable();
        in_order.dedup();
        let first = in_order.first().copied().unwrap_or(0);
        let span = in_order
            .last()
            .map_or(0, |&last| usize::from(last - first) + 1);
        let fits = |words: &usize| span <= 64 * words;
        let words = WORDS.iter().copied().find(fits).unwrap_or(MOST_WORDS);
        let end =
            |word: usize| in_order.partition_point(|&var| usize::from(var - first) < 64 * word);
        // The edges number the variables in the given order, which need not be increasing.
        let place = |at: u16| usize::from(vars[usize::from(at)] - first);
        let edges: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (place(a), place(b))).collect();
        Self {
            first,
            ends: (1..=words).map(end).collect(),
            vars: in_order.into(),
            links: Links::new(&edges, words),
            words,
            inside,
            size: size.map(usize::from),
            id: fresh(),
        }
    }

    #[inline]
    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        match self.words {
            1 if !cfg!(feature = "compact") => self.filter::<1>(sink),
            2 => self.filter::<2>(sink),
            4 => self.filter::<4>(sink),
            10 if !cfg!(feature = "compact") => self.filter::<10>(sink),
            _ => self.filter::<MOST_WORDS>(sink),
        }
    }

    /// Filters the variables, with areas of `N` words. This function is not inlined, because otherwise every relation would
    /// reserve the stack space that wide areas take.
    #[inline(never)]
    fn filter<const N: usize>(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let explain = |why: &mut Reason<'_, W>| {
            why.least(&self.vars, |sink| self.filter::<N>(sink));
        };
        let known = self.read_area::<N>(sink);
        let mut walk = sink.scratch().take_walk();
        let found = match walk.is_quiet(self.id, known.words()) {
            true => Some(known),
            false => self.narrow(known, &mut walk),
        };
        if found == Some(known) {
            // Nothing was found for this area, so the next run on it can be skipped.
            walk.remember(self.id, known.words());
        }
        sink.scratch().put_walk(walk);
        let Some(found) = found else {
            return Err(sink.fail(explain));
        };
        let mut tell = |cells: Area<N>, keep: W| {
            cells
                .each()
                .try_for_each(|place| sink.keep(self.first + place as u16, keep, explain))
        };
        tell(known.may.without(found.may), !self.inside)?;
        tell(found.sure.without(known.sure), self.inside)
    }

    #[inline]
    fn read_area<const N: usize>(&self, sink: &impl Sink<W>) -> Known<N> {
        let (mut may, mut sure) = (Area::NONE, Area::NONE);
        let mut start = 0;
        for (word, &end) in self.ends.iter().enumerate().take(N) {
            for &var in &self.vars[start..end] {
                let (set, bit) = (sink.get(var), (var - self.first) % 64);
                may.0[word] |= u64::from(!(set & self.inside).is_none()) << bit;
                sure.0[word] |= u64::from((set & !self.inside).is_none()) << bit;
            }
            start = end;
        }
        Known { may, sure }
    }

    /// Includes or excludes each cell that has only one option left. Returns `None` if no area is possible.
    fn narrow<const N: usize>(&self, mut known: Known<N>, walk: &mut Walk) -> Option<Known<N>> {
        let (sure, most) = (known.sure.len(), known.may.len());
        // Only a variable without candidates counts as certain but not as possible.
        if most == 0 || !known.sure.without(known.may).is_empty() {
            return None;
        }
        if let Some(size) = self.size {
            if sure > size || most < size {
                return None;
            }
            if sure == size {
                known.may = known.sure;
            }
        }
        if sure == 0 {
            // If no member is certain, the area may be any component, so only components that are too small are excluded.
            known.may = self.large_enough(known.may);
            return (!known.may.is_empty()).then_some(known);
        }
        known.may = match self.size {
            Some(size) => self.within_reach(known, size - sure, walk),
            // All members are connected, so the flood from one certain member finds all possible ones.
            None => self.links.flood(known.sure.first(), known.may),
        };
        if !known.sure.without(known.may).is_empty() {
            return None;
        }
        match self.size {
            Some(size) if known.may.len() < size => return None,
            Some(size) if known.may.len() == size => known.sure = known.may,
            _ => known.sure = known.sure.or(self.find_needed(known)),
        }
        Some(known)
    }

    /// Returns the connected components with enough cells, for a board on which no member is certain.
    fn large_enough<const N: usize>(&self, may: Area<N>) -> Area<N> {
        let Some(size) = self.size else {
            return may;
        };
        let (mut rest, mut large) = (may, Area::NONE);
        while !rest.is_empty() {
            let area = self.links.flood(rest.first(), rest);
            rest = rest.without(area);
            if area.len() >= size {
                large = large.or(area);
            }
        }
        large
    }

    /// Returns the cells that the area can contain if it takes `more` cells besides the certain ones and must join all certain parts.
    ///
    /// The bound for three places uses the fact that the smallest tree through them has at least half the sum of their distances.
    fn within_reach<const N: usize>(
        &self,
        known: Known<N>,
        more: usize,
        walk: &mut Walk,
    ) -> Area<N> {
        walk.reaches.clear();
        let mut may = known.may;
        let (mut parts, mut rest) = (0, known.sure);
        while !rest.is_empty() {
            let part = self.links.flood(rest.first(), rest);
            rest = rest.without(part);
            self.spread(part, known, more, walk);
            may = may.and(reach(walk, parts, more, more));
            for other in 0..parts {
                may = may.and(together(other, parts, part, more, walk));
            }
            parts += 1;
        }
        may
    }

    /// For each number of further cells from 0 to `more`, records the cells that a part can reach by taking that many further cells.
    /// Passing through certain cells is free.
    fn spread<const N: usize>(&self, part: Area<N>, known: Known<N>, more: usize, walk: &mut Walk) {
        let mut reach = part;
        let mut grows = true;
        walk.reaches.extend_from_slice(&reach.0);
        for _ in 0..more {
            if grows {
                let farther = reach.or(self.links.near(reach).and(known.may));
                grows = farther != reach;
                reach = farther;
                let met = self.links.near(reach).and(known.sure);
                if !met.without(reach).is_empty() {
                    reach = reach.or(self.links.flood(met, known.sure));
                }
            }
            // Each number gets an entry even if nothing is added, so that `reach` can compute where each entry begins.
            walk.reaches.extend_from_slice(&reach.0);
        }
    }

    /// Returns the open cells without which certain members would be disconnected or too few cells would remain.
    fn find_needed<const N: usize>(&self, known: Known<N>) -> Area<N> {
        let mut needed = Area::NONE;
        let mut doubtful = self.links.doubtful(known.may).without(known.sure);
        let core = self.links.flood(known.sure.first(), known.sure);
        while !doubtful.is_empty() {
            let cell = doubtful.first();
            doubtful = doubtful.without(cell);
            let Some(left) = self.links.find_parted(cell, core, known.may.without(cell)) else {
                continue;
            };
            let parted = !known.sure.without(left).is_empty();
            if parted || self.size.is_some_and(|size| left.len() < size) {
                needed = needed.or(cell);
            } else {
                // If a cell is not needed, the cells that it cuts off form a dead end, so none of them is needed either.
                doubtful = doubtful.and(left);
            }
        }
        needed
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        300 + 4 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        2
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Returns the cells that an area through two parts can contain if it takes `more` cells besides the certain ones. `one` and
/// `two` are the indices of the parts, and `second` contains the cells of the second part.
fn together<const N: usize>(
    one: usize,
    two: usize,
    second: Area<N>,
    more: usize,
    walk: &Walk,
) -> Area<N> {
    let reach = |part: usize, cells: usize| self::reach::<N>(walk, part, cells, more);
    let Some(between) = (0..=more).find(|&cells| reach(one, cells).meets(second)) else {
        return Area::NONE;
    };
    // A tree with `more` further cells has `more + 1` edges, and the two parts are `between + 1` edges apart.
    let both = 2 * more + 1 - between;
    // With fewer cells from the first part, the second part cannot reach farther, because `more` limits its cells.
    let least = both.saturating_sub(more);
    (least..=more.min(both)).fold(Area::NONE, |all, cells| {
        all.or(reach(one, cells).and(reach(two, more.min(both - cells))))
    })
}

/// Returns the places that a part can reach by taking `cells` further cells. Reaches were recorded for up to `most` cells.
#[inline(always)]
fn reach<const N: usize>(walk: &Walk, part: usize, cells: usize, most: usize) -> Area<N> {
    Area::of(&walk.reaches[(part * (most + 1) + cells) * N..])
}
