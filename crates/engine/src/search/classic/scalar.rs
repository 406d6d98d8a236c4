//! Solves one puzzle at a time, for batches too small to fill the lanes.
//!
//! The solver makes the same deductions as a round of the batch engine, on 27-bit words, one for each digit and band. Locked candidates
//! come from a table over the 512 sets of minirows of a band.

use super::grid::{Grid, Pencilmarks, Verdict};
use rand::{Rng, RngExt};

const ALL: u32 = (1 << 27) - 1;

/// For each set of minirows (bit `3 * row + box`), the union of those placements of a digit that are subsets of it.
const SUPPORTED: [u16; 512] = compute_supported();

/// For each set of minirows, the set of their cells.
const CELLS_OF: [u32; 512] = cells_of();

/// For each set of the nine cells of a row, the boxes that contain one of them.
const BOXES_OF: [u8; 512] = boxes_of();

const fn compute_supported() -> [u16; 512] {
    const PLACEMENTS: [u16; 6] = [0o421, 0o241, 0o412, 0o142, 0o214, 0o124];
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut i = 0;
        while i < 6 {
            if set as u16 & PLACEMENTS[i] == PLACEMENTS[i] {
                table[set] |= PLACEMENTS[i];
            }
            i += 1;
        }
        set += 1;
    }
    table
}

const fn cells_of() -> [u32; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut mini = 0;
        while mini < 9 {
            if set >> mini & 1 == 1 {
                table[set] |= 7 << (3 * mini);
            }
            mini += 1;
        }
        set += 1;
    }
    table
}

const fn boxes_of() -> [u8; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        table[set] =
            (set & 7 != 0) as u8 | ((set & 0o70 != 0) as u8) << 1 | ((set & 0o700 != 0) as u8) << 2;
        set += 1;
    }
    table
}

/// The cells of the first box in a band.
const BOX: u32 = 0o7 | 0o7 << 9 | 0o7 << 18;
/// The cells of the first row in a band.
const ROW: u32 = 0o777;
/// The cells of the first column in a band.
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;

#[derive(Clone, Copy)]
struct Node {
    /// `[digit][band]`: the cells that may hold the digit.
    digits: [[u32; 3]; 9],
    /// `[band]`: the cells whose digit has been removed from their peers.
    settled: [u32; 3],
    /// The digits that lost a candidate since they were last processed.
    stale: u16,
}

/// Error of a deduction that reaches a contradiction.
struct Dead;

/// Counts the solutions of a puzzle up to two, and returns the first one found.
pub(super) fn prove(puzzle: &Pencilmarks) -> (Verdict, Option<Grid>) {
    prove_within(puzzle, u64::MAX).expect("no search reaches this limit")
}

/// Like [`prove`], but returns `None` if the guesses run out before two solutions are found. A proof that takes exactly
/// `guesses` guesses counts as unfinished.
pub(super) fn prove_within(puzzle: &Pencilmarks, guesses: u64) -> Option<(Verdict, Option<Grid>)> {
    let mut search = Search {
        found: 0,
        first: None,
        guesses,
    };
    search.run(Node::new(puzzle));
    let verdict = match search.found {
        // If no guesses are left, the count may be incomplete, but two solutions are certain even if the search stopped early.
        0 | 1 if search.guesses == 0 => return None,
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Several,
    };
    Some((verdict, search.first))
}

/// Number of guesses after which the search for a random grid starts over. Most grids take about 20 guesses, but an unlucky start would
/// take millions.
const UNLUCKY: u32 = 200;

impl Grid {
    /// Returns a random full grid. Every grid is possible, though not all are equally likely. Equal random numbers give equal grids.
    #[must_use]
    pub fn random(random: &mut impl Rng) -> Self {
        // Each guess is a random candidate, followed by propagation.
        loop {
            let mut guesses = UNLUCKY;
            if let Some(full) = Node::new(&Pencilmarks::OPEN).fill_at_random(random, &mut guesses) {
                return full.grid();
            }
        }
    }
}

struct Search {
    found: u8,
    first: Option<Grid>,
    /// Number of guesses left.
    guesses: u64,
}

impl Search {
    /// Counts the solutions below a node, until two are found or no guess is left. The recursion is at most 729 levels deep,
    /// because there are 729 candidates and every child has lost at least one.
    fn run(&mut self, mut node: Node) {
        while node.propagate().is_ok() {
            let Some((digit, band, cell)) = node.choose() else {
                self.found += 1;
                self.first.get_or_insert_with(|| node.grid());
                return;
            };
            // The search returns once no guess is left, so this cannot underflow.
            self.guesses -= 1;
            let mut child = node;
            child.settle(digit, band, cell);
            self.run(child);
            if self.found > 1 || self.guesses == 0 {
                return;
            }
            node.remove(digit, band, cell);
        }
    }
}

