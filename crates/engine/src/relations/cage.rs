use super::few::{self, Term};
use crate::propagation::combinations::Index;
use crate::propagation::{Conflict, Reason, Shared, Sink, Word};

/// Maximum number of variables of a cage. Longer sums use bounds.
pub(crate) const MOST_CELLS: usize = 16;
/// Maximum number of value sets of a cage. Sums with more sets use bounds.
pub(crate) const MOST_SETS: usize = 600;

/// The constraint that variables are pairwise different and sum to a given total. Propagation considers every value set with that
/// total.
///
/// A set is possible if each of its values has a place and each cell can take one of its values. Values that are in no possible set are
/// removed. Values that are in all possible sets are required: if a required value has only one place, it is set there, and cells that see
/// all places of a required value lose it. With two or three open cells, all orders of each set are tried, so propagation is domain
/// consistent.
#[derive(Clone, Debug)]
pub struct Cage<W> {
    vars: Box<[u16]>,
    sets: Box<[W]>,
    /// The candidates of the variables when the sets were listed.
    union: W,
    /// The property that defines the listed sets; `None` if no such property is known.
    rule: Option<Rule>,
    index: Index,
}

/// A property that defines value sets.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// The bit indices of the set have this sum.
    Total(i64),
    /// The bit indices of the set are consecutive.
    Run,
}

impl<W: Word> Cage<W> {
    /// Creates a cage whose values form one of the given sets. `union` contains the sets and the candidates of the
    /// variables. The variables must be known to differ.
    pub(crate) fn new(vars: &[u16], sets: Vec<W>, union: W) -> Self {
        debug_assert!(vars.len() <= MOST_CELLS);
        let bits: Vec<u64> = sets.iter().map(|set| set.bits()).collect();
        Self {
            vars: vars.into(),
            sets: sets.into(),
            union,
            rule: None,
            index: Index::new(&bits),
        }
    }

    /// Creates a cage from all sets whose bit indices sum to `total`.
    pub(crate) fn with_total(vars: &[u16], sets: Vec<W>, union: W, total: i64) -> Self {
        Self {
            rule: Some(Rule::Total(total)),
            ..Self::new(vars, sets, union)
        }
    }

    /// Creates a cage whose values are consecutive, in any order. `values` is the size of the value range.
    pub(crate) fn run(vars: &[u16], values: u32) -> Self {
        let length = vars.len() as u32;
        let runs = (0..(values + 1).saturating_sub(length))
            .map(|low| W::span(low as i32, (low + length) as i32 - 1))
            .collect();
        Self {
            // `three_in_a_row` only covers three cells, so other lengths use the listed sets.
            rule: (length == 3).then_some(Rule::Run),
            // All runs are listed, whatever the candidates are, so reasons need not cite any candidates.
            ..Self::new(vars, runs, !W::NONE)
        }
    }

    #[inline]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut cells = [W::NONE; MOST_CELLS];
        let cells = &mut cells[..self.vars.len()];
        let (mut union, mut fixed, mut open) = (W::NONE, W::NONE, 0);
        for (cell, &var) in cells.iter_mut().zip(&self.vars) {
            *cell = sink.get(var);
            union |= *cell;
            if cell.is_single() {
                fixed |= *cell;
            } else {
                open += 1;
            }
        }
        match self.rule {
            Some(Rule::Total(total)) if open <= 3 => {
                return self.few(cells, fixed, open, total, shared, sink);
            }
            Some(Rule::Run) => return self.three_in_a_row(cells, fixed, shared, sink),
            _ => {}
        }
        // Equal values would leave fewer values than cells in `fixed`, and no set is that small.
        if open == 0 {
            return match self.sets.contains(&fixed) {
                true => Ok(()),
                false => Err(sink.fail(|why| self.explain(why, shared))),
            };
        }
        let (mut possible, mut required) = (W::NONE, shared.full);
        let mut placed = [W::NONE; MOST_CELLS];
        let exact = open <= 3;
        self.index.each_fitting(union, cells, |at| {
            let set = self.sets[at];
            if !exact || place(cells, set & !fixed, &mut placed) {
                possible |= set;
                required &= set;
            }
        });
        if possible.is_none() {
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        for (i, cell) in cells.iter_mut().enumerate() {
            if cell.is_single() {
                continue;
            }
            let allowed = if exact { placed[i] } else { possible };
            if !(*cell & !allowed).is_none() {
                *cell &= allowed;
                sink.keep(self.vars[i], allowed, |why| self.explain(why, shared))?;
            }
        }
        self.place_required(required & !fixed, cells, shared, sink)
    }

    /// Solves the sum for at most three open cells, after subtracting the fixed cells.
    #[inline]
    fn few(
        &self,
        cells: &mut [W],
        fixed: W,
        open: usize,
        total: i64,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut rest = total;
        let (mut terms, mut places) = ([Term::new(W::NONE, false); 3], [0; 3]);
        let mut count = 0;
        for (i, cell) in cells.iter().enumerate() {
            if cell.is_single() {
                rest -= i64::from(cell.lowest());
            } else {
                // The cells differ, so no open cell can take a fixed value.
                terms[count] = Term::new(*cell & !fixed, false);
                places[count] = i;
                count += 1;
            }
        }
        let [a, b, c] = terms;
        let (allowed, required) = match open {
            // The values differ only if there are as many values as cells.
            0 if rest == 0 && fixed.len() as usize == cells.len() => return Ok(()),
            0 => return Err(sink.fail(|why| self.explain(why, shared))),
            1 => ([few::one(a, rest), 0, 0], 0),
            2 => {
                let (left, right) = few::two(a, b, rest, true);
                // If only one pair of values is left, every solution contains both values, so they are required.
                let pair = left | right;
                let required = if pair.count_ones() == 2 { pair } else { 0 };
                ([left, right, 0], required)
            }
            _ => few::three([a, b, c], rest, [true; 3]),
        };
        self.keep_cells(&places[..open], allowed, cells, shared, sink)?;
        self.place_required(W::from_bits(required) & !fixed, cells, shared, sink)
    }

