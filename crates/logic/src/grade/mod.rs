//! The grade of a puzzle: how hard its path is for a person.
//!
//! The grade has two numbers, because they measure different properties. The *rating* is the rating of the hardest step, on
//! the scale of Sudoku Explainer. The *effort* models the time that people need.

mod effort;
mod percentile;

pub use effort::{Effort, Sight, effort, looks};

use crate::{End, Ground, Path, Profile, Refusal, judge_while};
use percentile::{percentile, stars};
use schemars::JsonSchema;
use serde::Serialize;

/// The tier of ratings above the last tier of a profile.
const ABOVE: &str = "any";

/// How hard a puzzle is.
///
/// As JSON: `{ "profile": "default", "solved": true, "ended": "solved", "rating": 3.4, "first_placement": 1.5,
/// "first_step": 1.2, "tier": "hard", "technique": "hidden-pair", "effort": 410.2, "minutes": 5.8,
/// "minutes_range": [4.6, 7.2], "percentile": 9, "stars": 1, "steps": 61, "searched": false, "tiers": [...], "bottlenecks": 3,
/// "longest_streak": 20 }`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Grade {
    /// The name of the profile.
    pub profile: String,
    /// `true` if the profile's techniques solve the puzzle.
    pub solved: bool,
    /// The reason why the path ended.
    pub ended: Ended,
    /// The rating of the hardest step. It is the puzzle's rating if the puzzle is solved.
    pub rating: f64,
    /// The highest rating among the steps up to the first placed digit.
    pub first_placement: f64,
    /// The rating of the first step.
    pub first_step: f64,
    /// The tier of the hardest step.
    pub tier: String,
    /// The technique of the hardest step.
    pub technique: &'static str,
    /// The expected amount of human work.
    pub effort: f64,
    /// Expected minutes for a practised solver; left out if the path does not end in the solution. If `searched` is `true`,
    /// the estimate is less reliable, because a person would need an argument that the path does not contain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// The range, in minutes, that contains the mean solving times of two thirds of the puzzles with this effort; left out
    /// under the same condition as `minutes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes_range: Option<[f64; 2]>,
    /// Percentage of the variants featured on video that need less effort; left out under the same condition as `minutes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<u8>,
    /// Stars from 1 (approachable) to 5, by quintiles of the variants featured on video; left out under the same condition as `minutes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<u8>,
    /// Number of steps of the path.
    pub steps: usize,
    /// `true` if the path contains a search.
    pub searched: bool,
    /// Number of steps of each tier, from easy to hard.
    pub tiers: Vec<(String, usize)>,
    /// Number of rounds that found only one step.
    pub bottlenecks: usize,
    /// Longest run of steps in the easiest tier.
    pub longest_streak: usize,
}

/// The reason why a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The puzzle is solved.
    Solved,
    /// The path led to a contradiction, so the puzzle has no solution.
    Contradiction,
    /// A limit was reached.
    Limit,
    /// No technique of the profile finds a step.
    Techniques,
}

impl From<End> for Ended {
    fn from(end: End) -> Self {
        match end {
            End::Solved => Self::Solved,
            End::Broken => Self::Contradiction,
            End::Stopped => Self::Limit,
            End::Stuck => Self::Techniques,
        }
    }
}

impl Grade {
    /// Grades a path.
    #[must_use]
    pub fn of(ground: &Ground<'_>, path: &Path, profile: &Profile) -> Self {
        let hardest = path.hardest();
        let tier = |rating| match profile.tier(rating) {
            Some(tier) => profile.tiers()[tier].name.clone(),
            None => ABOVE.to_owned(),
        };
        let top = path.rounds.iter().find(|round| round.rating == hardest);
        let places = |round: &crate::Round| round.steps.iter().any(|s| s.placed.is_some());
        let first = path.rounds.iter().position(places);
        let to_first = path.rounds.iter().take(first.map_or(usize::MAX, |i| i + 1));
        let work = effort(ground, path);
        let mut steps = path.rounds.iter().flat_map(|round| &round.steps);
        // If the path is stuck, a person needs an argument that it does not contain, as after a search.
        let searched = path.end == End::Stuck || steps.any(|step| step.technique().is_search());
        let solved = path.end == End::Solved;
        // A grid that is already full needs no step, so a percentile would mean nothing.
        let share = (solved && hardest > 0).then(|| percentile(work.effort));
        Self {
            profile: profile.name.clone(),
            solved,
            ended: path.end.into(),
            rating: tenths(hardest),
            first_placement: tenths(to_first.map(|round| round.rating).max().unwrap_or(0)),
            first_step: tenths(path.rounds.first().map_or(0, |round| round.rating)),
            tier: tier(hardest),
            technique: top.map_or("", |round| round.steps[0].technique().name),
            effort: work.effort,
            minutes: solved.then_some(work.minutes),
            minutes_range: solved.then_some(work.range),
            percentile: share,
            stars: share.map(stars),
            steps: path.rounds.iter().map(|round| round.steps.len()).sum(),
            searched,
            tiers: tiers(path, profile),
            bottlenecks: path.rounds.iter().filter(|r| r.steps.len() == 1).count(),
            longest_streak: streak(path, profile),
        }
    }
}

fn tenths(rating: u16) -> f64 {
    f64::from(rating) / 10.0
}

/// Counts the steps of each tier, and those above the last tier, if there are any.
fn tiers(path: &Path, profile: &Profile) -> Vec<(String, usize)> {
    let count = |tier: Option<usize>| -> usize {
        let rounds = path.rounds.iter();
        let mine = rounds.filter(|round| profile.tier(round.rating) == tier);
        mine.map(|round| round.steps.len()).sum()
    };
    let named = profile.tiers().iter().enumerate();
    let above = count(None);
    named
        .map(|(i, tier)| (tier.name.clone(), count(Some(i))))
        .chain((above > 0).then(|| (ABOVE.to_owned(), above)))
        .collect()
}

fn streak(path: &Path, profile: &Profile) -> usize {
    let (mut longest, mut now) = (0, 0);
    for round in &path.rounds {
        match profile.tier(round.rating) {
            Some(0) => now += round.steps.len(),
            _ => now = 0,
        }
        longest = longest.max(now);
    }
    longest
}

/// The result of verifying a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// For each refused step, the index of its round, its index in that round, and the reason.
    pub refused: Vec<(usize, usize, Refusal)>,
    /// Number of steps that were not checked because time ran out.
    pub unchecked: usize,
}

/// Proves every deduction of a path again; steps found by search are skipped. `go_on` is called with the number of finished
/// steps, before each step and during long proofs. Once it returns `false`, the remaining steps are unchecked.
#[must_use]
pub fn verify(ground: &Ground<'_>, path: &Path, go_on: &dyn Fn(usize) -> bool) -> Verification {
    let mut found = Verification::default();
    let mut done = 0;
    for (number, round) in path.rounds.iter().enumerate() {
        for (place, step) in round.steps.iter().enumerate() {
            if step.technique().is_search() {
                continue;
            }
            let go_on = || go_on(done);
            let judged = match go_on() {
                true => judge_while(ground, &round.board, step, &go_on),
                false => Err(Refusal::Unproven),
            };
            match judged {
                Ok(()) => {}
                // An interrupted proof is not evidence against a step, so the step counts as unchecked.
                Err(Refusal::Unproven) if !go_on() => found.unchecked += 1,
                Err(refusal) => found.refused.push((number, place, refusal)),
            }
            done += 1;
        }
    }
    found
}
