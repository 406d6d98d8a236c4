//! The digits that occur in some solution, and estimates of the number of solutions.

use super::host::SettledCandidate;
use super::{Ask, Bounds, Host, Progress, Refusal};
use crate::Prepared;
use cluewright_engine::search::{self, Limits, Sampling, Settled};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

/// Finds the digits that occur in some solution, each with the number of solutions that contain it, up to a cap.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Candidates {
    /// Maximum number of solutions to count for each candidate, at least 1.
    pub cap: u64,
    /// The limits of the search.
    pub limits: Bounds,
}

impl Default for Candidates {
    fn default() -> Self {
        Self {
            cap: 1,
            limits: Bounds::default(),
        }
    }
}

/// Progress reports list each candidate as soon as it is settled, so that a host can show it before
/// the answer.
impl Ask for Candidates {
    type Reply = search::Candidates;

    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<search::Candidates, Refusal> {
        let limits = host.limits(self.limits, u64::MAX);
        if host.progress.is_none() {
            return Ok(host.searching(|run| prepared.candidates(self.cap, limits, run)));
        }
        let puzzle = prepared.puzzle();
        // `tell` must be `Sync`, because any thread of the search may call it.
        let done = AtomicU64::new(0);
        let tell = |settled: &[Settled]| {
            let count = settled.len() as u64;
            let settled = settled.iter().map(|one| SettledCandidate {
                cell: puzzle.cell_name(one.cell),
                digit: one.value,
                solutions: one.solutions,
            });
            host.tell(Progress {
                settled: settled.collect(),
                ..Progress::of_candidates(done.fetch_add(count, Ordering::Relaxed) + count)
            });
        };
        Ok(host.searching(|run| prepared.candidates_telling(self.cap, limits, run, &tell)))
    }
}

/// Estimates the number of solutions by random probes.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Estimate {
    /// Random seed: the same seed gives the same estimate.
    pub seed: u64,
    /// `true` to continue to the limit, even if the confidence interval is narrow enough earlier.
    #[serde(skip)]
    pub(crate) exhaustive: bool,
    /// The limits after which no further probe starts; `nodes` counts boards (300,000 if left out).
    pub limits: Bounds,
}

impl Ask for Estimate {
    type Reply = search::Estimate;

    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<search::Estimate, Refusal> {
        let usual = match self.exhaustive {
            true => Sampling {
                probes: u64::MAX,
                precision: 0.0,
                ..Sampling::default()
            },
            false => Sampling::default(),
        };
        let sampling = Sampling {
            seed: self.seed,
            nodes: self.limits.nodes.unwrap_or(usual.nodes),
            ..usual
        };
        let limits: Limits<'_> = host.limits(self.limits, u64::MAX);
        Ok(host.searching(|run| prepared.estimate(sampling, limits, run)))
    }
}
