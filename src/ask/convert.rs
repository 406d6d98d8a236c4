//! Conversion of a puzzle to another format.

#[cfg(feature = "formulas")]
pub(crate) mod encoded;

use super::{Ask, Bounds, Check, Host, Read, Refusal};
use crate::Prepared;
use cluewright_engine::search::Verdict;
use cluewright_puzzle::{Puzzle, digit_of_char};
use cluewright_rules::Book;
use cluewright_setter::diagnose::broken_by_file;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

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
        let format = cluewright_formats::named(&self.to)?;
        let is_shown = format.shows_solution();
        let mut written = Cow::Borrowed(puzzle);
        // Other software compares solvers' digits with the solution, so a wrong one would reject the right digits. A puzzle
        // file states what its setter expects.
        let violated = match format.name() {
            "native" | "native-json" => vec![],
            _ => broken_by_file(book, puzzle),
        };
        if !violated.is_empty() {
            written.to_mut().solution = None;
        }
        // Without the rules of unread drawings, the search could find a wrong solution, so it does not run.
        let is_open = written.solution.is_none() && puzzle.unread.is_empty();
        if self.solve
            && is_shown
            && is_open
            && let Some(found) = solution(&written, book, host)
        {
            written.to_mut().solution = Some(found);
        }
        let mut converted = self.of(&written, book)?;
        if let Some(first) = violated.first() {
            let part = format!("the stated solution, which violates {}", first.name);
            converted.left_out.push(part);
        }
        Ok(converted)
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

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "size = 4\ngrid = '12.4341.2143.321'\n";

    /// Converts the grid, with a stated solution. Returns the solution in the new text, and the parts left out.
    fn convert(to: &str, solution: &str, solve: bool) -> (Option<String>, Vec<String>) {
        let to = to.to_owned();
        let text = format!("{GRID}solution = '{solution}'\n");
        let (read, host) = (Read::default(), Host::default());
        let answer = Convert { to, solve }.answer_text(&text, &read, &host);
        let (_, converted) = answer.expect("the format expresses the puzzle");
        let written = read.puzzle(&converted.text, &host);
        let digits = written.expect("the text can be read").solution;
        let digits: Option<Option<Vec<u8>>> = digits.map(|digits| digits.into_iter().collect());
        let solution = digits
            .flatten()
            .map(|digits| digits.iter().map(u8::to_string).collect());
        (solution, converted.left_out)
    }

    #[test]
    fn other_formats_get_the_proven_solution_or_none_instead_of_a_wrong_one() {
        let (right, wrong) = ("1234341221434321", "1243341221344321");
        let kept = |solution: &str| (Some(solution.to_owned()), vec![]);
        for to in ["sudokupad", "fpuzzles"] {
            assert_eq!(convert(to, right, false), kept(right));
            let (solution, left_out) = convert(to, wrong, false);
            assert_eq!(solution, None);
            assert_eq!(left_out.len(), 1);
            assert!(left_out[0].starts_with("the stated solution, which violates "));
        }
        assert_eq!(convert("sudokupad", wrong, true).0.as_deref(), Some(right));
        assert_eq!(convert("native", wrong, true), kept(wrong));
    }
}