impl Node {
    fn new(puzzle: &Pencilmarks) -> Self {
        let mut digits = [[0; 3]; 9];
        for (index, &candidates) in puzzle.0.iter().enumerate() {
            for (digit, bands) in digits.iter_mut().enumerate() {
                bands[index / 27] |= u32::from(candidates >> digit & 1) << (index % 27);
            }
        }
        Self {
            digits,
            settled: [0; 3],
            stale: 0o777,
        }
    }

    fn remove(&mut self, digit: usize, band: usize, cells: u32) {
        if self.digits[digit][band] & cells != 0 {
            self.digits[digit][band] &= !cells;
            self.stale |= 1 << digit;
        }
    }

    /// Fixes a digit in a cell, and removes it from the cell's peers.
    fn settle(&mut self, digit: usize, band: usize, cell: u32) {
        self.settled[band] |= cell;
        for other in 0..9 {
            if other != digit {
                self.remove(other, band, cell);
            }
        }
        let place = cell.trailing_zeros();
        let column = COLUMN << (place % 9);
        for other in 0..3 {
            if other != band {
                self.remove(digit, other, column);
            }
        }
        let peers = column | ROW << (place / 9 * 9) | BOX << (place % 9 / 3 * 3);
        self.remove(digit, band, peers & !cell);
    }

    fn propagate(&mut self) -> Result<(), Dead> {
        loop {
            self.naked_singles()?;
            if self.stale == 0 {
                return Ok(());
            }
            while self.stale != 0 {
                let digit = self.stale.trailing_zeros() as usize;
                self.stale &= self.stale - 1;
                self.lock(digit)?;
                self.hidden_singles(digit)?;
            }
        }
    }

    /// Returns the cells with at least one, two and three candidates.
    fn counts(&self, band: usize) -> [u32; 3] {
        let (mut one, mut two, mut three) = (0, 0, 0);
        for bands in &self.digits {
            let x = bands[band];
            // The counts are updated from high to low, because each needs the next lower count as it was before this candidate.
            three |= two & x;
            two |= one & x;
            one |= x;
        }
        [one, two, three]
    }

    fn naked_singles(&mut self) -> Result<(), Dead> {
        for band in 0..3 {
            let [one, two, _] = self.counts(band);
            if one != ALL {
                return Err(Dead);
            }
            let mut fresh = one & !two & !self.settled[band];
            while fresh != 0 {
                let cell = fresh & fresh.wrapping_neg();
                fresh ^= cell;
                // An earlier cell of this loop may have emptied this one.
                let digit = (0..9)
                    .find(|&digit| self.digits[digit][band] & cell != 0)
                    .ok_or(Dead)?;
                self.settle(digit, band, cell);
            }
        }
        Ok(())
    }

    /// Removes locked candidates of one digit, first in the bands and then in the stacks.
    fn lock(&mut self, digit: usize) -> Result<(), Dead> {
        let bands = &mut self.digits[digit];
        let mut columns = [0; 3];
        for (x, columns) in bands.iter_mut().zip(&mut columns) {
            let row = |i: u32| (*x >> (9 * i) & ROW) as usize;
            let minis = BOXES_OF[row(0)] as usize
                | (BOXES_OF[row(1)] as usize) << 3
                | (BOXES_OF[row(2)] as usize) << 6;
            let supported = SUPPORTED[minis];
            if supported == 0 {
                return Err(Dead);
            }
            *x &= CELLS_OF[supported as usize];
            *columns = *x | *x >> 9 | *x >> 18;
        }
        let mut open = [0; 3];
        for stack in 0..3 {
            let [a, b, c] = columns.map(|columns| columns >> (3 * stack) & 7);
            let supported = u32::from(SUPPORTED[(a | b << 3 | c << 6) as usize]);
            if supported == 0 {
                return Err(Dead);
            }
            for (band, open) in open.iter_mut().enumerate() {
                *open |= (supported >> (3 * band) & 7) << (3 * stack);
            }
        }
        for (x, open) in bands.iter_mut().zip(open) {
            let after = *x & (open * COLUMN);
            // The stacks have already processed the removals by the bands, so only a removal by the stacks needs another pass.
            if after != *x {
                *x = after;
                self.stale |= 1 << digit;
            }
        }
        Ok(())
    }

