//! The file's own solution against the file's own clues, and against what was found.

use crate::puzzle::{Clue, Puzzle, digit_char};
use crate::rules::{Book, Named};
use crate::search::{Answer, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// A verdict, and what the file's own solution has to do with it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// Whether the one solution is the file's; null when there is not one of each.
    pub matches: Option<bool>,
    /// What the file's own solution breaks.
    pub violated: Vec<Named>,
}

impl Checked {
    /// Compares an answer with the file's own solution.
    #[must_use]
    pub fn of(book: &Book, puzzle: &Puzzle, answer: Answer) -> Self {
        Self {
            matches: matches_file(puzzle, &answer),
            violated: broken_by_file(book, puzzle),
            answer,
        }
    }
}

/// What the file's solution breaks: givens, houses, clues. It is the cheapest diagnosis, without any
/// search. Nothing when the file has no solution, or one with blanks.
#[must_use]
pub fn broken_by_file(book: &Book, puzzle: &Puzzle) -> Vec<Named> {
    let Some(digits) = whole_solution(puzzle) else {
        return vec![];
    };
    let judged = of_the_grid(puzzle);
    // A clue that does not fit its rule has been refused before; it is not the solution's fault.
    let broken = book.violated(&judged, &digits).unwrap_or_default();
    let named = broken.iter().map(|v| Named::violation(book, &judged, v));
    named.collect()
}

/// The file's solution, if it is there for every cell of the grid.
pub(super) fn whole_solution(puzzle: &Puzzle) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = puzzle.solution.iter().flatten().copied().collect();
    digits.filter(|digits| digits.len() == puzzle.layout.cell_count())
}

/// Whether the one solution that was found is the file's, as far as the file tells. `None` when
/// there is not one of each.
#[must_use]
pub fn matches_file(puzzle: &Puzzle, answer: &Answer) -> Option<bool> {
    let expected = puzzle.solution.as_ref()?;
    if answer.verdict != Verdict::Unique {
        return None;
    }
    let mut pairs = expected.iter().zip(answer.solutions.first()?.chars());
    Some(pairs.all(|(digit, found)| digit.is_none_or(|digit| digit_char(digit) == found)))
}

/// The puzzle without its extra variables and whatever speaks of them: the file's solution is silent
/// about their values.
fn of_the_grid(puzzle: &Puzzle) -> Puzzle {
    let mut judged = puzzle.clone();
    if !judged.extras.is_empty() {
        let cells = judged.layout.cell_count();
        judged.extras.clear();
        // A rule of the puzzle's own may speak of them in its relation.
        let own = std::mem::take(&mut judged.own_rules);
        let own = |clue: &Clue| own.iter().any(|own| own.name == clue.rule);
        judged.givens.retain(|given| given.cell.index() < cells);
        judged
            .clues
            .retain(|clue| is_of_the_grid(clue, cells, &own));
    }
    judged
}

fn is_of_the_grid(clue: &Clue, cells: usize, own: &impl Fn(&Clue) -> bool) -> bool {
    // A relation names what it speaks of in its formula.
    let named =
        clue.rule != "relation" && !own(clue) && clue.cells().all(|cell| cell.index() < cells);
    named
        && clue
            .parts
            .iter()
            .all(|part| is_of_the_grid(part, cells, own))
}
