//! Digits in the notation of setters, and sets of digits.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{BitAnd, BitOr};

/// A set of values from 0 to 63.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd)]
pub struct DigitSet(u64);

impl DigitSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of the values whose bits are set.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the set as a bit mask, with one bit per value.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of a single value; empty if the value is above 63.
    #[inline]
    #[must_use]
    pub const fn one(value: u8) -> Self {
        // Shifting by 64 or more bits would overflow, so larger values are excluded.
        if value < 64 {
            Self(1 << value)
        } else {
            Self(0)
        }
    }

    /// Returns the set of the values from `low` to `high`, both included. Values above 63 are omitted.
    #[must_use]
    pub const fn range(low: u8, high: u8) -> Self {
        if low > high || low > 63 {
            return Self::EMPTY;
        }
        let high = if high > 63 { 63 } else { high };
        Self(!0 >> (63 - high) & !0 << low)
    }

    /// Returns `true` if the value is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, value: u8) -> bool {
        value < 64 && self.0 >> value & 1 == 1
    }

    /// Returns the values of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the number of values in the set.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set has no values.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the value of a set with exactly one value; `None` for other sets.
    #[inline]
    #[must_use]
    pub fn single(self) -> Option<u8> {
        if self.len() == 1 { self.min() } else { None }
    }

    /// Returns the smallest value; `None` if the set is empty.
    #[inline]
    #[must_use]
    pub fn min(self) -> Option<u8> {
        (!self.is_empty()).then(|| self.0.trailing_zeros() as u8)
    }

    /// Returns the largest value; `None` if the set is empty.
    #[inline]
    #[must_use]
    pub fn max(self) -> Option<u8> {
        (!self.is_empty()).then(|| 63 - self.0.leading_zeros() as u8)
    }

    /// Iterates over the values in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let value = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                value
            })
        })
    }
}

impl FromIterator<u8> for DigitSet {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Self {
        Self(values.into_iter().fold(0, |bits, v| bits | Self::one(v).0))
    }
}

impl BitAnd for DigitSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for DigitSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Serialises the set as a list of values.
impl Serialize for DigitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for DigitSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<u8>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Returns the character that represents a value in a digit string: `0` to `9`, then `A` for 10,
/// `B` for 11, and so on; `?` for values above 35.
#[must_use]
pub fn digit_char(value: u8) -> char {
    match value {
        0..=9 => char::from(b'0' + value),
        10..=35 => char::from(b'A' + value - 10),
        _ => '?',
    }
}

/// Returns the value that a character represents in a digit string, in upper or lower case; `None`
/// for other characters.
#[must_use]
pub fn digit_of_char(c: char) -> Option<u8> {
    c.to_digit(36).map(|d| d as u8)
}
