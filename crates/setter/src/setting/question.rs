//! Whether a puzzle is unique without some of its clues.

use crate::diagnose::{Suspects, without};
use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Cite, Off, Switchable};
use cluewright_engine::search::{Budget, Limits, others};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, ClueError, Violation};

/// A unique puzzle whose clues are switched off, in one compiled model.
#[derive(Clone)]
pub(super) struct Tester<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) book: &'a Book,
    /// The one solution.
    pub(super) known: &'a [u8],
    switchable: Switchable,
    /// Whether some clue speaks of the cells that others do not mark: then fewer clues can say more.
    pub(super) reads_marks: bool,
    budget: Budget<'a>,
}

/// What a test shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// No other solution.
    Unique,
    /// Another: it breaks only these of the puzzle's clues and givens.
    Other(Vec<Cite>),
    /// Not even the one solution: a rule of unmarked cells forbids it.
    Lost,
    /// A limit was reached.
    Unknown,
}

impl<'a> Tester<'a> {
    /// The guesses of the budget are those of one test; all tests share the deadline.
    pub(super) fn new(
        puzzle: &'a Puzzle,
        book: &'a Book,
        known: &'a [u8],
        budget: Budget<'a>,
    ) -> Result<Self, ClueError> {
        Ok(Self {
            puzzle,
            book,
            known,
            switchable: compile_switchable(puzzle, book, false)?,
            reads_marks: !cluewright_rules::exempted(puzzle, book)?.is_empty(),
            budget,
        })
    }

    /// All that may be taken away.
    pub(super) fn all(&self) -> Vec<Cite> {
        Suspects::of(self.puzzle, false).all().collect()
    }

    /// Whether the time is up, or the caller has had enough.
    pub(super) fn over(&self) -> bool {
        !self.budget.has_time()
    }

    /// Whether the puzzle is unique without these.
    pub(super) fn test(&mut self, gone: &[Cite]) -> Test {
        if self.over() {
            return Test::Unknown;
        }
        if self.reads_marks {
            let rest = without(self.puzzle, gone);
            let broken = self.book.violated(&rest, self.known);
            if !broken.is_ok_and(|broken| broken.is_empty()) {
                return Test::Lost;
            }
        }
        self.switchable
            .switch(Off::Removed, |cite| !gone.contains(&cite));
        let limits = Limits::within(self.budget, 1);
        let found = others(self.switchable.model(), self.known, limits);
        match (found.solutions.first(), found.stopped) {
            (Some(other), _) => Test::Other(self.broken_by(other)),
            (None, None) => Test::Unique,
            (None, Some(_)) => Test::Unknown,
        }
    }

    /// The clues and givens that a solution of some of them breaks.
    fn broken_by(&self, solution: &[u8]) -> Vec<Cite> {
        let cells = self.puzzle.cell_count();
        let broken = self
            .book
            .violated(self.puzzle, &solution[..cells.min(solution.len())]);
        let cite = |violation: Violation| match violation {
            Violation::Clue(index) => Some(Cite::Clue(index as u16)),
            Violation::Given(index) => Some(Cite::Given(index as u16)),
            Violation::House(_) | Violation::Value(_) => None,
        };
        broken
            .unwrap_or_default()
            .into_iter()
            .filter_map(cite)
            .collect()
    }
}
