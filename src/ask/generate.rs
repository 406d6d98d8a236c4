//! New puzzles.

use super::{Ask, Bounds, Choice, Finished, Host, Nearest, Progress, Read, Refusal};
use crate::Prepared;
use cluewright_engine::search::Budget;
use cluewright_logic::Profile;
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use cluewright_setter::diagnose::Stage;
use cluewright_setter::setting::{
    Band, Made, Needed, Plain, RuleCount, Symmetry, Tried, Variant, Variants, WishError, plain,
    variants,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Makes plain sudokus, or variants whose clues have random positions. Each puzzle has one solution. No given is
/// redundant, unless a rating is required.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Generate {
    /// Number of puzzles in the answer, 1 to 10,000.
    pub count: usize,
    /// Random seed: the same seed gives the same puzzles.
    pub seed: u64,
    /// The rules of the puzzles' clues; empty for plain sudoku.
    pub rules: Vec<RuleCount>,
    /// Number of rows and columns of the grid, 4 to 16.
    pub size: u8,
    /// The symmetry of the clues and givens. If left out, each variant's clues get a random symmetry or none, and givens are
    /// unrestricted.
    pub symmetry: Option<Symmetry>,
    /// Maximum number of givens in a variant. Rules without a count get more clues to keep this limit. If left out, the
    /// limit is 4 or, if no rule has a count, 2 more than the rules require.
    pub givens: Option<usize>,
    /// The range of the puzzles' ratings.
    pub rating: Option<Band>,
    /// A technique that the puzzles must require: without it, they are harder.
    pub technique: Option<String>,
    /// The techniques for grading.
    pub techniques: Choice,
    /// Maximum number of grids tried for each puzzle.
    pub tries: usize,
    /// The limits of the whole request. Guesses are not counted.
    pub limits: Bounds,
}

/// Maximum number of puzzles in one answer.
const MOST: usize = 10_000;

/// Default maximum number of grids to try for each puzzle.
const TRIES: usize = 1000;

impl Default for Generate {
    fn default() -> Self {
        Self {
            count: 1,
            seed: 0,
            rules: vec![],
            size: 9,
            symmetry: None,
            givens: None,
            rating: None,
            technique: None,
            techniques: Choice::default(),
            tries: TRIES,
            limits: Bounds::default(),
        }
    }
}

/// The puzzles of a request.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzles, in an order determined by the seed.
    pub puzzles: Vec<New>,
    /// Number of full grids tried.
    pub tried: u64,
    /// `true` if there are as many puzzles as requested.
    pub complete: bool,
    /// If there are fewer puzzles than requested: the variant that comes nearest to the requirements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Nearest>,
    /// If there are fewer puzzles than requested and no near miss: the most frequent reason why no puzzle could be
    /// made from a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A generated puzzle with its solution and its grade.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct New {
    /// The puzzle: a plain 9x9 sudoku as a line of its cells, any other puzzle in the native file format.
    pub text: String,
    /// The solution of the puzzle.
    pub solution: String,
    /// Number of givens of the puzzle.
    pub givens: usize,
    /// The rating of the puzzle, if a rating or a technique was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The tier of the puzzle, if a rating or a technique was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// The technique of the hardest step, if a rating or a technique was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<&'static str>,
    /// The effort of the puzzle, if a rating or a technique was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
    /// The respects in which the puzzle falls short of the request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The parsed form of `text`.
    #[serde(skip)]
    pub(crate) puzzle: Puzzle,
}

impl Ask for Generate {
    type Reply = Generated;

    fn needs_all(&self) -> bool {
        false
    }

    fn answer(&self, _: &Prepared, host: &Host<'_>) -> Result<Generated, Refusal> {
        self.of(host)
    }

    fn answer_text(
        &self,
        _: &str,
        _: &Read,
        host: &Host<'_>,
    ) -> Result<(Puzzle, Generated), Refusal> {
        Ok((Puzzle::default(), self.of(host)?))
    }
}

impl Generate {
    /// Generates the puzzles and collects them.
    ///
    /// # Errors
    /// Returns an error if the number of puzzles is 0 or above `MOST`, if the rating or the number of tries is
    /// impossible, if a rule is unknown or cannot be drawn, or if the chosen techniques are invalid.
    pub fn of(&self, host: &Host<'_>) -> Result<Generated, Refusal> {
        // Only this function collects the puzzles in memory. `each` passes them on and has no such limit.
        if self.count > MOST {
            let message = format!("{} puzzles are too many for one answer", self.count);
            return Err(Refusal::new(message).help(format!("request at most {MOST} at a time")));
        }
        let mut puzzles = vec![];
        let ended = self.each(Book::builtin(), host, &mut |new| {
            puzzles.push(new);
            true
        })?;
        Ok(Generated { puzzles, ..ended })
    }

