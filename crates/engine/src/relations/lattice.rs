//! The rows, columns and boxes of a 9x9 grid, propagated in one pass.
//!
//! Propagating [`Different`](super::Different) for the 27 houses and [`Locked`](super::Locked) for their 54 overlaps is most of the work of
//! a search. One pass over the whole grid costs no more than a few of these relations, so the search runs the pass in their place.
//! Human-style logic uses the separate relations, each of which cites its clues.
//!
//! One word has three lanes, which hold three cells of a row, one from each box (computing on parts of a word: Lamport 1975). The
//! cells that a line shares with a box are a *segment*. If a value has places in only one segment of a line, it is confined to
//! that segment in the box too, and vice versa. If it has only one place in the segment, it is placed there.

use crate::propagation::{Conflict, FastSink, Sink, Word};

/// Three value sets of 16 bits each.
type Lanes = u64;

/// The lowest and the highest bit of each lane.
const LOW: Lanes = 0x0001_0001_0001;
const HIGH: Lanes = LOW << 15;

/// Cells, indexed by the column within the box and then by row. The three lanes are the three boxes of a band.
type Packed = [[Lanes; 9]; 3];

/// The grid's houses as one relation over its 81 cells, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// The nine digits, repeated in each lane.
    full: Lanes,
}

/// The segments of all rows or of all columns. Every three consecutive entries belong to one band (or stack), with its three boxes as the
/// lanes.
#[derive(Default)]
struct Segments {
    /// For each segment, the values that at least one of its cells can hold.
    once: [Lanes; 9],
    /// For each segment, the values that at least two of its cells can hold.
    twice: [Lanes; 9],
}

/// Inferences about segments from lines and boxes.
#[derive(Default)]
struct Conclusions {
    /// The values that may remain in each segment.
    stays: [Lanes; 9],
    /// The values that must be placed in each segment because some house has no other place for them.
    lone: [Lanes; 9],
}

impl Lattice {
    /// Number of variables, which are the cells of the grid.
    pub(crate) const CELLS: usize = 81;

    /// Creates the lattice of a grid with these digits. Returns `None` unless there are nine digits and all of them fit into a
    /// lane.
    pub(crate) fn new(digits: u64) -> Option<Self> {
        // The highest bit of each lane stays free, because `filter` sets it to mark lanes that are not empty.
        let fits = digits.count_ones() == 9 && digits >> 15 == 0;
        fits.then(|| Self { full: digits * LOW })
    }

    /// Returns the cells of each house: rows, columns, boxes.
    pub(crate) fn houses() -> impl Iterator<Item = [u16; 9]> {
        let cell = |house: usize, i: usize| match house / 9 {
            0 => house * 9 + i,
            1 => i * 9 + house % 9,
            _ => (house % 9 / 3 * 3 + i / 3) * 9 + house % 3 * 3 + i % 3,
        };
        (0..27).map(move |house| std::array::from_fn(|i| cell(house, i) as u16))
    }

    /// Removes the values that the houses exclude, except for the values of fixed cells, which [`Apart`](super::Apart) removes
    /// from the cells' peers.
    pub(super) fn propagate<W: Word>(&self, sink: &mut FastSink<'_, W>) -> Result<(), Conflict> {
        let before = pack(sink.board);
        let mut after = before;
        if !self.filter(&mut after) {
            return Err(Conflict);
        }
        for place in 0..3 {
            for row in 0..9 {
                let after = after[place][row];
                let mut changed = before[place][row] ^ after;
                while changed != 0 {
                    let lane = changed.trailing_zeros() / 16;
                    // One update writes the whole cell, so all changes in its lane are cleared.
                    changed &= !(0xffff << (lane * 16));
                    let var = row * 9 + lane as usize * 3 + place;
                    let left = W::from_bits(after >> (lane * 16) & 0xffff);
                    sink.keep(var as u16, left, |_| {})?;
                }
            }
        }
        Ok(())
    }

