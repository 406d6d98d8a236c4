//! The effort: a model of the time that people need.
//!
//! The model is a race. At each moment, the solver scans the open cells until one of the available moves is noticed. The
//! expected number of looks is the number of open cells divided by the summed visibility of the moves. It falls if there
//! are more moves or more visible ones. The last place of a digit is easier to see if few cells of the house are open and
//! few copies of the digit are missing. People place singles in any order, so the number of looks is the mean of two
//! strategies: placing the easiest single first, and placing each single as it is noticed. All values are expectations, so
//! the result is reproducible.
//!
//! Steps other than singles are found by thinking, not by scanning. Their cost is the number of cells that a solver must
//! keep in mind, summed over the solve.

use crate::{Board, Cells, Ground, House, HouseKind, Path, Round, Step};
use cluewright_puzzle::DigitSet;
use serde::Serialize;

/// The expected work and time of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effort {
    /// Expected looks and mental load, summed over the solve.
    pub effort: f64,
    /// The expected solving time, in minutes.
    pub minutes: f64,
    /// The range, in minutes, that contains the mean solving times of two thirds of the puzzles with this effort.
    pub range: [f64; 2],
}

/// The parameters of visibility. There are few of them, because they are fitted to solving times: see `docs/GRADING.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Visibility of the last place of a digit in a line, relative to a box.
    pub line: f64,
    /// Visibility of the last candidate of a cell, relative to the last place of a digit in a box.
    pub naked: f64,
    /// Exponent with which visibility decreases as more cells of the house are open, or more cells need the digit.
    pub crowd: f64,
    /// Number of additional looks for writing a digit.
    pub write: f64,
    /// Exponent of the total mental load in the effort. It models fatigue.
    pub tiring: f64,
}

impl Sight {
    /// The fitted parameters, rounded.
    pub const FITTED: Self = Self {
        line: 0.4,
        naked: 0.1,
        crowd: 0.4,
        write: 1.5,
        tiring: 1.5,
    };
}

/// The line fitted to classics. It applies up to an effort of about 3,300; above that, [`THOUGHT`] is lower and applies
/// instead.
const PLAIN: Line = Line {
    level: 2.279,
    slope: 0.594,
    spread: 0.217,
};
/// The line for puzzles that need thought. It is fitted to the times of experts on video. These times include explanations,
/// so the line rises more slowly with the effort.
const THOUGHT: Line = Line {
    level: 5.063,
    slope: 0.251,
    spread: 0.376,
};

/// A fitted line. The logarithm of the time in seconds is `level + slope * ln(effort)`; for two thirds of the puzzles it is
/// within `spread` of that value. The line is fitted together with [`Sight::FITTED`].
struct Line {
    level: f64,
    slope: f64,
    spread: f64,
}

impl Line {
    fn at(&self, effort: f64) -> f64 {
        self.level + self.slope * effort.max(1.0).ln()
    }
}

/// Factor that is applied to the mental load of a step in which the solver guesses the rest. Its value is roughly the mean
/// over variants that were searched to the end.
const GUESSED: f64 = 10.0;

/// Computes the effort along a path.
#[must_use]
pub fn effort(ground: &Ground<'_>, path: &Path) -> Effort {
    let effort = looks(ground, path, &Sight::FITTED);
    let line = match PLAIN.at(effort) < THOUGHT.at(effort) {
        true => PLAIN,
        false => THOUGHT,
    };
    let minutes = line.at(effort).exp() / 60.0;
    let spread = line.spread.exp();
    Effort {
        effort,
        minutes,
        range: [minutes / spread, minutes * spread],
    }
}

/// Computes the expected looks along a path, with visibility as in `sight`, plus the mental load of steps other than
/// singles.
#[must_use]
pub fn looks(ground: &Ground<'_>, path: &Path, sight: &Sight) -> f64 {
    let eyes = Eyes::new(ground, sight);
    let rounds: Vec<Seen<'_>> = path.rounds.iter().map(|round| eyes.see(round)).collect();
    let (mut looks, mut load) = (0.0, 0.0);
    let mut ended = 0;
    // Rounds of singles are taken together, because an eager solver places new singles without waiting for a round to end.
    for run in rounds.chunk_by(|a, b| a.race.is_some() && b.race.is_some()) {
        ended += run.len();
        let after = path.rounds.get(ended).map_or(&path.board, |r| &r.board);
        let careful: Option<f64> = run.iter().map(|seen| seen.race).sum();
        match careful {
            Some(careful) => {
                let eager = eyes.eager(&run[0].round.board, after.open());
                looks += f64::midpoint(careful, eager.unwrap_or(careful));
            }
            None => load += run.iter().map(|seen| mental_load(seen.round)).sum::<f64>(),
        }
    }
    // If a limit was reached, each remaining open cell costs one look at every open cell.
    let open = path.board.open().len() as f64;
    looks + load.powf(sight.tiring) + open * open
}

/// Returns the mental load of a round of steps other than singles. It is the mean number of cells that a step rests on,
/// times the square root of the product of the rating and the number of steps.
fn mental_load(round: &Round) -> f64 {
    let steps = round.steps.len() as f64;
    let cells = |step: &Step| step.reason.cells.len() + step.reason.facts.len();
    let mean = round.steps.iter().map(cells).sum::<usize>() as f64 / steps;
    let is_guessed = |step: &Step| step.technique().is_search() && step.removed.len() > 1;
    let times = match round.steps.iter().any(is_guessed) {
        true => GUESSED,
        false => 1.0,
    };
    times * mean.max(1.0) * (f64::from(round.rating) / 10.0 * steps).sqrt()
}

