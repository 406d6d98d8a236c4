//! The choice of the next guess during a search.
//!
//! A variable's score is its weight divided by its number of candidates. Weights start as the sum of the branching weights
//! of the variable's relations. Every conflict adds to the weights of the guessed variable and of the variables of the
//! relation that failed ("weighted degree", Boussemart et al. 2004). Recent conflicts count more than old ones (as in the
//! SAT solver Chaff, Moskewicz et al. 2001).

use super::goal::Guess;
use crate::model::program::Failure;
use crate::model::{Compiled, Word};

/// Ratio between the weights of consecutive conflicts. Measured on fourteen complete searches of thousands to hundreds of
/// thousands of nodes: 1.001 and 1.0001 take the fewest nodes, and 1.003 and 1.01 take a quarter more. Over all puzzles, the
/// numbers of nodes differ by only 2 %.
const GROWTH: f32 = 1.001;
/// Maximum weight. Above it, all weights are scaled down, so that rounding stays small enough for reproducible results.
const TOO_LARGE: f32 = 1e15;
/// Maximum number of variables of a relation for which each variable gets the full weight of a conflict. With more variables,
/// each gets less, because a failure among 81 cells means little for any one of them. In measurements, limits from 4 to 16
/// differed little.
const WIDE: f32 = 8.0;
/// Number of remaining candidates at which a variable gets exactly its share of a conflict's weight. With fewer candidates it gets more
/// (constraint weighting by arity and current domain: Wattez, Lecoutre, Paparrizou, Tabary 2019).
const LEFT: f32 = 3.0;
/// Factor for the score of a variable in a layer of two values. It is below 1 because guessing such a variable splits the search
/// no better than guessing a digit among ten candidates. The value was measured on yin-yang puzzles, in which digits decide the
/// shading.
const SHADE: f32 = 0.2;

/// The branching heuristic, which chooses the next guess and learns weights from conflicts.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    trouble: Vec<f32>,
    /// For each variable, the factor by which its score is multiplied.
    worth: Vec<f32>,
    /// The weight that the next conflict adds to a variable; it grows with each conflict.
    increment: f32,
}

impl Chooser {
    pub(super) fn new<W: Word>(compiled: &Compiled<W>) -> Self {
        Self {
            trouble: compiled.priority.iter().map(|&p| p as f32).collect(),
            worth: compiled
                .start
                .iter()
                .enumerate()
                .map(|(var, set)| match var >= compiled.cells && set.len() <= 2 {
                    true => SHADE,
                    false => 1.0,
                })
                .collect(),
            increment: 1.0,
        }
    }

    /// Returns the guess to make next; `None` if every variable is fixed.
    pub(super) fn choose<W: Word>(&self, compiled: &Compiled<W>, board: &[W]) -> Option<Guess<W>> {
        let mut best: Option<(f32, u32, usize)> = None;
        let weights = self.trouble.iter().zip(&self.worth);
        for (var, (set, (trouble, worth))) in board.iter().zip(weights).enumerate() {
            if set.without_lowest().is_none() {
                continue;
            }
            // Adding a constant keeps the score of a variable without relations above 0, so that its number of candidates still
            // matters.
            let weight = (trouble + 1e-3) * worth;
            // An open variable has at least two candidates, so half of the weight bounds the score. Comparing this bound is faster than
            // counting candidates.
            if best.is_some_and(|(top, ..)| weight / 2.0 <= top) {
                continue;
            }
            let count = compiled.classes.ways(var, *set);
            let score = weight / count as f32;
            if best.is_none_or(|(top, ..)| score > top) {
                best = Some((score, count, var));
            }
        }
        let (score, count, var) = best?;
        // A guess with two branches is kept, because no other guess has fewer.
        if count > 2 {
            let opening = self.opening(compiled, board, score);
            let score = opening.map_or(score, |(score, _)| score);
            let guess = self.two_places(compiled, board, score);
            if let Some(guess) = guess.or(opening.map(|(_, guess)| guess)) {
                return Some(guess);
            }
        }
        Some(Guess {
            var: var as u16,
            value: compiled.classes.first(var, board[var]),
        })
    }