    /// Restricts the cells by the houses. Returns `false` if a value has no place in some house, or if two values share their only place.
    #[inline(always)]
    fn filter(&self, cells: &mut Packed) -> bool {
        let (mut rows, mut columns) = (Segments::default(), Segments::default());
        for at in 0..9 {
            rows.set(at, cells[0][at], cells[1][at], cells[2][at]);
            let (column, top) = (&cells[at % 3], at / 3 * 3);
            columns.set(at, column[top], column[top + 1], column[top + 2]);
        }
        let (mut in_rows, mut in_columns) = (Conclusions::default(), Conclusions::default());
        let mut missing = self.restrict(&rows, &mut in_rows, |rows, at| other_lanes(rows[at]));
        missing |= self.restrict(&columns, &mut in_columns, |columns, at| {
            columns[(at + 3) % 9] | columns[(at + 6) % 9]
        });
        let mut clash = 0;
        for (place, cells) in cells.iter_mut().enumerate() {
            for (row, cells) in cells.iter_mut().enumerate() {
                let column = row / 3 * 3 + place;
                let stays = *cells & in_rows.stays[row] & in_columns.stays[column];
                let lone = stays & (in_rows.lone[row] | in_columns.lone[column]);
                // The sum carries into the highest bit of each lane that is not empty, and never into the next lane.
                let set = ((lone + (HIGH - LOW)) & HIGH) >> 15;
                // As in `x & (x - 1)`, the result is not 0 in lanes with two values that need the same cell. The
                // highest bits prevent borrows between lanes.
                clash |= lone & ((lone | HIGH) - LOW) & !HIGH;
                *cells = lone | stays & !(set * 0xffff);
            }
        }
        missing | clash == 0
    }

    /// Restricts segments by lines and boxes. `rest` returns the values that the rest of the line can hold. The result contains the values
    /// that have no place in some line or box.
    #[inline(always)]
    fn restrict(
        &self,
        segments: &Segments,
        conclusions: &mut Conclusions,
        rest: impl Fn(&[Lanes; 9], usize) -> Lanes,
    ) -> Lanes {
        let (mut in_line, mut in_box) = ([0; 9], [0; 9]);
        let mut missing = 0;
        for at in 0..9 {
            let here = segments.once[at];
            let (line, boxed) = (rest(&segments.once, at), other_segments(&segments.once, at));
            missing |= self.full & !((here | line) & (here | boxed));
            in_line[at] = here & !line;
            in_box[at] = here & !boxed;
        }
        for at in 0..9 {
            conclusions.stays[at] = !(rest(&in_box, at) | other_segments(&in_line, at));
            conclusions.lone[at] = (in_line[at] | in_box[at]) & !segments.twice[at];
        }
        missing
    }
}

impl Segments {
    #[inline(always)]
    fn set(&mut self, at: usize, a: Lanes, b: Lanes, c: Lanes) {
        self.once[at] = a | b | c;
        self.twice[at] = a & b | (a | b) & c;
    }
}

#[inline(always)]
fn pack<W: Word>(board: &[W]) -> Packed {
    let board = &board[..81];
    let mut packed = Packed::default();
    for (place, packed) in packed.iter_mut().enumerate() {
        for (row, packed) in packed.iter_mut().enumerate() {
            let cell = |square: usize| board[row * 9 + square * 3 + place].bits() << (square * 16);
            *packed = cell(0) | cell(1) | cell(2);
        }
    }
    packed
}

/// Returns, in each lane, the union of the values of the other two lanes.
#[inline(always)]
fn other_lanes(lanes: Lanes) -> Lanes {
    // The shifts leave bits above the third lane, so these are cut off.
    const ALL: Lanes = (1 << 48) - 1;
    (lanes >> 16 | lanes << 32 | lanes >> 32 | lanes << 16) & ALL
}

/// Returns the union of the values of the other two segments in the same box.
#[inline(always)]
fn other_segments(segments: &[Lanes; 9], at: usize) -> Lanes {
    let first = at / 3 * 3;
    segments[first + (at + 1) % 3] | segments[first + (at + 2) % 3]
}