    /// Tries the six orders of three consecutive values. Bit operations test each order for all lowest values in parallel.
    #[inline]
    fn three_in_a_row(
        &self,
        cells: &mut [W],
        fixed: W,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        const ORDERS: [[usize; 3]; 6] = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let sets = [cells[0].bits(), cells[1].bits(), cells[2].bits()];
        let (mut allowed, mut lowest) = ([0; 3], 0);
        for [low, middle, high] in ORDERS {
            // All candidates are shifted to the lowest value of the run, so that one operation compares every run.
            let here = sets[low] & sets[middle] >> 1 & sets[high] >> 2;
            allowed[low] |= here;
            allowed[middle] |= here << 1;
            allowed[high] |= here << 2;
            lowest |= here;
        }
        if lowest == 0 {
            return Err(sink.fail(|why| self.explain(why, shared)));
        }
        self.keep_cells(&[0, 1, 2], allowed, cells, shared, sink)?;
        let (first, last) = (lowest.trailing_zeros(), 63 - lowest.leading_zeros());
        // Every possible run contains the values from the highest start to the lowest end, so these values are required.
        let required = W::span(last as i32, first as i32 + 2);
        self.place_required(required & !fixed, cells, shared, sink)
    }

    /// Restricts at most three cells to their allowed values.
    #[inline(always)]
    fn keep_cells(
        &self,
        places: &[usize],
        allowed: [u64; 3],
        cells: &mut [W],
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        for (&place, allowed) in places.iter().zip(allowed) {
            let allowed = W::from_bits(allowed);
            if !(cells[place] & !allowed).is_none() {
                cells[place] &= allowed;
                sink.keep(self.vars[place], allowed, |why| self.explain(why, shared))?;
            }
        }
        Ok(())
    }

    /// Propagates the values that must be in the cage. If a required value has only one place, it is set there. If it has
    /// two to four places, it is removed from the cells that see all of them.
    #[inline]
    fn place_required(
        &self,
        required: W,
        cells: &[W],
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        for bit in required.each() {
            let value = W::one(bit);
            let mut places = [0u16; MOST_CELLS];
            let mut count = 0;
            for (&cell, &var) in cells.iter().zip(&self.vars) {
                if !(cell & value).is_none() {
                    places[count] = var;
                    count += 1;
                }
            }
            if count == 0 {
                return Err(sink.fail(|why| self.explain(why, shared)));
            }
            if count == 1 {
                sink.keep(places[0], value, |why| self.explain(why, shared))?;
            } else if count <= 4 {
                let places = &places[..count];
                shared.take_from_common_peers(places, value, sink, |why| {
                    // The opposite of the inference: a cell that sees all places has the value, so none of the places can have it.
                    let opposite = |board: &mut [W]| {
                        let places = places.iter();
                        places.for_each(|&var| board[usize::from(var)] &= !value);
                    };
                    self.explain_against(opposite, why, shared);
                })?;
            }
        }
        Ok(())
    }

    fn explain(&self, why: &mut Reason<'_, W>, shared: &Shared<W>) {
        let opposite = why.opposite();
        self.explain_against(opposite, why, shared);
    }

    fn explain_against(
        &self,
        opposite: impl FnOnce(&mut [W]),
        why: &mut Reason<'_, W>,
        shared: &Shared<W>,
    ) {
        // Value sets outside the union were dropped when the cage was created, so the reason cites the union.
        for &var in &self.vars {
            why.within(var, self.union);
        }
        why.least_against(opposite, &self.vars, |sink| self.propagate(shared, sink));
    }

    pub(crate) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        2 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, values: u32) -> u32 {
        (2 * values)
            .saturating_sub(self.vars.len() as u32)
            .max(values)
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Places the remaining values into at most three open cells in every possible order, and adds each placement to `placed`. Returns
/// `false` if there is no placement.
#[inline]
fn place<W: Word>(cells: &[W], rest: W, placed: &mut [W; MOST_CELLS]) -> bool {
    let mut open = [0usize; 3];
    let mut count = 0;
    for (i, cell) in cells.iter().enumerate() {
        if !cell.is_single() {
            open[count] = i;
            count += 1;
        }
    }
    let [a, b, c] = open;
    match count {
        1 => {
            let here = cells[a] & rest;
            placed[a] |= here;
            !here.is_none()
        }
        2 => {
            let (first, second) = pair(cells[a] & rest, cells[b] & rest, rest);
            placed[a] |= first;
            placed[b] |= second;
            !first.is_none()
        }
        _ => {
            let (mut firsts, mut seconds, mut thirds) = (W::NONE, W::NONE, W::NONE);
            for bit in (rest & cells[a]).each() {
                let first = W::one(bit);
                let others = rest & !first;
                let (second, third) = pair(cells[b] & others, cells[c] & others, others);
                if !second.is_none() {
                    firsts |= first;
                    seconds |= second;
                    thirds |= third;
                }
            }
            placed[a] |= firsts;
            placed[b] |= seconds;
            placed[c] |= thirds;
            !firsts.is_none()
        }
    }
}

/// Returns the values that each of two cells can take if the cells hold the two `values`. `a` and `b` are the cells' candidates among these
/// two values.
#[inline(always)]
fn pair<W: Word>(a: W, b: W, values: W) -> (W, W) {
    let other = |set: W| match set.is_single() {
        true => values & !set,
        false => set,
    };
    (a & other(b), b & other(a))
}
