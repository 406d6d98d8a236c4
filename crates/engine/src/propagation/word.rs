//! Candidate sets as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of values in one machine word: bit `i` represents the value `base + i` of the model.
///
/// The whole search is generic over this trait, so that 9x9 grids can use 16-bit words.
#[allow(
    clippy::len_without_is_empty,
    reason = "`is_none` asks whether a set is `NONE`"
)]
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + 'static
{
    /// Number of bits in the word, which limits the number of values.
    const BITS: u32;
    /// The empty set.
    const NONE: Self;

    /// Returns the set with only this bit, which must be below [`Word::BITS`].
    fn one(bit: u32) -> Self;
    /// Returns the low [`Word::BITS`] bits as a set.
    fn from_bits(bits: u64) -> Self;
    /// Returns the bits of the set, zero-extended.
    fn bits(self) -> u64;
    /// Returns the number of values in the set.
    fn len(self) -> u32;
    /// Returns the index of the lowest bit, or [`Word::BITS`] if the set is empty.
    fn lowest(self) -> u32;
    /// Returns the index of the highest bit; undefined if the set is empty.
    fn highest(self) -> u32;
    /// Returns the set without its lowest value.
    fn without_lowest(self) -> Self;

    /// Returns `true` if the set is empty.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Returns `true` if the set has exactly one value.
    #[inline(always)]
    fn is_single(self) -> bool {
        !self.is_none() && self.without_lowest().is_none()
    }

    /// Returns the bits `low..=high` that the word has; either bound may lie outside the word.
    #[inline(always)]
    fn span(low: i32, high: i32) -> Self {
        let upto = |n: i32| -> u64 {
            if n < 0 {
                0
            } else if n >= 63 {
                !0
            } else {
                (1 << (n + 1)) - 1
            }
        };
        Self::from_bits(upto(high) & !upto(low - 1))
    }

    /// Iterates over the bit indices of the set, from low to high.
    #[inline(always)]
    fn each(self) -> Bits<Self> {
        Bits(self)
    }
}

/// Iterator over the bit indices of a word, from low to high.
#[derive(Clone, Copy, Debug)]
pub struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        (!self.0.is_none()).then(|| {
            let bit = self.0.lowest();
            self.0 = self.0.without_lowest();
            bit
        })
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const NONE: Self = 0;

            #[inline(always)]
            fn one(bit: u32) -> Self {
                1 << bit
            }
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as $type
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn highest(self) -> u32 {
                // An empty set has `BITS` leading zeros, so a plain subtraction would overflow.
                (<$type>::BITS - 1).wrapping_sub(self.leading_zeros())
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word!(u16);
word!(u32);
word!(u64);
