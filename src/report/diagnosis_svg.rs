//! Draws diagnosed puzzles as SVG: conflicting or redundant clues in red, ambiguous cells with their candidates.

#[cfg(feature = "cli")]
use super::svg::Theme;
use super::svg::{Canvas, Ink, Picture};
use cluewright_engine::search::Verdict;
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::{Book, Named, Violation, name_clue, name_violation};
use cluewright_setter::diagnose::Diagnosis;

/// Draws a diagnosed puzzle as an SVG document.
///
/// * If there is no solution, the clues of the smallest conflict are red.
/// * If there are several solutions, the ambiguous cells show their candidates. The smallest deadly pattern shows both
///   fillings.
/// * If there is exactly one solution, the redundant clues are red.
#[cfg(feature = "cli")]
#[must_use]
pub(crate) fn diagnosis_svg(book: &Book, puzzle: &Puzzle, diagnosis: &Diagnosis) -> String {
    diagnosis_picture(book, puzzle, diagnosis).document(Theme::Auto, None)
}

/// Draws the same picture as [`diagnosis_svg`], but returns it as a [`Picture`].
pub(super) fn diagnosis_picture(book: &Book, puzzle: &Puzzle, diagnosis: &Diagnosis) -> Picture {
    let pointed = find_highlighted(diagnosis);
    let is_pointed = |named: &Named| pointed.contains(named);
    let mut canvas = Canvas::new(book, puzzle);
    canvas.clues(|index| is_pointed(&name_clue(book, puzzle, index)));
    canvas.givens(|index| is_pointed(&name_violation(book, puzzle, &Violation::Given(index))));
    open_cells(puzzle, diagnosis, &mut canvas);
    // Houses have no drawing that could be red, so they are listed below the grid.
    let houses = ["row", "column", "box"];
    for named in pointed
        .iter()
        .filter(|named| houses.contains(&named.rule.as_str()))
    {
        canvas.note(named.name.clone(), true);
    }
    let caption = match diagnosis.answer.verdict {
        Verdict::None => "The red clues together have no solution.",
        Verdict::Several => {
            "Shaded cells are ambiguous. Cells with two digits can be filled in either way."
        }
        Verdict::Unique if pointed.is_empty() => "Exactly one solution. Every clue is needed.",
        Verdict::Unique => "Exactly one solution. Any one of the red clues can be removed.",
        Verdict::Undecided => "Undecided within the limits.",
    };
    canvas.note(caption, false);
    canvas.finish(true)
}

/// Returns the clues to highlight in the picture.
fn find_highlighted(diagnosis: &Diagnosis) -> &[Named] {
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
        canvas.shade(cell, &Ink::OPEN);
        let place = deadly.and_then(|deadly| deadly.cells.iter().position(|c| *c == open.cell));
        match deadly.zip(place) {
            Some((deadly, place)) => {
                let digits = deadly.digits.each_ref().map(|digits| digits[place]);
                canvas.two_digits(cell, digits, [&Ink::FIRST, &Ink::SECOND]);
            }
            None => {
                let digits: DigitSet = open.digits.iter().copied().collect();
                canvas.candidates(cell, digits, &Ink::FIRST);
            }
        }
    }
    for (index, digit) in freedom.settled.iter().enumerate() {
        let cell = Cell::from_index(index);
        let is_given = puzzle.givens.iter().any(|given| given.cell == cell);
        if let (Some(digit), false) = (digit, is_given) {
            canvas.digit(cell, *digit, &Ink::SETTLED);
        }
    }
}
