//! The interface of formats.

use super::reading::{ReadError, ReadOptions};
use super::writing::{Aside, WriteError, asides};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, ClueError};

/// A text format for puzzles. Formats are `Sync`, because [`FORMATS`](crate::FORMATS) is a static.
pub trait Format: Sync {
    /// Returns the name of the format on the command line: `iss`.
    fn name(&self) -> &'static str;

    /// Returns `true` if the text looks like this format. Formats are tried in the order of [`FORMATS`](crate::FORMATS).
    fn recognises(&self, text: &str) -> bool;

    /// Reads every puzzle of the text.
    ///
    /// # Errors
    ///
    /// Fails if the text is not of this format, or if it has parts that are not understood, unless `options` ignores
    /// them.
    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError>;

    /// Writes one puzzle.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot express some part of the puzzle.
    fn write(&self, _: &Puzzle) -> Result<String, WriteError> {
        Err(WriteError {
            format: self.name(),
            parts: vec!["puzzles, because the format can only be read".to_owned()],
        })
    }

    /// Writes one puzzle with the rules of a book, for formats that draw or describe them.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot express some part of the puzzle.
    fn write_with(&self, puzzle: &Puzzle, _: &Book) -> Result<String, WriteError> {
        self.write(puzzle)
    }

    /// Returns the kinds of clues that [`Format::write_with`] cannot draw. Only the rules text states them.
    fn in_words(&self, _: &Puzzle, _: &Book) -> Vec<String> {
        vec![]
    }

    /// Returns `true` if a written puzzle includes the solution, so that solvers can check their own solution.
    fn shows_solution(&self) -> bool {
        false
    }

    /// Locates a clue error (raised after parsing) in the source text, if the format can.
    fn about_clue(&self, _: &str, error: ClueError, _: &Book) -> ReadError {
        ReadError {
            help: error.help,
            ..ReadError::new(error.message)
        }
    }

    /// Returns `true` if puzzles can be written in this format. Read-only formats return `false` and do not override
    /// [`Format::write`].
    fn is_written(&self) -> bool {
        true
    }

    /// Returns the parts of a puzzle other than its clues that [`Format::write`] keeps.
    fn keeps(&self, _: &Puzzle) -> &'static [Aside] {
        &[]
    }

    /// Returns the parts of a puzzle that [`Format::write`] leaves out because no digit depends on them.
    fn leaves_out(&self, puzzle: &Puzzle) -> Vec<String> {
        let keeps = self.keeps(puzzle);
        let left = asides(puzzle)
            .into_iter()
            .filter(|(aside, _)| !keeps.contains(aside));
        left.map(|(_, words)| words).collect()
    }
}
