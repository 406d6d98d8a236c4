//! Cages that a file states as rules although its text gives them another meaning.
//!
//! SudokuPad marks a cage as one of digits that add up to a number and differ, because it can check nothing else. If the
//! text gives cells other values, or if only some cages obey a rule, such a mark is no more than a drawing.

use crate::sketch;
use crate::text::{Kind, Sentence, redefine_values};
use cluewright_puzzle::{Clue, Element, Layer, Puzzle, Status};

/// Turns the cages that the file states into open drawings if the text gives them another meaning. A hidden cage becomes
/// decoration, because no sentence can be about it.
pub(crate) fn reopen(puzzle: &mut Puzzle, sentences: &[Sentence]) {
    if !redefine_values(sentences) && !sentences.iter().any(is_about_some_cages) {
        return;
    }
    for index in 0..puzzle.elements.len() {
        let element = &puzzle.elements[index];
        let Some(clue) = clue_of(puzzle, element) else {
            continue;
        };
        let status = match element.item.get("hidden") {
            Some(_) => Status::decoration("a hidden cage only checks digits"),
            None => Status::Open,
        };
        puzzle.clues.remove(clue);
        puzzle.elements[index].status = status;
    }
}

/// Returns `true` if a puzzle has cages that the file states, so that its text must be compared with them.
pub(crate) fn exist(puzzle: &Puzzle) -> bool {
    let mut elements = puzzle.elements.iter();
    elements.any(|element| clue_of(puzzle, element).is_some())
}

/// Returns the index of the clue that a cage in the file states; `None` for other drawings.
fn clue_of(puzzle: &Puzzle, element: &Element) -> Option<usize> {
    let Status::Read { rule } = &element.status else {
        return None;
    };
    let is_checked = ["killer-cage", "sum"].contains(&rule.as_str());
    let is_cage = element.layer == Layer::Cages && is_checked;
    let cells = is_cage.then(|| sketch::cage_cells(element, &puzzle.layout))??;
    let is_same = |clue: &Clue| {
        let mut of_clue: Vec<_> = clue.cells().collect();
        of_clue.sort_unstable();
        clue.rule == *rule && of_clue == cells
    };
    puzzle.clues.iter().position(is_same)
}

/// Returns `true` if a sentence states a rule of some cages that it does not identify.
fn is_about_some_cages(sentence: &Sentence) -> bool {
    sentence.kind == Kind::Rule
        && sentence.words.iter().any(|word| word == "cage")
        && sentence.is_about_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise;
    use cluewright_puzzle::budget::Budget;
    use cluewright_puzzle::{Cell, Layout, Param};
    use cluewright_rules::Book;
    use serde_json::json;

    /// Returns the clues of a puzzle with two cages that its file states: one of cells 0 to 2 with the sum 9, and one of cell 20.
    fn read(text: &str) -> Vec<Clue> {
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.about.rules = Some(text.to_owned());
        let cage = |item| Element {
            layer: Layer::Cages,
            item,
            status: Status::read("killer-cage"),
        };
        puzzle.elements = vec![
            cage(json!({ "cells": [[0, 0], [0, 1], [0, 2]], "value": "9", "unique": true })),
            cage(json!({ "cells": [[2, 2]], "unique": true })),
        ];
        puzzle.clues = vec![nine(), Clue::on("killer-cage", vec![Cell(20)])];
        recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10)).clues
    }

    fn nine() -> Clue {
        let cells = Vec::from_iter((0..3).map(Cell));
        Clue::on("killer-cage", cells).with("sum", Param::Int(9))
    }

    #[test]
    fn a_cage_of_one_cell_without_a_sum_is_no_clue() {
        assert_eq!(
            read("Digits in cages do not repeat and sum to the total."),
            [nine()]
        );
    }

    #[test]
    fn cages_stay_rules_unless_the_text_gives_them_another_meaning() {
        for text in [
            "Normal sudoku rules apply.",
            "Killer: Digits in cages sum to the total. The value of a thermometer is not shown.",
            "Some cages have their sum given. Digits in a cage do not repeat.",
        ] {
            assert_eq!(read(text), [nine()], "{text}");
        }
    }

    #[test]
    fn cages_of_values_and_cages_of_which_some_obey_a_rule_are_drawings() {
        for text in [
            "The value of a cell with a star is double its digit. Values in a cage sum to the total.",
            "One of the cages contains a 5, the other cage sums to 9.",
            "Two of the cages are lying about their sum.",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }
}
