//! Remembers which relations inferred nothing in each round when a candidate was last followed.
//!
//! Few candidates disappear between two boards of a path. If a relation sees the same candidates as in the same round of the
//! last trial, it makes the same inferences again, and most relations infer nothing. Remembering these relations saves a
//! tenth of the median time.

use cluewright_engine::model::Word;

/// Maximum memory for the boards of all trials, in bytes.
const MOST_BYTES: usize = 1 << 23;
/// Number of stored rounds. In later rounds, a trial runs every relation.
const MOST_ROUNDS: usize = 2;

/// The last trial of one candidate: its boards and the relations without inferences.
#[derive(Debug, Default)]
pub(super) struct Past<W> {
    rounds: Vec<Round<W>>,
}

#[derive(Debug)]
struct Round<W> {
    /// The board on which the relations of the round ran.
    board: Box<[W]>,
    /// A bit set of the relations that inferred nothing.
    silent: Box<[u64]>,
}

impl<W: Word> Past<W> {
    /// Creates an empty record for each value of each variable. Returns an empty list if the records would take more than
    /// [`MOST_BYTES`].
    pub(super) fn of_all(vars: usize, values: usize) -> Vec<Self> {
        let bytes = vars * values * vars * MOST_ROUNDS * size_of::<W>();
        let count = if bytes > MOST_BYTES { 0 } else { vars * values };
        std::iter::repeat_with(Self::default).take(count).collect()
    }

    /// Begins a round on a board, and removes from `asked` the relations that are known to infer nothing. `watch` contains a
    /// bit set of relations for each variable.
    pub(super) fn begin(&mut self, round: usize, board: &[W], watch: &[u64], asked: &mut [u64]) {
        if round == self.rounds.len() && round < MOST_ROUNDS {
            self.rounds.push(Round {
                board: board.into(),
                silent: vec![0; asked.len()].into(),
            });
        }
        let Some(Round {
            board: before,
            silent,
        }) = self.rounds.get_mut(round)
        else {
            return;
        };
        // `chunks_exact` panics if the length is 0, so a length of 1 is passed for a puzzle without relations.
        let rows = watch.chunks_exact(asked.len().max(1));
        for ((before, &now), row) in before.iter_mut().zip(board).zip(rows) {
            if *before != now {
                *before = now;
                silent.iter_mut().zip(row).for_each(|(s, row)| *s &= !row);
            }
        }
        asked.iter_mut().zip(silent).for_each(|(a, s)| *a &= !*s);
    }

    /// Records that a relation inferred nothing in a round.
    pub(super) fn silence(&mut self, round: usize, relation: usize) {
        if let Some(round) = self.rounds.get_mut(round) {
            round.silent[relation / 64] |= 1 << (relation % 64);
        }
    }
}
