//! Sets of different values by size and sum, and an index of the sets that fit given cells.

use super::Word;
use std::sync::OnceLock;

/// Maximum number of values for which sets are listed. With more values, sums only reason about bounds.
pub(crate) const MOST_VALUES: u32 = 16;

/// All sets of bits below `values`, grouped by size and by the sum of their bit indices.
#[derive(Debug)]
pub struct Table {
    /// The sets with a given size and sum are `sets[starts[at]..starts[at + 1]]`, with `at = size * width + sum`.
    starts: Vec<u32>,
    sets: Vec<u32>,
    width: usize,
    values: u32,
    /// The sets of each size, computed on first use.
    of_size: Vec<OnceLock<Listed>>,
}

/// The value sets of one size.
#[derive(Debug)]
pub struct Listed {
    /// Each set and the sum of its bit indices.
    pub sets: Vec<(u32, u32)>,
    /// An index for finding the sets that fit given cells.
    pub index: Index,
}

/// An index of value sets that finds the sets that fit given cells.
///
/// It processes 64 sets at a time, as the bits of a word. The values are split into parts of five. For each part and each subset of
/// its values, a row of the index marks the sets that contain a value of the subset. So a cell costs one look-up per part instead of
/// one test per set.
#[derive(Clone, Debug)]
pub struct Index {
    /// The union of the sets.
    values: u64,
    /// Number of parts that the values are split into.
    parts: usize,
    /// For each word of 64 sets, each part of the values and each subset of that part: a bit mask of the sets that contain a value of
    /// the subset.
    with: Box<[u64]>,
    /// Number of sets in the index.
    count: usize,
}

/// Number of values in a part, so that a part has 32 subsets.
const PART: usize = 5;

impl Index {
    /// Creates an index of value sets.
    pub fn new(sets: &[u64]) -> Self {
        let values = sets.iter().fold(0, |values, set| values | set);
        let parts = (64 - values.leading_zeros() as usize).div_ceil(PART).max(1);
        let mut with = Vec::with_capacity((sets.len().div_ceil(64) * parts) << PART);
        for sets in sets.chunks(64) {
            for part in 0..parts {
                let one = |value: usize| {
                    let has =
                        // The last part may extend beyond bit 63, so a plain shift could overflow.
                        |set: u64| set.checked_shr((part * PART + value) as u32).unwrap_or(0) & 1;
                    let sets = sets.iter().enumerate();
                    sets.fold(0, |all, (at, &set)| all | has(set) << at)
                };
                let ones: [u64; PART] = std::array::from_fn(one);
                let start = with.len();
                with.push(0);
                for some in 1usize..1 << PART {
                    let less = with[start + (some & (some - 1))];
                    with.push(less | ones[some.trailing_zeros() as usize]);
                }
            }
        }
        Self {
            values,
            parts,
            with: with.into(),
            count: sets.len(),
        }
    }

    /// Calls `see` with the index of each set that lies within `union` and contains a candidate of every cell.
    #[inline(always)]
    pub fn each_fitting<W: Word>(&self, union: W, cells: &[W], mut see: impl FnMut(usize)) {
        for (rows, start) in self.with.chunks(self.parts << PART).zip((0..).step_by(64)) {
            let with_some = |values: u64| {
                let parts = rows.chunks_exact(1 << PART).zip((0..).step_by(PART));
                parts.fold(0, |with, (row, at)| {
                    with | row[(values >> at) as usize & ((1 << PART) - 1)]
                })
            };
            // The last word may have fewer than 64 sets, so its other bits must not be reported.
            let all = !0 >> (64 - (self.count - start).min(64));
            let mut fitting = all & !with_some(self.values & !union.bits());
            for cell in cells {
                fitting &= with_some(cell.bits());
            }
            for at in fitting.each() {
                see(start + at as usize);
            }
        }
    }
}

impl Table {
    /// Returns the sets of `size` different bits whose bit indices sum to `sum`.
    #[must_use]
    pub fn sets(&self, size: usize, sum: i64) -> &[u32] {
        let Ok(sum) = usize::try_from(sum) else {
            return &[];
        };
        if size > self.values as usize || sum >= self.width {
            return &[];
        }
        let group = size * self.width + sum;
        &self.sets[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// Returns the sets of `size` different bits.
    #[must_use]
    pub fn of_size(&self, size: usize) -> &Listed {
        self.of_size[size].get_or_init(|| {
            let sets = (0..self.width as u32).flat_map(|sum| {
                let sets = self.sets(size, i64::from(sum)).iter();
                sets.map(move |&set| (set, sum))
            });
            let sets: Vec<(u32, u32)> = sets.collect();
            let bits: Vec<u64> = sets.iter().map(|set| u64::from(set.0)).collect();
            Listed {
                index: Index::new(&bits),
                sets,
            }
        })
    }

    fn new(values: u32) -> Self {
        // The largest sum is that of all values. `max` prevents an underflow for the empty table.
        let width = (values * (values.max(1) - 1) / 2 + 1) as usize;
        let group = |set: u32| {
            let sum: u32 = (0..values).filter(|bit| set >> bit & 1 == 1).sum();
            set.count_ones() as usize * width + sum as usize
        };
        let groups = (values as usize + 1) * width;
        let mut starts = vec![0u32; groups + 1];
        let all = 0..1u32 << values;
        for set in all.clone() {
            starts[group(set) + 1] += 1;
        }
        for i in 0..groups {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut sets = vec![0; all.len()];
        for set in all {
            let at = &mut next[group(set)];
            sets[*at as usize] = set;
            *at += 1;
        }
        Self {
            starts,
            sets,
            width,
            values,
            of_size: (0..=MOST_VALUES).map(|_| OnceLock::new()).collect(),
        }
    }
}

/// Returns the table for a number of values, computed on first use. It is empty for more than 16 values.
#[must_use]
pub(crate) fn table(values: u32) -> &'static Table {
    static TABLES: [OnceLock<Table>; MOST_VALUES as usize + 1] =
        [const { OnceLock::new() }; MOST_VALUES as usize + 1];
    let values = if values > MOST_VALUES { 0 } else { values };
    TABLES[values as usize].get_or_init(|| Table::new(values))
}
