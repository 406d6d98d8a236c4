//! Sets of grid cells as bit masks.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Number of cells in each half of a bit mask.
const HALF: u16 = 128;

/// A set of grid cells, with one bit for each cell in reading order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cells {
    /// The first 128 cells. Most grids have no cells in `high`.
    low: u128,
    high: u128,
}

impl Cells {
    /// The empty set.
    pub const EMPTY: Self = Self { low: 0, high: 0 };

    /// Maximum number of cells in a set.
    pub const MOST: usize = 2 * HALF as usize;

    /// Returns the set that contains only `cell`, which must be less than [`Cells::MOST`].
    #[inline(always)]
    #[must_use]
    pub const fn one(cell: u16) -> Self {
        match cell < HALF {
            true => Self {
                low: 1 << cell,
                high: 0,
            },
            false => Self {
                low: 0,
                high: 1 << (cell - HALF),
            },
        }
    }

    /// Returns the set of the first `count` cells. `count` must be at most [`Cells::MOST`].
    #[must_use]
    pub const fn first_of(count: usize) -> Self {
        const fn lowest(count: usize) -> u128 {
            match count {
                // A shift by all 128 bits would overflow.
                0 => 0,
                _ => u128::MAX >> (HALF as usize - count),
            }
        }
        let half = HALF as usize;
        match count <= half {
            true => Self {
                low: lowest(count),
                high: 0,
            },
            false => Self {
                low: u128::MAX,
                high: lowest(count - half),
            },
        }
    }

    /// Returns the number of cells in the set.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        // Most grids have no cells in `high`, so the second count is usually skipped.
        let low = self.low.count_ones() as usize;
        match self.high {
            0 => low,
            high => low + high.count_ones() as usize,
        }
    }

    /// Returns `true` if there are no cells.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Returns `true` if there is exactly one cell.
    #[inline(always)]
    #[must_use]
    pub const fn is_single(self) -> bool {
        match self.high {
            0 => self.low.is_power_of_two(),
            high => self.low == 0 && high.is_power_of_two(),
        }
    }

    /// Returns `true` if the cell is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, cell: u16) -> bool {
        match cell < HALF {
            true => self.low >> cell & 1 == 1,
            false => self.high >> (cell - HALF) & 1 == 1,
        }
    }

    /// Returns `true` if all cells are also in the other set.
    #[inline(always)]
    #[must_use]
    pub const fn within(self, other: Self) -> bool {
        self.low & !other.low | self.high & !other.high == 0
    }

    /// Returns `true` if the sets have a cell in common.
    #[inline(always)]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.low & other.low | self.high & other.high != 0
    }

    /// Returns the first cell in reading order, or [`Cells::MOST`] if the set is empty.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> u16 {
        match self.low {
            0 => HALF + self.high.trailing_zeros() as u16,
            low => low.trailing_zeros() as u16,
        }
    }

    /// Iterates over the cells in reading order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = u16> {
        let mut left = self;
        std::iter::from_fn(move || {
            let cell = left.first();
            match left.low {
                // `high` can also be 0 here, so the subtraction must wrap.
                0 => left.high &= left.high.wrapping_sub(1),
                low => left.low &= low - 1,
            }
            (usize::from(cell) < Self::MOST).then_some(cell)
        })
    }
}

impl FromIterator<u16> for Cells {
    fn from_iter<I: IntoIterator<Item = u16>>(cells: I) -> Self {
        cells
            .into_iter()
            .fold(Self::EMPTY, |set, c| set | Self::one(c))
    }
}

/// Compares sets by the last cell that only one of them contains. The set without that cell is less.
impl Ord for Cells {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.high, self.low).cmp(&(other.high, other.low))
    }
}

impl PartialOrd for Cells {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self {
            low: self.low & other.low,
            high: self.high & other.high,
        }
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self {
            low: self.low | other.low,
            high: self.high | other.high,
        }
    }
}

/// Returns the cells of the first set that are not in the second set.
impl Sub for Cells {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            low: self.low & !other.low,
            high: self.high & !other.high,
        }
    }
}

impl BitAndAssign for Cells {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Cells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl SubAssign for Cells {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
