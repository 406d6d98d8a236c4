//! The board: the candidates at one point in the solve.

use super::{Cells, Ground, Step};
use cluewright_puzzle::DigitSet;

/// Placed digits and candidates.
///
/// A placed digit is removed at once from the cells that see it, as on paper. This removal does not count as a
/// step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The candidates of each variable. A placed cell has only its digit.
    candidates: Vec<DigitSet>,
    /// For each digit, the open cells that may hold it.
    planes: [Cells; 64],
    /// The cells without a placed digit.
    open: Cells,
    /// `true` if some variable has no candidates.
    broken: bool,
    /// Number of cells of the grid. The other variables follow the cells.
    grid: usize,
    /// Number of variables in a solution. The variables for the missing digits of houses follow these.
    answer: usize,
}

impl Board {
    /// Creates the board before the first step. Givens are placed. Unary clues are not applied, because each of their
    /// eliminations is a step that cites the clue. The solver's entries are not applied either.
    #[must_use]
    pub fn new(ground: &Ground<'_>) -> Self {
        let mut board = Self {
            candidates: ground.blank.clone(),
            planes: [Cells::EMPTY; 64],
            open: Cells::first_of(ground.cells()),
            broken: ground.blank.iter().any(|digits| digits.is_empty()),
            grid: ground.cells(),
            answer: ground.answer(),
        };
        for cell in board.open.iter() {
            for digit in board.candidates[usize::from(cell)].iter() {
                board.planes[usize::from(digit)] |= Cells::one(cell);
            }
        }
        for given in &ground.puzzle.givens {
            if given.cell.index() < ground.cells()
                && let Some(digit) = given.digits.single()
            {
                board.place(ground, given.cell.0, digit);
            }
        }
        board
    }

    /// Creates the board of a partly solved puzzle, with the givens and the solver's entries placed.
    #[must_use]
    pub fn with_entries(ground: &Ground<'_>) -> Self {
        let mut board = Self::new(ground);
        for &(cell, digit) in &ground.puzzle.entries {
            if cell.index() < ground.cells() && board.open.contains(cell.0) {
                board.place(ground, cell.0, digit);
            }
        }
        board
    }

    /// Returns `true` if the unary constraints of clues have been applied. Relations may be run only after that,
    /// because they are compiled with the restricted domains.
    #[must_use]
    pub fn is_read(&self, ground: &Ground<'_>) -> bool {
        let mut both = self.candidates.iter().zip(&ground.start);
        both.all(|(now, start)| now.without(*start).is_empty())
    }

    /// Applies the unary constraints of clues at once, for profiles without a step for them.
    pub(super) fn read(&mut self, ground: &Ground<'_>) {
        for (var, start) in (0u16..).zip(&ground.start) {
            let lost = self.at(var).without(*start);
            if !lost.is_empty() {
                self.remove(var, lost);
            }
        }
    }

    /// Returns the candidates of a variable.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, var: u16) -> DigitSet {
        self.candidates[usize::from(var)]
    }

    /// Returns the candidates of all variables.
    #[must_use]
    pub fn candidates(&self) -> &[DigitSet] {
        &self.candidates
    }

    /// Returns the candidates of the cells of the grid.
    #[must_use]
    pub fn grid(&self) -> &[DigitSet] {
        &self.candidates[..self.grid]
    }

    /// Returns the open cells that may hold a digit.
    #[inline(always)]
    #[must_use]
    pub fn places(&self, digit: u8) -> Cells {
        // The mask keeps the index below the length of the array, so no bounds check is needed.
        self.planes[usize::from(digit & 63)]
    }

    /// Returns the cells without a placed digit.
    #[inline(always)]
    #[must_use]
    pub fn open(&self) -> Cells {
        self.open
    }

    /// Returns `true` if some variable has no candidates.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Returns `true` if every cell is placed and every other variable of a solution is fixed.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let extras = &self.candidates[self.grid..self.answer];
        self.open.is_empty() && !self.broken && extras.iter().all(|digits| digits.len() == 1)
    }

    /// Places a digit in a cell and removes it from all cells that see this cell.
    pub fn place(&mut self, ground: &Ground<'_>, cell: u16, digit: u8) {
        let index = usize::from(cell);
        if !self.candidates[index].contains(digit) {
            self.broken = true;
            return;
        }
        for other in self.candidates[index].iter() {
            self.planes[usize::from(other)] -= Cells::one(cell);
        }
        self.candidates[index] = DigitSet::one(digit);
        self.open -= Cells::one(cell);
        let losers = self.planes[usize::from(digit)] & ground.peers[index];
        self.planes[usize::from(digit)] -= losers;
        for loser in losers.iter() {
            self.drop(loser, DigitSet::one(digit));
        }
        // `planes` contain only open cells, so a placed peer with the same digit must be found separately.
        let placed = ground.peers[index] - self.open;
        self.broken |= placed.iter().any(|peer| self.at(peer).contains(digit));
    }

    /// Removes candidates of a variable. Returns `false` if the variable had none of them.
    pub fn remove(&mut self, var: u16, digits: DigitSet) -> bool {
        let lost = self.at(var) & digits;
        if usize::from(var) < self.grid {
            for digit in lost.iter() {
                self.planes[usize::from(digit)] -= Cells::one(var);
            }
        }
        self.drop(var, lost);
        !lost.is_empty()
    }

    /// Removes candidates of a variable without updating `planes`. The callers update these, because `place` does so for
    /// all peers at once.
    fn drop(&mut self, var: u16, digits: DigitSet) {
        let left = self.at(var).without(digits);
        self.candidates[usize::from(var)] = left;
        self.broken |= left.is_empty();
    }

    /// Applies a step. Returns `false` if it changes nothing.
    pub fn apply(&mut self, ground: &Ground<'_>, step: &Step) -> bool {
        let mut new = false;
        for &(var, digits) in &step.removed {
            new |= self.remove(var, digits);
        }
        if let Some((cell, digit)) = step.placed
            // Several steps of one round can place the same digit, so a cell may already be placed.
            && self.open.contains(cell)
        {
            self.place(ground, cell, digit);
            new = true;
        }
        new
    }
}
