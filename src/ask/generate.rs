//! New puzzles.

use super::{Bounds, Choice, Host, Progress, Refusal};
use crate::clock::Instant;
use crate::diagnose::Stage;
use crate::setting::{Band, Made, Plain, Symmetry, plain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

/// Makes plain 9x9 sudoku. Each has one solution, and where no rating is asked for no given can go.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Generate {
    /// How many: 1 to 10,000 in one answer.
    pub count: usize,
    /// The same seed gives the same puzzles.
    pub seed: u64,
    /// How their givens are arranged.
    pub symmetry: Symmetry,
    /// Which ratings they have.
    pub rating: Option<Band>,
    /// What grades them.
    pub techniques: Choice,
    /// Grids that are tried for each puzzle, at most.
    pub tries: usize,
    /// When to stop. Guesses are not counted.
    pub limits: Bounds,
}

/// Puzzles in one answer, at most.
const MOST: usize = 10_000;

/// Grids that are tried for each puzzle, if nobody says.
const TRIES: usize = 1000;

impl Default for Generate {
    fn default() -> Self {
        Self {
            count: 1,
            seed: 0,
            symmetry: Symmetry::None,
            rating: None,
            techniques: Choice::default(),
            tries: TRIES,
            limits: Bounds::default(),
        }
    }
}

/// New puzzles.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Generated {
    /// The puzzles, in an order that the seed decides.
    pub puzzles: Vec<New>,
    /// How many full grids were tried.
    pub tried: u64,
    /// Whether there are as many as were asked for.
    pub complete: bool,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct New {
    /// The puzzle, as a line of its cells.
    pub text: String,
    /// Its solution.
    pub solution: String,
    /// How many givens it has.
    pub givens: usize,
    /// Its rating, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// Its tier, where a rating was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// The technique of its hardest step, where a rating was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<&'static str>,
    /// The effort that it takes, where a rating was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
}

impl Generate {
    /// The puzzles. No puzzle is needed to ask for them.
    ///
    /// # Errors
    /// When none are asked for or more than one answer holds, or there is no such profile, technique or tier.
    pub fn of(&self, host: &Host<'_>) -> Result<Generated, Refusal> {
        if self.count > MOST {
            let message = format!("{} puzzles are too many for one answer", self.count);
            return Err(Refusal::new(message).help(format!("ask for up to {MOST} at a time")));
        }
        let mut puzzles = vec![];
        let (tried, complete) = self.each(host, &mut |new| {
            puzzles.push(new);
            true
        })?;
        Ok(Generated {
            puzzles,
            tried,
            complete,
        })
    }

    /// Hands on each puzzle as soon as it is made, while `take` says so. Gives how many grids were tried, and whether
    /// as many puzzles were made as are asked for.
    ///
    /// # Errors
    /// When none are asked for, or there is no such profile, technique or tier.
    pub(crate) fn each(
        &self,
        host: &Host<'_>,
        take: &mut dyn FnMut(New) -> bool,
    ) -> Result<(u64, bool), Refusal> {
        if self.count == 0 {
            return Err(Refusal::new("no puzzle is asked for").help("`count` is at least 1"));
        }
        if let Some(band) = self.rating.filter(Band::is_empty) {
            return Err(Refusal::new(format!("no rating lies in {band}")));
        }
        let mut profile = self.techniques.profile()?;
        if let Some(band) = self.rating {
            // What is beyond the band need not be looked for.
            profile = profile.up_to(band.high);
        }
        let wanted = Plain {
            count: self.count,
            seed: self.seed,
            symmetry: self.symmetry,
            rating: self.rating,
            profile: &profile,
            tries: self.tries,
            threads: host.threads,
        };
        let started = Instant::now();
        let time = self.limits.time();
        let mut made = 0;
        let tried = plain(
            &wanted,
            &mut |puzzle| {
                made += 1;
                host.tell(Progress::of_stage(Stage {
                    doing: "puzzles made",
                    done: made,
                    of: Some(self.count),
                }));
                take(New::of(&puzzle))
            },
            &|| {
                let late = time.is_some_and(|limit| started.elapsed() > limit);
                !late && !host.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
            },
        );
        Ok((tried, made == self.count))
    }
}

impl New {
    fn of(made: &Made) -> Self {
        let grade = made.grade.as_ref();
        Self {
            text: made.line(),
            solution: made.solution_line(),
            givens: made.count(),
            rating: grade.map(|grade| grade.rating),
            tier: grade.map(|grade| grade.tier.clone()),
            technique: grade.map(|grade| grade.technique),
            effort: grade.map(|grade| grade.effort),
        }
    }
}