    /// Places a digit in each box in which it has only one place. After [`lock`](Self::lock), rows and columns have no
    /// further hidden singles.
    fn hidden_singles(&mut self, digit: usize) -> Result<(), Dead> {
        for band in 0..3 {
            for stack in 0..3 {
                let places = self.digits[digit][band] & BOX << (3 * stack);
                if places == 0 {
                    return Err(Dead);
                }
                if places & (places - 1) == 0 && places & self.settled[band] == 0 {
                    self.settle(digit, band, places);
                }
            }
        }
        Ok(())
    }

    /// Returns the candidate to guess, or `None` if all cells are settled. It prefers cells with two candidates in the band with
    /// the most open cells, then digits with two places in a box, then any candidate.
    fn choose(&self) -> Option<(usize, usize, u32)> {
        let open = [0, 1, 2].map(|band| ALL & !self.settled[band]);
        let mut best: Option<(u32, usize, u32)> = None;
        for band in 0..3 {
            let [_, two, three] = self.counts(band);
            let pairs = two & !three;
            if pairs != 0 && best.is_none_or(|(most, ..)| open[band].count_ones() > most) {
                best = Some((open[band].count_ones(), band, pairs & pairs.wrapping_neg()));
            }
        }
        if let Some((_, band, cell)) = best {
            let digit = (0..9).find(|&digit| self.digits[digit][band] & cell != 0)?;
            return Some((digit, band, cell));
        }
        self.two_places().or_else(|| {
            let band = (0..3).find(|&band| open[band] != 0)?;
            let cell = open[band] & open[band].wrapping_neg();
            let digit = (0..9).find(|&digit| self.digits[digit][band] & cell != 0)?;
            Some((digit, band, cell))
        })
    }

    /// Returns a random full grid that extends the node, or `None` if this takes more than `guesses` guesses. The recursion is bounded
    /// as in `run`.
    fn fill_at_random(mut self, random: &mut impl Rng, guesses: &mut u32) -> Option<Self> {
        while self.propagate().is_ok() {
            let Some((digit, band, cell)) = self.any(random) else {
                return Some(self);
            };
            *guesses = guesses.checked_sub(1)?;
            let mut child = self;
            child.settle(digit, band, cell);
            if let Some(full) = child.fill_at_random(random, guesses) {
                return Some(full);
            }
            self.remove(digit, band, cell);
        }
        None
    }

    /// Returns a random candidate of a random open cell, preferring cells with two candidates. Returns `None` if all cells are settled.
    fn any(&self, random: &mut impl Rng) -> Option<(usize, usize, u32)> {
        let pairs = [0, 1, 2].map(|band| {
            let [_, two, three] = self.counts(band);
            two & !three
        });
        let open = match pairs {
            [0, 0, 0] => self.settled.map(|settled| ALL & !settled),
            pairs => pairs,
        };
        let count: u32 = open.iter().map(|band| band.count_ones()).sum();
        if count == 0 {
            return None;
        }
        let mut at = random.random_range(0..count);
        let mut band = 0;
        while at >= open[band].count_ones() {
            at -= open[band].count_ones();
            band += 1;
        }
        let mut left = open[band];
        for _ in 0..at {
            left &= left - 1;
        }
        let cell = left & left.wrapping_neg();
        let fits = |digit: &usize| self.digits[*digit][band] & cell != 0;
        // An empty range would panic, so the bound is at least 1.
        let nth = random.random_range(0..(0..9).filter(fits).count().max(1));
        let digit = (0..9).filter(fits).nth(nth)?;
        Some((digit, band, cell))
    }

    fn two_places(&self) -> Option<(usize, usize, u32)> {
        for (digit, bands) in self.digits.iter().enumerate() {
            for (band, &x) in bands.iter().enumerate() {
                for stack in 0..3 {
                    let places = x & BOX << (3 * stack);
                    if places.count_ones() == 2 {
                        return Some((digit, band, places & places.wrapping_neg()));
                    }
                }
            }
        }
        None
    }

    fn grid(&self) -> Grid {
        let mut grid = [0; 81];
        for (digit, bands) in (1..).zip(&self.digits) {
            for (cell, slot) in grid.iter_mut().enumerate() {
                if bands[cell / 27] >> (cell % 27) & 1 == 1 {
                    *slot = digit;
                }
            }
        }
        Grid(grid)
    }
}
