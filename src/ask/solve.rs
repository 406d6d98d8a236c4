//! Lists and counts of solutions.

use super::{Ask, Bounds, Host, Refusal};
use crate::Prepared;
use cluewright_engine::search::Answer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lists up to two solutions, which prove the verdict, or as many as requested.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Solve {
    /// Maximum number of solutions; 2 if left out.
    pub most: Option<u64>,
    /// The limits of the search.
    pub limits: Bounds,
}

impl Ask for Solve {
    type Reply = Answer;

    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Answer, Refusal> {
        let limits = host.limits(self.limits, self.most.unwrap_or(2));
        Ok(host.searching(|run| prepared.solutions(limits, run)))
    }
}

/// Counts the solutions, and returns the first two.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Count {
    /// Maximum number of solutions to count; no maximum if left out.
    pub most: Option<u64>,
    /// The limits of the count.
    pub limits: Bounds,
}

impl Ask for Count {
    type Reply = Answer;

    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Answer, Refusal> {
        let limits = host.limits(self.limits, self.most.unwrap_or(u64::MAX));
        Ok(host.searching(|run| prepared.count(limits, run)))
    }
}
