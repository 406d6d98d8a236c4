//! Totals that cited houses and clues imply for the cells of a step.
//!
//! Each full house has a fixed total, and clues state sums. These are added and subtracted so that all other cells cancel
//! and only sums over the cells of the step remain. This is the 45 rule with any number of houses, by Gaussian elimination.

use super::{Ground, Step};
use cluewright_engine::model::{Cite, Part};
use cluewright_puzzle::Cell;
use cluewright_rules::Statement;
use cluewright_rules::statement::{Compare, Distinct, Linear};
use std::collections::BTreeMap;

/// A sum: the nonzero weights of its cells, and its total.
#[derive(Clone)]
struct Sum {
    weights: BTreeMap<u16, i64>,
    total: i64,
}

/// Returns the sums over the cells of a step that follow from its cited parts.
pub(super) fn totals(ground: &Ground<'_>, step: &Step, parts: &[Part]) -> Vec<Part> {
    let own = |cell: &u16| {
        step.reason.cells.contains(*cell) || step.removed.iter().any(|(var, _)| var == cell)
    };
    let mut sums = sums(ground, parts);
    let mut left = vec![];
    while let Some(sum) = sums.pop() {
        match sum.weights.keys().find(|cell| !own(cell)) {
            None => left.push(sum),
            Some(&cell) => {
                // After this, no other sum contains the cell, so the eliminated sum has no further use.
                sums = sums
                    .into_iter()
                    .filter_map(|s| s.without(cell, &sum))
                    .collect()
            }
        }
    }
    left.retain(|sum| !sum.weights.is_empty());
    left.into_iter().map(Sum::into_part).collect()
}

/// Collects the sums that parts state about cells of the grid.
fn sums(ground: &Ground<'_>, parts: &[Part]) -> Vec<Sum> {
    let mut sums = vec![];
    for part in parts {
        part.statement
            .each_conjunct(&mut |statement| match statement {
                Statement::Linear(Linear {
                    terms,
                    compare: Compare::Equal,
                    total,
                }) => sums.push(Sum::of(terms, *total)),
                Statement::Distinct(Distinct(cells)) => {
                    sums.extend(total(ground, part.cite, cells))
                }
                _ => {}
            });
    }
    let grid = ground.cells();
    sums.retain(|sum| sum.weights.keys().all(|&cell| usize::from(cell) < grid));
    sums
}

/// Returns the sum of the cells of a house that contains each digit once. The digits are all digits of the grid, or those
/// that the setter allows in the house.
fn total(ground: &Ground<'_>, cite: Cite, cells: &[Cell]) -> Option<Sum> {
    let left = |cell: &Cell| match cite {
        Cite::House(_) => {
            let givens = ground.puzzle.givens.iter();
            let own = givens.filter(|given| given.cell == *cell && given.digits.len() > 1);
            own.fold(ground.digits, |left, given| left & given.digits)
        }
        Cite::Given(_) | Cite::Clue(_) => ground.digits,
    };
    let digits = cells.iter().map(left).reduce(|a, b| a | b)?;
    (digits.len() == cells.len()).then(|| Sum {
        weights: cells.iter().map(|cell| (cell.0, 1)).collect(),
        total: digits.iter().map(i64::from).sum(),
    })
}

impl Sum {
    /// Creates a sum from weighted cells. A cell may occur several times.
    fn of(terms: &[(Cell, i64)], total: i64) -> Self {
        let mut weights = BTreeMap::new();
        for &(cell, weight) in terms {
            *weights.entry(cell.0).or_default() += weight;
        }
        weights.retain(|_, weight| *weight != 0);
        Self { weights, total }
    }

