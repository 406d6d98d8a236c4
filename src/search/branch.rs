//! Where to guess next.
//!
//! A variable's score is what is known of its trouble divided by its candidates. Trouble is at first
//! how much stands on the variable; then every conflict adds to the guessed variable and to those of
//! the relation that failed ("weighted degree", Boussemart et al. 2004), and recent conflicts count
//! more than old ones (as in the SAT solver Chaff, Moskewicz et al. 2001).

use super::engine::Guess;
use crate::model::program::Failure;
use crate::model::{Compiled, Word};

/// How much more each conflict weighs than the one before it. Measured: 1.003 gives the fewest nodes
/// over thermometers, sums, killers and large grids; 1.0 and 1.01 lose on different ones.
const GROWTH: f32 = 1.003;
/// Above this all trouble is scaled back, so that numbers stay exact enough to repeat.
pub(crate) fn knob(name: &str, default: f32) -> f32 {
    std::env::var(name)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}
const TOO_LARGE: f32 = 1e15;

/// Chooses the next guess and learns from conflicts.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    trouble: Vec<f32>,
    /// What the next conflict adds.
    increment: f32,
    k: [f32; 4],
}

impl Chooser {
    pub(super) fn new<W: Word>(compiled: &Compiled<W>) -> Self {
        Self {
            trouble: compiled
                .priority
                .iter()
                .map(|&p| p as f32 * knob("KINIT", 1.0))
                .collect(),
            increment: 1.0,
            k: [
                knob("GROWTH", GROWTH),
                knob("KEXTRA", 1.0),
                knob("KPOW", 1.0),
                knob("KHIGH", 0.0),
            ],
        }
    }

    /// A guess, or `None` when every variable is single.
    pub(super) fn choose<W: Word>(&self, compiled: &Compiled<W>, board: &[W]) -> Option<Guess<W>> {
        let mut best: Option<(f32, u32, usize)> = None;
        for (var, set) in board.iter().enumerate() {
            let count = set.len();
            if count > 1 {
                let score = (self.trouble[var] + 1e-3) / (count as f32).powf(self.k[2])
                    * if var >= 81 { self.k[1] } else { 1.0 };
                if best.is_none_or(|(top, ..)| score > top) {
                    best = Some((score, count, var));
                }
            }
        }
        let (score, count, var) = best?;
        if count > 2
            && let Some(guess) = self.two_places(compiled, board, score)
        {
            return Some(guess);
        }
        Some(Guess {
            var: var as u16,
            value: W::one(if self.k[3] > 0.5 {
                board[var].each().last().unwrap_or(0)
            } else {
                board[var].lowest()
            }),
        })
    }

    /// A value with only two places in a house, if that is better than a cell of the given score.
    fn two_places<W: Word>(
        &self,
        compiled: &Compiled<W>,
        board: &[W],
        score: f32,
    ) -> Option<Guess<W>> {
        let mut best: Option<(f32, Guess<W>)> = None;
        for house in &compiled.houses {
            let (mut once, mut twice, mut more) = (W::NONE, W::NONE, W::NONE);
            for &var in house.iter() {
                let set = board[usize::from(var)];
                more |= twice & set;
                twice |= once & set;
                once |= set;
            }
            let pairs = twice & !more;
            for bit in pairs.each() {
                let value = W::one(bit);
                let places = house
                    .iter()
                    .filter(|&&v| !(board[usize::from(v)] & value).is_none());
                let top = places
                    .map(|&v| (self.trouble[usize::from(v)], v))
                    .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
                if let Some((trouble, var)) = top {
                    let score_here = trouble / 2.0;
                    if score_here > score && best.is_none_or(|(s, _)| score_here > s) {
                        best = Some((score_here, Guess { var, value }));
                    }
                }
            }
        }
        best.map(|(_, guess)| guess)
    }

    /// Learns from a conflict.
    pub(super) fn conflict<W: Word>(
        &mut self,
        compiled: &Compiled<W>,
        failure: Failure,
        guess: Option<&Guess<W>>,
    ) {
        if let Some(guess) = guess {
            self.blame(guess.var);
        }
        match failure {
            Failure::Apart(single, emptied) => {
                self.blame(single);
                self.blame(emptied);
            }
            Failure::Relation(index) => {
                compiled.program.relations()[index]
                    .vars()
                    .iter()
                    .for_each(|&var| self.blame(var));
            }
        }
        self.increment *= self.k[0];
        if self.increment > TOO_LARGE {
            self.increment /= TOO_LARGE;
            self.trouble
                .iter_mut()
                .for_each(|trouble| *trouble /= TOO_LARGE);
        }
    }

    fn blame(&mut self, var: u16) {
        self.trouble[usize::from(var)] += self.increment;
    }
}
