//! Sets of different values by size and sum.

use std::sync::OnceLock;

/// The most values for which sets are listed; beyond it sums reason by bounds.
pub(crate) const MOST_VALUES: u32 = 16;

/// All sets of bits `0..values`, grouped by size and by the sum of their bit numbers.
#[derive(Debug)]
pub struct Table {
    /// `starts[size * width + sum]..starts[size * width + sum + 1]` in `sets`.
    starts: Vec<u32>,
    sets: Vec<u32>,
    width: usize,
    values: u32,
}

impl Table {
    /// The sets of `size` different bits whose numbers add up to `sum`; none where impossible.
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

    /// Calls `see` with the sum of bit numbers and the bits of every set of `size`.
    #[inline]
    pub fn each_of_size(&self, size: usize, mut see: impl FnMut(u32, u32)) {
        if size > self.values as usize {
            return;
        }
        for sum in 0..self.width {
            let group = size * self.width + sum;
            for &set in &self.sets[self.starts[group] as usize..self.starts[group + 1] as usize] {
                see(sum as u32, set);
            }
        }
    }

    fn new(values: u32) -> Self {
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
        }
    }
}

/// The table for a number of values, made at first use; empty above 16 values.
#[must_use]
pub(crate) fn table(values: u32) -> &'static Table {
    static TABLES: [OnceLock<Table>; MOST_VALUES as usize + 1] =
        [const { OnceLock::new() }; MOST_VALUES as usize + 1];
    let values = if values > MOST_VALUES { 0 } else { values };
    TABLES[values as usize].get_or_init(|| Table::new(values))
}
