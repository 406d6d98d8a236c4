//! The houses and clues that the digits on the grid already break.

use super::{Ask, Host, Read, Refusal};
use crate::Prepared;
use cluewright_puzzle::{Cell, Puzzle};
use cluewright_rules::{Book, Conflict, Named, name_violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists the houses and clues that the givens and typed digits already break, regardless of the open cells. No search
/// is needed. If drawings of the puzzle may be rules, only its clues are checked.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("examples" = [
    { "ask": "conflicts", "puzzle": "{\"size\": 4, \"grid\": \"1..............1\", \"entries\": \"..1.............\"}" },
]))]
#[non_exhaustive]
pub struct Conflicts {}

/// The houses and clues that the digits on a grid break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Conflicting {
    /// `true` if every cell of the grid has a digit.
    pub full: bool,
    /// The conflicts, in this order: digits out of range, digits that given pencil marks exclude, repeats in houses,
    /// violated clues.
    pub conflicts: Vec<BrokenClue>,
}

/// A house or clue that the digits on the grid break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BrokenClue {
    /// The house or clue.
    #[serde(flatten)]
    pub clue: Named,
    /// The cells whose digits break the clue.
    pub at: Vec<String>,
}

impl Ask for Conflicts {
    type Reply = Conflicting;

    fn needs_all(&self) -> bool {
        false
    }

    fn needs_search(&self) -> bool {
        false
    }

    fn answer(&self, prepared: &Prepared, _: &Host<'_>) -> Result<Conflicting, Refusal> {
        find(prepared.book(), prepared.puzzle())
    }

    fn answer_text(
        &self,
        text: &str,
        read: &Read,
        host: &Host<'_>,
    ) -> Result<(Puzzle, Conflicting), Refusal> {
        let puzzle = read.puzzle(text, host)?;
        let found = find(Book::builtin(), &puzzle)?;
        Ok((puzzle, found))
    }
}

fn find(book: &Book, puzzle: &Puzzle) -> Result<Conflicting, Refusal> {
    let digits = digits(puzzle);
    let conflicts = book.conflicts(puzzle, &digits).map_err(Refusal::misfit)?;
    let named = |Conflict { violation, cells }| BrokenClue {
        clue: name_violation(book, puzzle, &violation),
        at: cells
            .into_iter()
            .map(|cell| puzzle.cell_name(cell))
            .collect(),
    };
    // The auxiliary cells follow the grid. Solvers do not fill them, so they do not count.
    let grid = &digits[..puzzle.layout.cell_count()];
    Ok(Conflicting {
        full: grid.iter().all(Option::is_some),
        conflicts: conflicts.into_iter().map(named).collect(),
    })
}

/// Returns the digit of each cell: its given or, if it has none, the typed digit.
fn digits(puzzle: &Puzzle) -> Vec<Option<u8>> {
    let mut digits = vec![None; puzzle.cell_count()];
    let mut write = |cell: Cell, digit| {
        if let Some(place) = digits.get_mut(cell.index()) {
            *place = Some(digit);
        }
    };
    for &(cell, digit) in &puzzle.entries {
        write(cell, digit);
    }
    // Givens come after the entries, so that they replace an entry in the same cell.
    for given in &puzzle.givens {
        if let Some(digit) = given.digits.single() {
            write(given.cell, digit);
        }
    }
    digits
}
