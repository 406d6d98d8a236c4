//! Clues, givens and houses as results name them.

use super::book::Book;
use super::clue::Violation;
use crate::Clues;
use cluewright_puzzle::{Cell, DigitSet, GIVEN, House, Puzzle, digit_char};
use schemars::JsonSchema;
use serde::Serialize;

/// A part of the puzzle that a result refers to: a clue, a given, a house of the layout.
///
/// As JSON: `{ "rule": "killer-cage", "index": 2, "nth": 0, "cells": ["R1C3", "R1C4"], "name": "the 27 cage at R1C3"
/// }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Named {
    /// The rule's name; `given`, `row`, `column`, `box` or `digits` for parts of the layout.
    pub rule: String,
    /// The index of the clue among the puzzle's clues, in the order of its text, from 0; of a `given` among its givens. Parts of the
    /// layout have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The index of the clue among those of the same rule, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// The cells that the clue names; empty for a rule of the whole grid.
    pub cells: Vec<String>,
    /// The setter's name for the clue.
    pub name: String,
}

/// Names the clue with this index in the puzzle.
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

/// Names the part of the puzzle that a violation refers to.
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

/// Formats several digits as a text: `129`.
fn digits(set: DigitSet) -> String {
    set.iter().map(digit_char).collect()
}
