//! Values for the open parts of a draft.

use super::{Ask, Bounds, Choice, Host, Progress, Read, Refusal};
use crate::Prepared;
use cluewright_formats::Format;
use cluewright_formats::native::{Native, read_draft};
use cluewright_logic::grade::Grade;
use cluewright_puzzle::{Draft, Puzzle, digit_char};
use cluewright_rules::Book;
use cluewright_setter::diagnose::Stage;
use cluewright_setter::setting::{Best, Filling, fill};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Fills in the open values of a puzzle file so that the puzzle has one solution and meets the requirements.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Fill {
    /// Number of different puzzles, at least 1.
    pub count: usize,
    /// Random seed: the same seed gives the same puzzles.
    pub seed: u64,
    /// `true` to list all fillings instead, with a proof that there are no others.
    pub all: bool,
    /// The criterion for the best filling, which is returned once a limit is reached.
    pub best: Option<Best>,
    /// The techniques for grading.
    pub techniques: Choice,
    /// Maximum number of search steps.
    pub steps: u64,
    /// The limits: guesses in each proof, and the time for the whole question.
    pub limits: Bounds,
}

/// Default maximum number of search steps.
const STEPS: u64 = 20_000;

impl Default for Fill {
    fn default() -> Self {
        Self {
            count: 1,
            seed: 0,
            all: false,
            best: None,
            techniques: Choice::default(),
            steps: STEPS,
            limits: Bounds::default(),
        }
    }
}

/// The puzzles found for a draft.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Fillings {
    /// The puzzles, in an order that depends on the seed.
    pub puzzles: Vec<Finished>,
    /// `true` if it is proven that there are no other fillings.
    pub complete: bool,
    /// The puzzle that comes nearest to the requirements, if none meets them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Nearest>,
    /// The most likely reason why no puzzle was found, if `near` is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Number of search steps taken.
    pub steps: u64,
}

/// A filled draft, proven to be unique.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Finished {
    /// The puzzle in the native file format.
    pub text: String,
    /// The solution of the filled puzzle.
    pub solution: String,
    /// The rating of the filled puzzle, if one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The tier of the filled puzzle, if a grade was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// The technique of the hardest step, if a grade was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<&'static str>,
    /// The effort of the filled puzzle, if a grade was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
}

/// A puzzle that almost meets the requirements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Nearest {
    /// The puzzle in the native file format.
    pub text: String,
    /// The requirement that the puzzle does not meet.
    pub amiss: String,
}

impl Ask for Fill {
    type Reply = Fillings;

    /// # Errors
    ///
    /// Always returns an error, because a prepared puzzle has no open values. Use [`Ask::answer_text`] instead.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Fillings, Refusal> {
        let draft = Draft {
            puzzle: Puzzle::clone(prepared.puzzle()),
            ..Draft::default()
        };
        self.fill(&draft, prepared.book(), host)
    }

    fn answer_text(
        &self,
        text: &str,
        _: &Read,
        host: &Host<'_>,
    ) -> Result<(Puzzle, Fillings), Refusal> {
        // Only files in the native format can have open values, so the reading options are ignored.
        let filled = self.of(text, Book::builtin(), host)?;
        Ok((Puzzle::default(), filled))
    }
}

impl Fill {
    /// Fills a puzzle file with open values.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, if it has no open parts, or if the requirements contradict
    /// each other.
    pub(crate) fn of(&self, text: &str, book: &Book, host: &Host<'_>) -> Result<Fillings, Refusal> {
        let draft = read_draft(text, book).map_err(|error| Refusal::of(text, error))?;
        self.fill(&draft, book, host)
    }

    /// Fills a draft.
    ///
    /// # Errors
    /// Returns an error if the draft has no open parts, or if the requirements contradict each other.
    pub(crate) fn fill(
        &self,
        draft: &Draft,
        book: &Book,
        host: &Host<'_>,
    ) -> Result<Fillings, Refusal> {
        if self.count == 0 {
            return Err(
                Refusal::new("no puzzles were requested").help("`count` must be at least 1")
            );
        }
        let profile = self.techniques.profile()?;
        let tell = |stage: Stage| host.tell(Progress::of_stage(stage));
        let filling = Filling {
            count: self.count,
            seed: self.seed,
            all: self.all,
            best: self.best,
            profile: &profile,
            steps: self.steps,
            budget: host.budget(self.limits),
            threads: host.threads,
            progress: host.progress.is_some().then_some(&tell),
        };
        let found = fill(draft, book, &filling).map_err(|error| Refusal {
            help: error.help,
            ..Refusal::new(error.message)
        })?;
        let near = found.near.filter(|_| found.puzzles.is_empty());
        let reason = found.reason.filter(|_| near.is_none());
        Ok(Fillings {
            puzzles: found
                .puzzles
                .iter()
                .map(|filled| Finished::of(&filled.puzzle, filled.grade.as_ref()))
                .collect::<Result<_, _>>()?,
            complete: found.complete,
            near: near
                .map(|near| Nearest::of(&near.puzzle, near.amiss))
                .transpose()?,
            reason,
            steps: found.steps,
        })
    }
}

impl Finished {
    /// Returns a filled puzzle with its solution, and with its grade if it was graded.
    pub(super) fn of(puzzle: &Puzzle, grade: Option<&Grade>) -> Result<Self, Refusal> {
        let solution = puzzle.solution.iter().flatten().flatten();
        let solution = solution.map(|&digit| digit_char(digit)).collect();
        Ok(Self::with_grade(write_file(puzzle)?, solution, grade))
    }

    pub(super) fn with_grade(text: String, solution: String, grade: Option<&Grade>) -> Self {
        Self {
            text,
            solution,
            rating: grade.map(|grade| grade.rating),
            tier: grade.map(|grade| grade.tier.clone()),
            technique: grade.map(|grade| grade.technique),
            effort: grade.map(|grade| grade.effort),
        }
    }
}

impl Nearest {
    pub(super) fn of(puzzle: &Puzzle, amiss: String) -> Result<Self, Refusal> {
        let text = write_file(puzzle)?;
        Ok(Self { text, amiss })
    }
}

fn write_file(puzzle: &Puzzle) -> Result<String, Refusal> {
    Native
        .write(puzzle)
        .map_err(|error| Refusal::new(error.to_string()))
}