/// A round, with its expected number of looks if it places only visible singles.
struct Seen<'p> {
    round: &'p Round,
    race: Option<f64>,
}

/// The visibility model on one grid.
struct Eyes<'g> {
    ground: &'g Ground<'g>,
    sight: &'g Sight,
    /// Factors of visibility, indexed by the number of open cells of a house or by the number of cells that need a digit.
    crowd: Vec<f64>,
}

/// The singles of a board. For each cell, the best visibility and the digit; the visibility is zero if there is no single.
struct View {
    best: Vec<(f64, u8)>,
    sum: f64,
}

impl<'g> Eyes<'g> {
    fn new(ground: &'g Ground<'g>, sight: &'g Sight) -> Self {
        // A count of 0 would give an infinite factor.
        let fall = |count: usize| (count.max(1) as f64 / 5.0).powf(-sight.crowd);
        Self {
            ground,
            sight,
            // Clues may define more houses than there are cells.
            crowd: (0..=ground.cells().max(ground.houses.len()))
                .map(fall)
                .collect(),
        }
    }

    fn see<'p>(&self, round: &'p Round) -> Seen<'p> {
        let made = round
            .steps
            .iter()
            .filter(|step| step.placed.is_some())
            .count();
        let view = (made > 0).then(|| self.view(&round.board));
        let race = view
            .filter(|view| view.sum > 0.0)
            .map(|view| self.race(&round.board, &view, made));
        Seen { round, race }
    }

    /// Returns the expected number of looks until `made` singles are found one after another. Placed singles make new ones
    /// visible, so the number of visible singles is assumed to be constant.
    fn race(&self, board: &Board, view: &View, made: usize) -> f64 {
        let (open, made) = (board.open().len() as f64, made as f64);
        // Each placed single leaves one open cell fewer, so the scanned cells form an arithmetic series.
        let cells = made * open - made * (made - 1.0) / 2.0;
        self.sight.write * made + cells / view.sum
    }

    /// Returns the number of looks for a solver who places every single as it is noticed, until all open cells are in
    /// `left`. Returns `None` if singles alone do not lead that far.
    fn eager(&self, board: &Board, left: Cells) -> Option<f64> {
        let mut board = board.clone();
        let mut looks = 0.0;
        while !board.open().within(left) {
            let view = self.view(&board);
            let wanted = (board.open() - left).iter();
            let made: Vec<(u16, u8)> = wanted
                .map(|cell| (cell, view.best[usize::from(cell)]))
                .filter(|(_, (seen, _))| *seen > 0.0)
                .map(|(cell, (_, digit))| (cell, digit))
                .collect();
            if made.is_empty() {
                return None;
            }
            looks += self.race(&board, &view, made.len());
            for (cell, digit) in made {
                board.place(self.ground, cell, digit);
            }
        }
        Some(looks)
    }

    fn view(&self, board: &Board) -> View {
        let mut best = vec![(0.0, 0); self.ground.cells()];
        for cell in board.open().iter() {
            if let Some(digit) = board.at(cell).single() {
                best[usize::from(cell)] = (self.sight.naked, digit);
            }
        }
        self.hidden(board, |cell, seen, digit| {
            let best = &mut best[usize::from(cell)];
            if seen > best.0 {
                *best = (seen, digit);
            }
        });
        let sum = board.open().iter().map(|c| best[usize::from(c)].0).sum();
        View { best, sum }
    }

    /// Calls `show` for each cell that is the last place of a digit in a house. The arguments are the cell, its visibility
    /// and the digit.
    fn hidden(&self, board: &Board, mut show: impl FnMut(u16, f64, u8)) {
        let needs = self.ground.houses.iter();
        let needs: Vec<Need> = needs.map(|house| Need::of(house, board)).collect();
        let mut missing = [[0u16; 64]; 4];
        for need in &needs {
            for digit in need.any.iter() {
                missing[need.kind as usize][usize::from(digit)] += 1;
            }
        }
        for need in &needs {
            let line = match need.kind {
                HouseKind::Box => 1.0,
                _ => self.sight.line,
            };
            for digit in need.once.iter() {
                let rare = missing[need.kind as usize][usize::from(digit)];
                let rare = self.crowd[usize::from(rare)];
                let cell = (board.places(digit) & need.open).first();
                show(cell, line * self.crowd[need.open.len()] * rare, digit);
            }
        }
    }
}

/// The digits that a house still needs.
struct Need {
    kind: HouseKind,
    open: Cells,
    /// The digits that still have a place in the house.
    any: DigitSet,
    /// The digits that have exactly one place in the house.
    once: DigitSet,
}

impl Need {
    fn of(house: &House, board: &Board) -> Self {
        let open = house.cells & board.open();
        let (mut any, mut more) = (DigitSet::EMPTY, DigitSet::EMPTY);
        for cell in open.iter() {
            more = more | any & board.at(cell);
            any = any | board.at(cell);
        }
        let once = any.without(more);
        Self {
            kind: house.kind,
            open,
            any,
            once,
        }
    }
}
