//! Suspects: the parts of a puzzle that a setter can remove.

use cluewright_engine::model::{Cite, houses};
use cluewright_puzzle::Puzzle;

/// The suspects of a puzzle, each identified by an index: the clues, the givens and, on request,
/// the houses of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspects {
    clues: usize,
    givens: usize,
    houses: usize,
}

/// A set of suspects, as one flag for each index.
pub(crate) type Set = Vec<bool>;

impl Suspects {
    /// Creates the suspects of a puzzle. With `layout`, its rows, columns and boxes are suspects
    /// too.
    #[must_use]
    pub fn of(puzzle: &Puzzle, layout: bool) -> Self {
        let houses = if layout {
            houses(&puzzle.layout).len()
        } else {
            0
        };
        Self {
            clues: puzzle.clues.len(),
            givens: puzzle.givens.len(),
            houses,
        }
    }

    /// Returns the number of suspects.
    #[must_use]
    pub fn count(&self) -> usize {
        self.clues + self.givens + self.houses
    }

    /// Returns the citations of all suspects, in the order of their indices.
    pub fn all(self) -> impl Iterator<Item = Cite> {
        let clues = (0..self.clues).map(|index| Cite::Clue(index as u16));
        let givens = (0..self.givens).map(|index| Cite::Given(index as u16));
        let houses = (0..self.houses).map(|index| Cite::House(index as u16));
        clues.chain(givens).chain(houses)
    }

    /// Returns the citation of the suspect at an index, which must be less than
    /// [`Suspects::count`].
    pub(crate) fn get(&self, number: usize) -> Cite {
        if number < self.clues {
            Cite::Clue(number as u16)
        } else if number < self.clues + self.givens {
            Cite::Given((number - self.clues) as u16)
        } else {
            Cite::House((number - self.clues - self.givens) as u16)
        }
    }

    /// Returns the index of a suspect. Returns `None` if the citation is not a suspect.
    pub(crate) fn number(&self, cite: Cite) -> Option<usize> {
        let (number, before, count) = match cite {
            Cite::Clue(index) => (usize::from(index), 0, self.clues),
            Cite::Given(index) => (usize::from(index), self.clues, self.givens),
            Cite::House(index) => (usize::from(index), self.clues + self.givens, self.houses),
        };
        (number < count).then_some(before + number)
    }
}

/// Returns the puzzle without the clues and givens in `gone`. Houses stay, because every puzzle has
/// them.
#[must_use]
pub fn without(puzzle: &Puzzle, gone: &[Cite]) -> Puzzle {
    let mut rest = puzzle.clone();
    let keeps = |cite: Cite| !gone.contains(&cite);
    let mut numbers = 0..;
    let mut given_stays = |_: &_| numbers.next().is_some_and(|n| keeps(Cite::Given(n)));
    rest.givens.retain(&mut given_stays);
    let mut numbers = 0..;
    let mut clue_stays = |_: &_| numbers.next().is_some_and(|n| keeps(Cite::Clue(n)));
    rest.clues.retain(&mut clue_stays);
    rest
}
