//! Compares the file's own solution with the file's clues, and with the solution that was found.

use cluewright_engine::search::{Answer, Verdict};
use cluewright_puzzle::{Clue, Puzzle, digit_char};
use cluewright_rules::{Book, Clues, Named, Violation, name_violation};
use schemars::JsonSchema;
use serde::Serialize;

/// A verdict, and its comparison with the file's own solution.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// True if the only solution found is the file's own; null unless the puzzle is unique and the file includes a solution.
    pub matches: Option<bool>,
    /// The clues, givens and houses that the file's own solution violates.
    pub violated: Vec<Named>,
}

/// Adds the comparison with the file's own solution to an answer.
#[must_use]
pub fn compare_with_file(book: &Book, puzzle: &Puzzle, answer: Answer) -> Checked {
    Checked {
        matches: matches_file(puzzle, &answer),
        violated: broken_by_file(book, puzzle),
        answer,
    }
}

/// Returns the clues, givens and houses that the file's solution violates. This is the cheapest diagnosis, because it needs
/// no search. The list is empty if the file has no complete solution.
#[must_use]
pub fn broken_by_file(book: &Book, puzzle: &Puzzle) -> Vec<Named> {
    let Some(digits) = whole_solution(puzzle) else {
        return vec![];
    };
    let Kept {
        puzzle: judged,
        clues,
        givens,
    } = of_the_grid(puzzle);
    // No error can occur here, because clues that do not fit their rule were refused when the puzzle was compiled.
    let broken = book.violated(&judged, &digits).unwrap_or_default();
    let in_puzzle = |violation| match violation {
        Violation::Clue(index) => Violation::Clue(clues[index]),
        Violation::Given(index) => Violation::Given(givens[index]),
        of_layout => of_layout,
    };
    let broken = broken.into_iter().map(in_puzzle);
    let named = broken.map(|violation| name_violation(book, puzzle, &violation));
    named.collect()
}

/// Returns the file's solution, if it covers every cell of the grid.
pub(super) fn whole_solution(puzzle: &Puzzle) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = puzzle.solution.iter().flatten().copied().collect();
    digits.filter(|digits| digits.len() == puzzle.layout.cell_count())
}

/// Returns `true` if the puzzle's only solution agrees with every digit of the file's solution. Returns `None` unless the
/// puzzle is unique and the file includes a solution.
#[must_use]
pub fn matches_file(puzzle: &Puzzle, answer: &Answer) -> Option<bool> {
    let expected = puzzle.solution.as_ref()?;
    if answer.verdict != Verdict::Unique {
        return None;
    }
    let mut pairs = expected.iter().zip(answer.solutions.first()?.chars());
    Some(pairs.all(|(digit, found)| digit.is_none_or(|digit| digit_char(digit) == found)))
}

/// A puzzle without some of its clues, and the original indices of the remaining clues and givens.
struct Kept {
    puzzle: Puzzle,
    clues: Vec<usize>,
    givens: Vec<usize>,
}

/// Removes a puzzle's auxiliary variables and the clues about them. The file's solution has no values for these variables,
/// so it cannot violate such clues.
fn of_the_grid(puzzle: &Puzzle) -> Kept {
    let cells = puzzle.layout.cell_count();
    let plain = puzzle.extras.is_empty();
    // A rule that the puzzle itself defines may name auxiliary variables in its relation, which `cells` does not
    // list.
    let own = |clue: &Clue| puzzle.own_rules.iter().any(|own| own.name == clue.rule);
    let keeps_clue = |&at: &usize| plain || is_of_the_grid(&puzzle.clues[at], cells, &own);
    let keeps_given = |&at: &usize| plain || puzzle.givens[at].cell.index() < cells;
    let clues: Vec<usize> = (0..puzzle.clues.len()).filter(keeps_clue).collect();
    let givens: Vec<usize> = (0..puzzle.givens.len()).filter(keeps_given).collect();
    let judged = Puzzle {
        extras: vec![],
        own_rules: if plain {
            puzzle.own_rules.clone()
        } else {
            vec![]
        },
        clues: clues.iter().map(|&at| puzzle.clues[at].clone()).collect(),
        givens: givens.iter().map(|&at| puzzle.givens[at]).collect(),
        ..puzzle.clone()
    };
    Kept {
        puzzle: judged,
        clues,
        givens,
    }
}

fn is_of_the_grid(clue: &Clue, cells: usize, own: &impl Fn(&Clue) -> bool) -> bool {
    // A `relation` clue names its cells in its formula, so `cells` does not list them.
    let named =
        clue.rule != "relation" && !own(clue) && clue.cells().all(|cell| cell.index() < cells);
    named
        && clue
            .parts
            .iter()
            .all(|part| is_of_the_grid(part, cells, own))
}
