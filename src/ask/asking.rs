//! The trait of all questions about a prepared puzzle or a puzzle's text.

use super::{Host, Read, Refusal};
use crate::Prepared;
use cluewright_puzzle::Puzzle;

/// A question with its own answer type: [`Check`](super::Check), [`Grade`](super::Grade), or any [`Question`](super::Question).
/// [`Prepared::ask`] answers it.
pub trait Ask {
    /// The type of the answer.
    type Reply;

    /// Returns `true` if the answer depends on every rule of the puzzle. Such a question is refused if the puzzle has
    /// drawings that may be rules.
    fn needs_all(&self) -> bool {
        true
    }

    /// Returns `true` if the answer may need a search; `false` if it is immediate.
    fn needs_search(&self) -> bool {
        true
    }

    /// Computes the answer. [`Prepared::ask`] calls this only if the puzzle allows the question.
    ///
    /// # Errors
    /// Returns an error if the question requests something impossible.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Self::Reply, Refusal>;

    /// Reads a puzzle from text, answers the question about it, and returns the puzzle and the answer. A question
    /// overrides this if it does not need a compiled puzzle, or any puzzle at all.
    ///
    /// # Errors
    /// Returns an error if the puzzle cannot be read, a clue does not fit its rule, or the question requests something
    /// impossible.
    fn answer_text(
        &self,
        text: &str,
        read: &Read,
        host: &Host<'_>,
    ) -> Result<(Puzzle, Self::Reply), Refusal>
    where
        Self: Sized,
    {
        let prepared = read.prepare(text, host)?;
        let reply = prepared.ask(self, host)?;
        Ok((Puzzle::clone(prepared.puzzle()), reply))
    }
}

impl Prepared {
    /// Answers a question:
    ///
    /// ```
    /// use cluewright::ask::{Candidates, Host};
    /// use cluewright::{Book, Prepared, ReadOptions, read_any};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let reading = read_any("12.4341.21....21", None, &ReadOptions::default())?;
    /// let prepared = Prepared::new(reading.puzzles[0].clone(), Book::builtin())?;
    /// let found = prepared.ask(&Candidates::default(), &Host::default())?;
    /// assert_eq!(found.candidates[2].keys().collect::<Vec<_>>(), [&3]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the question requests something impossible, such as a format that cannot express the puzzle,
    /// or a rule that is not in the book. A limit is not an error: the reply names the limit that was reached.
    ///
    /// If drawings of the puzzle may be rules, questions about its solutions are refused. The refusal lists the
    /// drawings, and the reply to a [`Question`](super::Question) is [`Reply::Unchecked`](super::Reply::Unchecked).
    pub fn ask<Q: Ask>(&self, question: &Q, host: &Host<'_>) -> Result<Q::Reply, Refusal> {
        let unread = &self.puzzle().unread;
        if question.needs_all() && !unread.is_empty() {
            return Err(Refusal::of_unread(unread));
        }
        question.answer(self, host)
    }
}
