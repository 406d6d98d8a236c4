//! Between puzzles (one after the other) and planes (one bit of each).

use super::lanes::{Lanes, each_lane};
use super::propagate::Candidates;
use super::text::PackedLine;
use super::{Grid, Pencilmarks};

/// 64 planes, or (transposed) one 64-bit word of each lane: that of lane `64 * w + i` is word `w` of
/// element `i`.
type Block<L> = [L; 64];

/// Room for the transposition of whole boards; planes of four cells per block, 16 for each cell.
pub(super) struct Desk<L>(Box<[Block<L>; 21]>);

/// Blocks that hold a packed line: 4 planes for each of two cells per byte.
const LINE_BLOCKS: usize = 6;

/// Turns planes into words of lanes, and back: 64 x 64 bits in each word of the planes at once.
///
/// The usual exchange of halves (Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
fn transpose<L: Lanes>(block: &mut Block<L>) {
    exchange::<L, 32>(block, 0x0000_0000_FFFF_FFFF);
    exchange::<L, 16>(block, 0x0000_FFFF_0000_FFFF);
    exchange::<L, 8>(block, 0x00FF_00FF_00FF_00FF);
    exchange::<L, 4>(block, 0x0F0F_0F0F_0F0F_0F0F);
    exchange::<L, 2>(block, 0x3333_3333_3333_3333);
    exchange::<L, 1>(block, 0x5555_5555_5555_5555);
}

#[inline(always)]
fn exchange<L: Lanes, const STEP: usize>(block: &mut Block<L>, low: u64) {
    let low = L::splat(low);
    for pair in 0..32 {
        let i = pair / STEP * STEP * 2 + pair % STEP;
        let (a, b) = (block[i], block[i + STEP]);
        let swap = a.shr(STEP as u32).xor(b).and(low);
        block[i] = a.xor(swap.shl(STEP as u32));
        block[i + STEP] = b.xor(swap);
    }
}

#[inline(always)]
fn word<L: Lanes>(block: &Block<L>, lane: usize) -> u64 {
    block[lane % 64].words()[lane / 64]
}

#[inline(always)]
fn word_mut<L: Lanes>(block: &mut Block<L>, lane: usize) -> &mut u64 {
    &mut block[lane % 64].words_mut()[lane / 64]
}

impl<L: Lanes> Desk<L> {
    /// An empty desk.
    pub(super) fn new() -> Self {
        Self(super::engine::boxed())
    }

    /// Puts a puzzle down for a lane.
    #[inline(always)]
    pub(super) fn put(&mut self, lane: usize, marks: &Pencilmarks) {
        for (block, cells) in self.0.iter_mut().zip(marks.0.chunks(4)) {
            let mut packed = 0;
            for (i, &cell) in cells.iter().enumerate() {
                packed |= u64::from(cell) << (16 * i);
            }
            *word_mut(block, lane) = packed;
        }
    }

    /// Moves what was put down to the board, in all lanes; lanes without a puzzle hold remains.
    #[inline(always)]
    pub(super) fn load(&mut self, board: &mut Candidates<L>) {
        for index in 0..21 {
            transpose(&mut self.0[index]);
            for cell in index * 4..81.min(index * 4 + 4) {
                for digit in 0..9 {
                    board[digit][cell] = self.0[index][cell % 4 * 16 + digit];
                }
            }
        }
    }

    /// Picks up the puzzles in `lanes` of a board.
    #[inline(always)]
    pub(super) fn unload(
        &mut self,
        board: &Candidates<L>,
        lanes: &L,
        mut visit: impl FnMut(usize, Pencilmarks),
    ) {
        for index in 0..21 {
            let block = &mut self.0[index];
            *block = [L::none(); 64];
            for cell in index * 4..81.min(index * 4 + 4) {
                for digit in 0..9 {
                    block[cell % 4 * 16 + digit] = board[digit][cell];
                }
            }
            transpose(block);
        }
        each_lane(lanes, |lane| {
            let mut marks = Pencilmarks([0; 81]);
            for (block, cells) in self.0.iter().zip(marks.0.chunks_mut(4)) {
                let packed = word(block, lane);
                for (i, cell) in cells.iter_mut().enumerate() {
                    *cell = (packed >> (16 * i)) as u16;
                }
            }
            visit(lane, marks);
        });
    }

    /// Puts a packed line down for a lane.
    #[inline(always)]
    pub(super) fn put_line(&mut self, lane: usize, line: &PackedLine) {
        for (block, &packed) in self.0.iter_mut().zip(line.words()) {
            *word_mut(block, lane) = packed;
        }
    }

    /// Moves the lines that were put down to the board; `given` gets the cells that hold a clue.
    #[inline(always)]
    pub(super) fn load_lines(&mut self, board: &mut Candidates<L>, given: &mut [L; 81]) {
        for index in 0..LINE_BLOCKS {
            transpose(&mut self.0[index]);
            for nibble in 0..16 {
                let Some(cell) = PackedLine::cell(index * 16 + nibble) else {
                    continue;
                };
                let at = nibble * 4;
                let code = [
                    self.0[index][at],
                    self.0[index][at + 1],
                    self.0[index][at + 2],
                    self.0[index][at + 3],
                ];
                given[cell] = decode(code, |digit, candidates| board[digit][cell] = candidates);
            }
        }
    }

    /// Reads the filled grids in `lanes` of a board.
    #[inline(always)]
    pub(super) fn read_grids(
        &mut self,
        board: &Candidates<L>,
        lanes: &L,
        mut visit: impl FnMut(usize, Grid),
    ) {
        for index in 0..LINE_BLOCKS {
            let block = &mut self.0[index];
            *block = [L::none(); 64];
            for nibble in 0..16 {
                let Some(cell) = PackedLine::cell(index * 16 + nibble) else {
                    continue;
                };
                for digit in 0..9 {
                    for bit in 0..4 {
                        if (digit + 1) >> bit & 1 == 1 {
                            let plane = &mut block[nibble * 4 + bit];
                            *plane = plane.or(board[digit][cell]);
                        }
                    }
                }
            }
            transpose(block);
        }
        each_lane(lanes, |lane| {
            let mut words = [0; LINE_BLOCKS];
            for (packed, block) in words.iter_mut().zip(self.0.iter()) {
                *packed = word(block, lane);
            }
            visit(lane, PackedLine::from_words(words).digits());
        });
    }
}

/// Candidates of a cell from the four bits of its character's code: 1 to 9 is a clue, anything else
/// is blank. Yields the lanes with a clue.
#[inline(always)]
fn decode<L: Lanes>([a, b, c, d]: [L; 4], mut set: impl FnMut(usize, L)) -> L {
    let low = L::but_both(L::all(), c, d); // 0 to 3
    let middle = c.but(d); // 4 to 7
    let high = L::but_both(d, b, c); // 8 and 9
    let [n0, n1, n2, n3] = [L::but_both(L::all(), a, b), a.but(b), b.but(a), a.and(b)];
    let given = L::or3(high, middle, low.but(n0));
    let blank = given.not();
    set(0, L::or_common(blank, low, n1));
    set(1, L::or_common(blank, low, n2));
    set(2, L::or_common(blank, low, n3));
    set(3, L::or_common(blank, middle, n0));
    set(4, L::or_common(blank, middle, n1));
    set(5, L::or_common(blank, middle, n2));
    set(6, L::or_common(blank, middle, n3));
    set(7, L::or_common(blank, high, n0));
    set(8, L::or_common(blank, high, n1));
    given
}
