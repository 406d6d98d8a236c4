//! Converts between puzzles, stored one after another, and planes, which hold one bit of each puzzle.

use super::grid::{Grid, Pencilmarks};
use super::lanes::{Lanes, Task, each_lane};
use super::propagate::{Candidates, Minis};
use super::text::PackedLine;

/// 64 planes or, after transposition, one `u64` per lane: lane `i * WORDS + w` is in word `w` of element `i`.
type Block<L> = [L; 64];

/// Fills an array with `zero` directly on the heap, because it may be too large for the stack.
pub(super) fn allocate<T: Copy, const N: usize>(zero: T) -> Box<[T; N]> {
    vec![zero; N]
        .into_boxed_slice()
        .try_into()
        .ok()
        .expect("the vector has N elements")
}

/// A buffer for transposing whole boards. Each block has the planes of four cells, 16 per cell.
pub(super) struct Desk<L>(Box<[Block<L>; 21]>);

/// Number of blocks in a packed line. Each byte encodes two cells, with 4 planes each.
const LINE_BLOCKS: usize = 6;

/// Converts planes to one word per lane, and back. For each word position, the planes are a 64 x 64 bit matrix.
///
/// This is the usual recursive exchange of halves (Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
fn transpose<L: Lanes>(block: &mut Block<L>) {
    halves::<L, 32>(block, 0x0000_0000_FFFF_FFFF, 0x0000_FFFF_0000_FFFF);
    halves::<L, 8>(block, 0x00FF_00FF_00FF_00FF, 0x0F0F_0F0F_0F0F_0F0F);
    halves::<L, 2>(block, 0x3333_3333_3333_3333, 0x5555_5555_5555_5555);
}

/// Exchanges the halves of size `STEP`, and recursively the halves of those halves.
#[inline(always)]
fn halves<L: Lanes, const STEP: usize>(block: &mut Block<L>, low: u64, lower: u64) {
    let (low, lower) = (L::splat(low), L::splat(lower));
    let (half, step) = (STEP / 2, STEP as u32);
    for start in (0..64).step_by(2 * STEP) {
        for i in start..start + half {
            let [a, b, c, d] = [
                block[i],
                block[i + half],
                block[i + STEP],
                block[i + STEP + half],
            ];
            let (a, c) = exchange(a, c, step, low);
            let (b, d) = exchange(b, d, step, low);
            (block[i], block[i + half]) = exchange(a, b, step / 2, lower);
            (block[i + STEP], block[i + STEP + half]) = exchange(c, d, step / 2, lower);
        }
    }
}

/// Exchanges the high bits of `a` with the low bits of `b`.
#[inline(always)]
fn exchange<L: Lanes>(a: L, b: L, step: u32, low: L) -> (L, L) {
    let swap = L::difference_in(a.shr(step), b, low);
    (a.xor(swap.shl(step)), b.xor(swap))
}

#[inline(always)]
fn word<L: Lanes>(block: &Block<L>, lane: usize) -> u64 {
    block[lane / L::WORDS].words()[lane % L::WORDS]
}

#[inline(always)]
fn word_mut<L: Lanes>(block: &mut Block<L>, lane: usize) -> &mut u64 {
    &mut block[lane / L::WORDS].words_mut()[lane % L::WORDS]
}

impl<L: Lanes> Desk<L> {
    pub(super) fn new() -> Self {
        Self(allocate([L::none(); 64]))
    }

    /// Stores a puzzle for a lane.
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

    /// Transposes the stored puzzles to the board, for all lanes. The content of lanes without a puzzle is meaningless.
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

    /// Calls `visit` with each lane in `lanes` and the pencil marks that the board holds in that lane.
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

    /// Stores a packed line for a lane.
    #[inline(always)]
    pub(super) fn put_line(&mut self, lane: usize, line: &PackedLine) {
        for (block, &packed) in self.0.iter_mut().zip(line.words()) {
            *word_mut(block, lane) = packed;
        }
    }

