//! A picture of a diagnosis.

use super::svg::Canvas;
use crate::diagnose::Diagnosis;
use crate::puzzle::{Cell, DigitSet, Puzzle};
use crate::rules::{Book, Named, Violation};
use crate::search::Verdict;

/// The first solution's digits, and those of the second where they differ.
const FIRST: &str = "#1f77b4";
const SECOND: &str = "#d62728";
/// What is open.
const OPEN: &str = "#fff3b0";
/// Digits that are settled but not given.
const SETTLED: &str = "#b0b0b0";

/// The puzzle as an SVG document. No solution: the clues of the smallest conflict in red. Several:
/// open cells with their candidates, the smallest deadly pattern with both fillings. Unique: the
/// redundant clues in red.
#[must_use]
pub fn diagnosis_svg(book: &Book, puzzle: &Puzzle, diagnosis: &Diagnosis) -> String {
    let pointed = pointed_at(diagnosis);
    let is_pointed = |named: &Named| pointed.contains(named);
    let mut canvas = Canvas::new(book, puzzle);
    open_cells(puzzle, diagnosis, &mut canvas);
    for clue in &puzzle.clues {
        canvas.clue(clue, is_pointed(&Named::clue(book, puzzle, clue)));
    }
    canvas.givens(|index| is_pointed(&Named::violation(book, puzzle, &Violation::Given(index))));
    let houses = ["row", "column", "box"];
    for named in pointed
        .iter()
        .filter(|named| houses.contains(&named.rule.as_str()))
    {
        canvas.note(named.name.clone(), true);
    }
    let caption = match diagnosis.answer.verdict {
        Verdict::None => "What is red has no solution together.",
        Verdict::Several => "Yellow cells are open; those with two digits can be swapped.",
        Verdict::Unique if pointed.is_empty() => "Exactly one solution; no clue can go.",
        Verdict::Unique => "Exactly one solution; each red clue can go alone.",
        Verdict::Undecided => "Undecided within the limits.",
    };
    canvas.note(caption, false);
    canvas.finish()
}

/// The clues that the picture points at.
fn pointed_at(diagnosis: &Diagnosis) -> &[Named] {
    match diagnosis.conflicts.first() {
        Some(conflict) => &conflict.clues,
        None => &diagnosis.redundant,
    }
}

fn open_cells(puzzle: &Puzzle, diagnosis: &Diagnosis, canvas: &mut Canvas<'_>) {
    let Some(freedom) = &diagnosis.freedom else {
        return;
    };
    let deadly = freedom.deadly.first();
    for open in &freedom.open {
        let Ok(cell) = puzzle.layout.parse_name(&open.cell) else {
            continue;
        };
        canvas.shade(cell, OPEN);
        let place = deadly.and_then(|deadly| deadly.cells.iter().position(|c| *c == open.cell));
        match deadly.zip(place) {
            Some((deadly, place)) => {
                let digits = deadly.digits.each_ref().map(|digits| digits[place]);
                canvas.two_digits(cell, digits, [FIRST, SECOND]);
            }
            None => {
                let digits: DigitSet = open.digits.iter().copied().collect();
                canvas.candidates(cell, digits, FIRST);
            }
        }
    }
    for (index, digit) in freedom.settled.iter().enumerate() {
        let cell = Cell::from_index(index);
        let is_given = puzzle.givens.iter().any(|given| given.cell == cell);
        if let (Some(digit), false) = (digit, is_given) {
            canvas.digit(cell, *digit, SETTLED);
        }
    }
}