    /// Returns the opening with the best score, that is, a guess about which list starts with a value. Returns `None` unless it
    /// beats a cell with the given score.
    fn opening<W: Word>(
        &self,
        compiled: &Compiled<W>,
        board: &[W],
        score: f32,
    ) -> Option<(f32, Guess<W>)> {
        let mut best: Option<(f32, Guess<W>)> = None;
        let single = |var: u16| board[usize::from(var)].is_single();
        for opening in &compiled.openings {
            let open = |&&var: &&u16| !(board[usize::from(var)] & opening.value).is_none();
            let places = opening.places.iter().filter(open);
            let count = places.clone().count();
            if count < 2 {
                continue;
            }
            let troubled = places.map(|&var| (self.trouble[usize::from(var)], var));
            // Ties go to the lowest variable, so that the choice does not depend on the order of the places.
            let top = troubled.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            let Some((trouble, var)) = top else { continue };
            let known = |list: &[u16]| list.iter().take_while(|&&v| single(v)).count();
            let known = opening.lists.iter().map(|list| known(list)).max();
            let score_here = trouble * known.unwrap_or(0) as f32 / count as f32;
            if score_here > score && best.is_none_or(|(s, _)| score_here > s) {
                let value = opening.value;
                best = Some((score_here, Guess { var, value }));
            }
        }
        best
    }

    /// Returns the best guess between the last two places of a value in a house. Returns `None` unless the guess beats a
    /// cell with the given score.
    fn two_places<W: Word>(
        &self,
        compiled: &Compiled<W>,
        board: &[W],
        score: f32,
    ) -> Option<Guess<W>> {
        let (mut best, mut bar) = (None, score);
        // A value with two places cannot beat the score unless half the weight of some variable beats it.
        if !self.trouble.iter().any(|trouble| trouble / 2.0 > bar) {
            return None;
        }
        for house in &compiled.houses {
            // The candidates of all cells whose weight is high enough to beat the best score so far.
            let mut better = W::NONE;
            for &var in house.iter() {
                if self.trouble[usize::from(var)] / 2.0 > bar {
                    better |= board[usize::from(var)];
                }
            }
            if better.is_none() {
                continue;
            }
            let (mut once, mut twice, mut more) = (W::NONE, W::NONE, W::NONE);
            for &var in house.iter() {
                let set = board[usize::from(var)];
                more |= twice & set;
                twice |= once & set;
                once |= set;
            }
            let pairs = twice & !more & better;
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
                    if score_here > bar {
                        bar = score_here;
                        best = Some(Guess { var, value });
                    }
                }
            }
        }
        best
    }

    /// Raises the weights of the variables that were involved in a conflict. `board` is the board on which the conflict occurred.
    pub(super) fn conflict<W: Word>(
        &mut self,
        compiled: &Compiled<W>,
        board: &[W],
        failure: Failure,
        guess: Option<&Guess<W>>,
    ) {
        if let Some(guess) = guess {
            self.blame(guess.var, 1.0);
        }
        match failure {
            Failure::Apart(single, emptied) => {
                self.blame(single, 1.0);
                self.blame(emptied, 1.0);
            }
            Failure::Relation(index) => {
                let vars = compiled.program.relations()[index].vars();
                // A variable gets less weight if the relation has many variables, or if the variable has many candidates left.
                let part = LEFT * (WIDE / vars.len() as f32).min(1.0);
                for &var in vars {
                    // The conflict may have emptied the variable, and dividing by 0 would give it infinite weight.
                    let left = board[usize::from(var)].len().max(1);
                    self.blame(var, part / left as f32);
                }
            }
        }
        self.fade(GROWTH);
    }

    /// Reduces the weights of earlier conflicts relative to the weights of later conflicts.
    pub(super) fn fade(&mut self, growth: f32) {
        self.increment *= growth;
        if self.increment > TOO_LARGE {
            self.increment /= TOO_LARGE;
            self.trouble
                .iter_mut()
                .for_each(|trouble| *trouble /= TOO_LARGE);
        }
    }

    pub(super) fn blame(&mut self, var: u16, part: f32) {
        self.trouble[usize::from(var)] += part * self.increment;
    }
}
