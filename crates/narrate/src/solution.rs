//! Formats solutions as grids.

use super::side_by_side::join_side_by_side;
use crate::Paint;
use crate::{Grid, Look};
use cluewright_engine::search::Answer;
use cluewright_puzzle::{Layout, Puzzle, digit_char};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Values of auxiliary variables, by name.
pub type Extras = BTreeMap<String, Vec<u8>>;

const GIVEN: Paint = Paint::Bold;
const DIFFERENT: Paint = Paint::BoldRed;

/// Draws one solution with its givens in bold, followed by the values of auxiliary variables.
#[must_use]
pub fn solution(puzzle: &Puzzle, digits: &str, extras: Option<&Extras>) -> String {
    let paint = |index: usize| match is_given(puzzle, index) {
        true => GIVEN,
        false => Paint::Plain,
    };
    let looks = digits.chars().enumerate().map(|(index, digit)| Look {
        paint: paint(index),
        ..Look::plain(digit)
    });
    let mut text = Grid::new(&puzzle.layout, looks.collect()).to_string();
    if let Some(extras) = extras {
        let _ = write!(text, "\n{}", extras_text(puzzle, extras));
    }
    text
}

/// Draws two solutions side by side, and marks the cells in which they differ.
#[must_use]
pub fn differences(puzzle: &Puzzle, solutions: [&str; 2], extras: [Option<&Extras>; 2]) -> String {
    let other = |digits: &str, index| digits.chars().nth(index);
    let grid = |which: usize| {
        let looks = solutions[which].chars().enumerate().map(|(index, digit)| {
            let marked = other(solutions[1 - which], index) != Some(digit);
            Look {
                marked,
                paint: if marked { DIFFERENT } else { Paint::Plain },
                ..Look::plain(digit)
            }
        });
        let grid = Grid::new(&puzzle.layout, looks.collect()).to_string();
        match extras[which] {
            None => grid,
            Some(extras) => format!("{grid}\n{}", extras_text(puzzle, extras)),
        }
    };
    join_side_by_side(&grid(0), &grid(1), 4)
}

/// Draws the first solutions of an answer as grids, one below the other.
#[must_use]
pub fn solutions(puzzle: &Puzzle, answer: &Answer, most: usize) -> String {
    let shown = answer.solutions.iter().enumerate().take(most);
    shown
        .map(|(index, digits)| solution(puzzle, digits, answer.extras.get(index)) + "\n")
        .collect()
}

/// Lists every solution of an answer, one per line: first the digits in reading order, then the values of
/// auxiliary variables.
#[must_use]
pub fn solution_lines(puzzle: &Puzzle, answer: &Answer) -> String {
    let line = |(index, digits): (usize, &String)| {
        let mut line = digits.clone();
        for extra in &puzzle.extras {
            let values = answer
                .extras
                .get(index)
                .and_then(|extras| extras.get(&extra.name));
            let values: Vec<String> = values
                .iter()
                .copied()
                .flatten()
                .map(u8::to_string)
                .collect();
            let _ = write!(line, " {}={}", extra.name, values.join(","));
        }
        line + "\n"
    };
    answer.solutions.iter().enumerate().map(line).collect()
}

/// Formats letters as `A = 4, B = 3`, and layers as separate grids.
fn extras_text(puzzle: &Puzzle, extras: &Extras) -> String {
    let mut letters = vec![];
    let mut layers = vec![];
    for extra in &puzzle.extras {
        let Some(values) = extras.get(&extra.name) else {
            continue;
        };
        match values[..] {
            [value] => letters.push(format!("{} = {value}", extra.name)),
            _ => layers.push(format!(
                "{}:\n{}",
                extra.name,
                layer(&puzzle.layout, extra.columns, values)
            )),
        }
    }
    let letters = letters.join(", ");
    let parts: Vec<String> = std::iter::once(letters)
        .chain(layers)
        .filter(|p| !p.is_empty())
        .collect();
    parts.join("\n")
}

fn layer(layout: &Layout, columns: u8, values: &[u8]) -> String {
    let mut looks = values.iter().map(|&value| match value {
        // Values of layers can exceed 35, the largest value that has a character, so larger values are written
        // as numbers.
        0..=35 => Look::plain(digit_char(value)),
        _ => Look::plain(value.to_string()),
    });
    if values.len() == layout.cell_count() && columns == layout.columns {
        return Grid::new(layout, looks.collect()).to_string();
    }
    // With a length of 0 the loop below would never end.
    let row_length = usize::from(columns).max(1);
    let mut rows = vec![];
    while looks.len() > 0 {
        let row: Vec<String> = looks
            .by_ref()
            .take(row_length)
            .map(|look| look.text)
            .collect();
        rows.push(row.join(" "));
    }
    rows.join(if columns == 0 { " " } else { "\n" })
}

fn is_given(puzzle: &Puzzle, index: usize) -> bool {
    let mut givens = puzzle.givens.iter();
    givens.any(|given| given.cell.index() == index && given.digits.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_cells_are_marked_on_both_sides() {
        let puzzle = Puzzle::new(Layout::square(4));
        let shown = differences(
            &puzzle,
            ["1234341221434321", "1243341221344321"],
            [None, None],
        );
        let plain = crate::plain(&shown);
        let expected = "\
┌─────┬─────┐    ┌─────┬─────┐
│ 1 2 │*3*4 │    │ 1 2 │*4*3 │
│ 3 4 │ 1 2 │    │ 3 4 │ 1 2 │
├─────┼─────┤    ├─────┼─────┤
│ 2 1 │*4*3 │    │ 2 1 │*3*4 │
│ 4 3 │ 2 1 │    │ 4 3 │ 2 1 │
└─────┴─────┘    └─────┴─────┘";
        assert_eq!(plain, expected);
    }
}
