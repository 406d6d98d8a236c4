//! CRC-32 checksums that can be combined, so that parts of the data can be processed in any order.

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

/// A checksum that can be stored, and extended with more text later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Checksum {
    pub(super) crc: u32,
    /// Length of the text so far. Combining two CRCs needs the length of the second text.
    pub(super) bytes: u64,
}

impl Checksum {
    pub(super) fn of(text: &[u8]) -> Self {
        Self::default().and(text)
    }

    /// Returns the checksum after appending more text.
    #[must_use]
    pub(super) fn and(self, text: &[u8]) -> Self {
        let mut hasher = self.hasher();
        hasher.update(text);
        Self {
            crc: hasher.finalize(),
            bytes: self.bytes + text.len() as u64,
        }
    }

    /// Returns the checksum of this text followed by the text with the checksum `other`.
    #[must_use]
    pub(super) fn then(self, other: Self) -> Self {
        let mut hasher = self.hasher();
        hasher.combine(&other.hasher());
        Self {
            crc: hasher.finalize(),
            bytes: self.bytes + other.bytes,
        }
    }

    fn hasher(self) -> Hasher {
        Hasher::new_with_initial_len(self.crc, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_the_whole() {
        let (one, other) = (&b"one text"[..], &b" and another"[..]);
        let whole = Checksum::of(&[one, other].concat());
        assert_eq!(Checksum::of(one).and(other), whole);
        assert_eq!(Checksum::of(one).then(Checksum::of(other)), whole);
        assert_eq!(Checksum::default().then(whole), whole);
        assert_ne!(Checksum::of(other).and(one), whole);
    }
}
