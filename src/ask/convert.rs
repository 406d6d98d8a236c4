//! Conversion of a puzzle to another format.

#[cfg(feature = "formulas")]
pub(crate) mod encoded;

use super::{Ask, Bounds, Check, Host, Read, Refusal};
use crate::Prepared;
use cluewright_engine::search::Verdict;
use cluewright_puzzle::{Puzzle, digit_of_char};
use cluewright_rules::Book;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Writes a puzzle in another format, or as a formula or a model for other solvers.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Convert {
    /// The name of the format, such as `fpuzzles`. `dimacs`, `opb` and `minizinc` write a formula or a model for other
    /// solvers.
    pub to: String,
    /// `true` to find the solution if the puzzle states none and the format can store one. The solution is written only
    /// if it is proven unique within ten seconds.
    #[serde(default)]
    pub solve: bool,
}

/// A puzzle in its new format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Converted {
    /// The name of the format.
    pub format: &'static str,
    /// The puzzle in the requested format.
    pub text: String,
    /// Parts of the puzzle that the text leaves out, because no digit depends on them.
    pub left_out: Vec<String>,
    /// Kinds of clues that the format cannot draw, so that only the rules text states them.
    pub in_words: Vec<String>,
}

impl Ask for Convert {
    type Reply = Converted;

    fn needs_all(&self) -> bool {
        false
    }

    fn needs_search(&self) -> bool {
        self.solve
    }

    /// # Errors
    /// Returns an error if there is no such format, or if the format cannot express the puzzle.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Converted, Refusal> {
        self.convert(prepared.puzzle(), prepared.book(), host)
    }

    fn answer_text(
        &self,
        text: &str,
        read: &Read,
        host: &Host<'_>,
    ) -> Result<(Puzzle, Converted), Refusal> {
        let puzzle = read.puzzle(text, host)?;
        let converted = self.convert(&puzzle, Book::builtin(), host)?;
        Ok((puzzle, converted))
    }
}

impl Convert {
    /// Creates a question that converts a puzzle to the named format.
    #[must_use]
    pub fn to(format: impl Into<String>) -> Self {
        Self {
            to: format.into(),
            solve: false,
        }
    }

    /// Writes the puzzle in the requested format. Includes the solution if it was requested and is proven unique within
    /// [`PROOF`].
    pub(crate) fn convert(
        &self,
        puzzle: &Puzzle,
        book: &Book,
        host: &Host<'_>,
    ) -> Result<Converted, Refusal> {
        #[cfg(feature = "formulas")]
        if let Some(encoded) = encoded::write(&self.to, puzzle, book) {
            return encoded;
        }
        let is_shown = cluewright_formats::named(&self.to)?.shows_solution();
        // Without the rules of unread drawings, the search could find a wrong solution, so it does not run.
        let is_open = puzzle.solution.is_none() && puzzle.unread.is_empty();
        let is_sought = self.solve && is_shown && is_open;
        let solution = is_sought.then(|| solution(puzzle, book, host)).flatten();
        match solution {
            None => self.of(puzzle, book),
            solution => self.of(
                &Puzzle {
                    solution,
                    ..puzzle.clone()
                },
                book,
            ),
        }
    }

    /// Writes a puzzle, which need not be prepared, in the requested format.
    pub(crate) fn of(&self, puzzle: &Puzzle, book: &Book) -> Result<Converted, Refusal> {
        let format = cluewright_formats::named(&self.to)?;
        let text = format.write_with(puzzle, book).map_err(|error| {
            let refusal = Refusal::new(error.to_string());
            match format.name() {
                // The usual advice is to convert to `native`, which has just failed.
                "native" => refusal,
                _ if puzzle.unread.is_empty() => {
                    refusal.help("convert to `native`, which can express everything")
                }
                _ => refusal
                    .help("convert to `native`, or leave the drawings out with --ignore-drawings"),
            }
        })?;
        Ok(Converted {
            format: format.name(),
            text,
            left_out: format.leaves_out(puzzle),
            in_words: format.in_words(puzzle, book),
        })
    }
}

/// Limits of the search for a solution to include. If a limit is reached, the puzzle is written without a solution.
const PROOF: Bounds = Bounds {
    nodes: Some(1_000_000),
    seconds: Some(10.0),
};

/// Returns the solution of a puzzle if it is proven unique within the limits of [`PROOF`].
fn solution(puzzle: &Puzzle, book: &Book, host: &Host<'_>) -> Option<Vec<Option<u8>>> {
    let prepared = Prepared::new(puzzle.clone(), book).ok()?;
    let answer = Check { limits: PROOF }.prove(&prepared, host);
    let is_unique = answer.verdict == Verdict::Unique;
    let solution = answer.solutions.first().filter(|_| is_unique)?;
    Some(solution.chars().map(digit_of_char).collect())
}