    /// Generates puzzles and passes each one to `take` as soon as it is made, until `take` returns `false`. Returns the
    /// result without the puzzles.
    ///
    /// # Errors
    /// Returns an error if the number of puzzles or tries is 0, if the rating range is empty or above the chosen
    /// techniques, if a rule is unknown or cannot be drawn, or if the chosen techniques are invalid.
    pub(crate) fn each(
        &self,
        book: &Book,
        host: &Host<'_>,
        take: &mut dyn FnMut(New) -> bool,
    ) -> Result<Generated, Refusal> {
        if self.count == 0 {
            return Err(
                Refusal::new("no puzzles were requested").help("`count` must be at least 1")
            );
        }
        if let Some(band) = self.rating.filter(Band::is_empty) {
            return Err(Refusal::new(format!("no rating lies in {band}")));
        }
        if self.tries == 0 {
            return Err(Refusal::new("no grids may be tried").help("`tries` must be at least 1"));
        }
        let mut profile = self.techniques.profile()?;
        if let Some(band) = self.rating {
            // Ratings are rounded to tenths, so a puzzle can still meet a lower bound that exceeds the ceiling by up to half
            // a tenth.
            if band.low * 10.0 > f64::from(profile.ceiling()) + 0.5 {
                return Err(Refusal::new(format!(
                    "the requested rating ({band}) is above that of every step that may be used"
                )));
            }
            // Techniques above the requested rating are removed, because a puzzle that needs such a technique is too
            // hard in any case.
            profile = profile.up_to(band.high);
        }
        let needed = self.technique.as_deref();
        let needed = needed.map(|name| Needed::of(&profile, name)).transpose()?;
        let graded = Graded {
            profile: &profile,
            needed: needed.as_ref(),
        };
        let budget = host.budget(self.limits);
        let mut made = 0;
        let mut tell = |new: New| {
            made += 1;
            host.tell(Progress::of_stage(Stage {
                doing: "puzzles made",
                done: made,
                of: Some(self.count),
            }));
            take(new)
        };
        // The generator of plain sudokus makes only 9x9 grids. Other sizes are made as variants without rules.
        let ended = match self.rules.is_empty() && self.size == 9 {
            true => self.plain(&graded, host.threads, &mut tell, budget)?,
            false => self.variants(book, &graded, host.threads, &mut tell, budget)?,
        };
        let complete = made == self.count;
        Ok(Generated { complete, ..ended })
    }

    fn plain(
        &self,
        graded: &Graded<'_>,
        threads: usize,
        take: &mut dyn FnMut(New) -> bool,
        budget: Budget<'_>,
    ) -> Result<Generated, Refusal> {
        let wanted = Plain {
            count: self.count,
            seed: self.seed,
            symmetry: self.symmetry.unwrap_or_default(),
            rating: self.rating,
            needed: graded.needed,
            profile: graded.profile,
            tries: self.tries,
            threads,
            budget,
        };
        let tried = plain(&wanted, &mut |made| take(New::of(&made)));
        Generated::after(tried)
    }

    fn variants(
        &self,
        book: &Book,
        graded: &Graded<'_>,
        threads: usize,
        take: &mut dyn FnMut(New) -> bool,
        budget: Budget<'_>,
    ) -> Result<Generated, Refusal> {
        let wanted = Variants {
            rules: &self.rules,
            size: self.size,
            count: self.count,
            seed: self.seed,
            symmetry: self.symmetry,
            givens: self.givens,
            rating: self.rating,
            needed: graded.needed,
            profile: graded.profile,
            tries: self.tries,
            threads,
            budget,
        };
        let mut unwritten = None;
        let tried = variants(
            &wanted,
            book,
            &mut |variant| match New::of_variant(variant) {
                Ok(new) => take(new),
                Err(refusal) => {
                    // The closure cannot return an error, so the error is kept until the search has stopped.
                    unwritten = Some(refusal);
                    false
                }
            },
        );
        let tried = tried.map_err(|WishError { message, help }| Refusal {
            help,
            ..Refusal::new(message)
        })?;
        if let Some(refusal) = unwritten {
            return Err(refusal);
        }
        Generated::after(tried)
    }
}

/// The settings for grading new puzzles.
struct Graded<'a> {
    profile: &'a Profile,
    needed: Option<&'a Needed>,
}

impl Generated {
    fn after(tried: Tried) -> Result<Self, Refusal> {
        Ok(Self {
            puzzles: vec![],
            tried: tried.grids,
            complete: false,
            near: tried
                .near
                .map(|near| Nearest::of(&near.puzzle, near.amiss))
                .transpose()?,
            reason: tried.reason,
        })
    }
}

impl New {
    fn of(made: &Made) -> Self {
        let grade = made.grade.as_ref();
        let finished = Finished::with_grade(made.line(), made.solution_line(), grade);
        Self::finish(finished, made.puzzle())
    }

    fn of_variant(variant: Variant) -> Result<Self, Refusal> {
        let finished = Finished::of(&variant.puzzle, variant.grade.as_ref())?;
        Ok(Self {
            warnings: variant.compromises,
            ..Self::finish(finished, variant.puzzle)
        })
    }

    fn finish(finished: Finished, puzzle: Puzzle) -> Self {
        Self {
            text: finished.text,
            solution: finished.solution,
            givens: puzzle.givens.len(),
            rating: finished.rating,
            tier: finished.tier,
            technique: finished.technique,
            effort: finished.effort,
            warnings: vec![],
            puzzle,
        }
    }
}
