//! The propagation queue of a board, and buffers that relations reuse.

use super::Word;

/// The propagation queue of one board.
#[derive(Clone, Debug, Default)]
pub struct Work<W> {
    pub(crate) pending: Vec<u64>,
    pub(crate) fixed: Vec<u16>,
    /// The buffers of the relations that run on the board.
    pub scratch: Scratch<W>,
}

/// Buffers for relations that run other relations on a copy of the board. There is one level per depth of
/// nesting.
#[derive(Clone, Debug, Default)]
pub struct Scratch<W> {
    levels: Vec<Level<W>>,
    states: Vec<u64>,
    walk: Walk,
}

/// A copy of the board, a second board for the union of several copies, and a propagation queue.
#[derive(Clone, Debug, Default)]
pub struct Level<W> {
    /// The board on which a branch is tried.
    pub board: Vec<W>,
    /// The union of the boards of all branches.
    pub union: Vec<W>,
    /// The propagation queue of the branch.
    pub work: Work<W>,
}

impl<W: Word> Scratch<W> {
    /// Takes out a level. The caller puts it back with [`Scratch::put`], so that its memory is reused.
    pub fn take(&mut self) -> Level<W> {
        self.levels.pop().unwrap_or_else(|| Level {
            board: vec![],
            union: vec![],
            work: Work {
                pending: vec![],
                fixed: vec![],
                scratch: Scratch {
                    levels: vec![],
                    states: vec![],
                    walk: Walk::default(),
                },
            },
        })
    }

    /// Puts a level back into the buffers.
    pub fn put(&mut self, level: Level<W>) {
        self.levels.push(level);
    }

    /// Takes out a zeroed buffer for sets of automaton states or sums. The caller puts it back with
    /// [`Scratch::put_states`].
    pub fn take_states(&mut self, words: usize) -> Vec<u64> {
        let mut states = std::mem::take(&mut self.states);
        states.clear();
        states.resize(words, 0);
        states
    }

    /// Puts back a buffer taken with [`Scratch::take_states`].
    pub fn put_states(&mut self, states: Vec<u64>) {
        self.states = states;
    }

    /// Takes out the buffers of connectivity relations. The caller puts them back with
    /// [`Scratch::put_walk`].
    pub fn take_walk(&mut self) -> Walk {
        std::mem::take(&mut self.walk)
    }

    /// Puts back the buffers taken with [`Scratch::take_walk`].
    pub fn put_walk(&mut self, walk: Walk) {
        self.walk = walk;
    }
}

/// Buffers of connectivity relations, and a record of the inputs for which they found nothing.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// For each part of an area and each number of additional cells, the cells within reach of the part.
    pub(crate) reaches: Vec<u64>,
    /// A cache: for each slot, a relation and the cell sets for which it found nothing.
    quiet: Vec<(u64, Vec<u64>)>,
}

/// Number of slots of the cache in `quiet`; a power of two.
const REMEMBERED: usize = 64;

impl Walk {
    /// Returns `true` if the relation is known to find nothing for these cell sets.
    #[inline]
    pub(crate) fn is_quiet(&self, relation: u64, cells: [&[u64]; 2]) -> bool {
        let quiet = self.quiet.get(relation as usize % REMEMBERED);
        let [may, sure] = cells;
        quiet.is_some_and(|(of, words)| {
            // All cell sets of a relation have the same length, so these slices exist if the relation's
            // id matches.
            *of == relation && words[..may.len()] == *may && words[may.len()..] == *sure
        })
    }

    /// Records that the relation found nothing for these cell sets.
    #[inline]
    pub(crate) fn remember(&mut self, relation: u64, cells: [&[u64]; 2]) {
        if self.quiet.is_empty() {
            // The ids of relations start at 1, so 0 marks an empty slot.
            self.quiet.resize(REMEMBERED, (0, vec![]));
        }
        let (of, words) = &mut self.quiet[relation as usize % REMEMBERED];
        *of = relation;
        words.clear();
        cells.iter().for_each(|set| words.extend_from_slice(set));
    }
}
