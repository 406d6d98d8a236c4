//! The same puzzle in another format.

use super::{Ask, Host, Read, Refusal};
use crate::Prepared;
use cluewright_puzzle::Puzzle;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Writes a puzzle in a format.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Convert {
    /// The name of the format: `fpuzzles`.
    pub to: String,
}

/// A puzzle in its new format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Converted {
    /// The name of the format.
    pub format: &'static str,
    /// The puzzle.
    pub text: String,
    /// What the text leaves out although the puzzle holds it, as no digit depends on it.
    pub left_out: Vec<String>,
}

impl Ask for Convert {
    type Reply = Converted;

    fn needs_all(&self) -> bool {
        false
    }

    fn needs_search(&self) -> bool {
        false
    }

    /// # Errors
    /// When there is no such format, or it cannot express the puzzle.
    fn answer(&self, prepared: &Prepared, _: &Host<'_>) -> Result<Converted, Refusal> {
        self.of(prepared.puzzle())
    }

    fn answer_text(
        &self,
        text: &str,
        read: &Read,
        _: &Host<'_>,
    ) -> Result<(Puzzle, Converted), Refusal> {
        let puzzle = read.puzzle(text)?;
        let converted = self.of(&puzzle)?;
        Ok((puzzle, converted))
    }
}

impl Convert {
    /// The question for a format.
    #[must_use]
    pub fn to(format: impl Into<String>) -> Self {
        Self { to: format.into() }
    }

    /// The puzzle in that format; it need not be prepared.
    pub(crate) fn of(&self, puzzle: &Puzzle) -> Result<Converted, Refusal> {
        let format = cluewright_formats::named(&self.to)?;
        let text = format.write(puzzle).map_err(|error| {
            let refusal = Refusal::new(error.to_string());
            match format.name() {
                "native" => refusal,
                _ if puzzle.unread.is_empty() => {
                    refusal.help("convert to `native`, which can say everything")
                }
                _ => refusal
                    .help("convert to `native`, or leave the drawings out with --ignore-drawings"),
            }
        })?;
        Ok(Converted {
            format: format.name(),
            text,
            left_out: format.leaves_out(puzzle),
        })
    }
}
