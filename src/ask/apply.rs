//! Applies edits to a puzzle, and writes the result.

use super::{Ask, Convert, Converted, Host, Read, Refusal};
use crate::Prepared;
use cluewright_formats::apply_edits;
use cluewright_puzzle::{Edit, Puzzle};
use cluewright_rules::Book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Applies edits, such as those of a diagnosis, and writes the edited puzzle.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Apply {
    /// The edits, applied in the order of the list.
    pub edits: Vec<Edit>,
    /// The format of the result. If left out, the native file format as JSON.
    #[serde(default = "usual")]
    pub to: String,
}

fn usual() -> String {
    "native-json".to_owned()
}

impl Ask for Apply {
    type Reply = Converted;

    fn needs_all(&self) -> bool {
        false
    }

    fn needs_search(&self) -> bool {
        false
    }

    /// # Errors
    /// Returns an error if an edit does not fit the puzzle, if there is no such format, or if the format cannot express
    /// the edited puzzle.
    fn answer(&self, prepared: &Prepared, _: &Host<'_>) -> Result<Converted, Refusal> {
        self.of(prepared.book(), prepared.puzzle())
    }

    fn answer_text(
        &self,
        text: &str,
        read: &Read,
        host: &Host<'_>,
    ) -> Result<(Puzzle, Converted), Refusal> {
        let puzzle = read.puzzle(text, host)?;
        let applied = self.of(Book::builtin(), &puzzle)?;
        Ok((puzzle, applied))
    }
}

impl Apply {
    /// Applies the edits to a puzzle. The puzzle may be invalid, so that an edit can correct a wrong clue.
    pub(crate) fn of(&self, book: &Book, puzzle: &Puzzle) -> Result<Converted, Refusal> {
        let edited = apply_edits(puzzle, &self.edits, book)?;
        Convert::to(self.to.as_str()).of(&edited, book)
    }
}
