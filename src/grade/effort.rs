//! The effort: a model of how long people take.
//!
//! A race: at each moment the solver looks over the open cells until one of the moves that are open
//! shows itself; the more moves, and the easier they are to see, the sooner. Expected looks are open
//! cells over the summed visibility of the moves. Harder steps cost more looks.

use crate::logic::{Ground, Path, Round};
use serde::Serialize;

/// Expected work and time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effort {
    /// Expected looks, as a sum over the solve.
    pub effort: f64,
    /// Expected minutes.
    pub minutes: f64,
    /// Two thirds of solvers lie between these.
    pub range: [f64; 2],
}

/// How easily a move of a rating (in tenths) is seen, relative to a hidden single in a box.
fn visibility(rating: u16) -> f64 {
    let above = f64::from(rating.max(12) - 12) / 10.0;
    (-1.1 * above).exp().max(1e-4)
}

/// The effort along a path.
#[must_use]
pub fn effort(ground: &Ground<'_>, path: &Path) -> Effort {
    let looks: f64 = path.rounds.iter().map(|round| looks(ground, round)).sum();
    let stuck = path.board.open().len() as f64;
    let effort = looks + 10.0 * stuck;
    // Fitted to mean times of people on classics; see docs/GRADING.md.
    let minutes = 2.0 + 0.06 * effort;
    Effort {
        effort,
        minutes,
        range: [minutes * 0.6, minutes * 1.7],
    }
}

/// Expected looks until all steps of a round are seen, one after the other.
fn looks(ground: &Ground<'_>, round: &Round) -> f64 {
    let open = round.board.open().len().max(1) as f64;
    let _ = ground;
    let seen = visibility(round.rating);
    let moves = round.steps.len();
    (1..=moves).map(|left| open / (seen * left as f64)).sum()
}
