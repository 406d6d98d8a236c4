//! Suggestions of clues to add or remove.

use super::{Ask, Bounds, Check, Choice, Host, Progress, Refusal};
use crate::Prepared;
use cluewright_engine::search::{Answer, Verdict};
use cluewright_setter::diagnose::Stage;
use cluewright_setter::setting::{Suggesting, Suggestions, WishError, suggest_more, suggest_shift};
use schemars::JsonSchema;
use serde::ser::Error;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

/// Finds a clue that makes a puzzle with several solutions unique, or changes that make a unique one easier or harder.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Suggest {
    /// The rules whose clues may be added; `given` permits givens. If empty, the rules that the puzzle uses, and
    /// givens.
    pub rules: Vec<String>,
    /// The amount by which the rating of a unique puzzle should rise. A negative amount makes it easier.
    pub shift: Option<f64>,
    /// Maximum number of suggestions.
    pub most: usize,
    /// Random seed for the positions to try.
    pub seed: u64,
    /// The techniques for grading.
    pub techniques: Choice,
    /// The limits: guesses in each proof, and the time for the whole question.
    pub limits: Bounds,
}

/// Default maximum number of guesses in a proof. It is low, because every clue that is tried needs a proof.
const NODES: u64 = 5_000;

impl Default for Suggest {
    fn default() -> Self {
        Self {
            rules: vec![],
            shift: None,
            most: 10,
            seed: 0,
            techniques: Choice::default(),
            limits: Bounds::default(),
        }
    }
}

/// A verdict, and suggested changes.
#[derive(Clone, Debug, JsonSchema)]
#[non_exhaustive]
pub struct Suggested {
    /// The verdict and its proof.
    #[schemars(flatten)]
    pub answer: Answer,
    /// The suggestions; left out if there is no solution, or no verdict.
    #[schemars(flatten)]
    pub found: Option<Suggestions>,
}

/// The verdict and the suggestions both have the key `complete`. An object can have it only once, so the value of the
/// suggestions is kept.
impl Serialize for Suggested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Flattened structs would write the key `complete` twice, so both parts are merged into one map.
        let mut keys = keys_of(&self.answer).map_err(S::Error::custom)?;
        if let Some(found) = &self.found {
            keys.extend(keys_of(found).map_err(S::Error::custom)?);
        }
        keys.serialize(serializer)
    }
}

fn keys_of(part: &impl Serialize) -> serde_json::Result<Map<String, Value>> {
    serde_json::from_value(serde_json::to_value(part)?)
}

impl Ask for Suggest {
    type Reply = Suggested;

    /// # Errors
    /// Returns an error if no suggestions are requested, if a named rule is unknown or cannot be drawn, or if the
    /// chosen techniques are invalid. Also returns an error if the shift is 0 or infinite, is missing for a unique
    /// puzzle, or is given for a puzzle with several solutions.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Suggested, Refusal> {
        let profile = self.techniques.profile()?;
        if self.most == 0 {
            return Err(
                Refusal::new("no suggestions were requested").help("`most` must be at least 1")
            );
        }
        if self
            .shift
            .is_some_and(|shift| shift == 0.0 || !shift.is_finite())
        {
            return Err(Refusal::new("a shift of 0 requests no change")
                .help("state the change in the rating, such as 0.5 or -0.5"));
        }
        let host = &host.within(self.limits);
        let limits = self.limits;
        let answer = Check { limits }.prove(prepared, host);
        let tell = |stage: Stage| host.tell(Progress::of_stage(stage));
        let wanted = Suggesting {
            rules: &self.rules,
            shift: self.shift.unwrap_or(0.0),
            most: self.most,
            seed: self.seed,
            profile: &profile,
            budget: host
                .budget(limits)
                .with_nodes(limits.nodes.unwrap_or(NODES)),
            threads: host.threads,
            progress: host.progress.is_some().then_some(&tell),
        };
        let found = match (answer.verdict, self.shift) {
            (Verdict::Several, None) => Some(suggest_more(prepared, &wanted)),
            (Verdict::Several, Some(_)) => {
                return Err(
                    Refusal::new("the puzzle has several solutions, so it has no rating")
                        .help("first request a clue that makes the puzzle unique"),
                );
            }
            (Verdict::Unique, Some(_)) => prepared
                .first_solution(host.limits(limits, 1))
                .map(|known| suggest_shift(prepared, &known, &wanted)),
            (Verdict::Unique, None) => {
                return Err(Refusal::new("the puzzle is unique: no clue is missing")
                    .help("request a rating that is higher or lower by an amount such as 0.5"));
            }
            (Verdict::None | Verdict::Undecided, _) => None,
        };
        let found = found.transpose();
        Ok(Suggested {
            answer,
            found: found.map_err(|WishError { message, help }| Refusal {
                help,
                ..Refusal::new(message)
            })?,
        })
    }
}
