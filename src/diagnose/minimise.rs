//! Fewer clues for the same solution.

use super::answer::Minimal;
use super::oracle::Oracle;
use super::suspect::without;
use crate::model::{Cite, Off};
use crate::puzzle::Puzzle;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

impl Oracle<'_> {
    /// Takes clues and givens away, in an order that the seed decides, as long as `known` stays the
    /// one solution. Also gives the puzzle that is left.
    pub(super) fn minimise(&mut self, known: &[u8], seed: u64) -> (Minimal, Puzzle) {
        let case = self.case;
        let mut order: Vec<usize> = (0..case.suspects.count())
            .filter(|&number| !matches!(case.suspects.get(number), Cite::House(_)))
            .collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let mut gone: Vec<usize> = vec![];
        let mut witnesses: Vec<Vec<usize>> = vec![];
        let mut proven = true;
        for number in order {
            gone.push(number);
            // A solution that breaks nothing but what is gone has been seen already.
            let seen = witnesses
                .iter()
                .any(|broken| broken.iter().all(|n| gone.contains(n)));
            if seen || !self.still_unique(&gone, known, &mut witnesses, &mut proven) {
                gone.pop();
            }
        }
        gone.sort_unstable();
        let cites: Vec<Cite> = gone
            .iter()
            .map(|&number| case.suspects.get(number))
            .collect();
        let minimal = Minimal {
            removed: gone.iter().map(|&number| case.named(number)).collect(),
            proven,
            seed,
        };
        (minimal, without(case.puzzle, &cites))
    }

    fn still_unique(
        &mut self,
        gone: &[usize],
        known: &[u8],
        witnesses: &mut Vec<Vec<usize>>,
        proven: &mut bool,
    ) -> bool {
        let case = self.case;
        let cites: Vec<Cite> = gone
            .iter()
            .map(|&number| case.suspects.get(number))
            .collect();
        if case.reads_marks {
            let rest = without(case.puzzle, &cites);
            let broken = case.book.violated(&rest, known);
            if !broken.is_ok_and(|broken| broken.is_empty()) {
                return false;
            }
        }
        let found = self.others(Off::Removed, &self.all_but(gone), &[], known, 1);
        if let Some(other) = found.solutions.first() {
            if !case.reads_marks {
                witnesses.push(case.broken_by(other));
            }
            return false;
        }
        *proven &= found.stopped.is_none();
        found.stopped.is_none()
    }
}
