use cluewright_puzzle::DigitSet;

/// A relabelling of a puzzle's digits, one to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renumbering {
    /// Reversal: each digit becomes this sum (of the lowest and the highest digit) minus itself.
    Down(u8),
    /// An arbitrary map, indexed by the old digit.
    Any(Box<[u8; 64]>),
}

impl Renumbering {
    /// Creates the relabelling that maps these digits, given as pairs of old and new, and keeps all others.
    #[must_use]
    pub fn of(pairs: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let mut to = Box::new(std::array::from_fn(|digit| digit as u8));
        for (was, becomes) in pairs {
            to[usize::from(was)] = becomes;
        }
        Self::Any(to)
    }

    /// Creates the rotation of some digits: each becomes the next one, and the last becomes the first.
    #[must_use]
    pub fn turn(digits: DigitSet) -> Self {
        let next = digits.iter().skip(1).chain(digits.min());
        Self::of(digits.iter().zip(next))
    }

    /// Returns the new digit; `None` if it would be below 0.
    #[must_use]
    pub fn digit(&self, digit: u8) -> Option<u8> {
        match self {
            Self::Down(ends) => ends.checked_sub(digit),
            Self::Any(to) => to.get(usize::from(digit)).copied(),
        }
    }

    /// Returns the new digits; `None` if one would be below 0.
    #[must_use]
    pub fn set(&self, digits: DigitSet) -> Option<DigitSet> {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    /// Returns the sum of the lowest and the highest digit, for a reversal, which preserves differences.
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
