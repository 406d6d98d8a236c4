//! A puzzle with its clues lowered and compiled, as the search and the logic engine need it.

use crate::{Ground, GroundError};
use cluewright_engine::model::{Model, Part};
use cluewright_engine::parts;
use cluewright_engine::search::{self, Answer, Candidates, Estimate, Limits, Run, Sampling};
use cluewright_puzzle::Puzzle;
use cluewright_puzzle::clock::count_work;
use cluewright_rules::{Book, ClueError};
use std::sync::Arc;

/// A puzzle with its clues lowered and compiled, ready to be solved, graded or checked.
#[derive(Debug)]
pub struct Prepared {
    puzzle: Arc<Puzzle>,
    book: Book,
    parts: Vec<Part>,
    model: Model,
}

impl Prepared {
    /// Lowers a puzzle's clues by the rules of a book and compiles them.
    ///
    /// # Errors
    ///
    /// Returns the first clue that does not fit its rule.
    pub fn new(puzzle: impl Into<Arc<Puzzle>>, book: &Book) -> Result<Self, ClueError> {
        count_work();
        let puzzle = puzzle.into();
        let parts = parts(&puzzle, book)?;
        Ok(Self {
            model: Model::new(&puzzle, &parts),
            puzzle,
            book: book.clone(),
            parts,
        })
    }

    /// Returns the puzzle as the setter wrote it.
    #[must_use]
    pub fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    /// Returns the rule book that defines the puzzle's clues.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Returns the relations of the compiled puzzle.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Proves that there is no solution, exactly one, or several. Returns up to two solutions as proof, so
    /// `limits.solutions` is capped at 2.
    #[must_use]
    pub fn check(&self, limits: Limits<'_>, run: Run<'_>) -> Answer {
        search::prove_parts(&self.puzzle, &self.parts, &self.model, limits, run)
    }

    /// Returns the first solution that the search finds, as values of the model's variables.
    #[must_use]
    pub fn first_solution(&self, limits: Limits<'_>) -> Option<Vec<u8>> {
        search::solve(&self.model, limits)
            .solutions
            .into_iter()
            .next()
    }

    /// Enumerates the solutions within the limits.
    #[must_use]
    pub fn solutions(&self, limits: Limits<'_>, run: Run<'_>) -> Answer {
        search::enumerate(&self.puzzle, &self.model, limits, run)
    }

    /// Returns the number of solutions within the limits, with two of the solutions.
    #[must_use]
    pub fn count(&self, limits: Limits<'_>, run: Run<'_>) -> Answer {
        search::count(&self.puzzle, &self.model, limits, run)
    }

    /// Returns the true candidates of each cell, with the number of solutions that contain each candidate. Solutions are
    /// counted up to `cap`, which must be at least 1. `limits.solutions` is ignored.
    #[must_use]
    pub fn candidates(&self, cap: u64, limits: Limits<'_>, run: Run<'_>) -> Candidates {
        search::candidates(&self.puzzle, &self.model, cap, limits, run)
    }

    /// Like [`Prepared::candidates`], but also calls `tell` once for each candidate, soon after the candidate is
    /// decided.
    #[must_use]
    pub fn candidates_telling(
        &self,
        cap: u64,
        limits: Limits<'_>,
        run: Run<'_>,
        tell: search::Tell<'_>,
    ) -> Candidates {
        search::candidates_telling(&self.puzzle, &self.model, cap, limits, run, Some(tell))
    }

    /// Estimates the number of solutions from random probes.
    #[must_use]
    pub fn estimate(&self, sampling: Sampling, limits: Limits<'_>, run: Run<'_>) -> Estimate {
        search::estimate(&self.model, sampling, limits, run)
    }

    /// Creates the structure of the puzzle for the logic engine.
    ///
    /// # Errors
    ///
    /// Returns an error if the grid has more cells than the logic engine supports.
    pub fn ground(&self) -> Result<Ground<'_>, GroundError> {
        Ground::new(&self.puzzle, &self.book, &self.parts, &self.model)
    }
}
