//! The digits that a rules text names for the grid.

use cluewright_puzzle::{Layout, Puzzle};

/// Sets the digits of the grid to a range. Returns `false`, and changes nothing, if the range does not fit the houses,
/// a given or the stated solution.
pub(crate) fn set_digits(puzzle: &mut Puzzle, low: u8, high: u8) -> bool {
    let layout = Layout {
        min_digit: low,
        // The range may be reversed or too wide. Such a range is rejected below, but the arithmetic must not overflow
        // here.
        digit_count: high.saturating_sub(low).saturating_add(1),
        ..puzzle.layout.clone()
    };
    if low > high || layout.check().is_err() {
        return false;
    }
    let (digits, grid) = (layout.digits(), layout.cell_count());
    let mut givens = puzzle
        // Givens of layers are not digits of the grid, so the range does not apply to them.
        .givens
        .iter()
        .filter(|given| given.cell.index() < grid);
    let mut solution = puzzle.solution.iter().flatten().flatten();
    let fits = givens.all(|given| given.digits.iter().all(|digit| digits.contains(digit)))
        && solution.all(|&digit| digits.contains(digit));
    if fits {
        puzzle.layout = layout;
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::{Cell, DigitSet, Given};

    #[test]
    fn digits_are_set_if_everything_fits_them() {
        let mut puzzle = Puzzle::new(Layout::square(4));
        puzzle.givens = vec![Given {
            cell: Cell(3),
            digits: DigitSet::one(3),
        }];
        for (low, high) in [(0, 2), (4, 9), (3, 1), (1, 3), (0, 40)] {
            assert!(!set_digits(&mut puzzle, low, high), "{low} to {high}");
            assert_eq!(puzzle.layout, Layout::square(4));
        }
        assert!(set_digits(&mut puzzle, 0, 3));
        assert_eq!((puzzle.layout.min_digit, puzzle.layout.max_digit()), (0, 3));
        puzzle.solution = Some(vec![Some(0); 16]);
        assert!(!set_digits(&mut puzzle, 1, 4));
        assert!(set_digits(&mut puzzle, 0, 9));
    }
}
