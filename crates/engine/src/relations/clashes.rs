//! Clashes: pairs of candidates of two variables that exclude each other.

use super::Pair;
use crate::propagation::{Conflict, Shared, Word};

/// For each candidate, the candidates of other variables that clash with it.
#[derive(Debug)]
pub(crate) struct Clashes<W> {
    /// Number of words in a set of variables.
    words: usize,
    /// For each value, the set of its partners (the values that clash with it somewhere), and the index of its first row among a
    /// variable's rows. The rows of a value are in the order of its partners.
    partners: Vec<(W, usize)>,
    /// Number of rows of each variable: one for each pair of a value and one of its partners.
    stride: usize,
    /// A row for each variable, each of its values and each partner of that value: the set of variables in which the partner clashes
    /// with the value.
    rows: Vec<u64>,
    /// Three sets of variables for each variable: first, those with a clash of equal values that comes from a pair relation;
    /// second, those with any clash of equal values; third, those with a clash of different values.
    near: [Vec<u64>; 3],
}

/// Maximum size of a table, in words: 2 MiB.
const MOST: usize = 1 << 18;

impl<W: Word> Clashes<W> {
    /// Collects the clashes of `pairs`. For each value that clashes with itself in some pair, the peers of each variable are
    /// added to the variable's row of equal values. With `apart`, every value gets such a row. Returns `None` if no value
    /// has a row, or if the table would be too large.
    pub(crate) fn of(
        shared: &Shared<W>,
        vars: usize,
        pairs: &[&Pair<W>],
        apart: bool,
    ) -> Option<Self> {
        let mut clashes = Self::of_pairs(shared, vars, pairs, apart)?;
        // The peers have not been added yet, so these clashes come from pairs alone.
        let by_pairs = clashes.near(true);
        for var in 0..vars as u16 {
            for bit in 0..shared.values {
                // If a value has no row for equal values, there is nowhere to add the peers.
                if (clashes.with(bit) & W::one(bit)).is_none() {
                    continue;
                }
                let row = clashes.row_mut(var, bit, bit).iter_mut();
                let peers = shared.peers(var);
                row.zip(peers).for_each(|(row, peers)| *row |= peers);
            }
        }
        let equal = clashes.near(true);
        let beyond_houses = if apart { equal.clone() } else { by_pairs };
        clashes.near = [beyond_houses, equal, clashes.near(false)];
        Some(clashes)
    }

    /// Collects the clashes of `pairs`. With `equal`, every value gets a row for clashes of equal values, even if the row is
    /// empty. Returns `None` if no value has a row, or if the table would be too large.
    pub(crate) fn of_pairs(
        shared: &Shared<W>,
        vars: usize,
        pairs: &[&Pair<W>],
        equal: bool,
    ) -> Option<Self> {
        let values = shared.values;
        let words = vars.div_ceil(64);
        if words * vars * values as usize > MOST {
            return None;
        }
        let mut partners: Vec<(W, usize)> = (0..values)
            .map(|bit| (if equal { W::one(bit) } else { W::NONE }, 0))
            .collect();
        // Each clash is recorded in both directions, so that it is found from either variable.
        let clashing = pairs.iter().flat_map(|pair| {
            let [a, b] = pair.both();
            let sides = [(a, b, false), (b, a, true)];
            sides.into_iter().flat_map(move |(x, y, turned)| {
                (0..values).map(move |bit| (x, bit, y, pair.clashing(turned, bit) & shared.full))
            })
        });
        for (_, bit, _, others) in clashing.clone() {
            partners[bit as usize].0 |= others;
        }
        let mut stride = 0;
        for (set, first) in &mut partners {
            *first = stride;
            stride += set.len() as usize;
        }
        // The number of rows is known only now, so the size is checked again.
        let size = words * vars * stride;
        if size == 0 || size > MOST {
            return None;
        }
        let mut clashes = Self {
            words,
            partners,
            stride,
            rows: vec![0; size],
            near: [const { vec![] }; 3],
        };
        for (x, bit, y, others) in clashing {
            for other in others.each() {
                clashes.row_mut(x, bit, other)[usize::from(y) / 64] |= 1 << (y % 64);
            }
        }
        Some(clashes)
    }

    /// Returns the index of the row for a value and its partner, counted from the first row of a variable.
    #[inline]
    fn row(&self, value: u32, other: u32) -> usize {
        let (set, first) = self.partners[value as usize];
        let before = set.bits() & ((1 << other) - 1);
        first + before.count_ones() as usize
    }

    fn row_mut(&mut self, var: u16, value: u32, other: u32) -> &mut [u64] {
        let row = usize::from(var) * self.stride + self.row(value, other);
        &mut self.rows[row * self.words..][..self.words]
    }

    /// Returns, for each variable, the set of variables with which it has a clash of equal values (if `equal`) or of different values.
    fn near(&self, equal: bool) -> Vec<u64> {
        let mut near = vec![];
        for rows in self.rows.chunks(self.stride * self.words) {
            let first = near.len();
            near.resize(first + self.words, 0);
            for (value, &(partners, row)) in (0..).zip(&self.partners) {
                for (row, other) in (row..).zip(partners.each()) {
                    if (other == value) == equal {
                        let row = &rows[row * self.words..][..self.words];
                        let near = near[first..].iter_mut();
                        near.zip(row).for_each(|(near, row)| *near |= row);
                    }
                }
            }
        }
        near
    }

    /// Returns `true` if some candidate may clash with candidates of both variables. Equal values of the variables in `inside` do not
    /// count, nor do clashes that houses alone imply: a row and a box always have common peers, and counting these took 1.4 times as
    /// long on some grids without removing anything.
    pub(super) fn meet(&self, a: u16, b: u16, inside: &[u64]) -> bool {
        let [beyond, equal, other] = &self.near;
        (0..self.words).any(|word| {
            let [a, b] = [a, b].map(|var| usize::from(var) * self.words + word);
            let equal = (beyond[a] & equal[b]) | (equal[a] & beyond[b]);
            (equal & !inside[word]) | (other[a] & other[b]) != 0
        })
    }

    pub(super) fn set_of(&self, vars: &[u16]) -> Box<[u64]> {
        let mut set = vec![0; self.words];
        for &var in vars {
            set[usize::from(var) / 64] |= 1 << (var % 64);
        }
        set.into()
    }

    /// Returns the partners of a value: the values that clash with it somewhere.
    #[inline]
    pub(super) fn with(&self, value: u32) -> W {
        self.partners[value as usize].0
    }

    /// Calls `tell` with each variable outside of `besides` whose candidate `other` clashes with `value` in all of `places`. There must
    /// be at least one place.
    #[inline]
    pub(super) fn with_all(
        &self,
        places: &[u16],
        (value, other): (u32, u32),
        besides: &[u64],
        mut tell: impl FnMut(u16) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        let row = self.row(value, other);
        for word in 0..self.words {
            let rows = places
                .iter()
                .map(|&var| (usize::from(var) * self.stride + row) * self.words + word);
            let known = besides.get(word).copied().unwrap_or(0);
            let all = rows.fold(!known, |set, row| set & self.rows[row]);
            for bit in all.each() {
                tell((word * 64) as u16 + bit as u16)?;
            }
        }
        Ok(())
    }
}
