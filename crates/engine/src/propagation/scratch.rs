//! The queue of a board, and buffers that relations use again.

use super::Word;

/// The queue of one board.
#[derive(Clone, Debug, Default)]
pub struct Work<W> {
    pub(crate) pending: Vec<u64>,
    pub(crate) fixed: Vec<u16>,
    /// Buffers for relations.
    pub scratch: Scratch<W>,
}

/// Buffers for relations that try things out: one level for each depth of nesting.
#[derive(Clone, Debug, Default)]
pub struct Scratch<W> {
    levels: Vec<Level<W>>,
    states: Vec<u64>,
    walk: Walk,
}

/// Two boards and a queue.
#[derive(Clone, Debug, Default)]
pub struct Level<W> {
    /// The board that a branch is tried on.
    pub board: Vec<W>,
    /// The union of the candidates of all branches.
    pub union: Vec<W>,
    /// The queue of the branch.
    pub work: Work<W>,
}

impl<W: Word> Scratch<W> {
    /// Takes a level out; give it back with [`Scratch::put`], so that nothing is allocated twice.
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

    /// Gives a level back.
    pub fn put(&mut self, level: Level<W>) {
        self.levels.push(level);
    }

    /// A zeroed buffer of sets of automaton states or sums; give it back with [`Scratch::put_states`].
    pub fn take_states(&mut self, words: usize) -> Vec<u64> {
        let mut states = std::mem::take(&mut self.states);
        states.clear();
        states.resize(words, 0);
        states
    }

    /// Gives the buffer back.
    pub fn put_states(&mut self, states: Vec<u64>) {
        self.states = states;
    }

    /// The buffers for searches through areas; give them back with [`Scratch::put_walk`].
    pub fn take_walk(&mut self) -> Walk {
        std::mem::take(&mut self.walk)
    }

    /// Gives the buffers back.
    pub fn put_walk(&mut self, walk: Walk) {
        self.walk = walk;
    }
}

/// Buffers for walks through areas, and where some of them found nothing.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// How far each part of an area reaches with how many cells more, one area after another.
    pub(crate) reaches: Vec<u64>,
    /// For some relations the cells for which they had nothing to say.
    quiet: Vec<(u64, Vec<u64>)>,
}

/// How many relations the buffers remember; a power of two.
const REMEMBERED: usize = 64;

impl Walk {
    /// Returns `true` if the relation found nothing for these sets of cells before.
    #[inline]
    pub(crate) fn is_quiet(&self, relation: u64, cells: [&[u64]; 2]) -> bool {
        let quiet = self.quiet.get(relation as usize % REMEMBERED);
        let [may, sure] = cells;
        quiet.is_some_and(|(of, words)| {
            *of == relation && words[..may.len()] == *may && words[may.len()..] == *sure
        })
    }

    /// Remembers that the relation found nothing for these sets of cells.
    #[inline]
    pub(crate) fn remember(&mut self, relation: u64, cells: [&[u64]; 2]) {
        if self.quiet.is_empty() {
            self.quiet.resize(REMEMBERED, (0, vec![]));
        }
        let (of, words) = &mut self.quiet[relation as usize % REMEMBERED];
        *of = relation;
        words.clear();
        cells.iter().for_each(|set| words.extend_from_slice(set));
    }
}
