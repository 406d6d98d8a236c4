//! The form in which results refer to clues, givens and houses.

use super::book::Book;
use super::clue::Violation;
use crate::Clues;
use cluewright_puzzle::{Cell, DigitSet, GIVEN, House, Puzzle, digit_char};
use schemars::JsonSchema;
use serde::Serialize;

/// A part of the puzzle to which a result refers: a clue, a given or a house of the layout.
///
/// As JSON: `{ "rule": "killer-cage", "index": 2, "nth": 0, "cells": ["R1C3", "R1C4"], "name": "the 27 cage at R1C3"
/// }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Named {
    /// The name of the clue's rule; otherwise `given`, `row`, `column`, `box` or `digits`.
    pub rule: String,
    /// The index of the clue among the puzzle's clues in file order, counted from 0; for a `given`, the index among the
    /// givens. Null for parts of the layout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The index of the clue among the clues of the same rule, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// The cells that the clue names; empty for a rule of the whole grid.
    pub cells: Vec<String>,
    /// The name of the part for setters, such as `the 27 cage at R1C3`.
    pub name: String,
}

/// Returns the reference to the clue at an index.
#[must_use]
pub fn name_clue(book: &Book, puzzle: &Puzzle, index: usize) -> Named {
    let clue = &puzzle.clues[index];
    let before = puzzle.clues[..index].iter();
    Named {
        rule: clue.rule.clone(),
        index: Some(index),
        nth: Some(before.filter(|other| other.rule == clue.rule).count()),
        cells: clue.cells().map(|cell| puzzle.cell_name(cell)).collect(),
        name: book.describe(puzzle, clue),
    }
}

/// Returns the reference to the part of the puzzle that a violation concerns.
#[must_use]
pub fn name_violation(book: &Book, puzzle: &Puzzle, violation: &Violation) -> Named {
    match violation {
        Violation::Clue(index) => name_clue(book, puzzle, *index),
        Violation::House(house) => Named::house(puzzle, *house),
        Violation::Given(index) => {
            let given = puzzle.givens[*index];
            let digits = digits(given.digits);
            let name = |cell: &str| format!("the given {digits} in {cell}");
            Named {
                index: Some(*index),
                // All givens share one rule name, so the index of a given is also its index within that rule.
                nth: Some(*index),
                ..Named::of_layout(puzzle, GIVEN, &[given.cell], name)
            }
        }
        Violation::Value(cell) => {
            let digits = digits(puzzle.domain(*cell));
            let name = |cell: &str| format!("the digits {digits} that {cell} may hold");
            Named::of_layout(puzzle, "digits", &[*cell], name)
        }
    }
}

impl Named {
    fn house(puzzle: &Puzzle, house: House) -> Self {
        let layout = &puzzle.layout;
        let cells = layout.houses().swap_remove(layout.house_number(house));
        Self::of_layout(puzzle, house.kind(), &cells, |_| {
            format!("{house} without repeats")
        })
    }

    fn of_layout(
        puzzle: &Puzzle,
        rule: &str,
        cells: &[Cell],
        name: impl Fn(&str) -> String,
    ) -> Self {
        let cells: Vec<String> = cells.iter().map(|&cell| puzzle.cell_name(cell)).collect();
        Self {
            rule: rule.to_owned(),
            index: None,
            nth: None,
            name: name(cells.first().map_or("", String::as_str)),
            cells,
        }
    }
}

/// Formats several digits as one text, such as `129`.
fn digits(set: DigitSet) -> String {
    set.iter().map(digit_char).collect()
}
