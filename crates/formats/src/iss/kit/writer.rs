//! The state that all types share while a puzzle is written.

use super::cells::Cells;
use super::token::Token;
use cluewright_puzzle::{Cell, Clue, DigitSet, Puzzle};
use cluewright_rules::encodings;

/// A puzzle that is being written.
pub(crate) struct Writer<'p> {
    pub(crate) puzzle: &'p Puzzle,
    pub(crate) cells: Cells,
    /// Descriptions of the parts that cannot be written, without duplicates.
    pub(crate) failed: Vec<String>,
}

/// The group around a clue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    Top,
    And,
    Or,
}

/// A description, in the setter's words, of a part that cannot be written.
pub(crate) type Unwritable = String;

/// The tokens that express a clue with other types; `None` if the clue is to be written with its own
/// type.
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

    /// Writes a given that restricts a cell to these digits.
    pub(crate) fn keep(&self, cell: Cell, digits: DigitSet) -> Token {
        // Digits that the grid lacks are dropped, because ISS refuses them and no cell could hold them.
        let inside = digits & self.puzzle.layout.digits();
        let digits: String = inside.iter().map(|d| format!("_{d}")).collect();
        Token::for_given(self.cells.name(cell) + &digits)
    }

    /// Writes a table of allowed pairs for each of the lists.
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

/// Returns a token whose type is allowed only at the top level; fails inside a group.
pub(crate) fn at_top(token: Token, clue: &Clue, inside: Inside) -> Restatement {
    match inside {
        Inside::Top => Ok(Some(vec![token])),
        _ => Err(format!("`{}` inside `any-of` or `all-of`", clue.rule)),
    }
}
