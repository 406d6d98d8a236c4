use cluewright_puzzle::DigitSet;

/// A one-to-one relabelling of a puzzle's digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renumbering {
    /// A reversal: each digit is subtracted from this sum of the lowest and the highest digit.
    Down(u8),
    /// An arbitrary relabelling: the new digits, indexed by the old ones.
    Any(Box<[u8; 64]>),
}

impl Renumbering {
    /// Creates the relabelling that maps some digits, given as pairs of an old and a new digit, and keeps all other digits.
    #[must_use]
    pub fn of(pairs: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let mut to = Box::new(std::array::from_fn(|digit| digit as u8));
        for (was, becomes) in pairs {
            to[usize::from(was)] = becomes;
        }
        Self::Any(to)
    }

    /// Creates the cyclic relabelling of some digits: each becomes the next one, and the last becomes the
    /// first.
    #[must_use]
    pub fn turn(digits: DigitSet) -> Self {
        let next = digits.iter().skip(1).chain(digits.min());
        Self::of(digits.iter().zip(next))
    }

    /// Returns the new label of a digit; `None` if it would be below 0.
    #[must_use]
    pub fn digit(&self, digit: u8) -> Option<u8> {
        match self {
            Self::Down(ends) => ends.checked_sub(digit),
            Self::Any(to) => to.get(usize::from(digit)).copied(),
        }
    }

    /// Returns the new labels of a set of digits; `None` if one of them would be below 0.
    #[must_use]
    pub fn set(&self, digits: DigitSet) -> Option<DigitSet> {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    /// Returns the sum of the lowest and the highest digit if this is a reversal, which preserves
    /// differences between digits.
    #[must_use]
    pub fn ends(&self) -> Option<u8> {
        match self {
            Self::Down(ends) => Some(*ends),
            Self::Any(_) => None,
        }
    }

    /// Returns the inverse renumbering.
    #[must_use]
    pub fn inverse(&self) -> Self {
        match self {
            Self::Down(ends) => Self::Down(*ends),
            Self::Any(to) => Self::of((0..).zip(**to).map(|(was, becomes)| (becomes, was))),
        }
    }
}
