//! What happened to the board, in order, and who did it.

use crate::model::Word;
use crate::model::program::Turn;
use crate::model::sink::Fact;

/// A nogood, by its place.
pub(super) type NogoodId = u32;

/// Who took candidates away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The search, by a guess.
    Guess,
    /// A relation, an exclusion or the lattice.
    Turn(Turn),
    /// A nogood.
    Nogood(NogoodId),
}

/// A variable lost candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<W> {
    pub(super) var: u16,
    pub(super) before: W,
    pub(super) after: W,
    pub(super) cause: Cause,
    /// How long the trail was when the cause looked at the board.
    pub(super) looked: u32,
    /// How many guesses there were.
    pub(super) level: u32,
    /// The last entry of the same variable before this one; [`NEVER`] if there is none.
    earlier: u32,
}

const NEVER: u32 = u32::MAX;

/// The board, and the way back. Before the first guess nothing is kept: what is known there needs no reason.
#[derive(Debug)]
pub(super) struct Trail<W> {
    pub(super) board: Vec<W>,
    /// The board before the first guess.
    root: Vec<W>,
    entries: Vec<Entry<W>>,
    /// For each variable its last entry.
    last: Vec<u32>,
    /// For each guess the length of the trail before it.
    levels: Vec<u32>,
}

impl<W: Word> Trail<W> {
    pub(super) fn new(root: &[W]) -> Self {
        Self {
            board: root.to_vec(),
            root: root.to_vec(),
            entries: vec![],
            last: vec![NEVER; root.len()],
            levels: vec![],
        }
    }

    pub(super) fn root(&self) -> &[W] {
        &self.root
    }

    pub(super) fn entries(&self) -> &[Entry<W>] {
        &self.entries
    }

    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Opens a level.
    pub(super) fn open(&mut self) {
        self.levels.push(self.entries.len() as u32);
    }

    /// Restricts a variable to some of its values.
    pub(super) fn restrict(&mut self, var: u16, after: W, cause: Cause, looked: u32) {
        let at = usize::from(var);
        let before = self.board[at];
        self.board[at] = after;
        if self.levels.is_empty() {
            self.root[at] = after;
            return;
        }
        self.entries.push(Entry {
            var,
            before,
            after,
            cause,
            looked,
            level: self.levels.len() as u32,
            earlier: self.last[at],
        });
        self.last[at] = self.entries.len() as u32 - 1;
    }

    /// Takes back everything above a level.
    pub(super) fn back_to(&mut self, level: u32) {
        let Some(&length) = self.levels.get(level as usize) else {
            return;
        };
        while self.entries.len() > length as usize {
            if let Some(entry) = self.entries.pop() {
                self.board[usize::from(entry.var)] = entry.before;
                self.last[usize::from(entry.var)] = entry.earlier;
            }
        }
        self.levels.truncate(level as usize);
    }

    /// The entry that made a fact true, which now is; `None` where it is true from the root.
    pub(super) fn since(&self, fact: Fact<W>) -> Option<u32> {
        let mut at = self.last[usize::from(fact.var)];
        while at != NEVER {
            let entry = &self.entries[at as usize];
            if !(entry.before & !fact.within).is_none() {
                return Some(at);
            }
            at = entry.earlier;
        }
        None
    }

    /// The facts that the guesses stand for, up to the present.
    pub(super) fn guesses(&self) -> impl Iterator<Item = Fact<W>> {
        let entries = self.levels.iter().map(|&at| &self.entries[at as usize]);
        entries.map(|entry| Fact {
            var: entry.var,
            within: entry.after,
        })
    }
}

/// The board as it was at some time, going back only.
#[derive(Debug, Default)]
pub(super) struct Past<W> {
    pub(super) board: Vec<W>,
    length: u32,
}

impl<W: Word> Past<W> {
    /// Begins with the present.
    pub(super) fn begin(&mut self, trail: &Trail<W>) {
        self.board.clear();
        self.board.extend_from_slice(&trail.board);
        self.length = trail.len();
    }

    /// Goes back to when the trail had this length.
    pub(super) fn back_to(&mut self, length: u32, trail: &Trail<W>) {
        while self.length > length {
            self.length -= 1;
            let entry = &trail.entries[self.length as usize];
            self.board[usize::from(entry.var)] = entry.before;
        }
    }
}
