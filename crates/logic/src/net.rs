//! The net of links between candidates: weak links (exclusions) and strong links (one false candidate forces another).

use super::clue_links::Inquiry;
use super::ground::MOST_CITES;
use super::{Board, Cells, Ground};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use std::collections::BTreeMap;

/// A set of candidates as a bit mask, indexed by the candidates' indices in the net.
pub(super) type Row = [u64];

/// The numbered candidates of the open cells, with the links between them. In a weak link, if one candidate is true, the
/// other is false. In a strong link, if one is false, the other is true.
#[derive(Debug)]
pub(super) struct Net {
    /// The cell and the digit of each candidate, in reading order.
    pub(super) candidates: Vec<(u16, u8)>,
    /// Number of 64-bit words in a row.
    pub(super) words: usize,
    /// Weak links within a house, between two cells with the same digit. Each candidate has one row.
    pub(super) weak_x: Vec<u64>,
    /// Weak links within a cell, and weak links from clues. Each candidate has one row.
    pub(super) weak_y: Vec<u64>,
    /// Strong links within a house, between the only two places of a digit.
    pub(super) strong_x: Vec<u64>,
    /// Strong links within a cell, between its only two candidates.
    pub(super) strong_y: Vec<u64>,
    /// For each candidate, the indices of the candidates that it excludes. First come those in its cell and those from
    /// clues, then those in its houses.
    pub(super) excludes: Vec<Vec<u16>>,
    /// For each candidate, the number of entries of `excludes` that are in its cell or come from clues.
    pub(super) excludes_y: Vec<u16>,
    /// The clues behind links between candidates, and the cells whose candidates the links depend on.
    pub(super) by_clue: BTreeMap<(u16, u16), (Vec<Cite>, Cells)>,
    numbers: Vec<u16>,
}

/// The index of a candidate that does not exist.
const NOBODY: u16 = u16::MAX;

impl Net {
    pub(super) fn new(ground: &Ground<'_>, board: &Board) -> Self {
        let mut candidates = vec![];
        let mut numbers = vec![NOBODY; ground.cells() * 64];
        for cell in board.open().iter() {
            for digit in board.at(cell).iter() {
                numbers[usize::from(cell) * 64 + usize::from(digit)] = candidates.len() as u16;
                candidates.push((cell, digit));
            }
        }
        let words = candidates.len().div_ceil(64).max(1);
        let rows = vec![0; words * candidates.len()];
        let mut net = Self {
            words,
            weak_x: rows.clone(),
            weak_y: rows.clone(),
            strong_x: rows.clone(),
            strong_y: rows,
            excludes: vec![vec![]; candidates.len()],
            excludes_y: vec![0; candidates.len()],
            by_clue: BTreeMap::new(),
            candidates,
            numbers,
        };
        // `excludes_y` counts the entries that come before those of houses, so `link_peers` must run last.
        for from in 0..net.candidates.len() as u16 {
            net.link_cell(board, from);
        }
        net.link_clues(ground, board);
        for from in 0..net.candidates.len() {
            net.excludes_y[from] = net.excludes[from].len() as u16;
        }
        for from in 0..net.candidates.len() as u16 {
            net.link_peers(ground, board, from);
        }
        net
    }

    fn link_cell(&mut self, board: &Board, from: u16) {
        let (cell, digit) = self.candidates[usize::from(from)];
        let two = board.at(cell).len() == 2;
        for other in board.at(cell).iter().filter(|&other| other != digit) {
            let to = self.number(cell, other);
            set(&mut self.weak_y, self.words, from, to);
            if two {
                set(&mut self.strong_y, self.words, from, to);
            }
            self.excludes[usize::from(from)].push(to);
        }
    }

    /// Links each candidate to those that relations remove when the candidate is true. If a removal depends on the
    /// current candidates of other cells, these cells are stored with the link.
    fn link_clues(&mut self, ground: &Ground<'_>, board: &Board) {
        let inquiry = Inquiry {
            ground,
            board,
            most_cites: MOST_CITES,
            parts: &|digits| digits.iter().map(DigitSet::one).collect(),
        };
        inquiry.consequences(&mut |_, _| true, &mut |found| {
            let digit = found.within.min().unwrap_or(0);
            let from = self.number(found.cell, digit);
            for digit in found.lost.iter() {
                let to = self.number(found.loser, digit);
                if to != NOBODY && from != NOBODY {
                    // An exclusion works in both directions, even if the relation infers only one of them.
                    self.link_clue(from, to, found.cites, found.seen);
                    self.link_clue(to, from, found.cites, found.seen);
                }
            }
        });
    }

    /// Adds a one-way link from a clue.
    fn link_clue(&mut self, from: u16, to: u16, cites: &[Cite], seen: Cells) {
        if has(self.row(&self.weak_y, from), to) {
            return;
        }
        set(&mut self.weak_y, self.words, from, to);
        self.excludes[usize::from(from)].push(to);
        self.by_clue.insert((from, to), (cites.to_vec(), seen));
    }

    fn link_peers(&mut self, ground: &Ground<'_>, board: &Board, from: u16) {
        let (cell, digit) = self.candidates[usize::from(from)];
        let places = board.places(digit);
        let peers = places & ground.peers[usize::from(cell)];
        let mut linked = Cells::EMPTY;
        for &house in &ground.houses_of[usize::from(cell)] {
            let here = (places & ground.houses[usize::from(house)].cells) - Cells::one(cell);
            for other in (here - linked).iter() {
                self.exclude(from, other, digit);
            }
            linked |= here;
            if here.is_single() {
                let to = self.number(here.first(), digit);
                set(&mut self.strong_x, self.words, from, to);
            }
        }
        // The remaining peers share only a clique. A clique need not contain the digit, so it gives no strong link.
        for other in (peers - linked).iter() {
            self.exclude(from, other, digit);
        }
    }

    fn exclude(&mut self, from: u16, cell: u16, digit: u8) {
        let to = self.number(cell, digit);
        set(&mut self.weak_x, self.words, from, to);
        self.excludes[usize::from(from)].push(to);
    }

    /// Returns the index of a candidate, or [`NOBODY`] if the candidate does not exist.
    pub(super) fn number(&self, cell: u16, digit: u8) -> u16 {
        self.numbers[usize::from(cell) * 64 + usize::from(digit & 63)]
    }

    /// Returns the number of candidates.
    pub(super) fn len(&self) -> usize {
        self.candidates.len()
    }

    #[inline(always)]
    pub(super) fn row<'a>(&self, rows: &'a [u64], of: u16) -> &'a Row {
        &rows[usize::from(of) * self.words..][..self.words]
    }

    /// Returns `true` if the first candidate excludes the second one.
    pub(super) fn weak(&self, from: u16, to: u16) -> bool {
        has(self.row(&self.weak_x, from), to) || has(self.row(&self.weak_y, from), to)
    }
}

#[inline(always)]
fn set(rows: &mut [u64], words: usize, of: u16, bit: u16) {
    rows[usize::from(of) * words + usize::from(bit) / 64] |= 1 << (bit % 64);
}

/// Returns `true` if a row contains a candidate.
#[inline(always)]
pub(super) fn has(row: &Row, bit: u16) -> bool {
    row[usize::from(bit) / 64] >> (bit % 64) & 1 == 1
}

/// Iterates over the candidates in a row.
pub(super) fn each(row: &Row) -> impl Iterator<Item = u16> + '_ {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros() as u16;
                bits &= bits - 1;
                word as u16 * 64 + bit
            })
        })
    })
}
