//! The effort: a model of how long people take.
//!
//! A race: at each moment the solver looks over the open cells until one of the moves that are open
//! shows itself. The more moves there are, and the easier they are to see, the sooner: expected looks are
//! open cells over the summed visibility of the moves. A digit's last place is seen the sooner the fewer
//! cells of the house are open and the fewer of the digit are missing; a harder step the later the
//! higher its rating. All are expectations: the number repeats exactly.

use crate::logic::{Board, Ground, HouseKind, Path, Round};
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

/// What makes moves easy or hard to see. Few numbers, fitted to the times of people; see
/// `docs/GRADING.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// A digit's last place in a line, compared with a box.
    pub line: f64,
    /// A cell's last candidate, compared with a digit's last place in a box.
    pub naked: f64,
    /// How fast visibility falls with the open cells of the house.
    pub crowd: f64,
    /// How fast visibility falls with the cells that still need the digit.
    pub rare: f64,
    /// Looks that each placement takes in any case.
    pub write: f64,
    /// How fast visibility falls with the rating of steps that place nothing.
    pub hard: f64,
}

impl Sight {
    /// As fitted.
    pub const FITTED: Self = Self {
        line: 0.6,
        naked: 0.2,
        crowd: 0.5,
        rare: 0.5,
        write: 2.0,
        hard: 0.8,
    };
}

/// The logarithm of a person's seconds is `LEVEL + SLOPE * ln(effort)`, two thirds of the time within
/// `SPREAD`: fitted with [`Sight::FITTED`].
const LEVEL: f64 = 2.605;
const SLOPE: f64 = 0.555;
const SPREAD: f64 = 0.35;

/// The effort along a path.
#[must_use]
pub fn effort(ground: &Ground<'_>, path: &Path) -> Effort {
    let effort = looks(ground, path, &Sight::FITTED);
    let minutes = (LEVEL + SLOPE * effort.max(1.0).ln()).exp() / 60.0;
    let spread = SPREAD.exp();
    Effort {
        effort,
        minutes,
        range: [minutes / spread, minutes * spread],
    }
}

/// Expected looks along a path, to people who see as `sight` says.
#[must_use]
pub fn looks(ground: &Ground<'_>, path: &Path, sight: &Sight) -> f64 {
    let rounds = path.rounds.iter();
    let done: f64 = rounds.map(|round| round_looks(ground, round, sight)).sum();
    // What a limit cut off is as if each open cell took a hard look at all of them.
    let open = path.board.open().len() as f64;
    done + open * open
}

fn round_looks(ground: &Ground<'_>, round: &Round, sight: &Sight) -> f64 {
    let open = round.board.open().len().max(1) as f64;
    let placed = round
        .steps
        .iter()
        .filter(|step| step.placed.is_some())
        .count();
    let moves = round.steps.len() as f64;
    let singles = visibility(ground, &round.board, sight);
    if singles > 0.0 && placed > 0 {
        // The moves are made one after the other, while others open: their sum stays about the same.
        return (0..placed)
            .map(|made| sight.write + (open - made as f64) / singles)
            .sum();
    }
    let rating = f64::from(round.rating) / 10.0;
    let seen = (-sight.hard * (rating - 1.2)).exp().max(1e-3) * moves;
    sight.write * moves.min(4.0) + open / seen
}

/// The summed visibility of all singles on a board, each cell counted once at its best.
fn visibility(ground: &Ground<'_>, board: &Board, sight: &Sight) -> f64 {
    let mut best = vec![0.0f64; ground.cells()];
    for cell in board.open().iter() {
        if board.at(cell).len() == 1 {
            best[usize::from(cell)] = sight.naked;
        }
    }
    for house in &ground.houses {
        let open = (house.cells & board.open()).len();
        let kind = if house.kind == HouseKind::Box {
            1.0
        } else {
            sight.line
        };
        for digit in ground.digits.iter() {
            let places = board.places(digit) & house.cells;
            if places.is_single() {
                let missing = ground.houses.iter().filter(|h| h.kind == house.kind);
                let missing = missing
                    .filter(|h| h.cells.meets(board.places(digit)))
                    .count();
                let crowd = (open as f64 / 5.0).max(0.2).powf(-sight.crowd);
                let rare = (missing as f64 / 5.0).max(0.2).powf(-sight.rare);
                let seen = kind * crowd * rare;
                let cell = &mut best[usize::from(places.first())];
                *cell = cell.max(seen);
            }
        }
    }
    best.iter().sum()
}
