//! The writer, which all types share.

use super::cells::Cells;
use super::token::Token;
use cluewright_puzzle::{Cell, Clue, DigitSet, Puzzle};
use cluewright_rules::encodings;

/// A puzzle being written.
pub(crate) struct Writer<'p> {
    pub(crate) puzzle: &'p Puzzle,
    pub(crate) cells: Cells,
    /// The kinds of parts that could not be written, without duplicates.
    pub(crate) failed: Vec<String>,
}

/// The group around a clue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    Top,
    And,
    Or,
}

/// A description, in the setter's words, of the part of a clue that can't be written.
pub(crate) type Unwritable = String;

/// The tokens of a clue whose rule has no fitting type; `None` if the clue should be written with its own type.
pub(crate) type Restatement = Result<Option<Vec<Token>>, Unwritable>;

impl<'p> Writer<'p> {
    pub(crate) fn new(puzzle: &'p Puzzle, cells: Cells) -> Self {
        Self {
            puzzle,
            cells,
            failed: vec![],
        }
    }

    pub(crate) fn fail(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.failed.contains(&what) {
            self.failed.push(what);
        }
    }

    pub(crate) fn names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&c| self.cells.name(c)).collect();
        names.join("~")
    }

    /// Writes a given: one cell and its digits.
    pub(crate) fn keep(&self, cell: Cell, digits: DigitSet) -> Token {
        let inside = digits & self.puzzle.layout.digits();
        let digits: String = inside.iter().map(|d| format!("_{d}")).collect();
        Token::for_given(self.cells.name(cell) + &digits)
    }

    /// Writes a pair table on each of the lists.
    pub(crate) fn table(
        &self,
        name: &'static str,
        lists: &[&[Cell]],
        allows: impl FnMut(u8, u8) -> bool,
    ) -> Vec<Token> {
        let key = encodings::encode_key(&self.puzzle.layout, allows);
        let token = |list: &&[Cell]| Token::with_shared(name, key.clone(), self.names(list));
        lists.iter().map(token).collect()
    }
}

/// Returns a token whose type is allowed at the top level only; fails inside groups.
pub(crate) fn at_top(token: Token, clue: &Clue, inside: Inside) -> Restatement {
    match inside {
        Inside::Top => Ok(Some(vec![token])),
        _ => Err(format!("`{}` inside `any-of` or `all-of`", clue.rule)),
    }
}
