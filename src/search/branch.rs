//! Where to guess next.
//!
//! A variable's score is what is known of its trouble divided by its candidates: at first how much
//! stands on it, then also how often a guess at it failed ("weighted degree", Boussemart et al.
//! 2004, in the form that counts the guessed variable).

use super::engine::Guess;
use crate::model::program::Failure;
use crate::model::{Compiled, Word};

/// After so many conflicts all scores are halved, so that old trouble fades.
const FADE_AFTER: u32 = 1 << 14;

/// Chooses the next guess and learns from conflicts.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    trouble: Vec<f32>,
    conflicts: u32,
}

impl Chooser {
    pub(super) fn new<W: Word>(compiled: &Compiled<W>) -> Self {
        Self {
            trouble: compiled.priority.iter().map(|&p| p as f32).collect(),
            conflicts: 0,
        }
    }

    /// A guess, or `None` when every variable is single.
    pub(super) fn choose<W: Word>(&self, compiled: &Compiled<W>, board: &[W]) -> Option<Guess<W>> {
        let mut best: Option<(f32, u32, usize)> = None;
        for (var, set) in board.iter().enumerate() {
            let count = set.len();
            if count > 1 {
                let score = (self.trouble[var] + 1e-3) / count as f32;
                if best.is_none_or(|(top, ..)| score > top) {
                    best = Some((score, count, var));
                }
            }
        }
        let (score, count, var) = best?;
        if count > 2 {
            if let Some(guess) = self.two_places(compiled, board, score) {
                return Some(guess);
            }
        }
        Some(Guess {
            var: var as u16,
            value: W::one(board[var].lowest()),
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

    /// Learns that the last guess failed.
    pub(super) fn conflict<W: Word>(
        &mut self,
        _compiled: &Compiled<W>,
        _failure: Failure,
        guess: Option<&Guess<W>>,
    ) {
        if let Some(guess) = guess {
            self.trouble[usize::from(guess.var)] += 1.0;
        }
        self.conflicts += 1;
        if self.conflicts == FADE_AFTER {
            self.conflicts = 0;
            self.trouble.iter_mut().for_each(|t| *t /= 2.0);
        }
    }
}
