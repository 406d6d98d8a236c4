use cluewright_puzzle::DigitSet;

/// Other digits for those of a puzzle, each digit once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renumbering {
    /// Counted from the other end: this, which is the lowest and the highest added up, less what they were.
    Down(u8),
    /// Any, by what they were.
    Any(Box<[u8; 64]>),
}

impl Renumbering {
    /// Each digit for itself, but for these: those that are `(what it was, what it becomes)`.
    #[must_use]
    pub fn of(pairs: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let mut to = Box::new(std::array::from_fn(|digit| digit as u8));
        for (was, becomes) in pairs {
            to[usize::from(was)] = becomes;
        }
        Self::Any(to)
    }

    /// Each of some digits the next of them, and the last one the first.
    #[must_use]
    pub fn turn(digits: DigitSet) -> Self {
        let next = digits.iter().skip(1).chain(digits.min());
        Self::of(digits.iter().zip(next))
    }

    /// What a digit becomes; `None` where it lies beyond the other end.
    #[must_use]
    pub fn digit(&self, digit: u8) -> Option<u8> {
        match self {
            Self::Down(ends) => ends.checked_sub(digit),
            Self::Any(to) => to.get(usize::from(digit)).copied(),
        }
    }

    /// What some digits become; `None` where one lies beyond the other end.
    #[must_use]
    pub fn set(&self, digits: DigitSet) -> Option<DigitSet> {
        digits.iter().map(|digit| self.digit(digit)).collect()
    }

    /// The lowest and the highest digit added up, where digits are as far from each other as they were.
    #[must_use]
    pub fn ends(&self) -> Option<u8> {
        match self {
            Self::Down(ends) => Some(*ends),
            Self::Any(_) => None,
        }
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        match self {
            Self::Down(ends) => Self::Down(*ends),
            Self::Any(to) => Self::of((0..).zip(**to).map(|(was, becomes)| (becomes, was))),
        }
    }
}
