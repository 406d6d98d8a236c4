//! Auxiliary variables for the digits missing from houses. With them `missing(row(c))` is a variable like any other, and each house
//! together with its variable holds every digit.

use super::statement::{Distinct, Statement};
use cluewright_puzzle::{Cell, Extra, Puzzle};

/// The name of these variables. A setter's name cannot clash, because it has no space.
const NAME: &str = "missing digits";

/// Returns the puzzle with one more variable for each house, if each house lacks one digit.
#[must_use]
pub fn with_missing(puzzle: &Puzzle) -> Option<Puzzle> {
    let digits = puzzle.layout.digits();
    if puzzle.layout.lines && usize::from(puzzle.layout.columns) + 1 != digits.len() {
        // Testing only the rows is enough. The test runs for every puzzle, so it must be quick.
        return None;
    }
    let houses = puzzle.layout.houses();
    let lacks_one = |house: &Vec<Cell>| house.len() + 1 == digits.len();
    if houses.is_empty() || !houses.iter().all(lacks_one) {
        return None;
    }
    let mut extended = puzzle.clone();
    extended.extras.push(Extra {
        name: NAME.to_owned(),
        size: houses.len() as u16,
        columns: 0,
        values: digits,
    });
    Some(extended)
}

/// Returns the statements that each house of such a puzzle holds every digit, together with its variable.
///
/// The variable belongs to the house's index, not to its cells: each of two houses with the same cells determines its
/// own. A free variable would count a solution once for each of its values.
#[must_use]
pub fn full_houses(extended: &Puzzle) -> Vec<Statement> {
    let Some(first) = first_missing(extended) else {
        return vec![];
    };
    let houses = extended.layout.houses().into_iter().enumerate();
    let full = houses.map(|(number, mut house)| {
        house.push(of_house(first, number));
        Statement::Distinct(Distinct(house))
    });
    full.collect()
}

/// Returns the first of these variables.
pub(super) fn first_missing(puzzle: &Puzzle) -> Option<Cell> {
    let (first, _) = puzzle.extra(NAME)?;
    Some(first)
}

/// Returns the variable of the house of these cells.
pub(super) fn missing(puzzle: &Puzzle, cells: &[Cell]) -> Option<Cell> {
    let first = first_missing(puzzle)?;
    let house = puzzle.layout.house_of(cells)?;
    Some(of_house(first, house))
}

/// Returns the variable of the house with this number, given the first of these variables.
fn of_house(first: Cell, number: usize) -> Cell {
    Cell::from_index(first.index() + number)
}
