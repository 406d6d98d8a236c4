//! Relations that inferred nothing when a candidate was last followed, round by round.
//!
//! Few candidates disappear from one board of a path to the next. A relation that sees the same candidates as in the
//! same round of the last trial infers the same again, which for most relations is nothing.

use cluewright_engine::model::Word;

/// Maximum memory for the boards of all trials, in bytes.
const MOST_BYTES: usize = 1 << 23;
/// Number of rounds that are stored. In later rounds a trial runs every relation.
const MOST_ROUNDS: usize = 2;

/// The last trial of one candidate.
#[derive(Debug, Default)]
pub(super) struct Past<W> {
    rounds: Vec<Round<W>>,
}

#[derive(Debug)]
struct Round<W> {
    /// The board on which the relations ran.
    board: Box<[W]>,
    /// The relations that inferred nothing, one bit each.
    silent: Box<[u64]>,
}

impl<W: Word> Past<W> {
    /// Creates an empty trial for each value of each variable; returns nothing if they would take too much memory.
    pub(super) fn of_all(vars: usize, values: usize) -> Vec<Self> {
        let bytes = vars * values * vars * MOST_ROUNDS * size_of::<W>();
        let count = if bytes > MOST_BYTES { 0 } else { vars * values };
        std::iter::repeat_with(Self::default).take(count).collect()
    }

    /// Begins a round on a board. Removes the relations known to infer nothing from those that are due; `watch` has a row of bits for
    /// each variable.
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