    /// Eliminates a cell from this sum by combining it with another sum that contains the cell. Returns `None` if the
    /// numbers become too large.
    fn without(self, cell: u16, other: &Self) -> Option<Self> {
        let Some(&here) = self.weights.get(&cell) else {
            return Some(self);
        };
        let there = other.weights[&cell];
        let mut sum = Self {
            weights: BTreeMap::new(),
            total: combine_terms(self.total, there, other.total, here)?,
        };
        for &var in self.weights.keys().chain(other.weights.keys()) {
            let weight = |sum: &Self| sum.weights.get(&var).copied().unwrap_or(0);
            let weight = combine_terms(weight(&self), there, weight(other), here)?;
            if weight != 0 {
                sum.weights.insert(var, weight);
            }
        }
        let divisor = sum
            .weights
            .values()
            .fold(0, |all, &weight| gcd(all, weight.abs()));
        // If the total is not a multiple of the divisor, there is no solution. The undivided sum implies that too, so it is
        // not divided.
        if divisor > 1 && sum.total % divisor == 0 {
            sum.total /= divisor;
            sum.weights
                .values_mut()
                .for_each(|weight| *weight /= divisor);
        }
        Some(sum)
    }

    fn into_part(self) -> Part {
        let terms = self.weights.into_iter();
        Part {
            // The sum follows from several citations, so it cites a given that does not exist.
            cite: Cite::Given(u16::MAX),
            statement: Statement::Linear(Linear {
                terms: terms.map(|(cell, weight)| (Cell(cell), weight)).collect(),
                compare: Compare::Equal,
                total: self.total,
            }),
            implied: false,
        }
    }
}

/// Computes `a * x - b * y`. Returns `None` if the result overflows or is too large.
fn combine_terms(a: i64, x: i64, b: i64, y: i64) -> Option<i64> {
    let all = a.checked_mul(x)?.checked_sub(b.checked_mul(y)?)?;
    (all.abs() < 1 << 20).then_some(all)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use cluewright_engine::model::Model;
    use cluewright_puzzle::{Clue, Layout, Puzzle};
    use cluewright_rules::Book;

    #[test]
    fn terms_of_one_cell_are_added_up() {
        let term = |cell: u16, weight| (Cell(cell), weight);
        let sum = Sum::of(&[term(3, 1), term(5, 1), term(3, 1), term(5, -1)], 8);
        assert_eq!(sum.weights, BTreeMap::from([(3, 2)]));
        assert_eq!(sum.total, 8);
    }

    #[test]
    fn two_rows_and_their_cages_leave_innies_and_outies() {
        let cells = |numbers: &[u16]| numbers.iter().map(|&n| Cell(n)).collect::<Vec<_>>();
        let mut puzzle = Puzzle::new(Layout::square(4));
        puzzle.clues = vec![
            Clue::on("killer-cage", cells(&[0, 1, 4])).with("sum", 8),
            Clue::on("killer-cage", cells(&[2, 5, 6])).with("sum", 7),
            Clue::on("killer-cage", cells(&[7, 11])).with("sum", 4),
        ];
        let parts =
            cluewright_engine::parts(&puzzle, Book::builtin()).expect("the rule is in the book");
        let model = Model::new(&puzzle, &parts);
        let ground =
            Ground::new(&puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
        let rows = [0, 4].map(|first| Part {
            cite: Cite::House(first),
            statement: Statement::Distinct(Distinct((first..first + 4).map(Cell).collect())),
            implied: false,
        });
        let cited: Vec<Part> = parts.iter().cloned().chain(rows).collect();
        let board = Board::new(&ground);
        let seen = [3, 11].into_iter().collect();
        let step = Step::strip(board.candidates(), ground.digits, seen).seeing(seen);
        let found = totals(&ground, &step, &cited);
        // The two rows sum to 20 and the cages to 19, so r1c4 minus the outie r3c4 is 1.
        let statement = &found[0].statement;
        assert_eq!(found.len(), 1);
        let Statement::Linear(Linear { terms, total, .. }) = statement else {
            panic!("{statement:?}");
        };
        let sign = terms[0].1;
        assert_eq!(terms, &[(Cell(3), sign), (Cell(11), -sign)]);
        assert_eq!(*total, sign);
    }
}
