//! Sets of grid cells as bit masks.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cells of the grid, one bit for each in reading order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cells(u128);

impl Cells {
    /// The set of nothing.
    pub const EMPTY: Self = Self(0);

    /// The most cells that a set can tell apart.
    pub const MOST: usize = 128;

    /// One cell, below [`Cells::MOST`].
    #[inline(always)]
    #[must_use]
    pub const fn one(cell: u16) -> Self {
        Self(1 << cell)
    }

    /// The lowest `count` cells; fewer than [`Cells::MOST`].
    #[must_use]
    pub const fn first_of(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// The bits, cell 0 lowest.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// How many cells.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no cell.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is exactly one cell.
    #[inline(always)]
    #[must_use]
    pub const fn is_single(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Whether a cell is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, cell: u16) -> bool {
        self.0 >> cell & 1 == 1
    }

    /// Whether all cells are in the other set.
    #[inline(always)]
    #[must_use]
    pub const fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share a cell.
    #[inline(always)]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The lowest cell; [`Cells::MOST`] of the empty set.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> u16 {
        self.0.trailing_zeros() as u16
    }

    /// The cells in reading order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = u16> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let cell = bits.trailing_zeros() as u16;
                bits &= bits - 1;
                cell
            })
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

impl BitAnd for Cells {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The cells of the first set that are not in the second.
impl Sub for Cells {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for Cells {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Cells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl SubAssign for Cells {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