    /// Transposes the stored lines to the board, for all lanes. The content of lanes without a line is meaningless.
    #[inline(always)]
    pub(super) fn load_lines(&mut self, board: &mut Candidates<L>) {
        for index in 0..LINE_BLOCKS {
            transpose(&mut self.0[index]);
            for nibble in 0..16 {
                let Some(cell) = PackedLine::cell(index * 16 + nibble) else {
                    continue;
                };
                let at = nibble * 4;
                let code = [0, 1, 2, 3].map(|bit| self.0[index][at + bit]);
                let candidates = decode(code);
                for digit in 0..9 {
                    board[digit][cell] = candidates[digit];
                }
            }
        }
    }

    /// Calls `visit` with each lane in `lanes` and the solved grid that the board holds in that lane.
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

/// A packed node: the 486 minis of its digits, each possible or not. Together with the puzzle's pencil marks (if it has any), they
/// determine the node except for its solved cells, which the next round finds again. The node fills one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node([u64; 8]);

impl Node {
    pub(super) const EMPTY: Self = Self([0; 8]);
}

/// A task that packs nodes from planes. Each pair is a lane and the index of the node to write.
pub(super) struct Pack<'a, L> {
    pub(super) minis: &'a Minis<L>,
    pub(super) pairs: &'a [(u32, u32)],
    pub(super) nodes: &'a mut [Node],
}

impl<L: Lanes> Task<L> for Pack<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let planes = self.minis.as_flattened().as_flattened();
        let mut block = [L::none(); 64];
        for (index, chunk) in planes.chunks(64).enumerate() {
            // The last chunk is shorter than a block. The old planes after it do no harm, because unpacking never reads them.
            block[..chunk.len()].copy_from_slice(chunk);
            transpose(&mut block);
            for &(lane, node) in self.pairs {
                self.nodes[node as usize].0[index] = word(&block, lane as usize);
            }
        }
    }
}

/// A task that unpacks nodes into lanes of the minis. It resets the candidates of these lanes on the board to all digits or to the
/// puzzles' pencil marks.
pub(super) struct Unpack<'a, L> {
    pub(super) board: &'a mut Candidates<L>,
    pub(super) minis: &'a mut Minis<L>,
    pub(super) limits: Option<&'a Candidates<L>>,
    pub(super) pairs: &'a [(u32, u32)],
    pub(super) nodes: &'a [Node],
}

impl<L: Lanes> Task<L> for Unpack<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self {
            board,
            minis,
            limits,
            pairs,
            nodes,
        } = self;
        let mut lanes = L::none();
        for &(lane, _) in pairs {
            lanes.set(lane as usize);
        }
        let planes = minis.as_flattened_mut().as_flattened_mut();
        let mut block = [L::none(); 64];
        for (index, chunk) in planes.chunks_mut(64).enumerate() {
            for &(lane, node) in pairs {
                *word_mut(&mut block, lane as usize) = nodes[node as usize].0[index];
            }
            transpose(&mut block);
            for (plane, &arrived) in chunk.iter_mut().zip(&block) {
                // Other lanes of the block hold old nodes, so only the lanes with a new node are replaced.
                *plane = L::select(lanes, arrived, *plane);
            }
        }
        for digit in 0..9 {
            for cell in 0..81 {
                let limit = limits.map_or(L::all(), |limits| limits[digit][cell]);
                board[digit][cell] = L::select(lanes, limit, board[digit][cell]);
            }
        }
    }
}

/// Decodes the candidates of a cell from the four bits of its character: 1 to 9 is a given, and anything else an empty cell.
#[inline(always)]
fn decode<L: Lanes>([a, b, c, d]: [L; 4]) -> [L; 9] {
    let low = L::but_both(L::all(), c, d); // 0 to 3
    let middle = c.but(d); // 4 to 7
    let high = L::but_both(d, b, c); // 8 and 9
    let [n0, n1, n2, n3] = [L::but_both(L::all(), a, b), a.but(b), b.but(a), a.and(b)];
    let blank = L::or3(high, middle, low.but(n0)).not();
    [
        L::or_common(blank, low, n1),
        L::or_common(blank, low, n2),
        L::or_common(blank, low, n3),
        L::or_common(blank, middle, n0),
        L::or_common(blank, middle, n1),
        L::or_common(blank, middle, n2),
        L::or_common(blank, middle, n3),
        L::or_common(blank, high, n0),
        L::or_common(blank, high, n1),
    ]
}
