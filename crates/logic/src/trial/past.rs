//! What was silent when a candidate was followed last: relations that had nothing to say, round by round.
//!
//! From one board of a path to the next few candidates go. A relation that sees the same candidates as in the
//! same round of the last trial says the same again, which for most of them is nothing.

use cluewright_engine::model::Word;

/// Bytes for the boards of all trials at most.
const MOST_BYTES: usize = 1 << 23;
/// Rounds that are remembered; a trial that goes further asks everything again.
const MOST_ROUNDS: usize = 2;

/// The last trial of one candidate.
#[derive(Debug, Default)]
pub(super) struct Past<W> {
    rounds: Vec<Round<W>>,
}

/// One of its rounds.
#[derive(Debug)]
struct Round<W> {
    /// The board that the relations saw.
    board: Box<[W]>,
    /// Those that had nothing to say about it, one bit each.
    silent: Box<[u64]>,
}

impl<W: Word> Past<W> {
    /// One for each value of each variable; none where they would take too much memory.
    pub(super) fn of_all(vars: usize, values: usize) -> Vec<Self> {
        let bytes = vars * values * vars * MOST_ROUNDS * size_of::<W>();
        let count = if bytes > MOST_BYTES { 0 } else { vars * values };
        std::iter::repeat_with(Self::default).take(count).collect()
    }

    /// A round begins on a board. Takes the relations that are known to be silent from those to be asked;
    /// `watch` has a row of bits for each variable.
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

    /// A relation had nothing to say in a round.
    pub(super) fn silence(&mut self, round: usize, relation: usize) {
        if let Some(round) = self.rounds.get_mut(round) {
            round.silent[relation / 64] |= 1 << (relation % 64);
        }
    }
}
