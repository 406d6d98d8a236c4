//! The rows, columns and boxes of a 9x9 grid, all in one pass.
//!
//! Propagating [`Different`](super::Different) for the 27 houses and [`Locked`](super::Locked) for their 54
//! overlaps is most of the work of a search; for the whole grid at once it costs no more than a few of them.
//! The search runs this in their place. People's logic keeps the relations, each of which rests on its clues.
//!
//! Three lanes of one word hold three cells of a row, one from each box (computing on parts of a word:
//! Lamport 1975). The cells that a line shares with a box are a *segment*. A value that is left in one segment of its
//! line is confined to it in the box too, and the reverse; one that has no second place in that segment
//! is placed there.

use crate::propagation::{Conflict, Fact, FastSink, Sink, Word};

/// Three sets of values, of 16 bits each.
type Lanes = u64;

/// The lowest and the highest bit of each lane.
const LOW: Lanes = 0x0001_0001_0001;
const HIGH: Lanes = LOW << 15;

/// Cells by their place in the box's row, then by row; the lanes are boxes.
type Packed = [[Lanes; 9]; 3];

/// The grid's houses as one relation over its 81 cells, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// The nine digits, in each lane.
    full: Lanes,
}

/// The segments of all rows, or of all columns: three of one box in a row, the lanes are the boxes of a
/// band.
#[derive(Default)]
struct Segments {
    /// Values in at least one of their cells.
    once: [Lanes; 9],
    /// Values in at least two of their cells.
    twice: [Lanes; 9],
}

/// Conclusions of houses about segments.
#[derive(Default)]
struct Conclusions {
    /// The values that may stay there.
    stays: [Lanes; 9],
    /// Those that have one place in a house, and have it there.
    lone: [Lanes; 9],
}

impl Lattice {
    /// The lattice of a grid whose cells take these digits; `None` unless they are nine and low enough.
    pub(crate) fn new(digits: u64) -> Option<Self> {
        let fits = digits.count_ones() == 9 && digits >> 15 == 0;
        fits.then(|| Self { full: digits * LOW })
    }

    /// The houses: rows, columns, boxes.
    pub(crate) fn houses() -> impl Iterator<Item = [u16; 9]> {
        let cell = |house: usize, i: usize| match house / 9 {
            0 => house * 9 + i,
            1 => i * 9 + house % 9,
            _ => (house % 9 / 3 * 3 + i / 3) * 9 + house % 3 * 3 + i % 3,
        };
        (0..27).map(move |house| std::array::from_fn(|i| cell(house, i) as u16))
    }

    /// Removes what the houses exclude, but for what single values take from the cells that see them.
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
                    changed &= !(0xffff << (lane * 16));
                    let var = row * 9 + lane as usize * 3 + place;
                    let left = W::from_bits(after >> (lane * 16) & 0xffff);
                    sink.keep(var as u16, left, |_| {})?;
                }
            }
        }
        Ok(())
    }

    /// Facts of the board that force a cell to lose some values, as [`Lattice::propagate`] takes them from it; of several
    /// such reasons one that is short apart from what is `known` anyway. Facts about the cell itself are not cited. `None`
    /// if the houses do not imply it.
    pub(crate) fn why<W: Word>(
        &self,
        board: &[W],
        known: &[W],
        cell: u16,
        lost: W,
    ) -> Option<Vec<Fact<W>>> {
        let view = Evidence { board, known };
        let confined: Option<Vec<Vec<Fact<W>>>> = lost
            .each()
            .map(|bit| view.confined(cell, W::one(bit)))
            .collect();
        let confined = confined.map(|reasons| view.joined(reasons.concat()));
        let lone = view
            .lone(cell)
            .filter(|(value, _)| (*value & lost).is_none());
        let lone = lone.map(|(_, facts)| facts);
        confined.into_iter().chain(lone).min_by_key(Vec::len)
    }

    /// Facts of the board that the houses contradict, where [`Lattice::propagate`] fails.
    pub(crate) fn why_not<W: Word>(&self, board: &[W], known: &[W]) -> Option<Vec<Fact<W>>> {
        let view = Evidence { board, known };
        let full = W::from_bits(self.full & 0xffff);
        let mut missing = Self::houses().flat_map(|house| {
            let union = house.iter().fold(W::NONE, |all, &at| all | view.at(at));
            let missing = full & !union;
            missing
                .each()
                .map(move |bit| view.without(&house, W::one(bit)))
        });
        let mut clashes = (0..81).filter_map(|cell| view.clash(cell));
        let mut emptied = (0..81).filter_map(|cell| view.emptied(cell));
        missing
            .next()
            .or_else(|| clashes.next())
            .or_else(|| emptied.next())
    }

    /// Leaves to the cells what the houses do. False where a value has no place in some house, or two have
    /// the same.
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
                let set = ((lone + (HIGH - LOW)) & HIGH) >> 15;
                clash |= lone & ((lone | HIGH) - LOW) & !HIGH;
                *cells = lone | stays & !(set * 0xffff);
            }
        }
        missing | clash == 0
    }

    /// Restricts segments by lines and boxes; `rest` gives the values elsewhere in the line. Returns the values that have
    /// no place in some line or box.
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

/// A board that the houses are asked about, and what is known of its cells anyway: facts that this implies are
/// left out.
#[derive(Clone, Copy)]
struct Evidence<'a, W> {
    board: &'a [W],
    known: &'a [W],
}

impl<W: Word> Evidence<'_, W> {
    fn at(self, cell: u16) -> W {
        self.board[usize::from(cell)]
    }

    /// None of the cells holds the value.
    fn without(self, cells: &[u16], value: W) -> Vec<Fact<W>> {
        let known = |cell: &&u16| (self.known[usize::from(**cell)] & value).is_none();
        let news = cells.iter().filter(|cell| !known(cell));
        let fact = |&var: &u16| Fact {
            var,
            within: !value,
        };
        news.map(fact).collect()
    }

    /// Why a value is confined to cells that a cell sees: in one of the lines through its box, or in one of the
    /// boxes that its own lines cross.
    fn confined(self, cell: u16, value: W) -> Option<Vec<Fact<W>>> {
        let (row, column) = (cell / 9, cell % 9);
        let (band, stack) = (row / 3, column / 3);
        let in_row = |row: u16, at: u16| row * 9 + at;
        let in_column = |column: u16, at: u16| at * 9 + column;
        let mut best: Option<Vec<Fact<W>>> = None;
        let mut offer = |cells: [u16; 6]| {
            if cells.iter().all(|&at| (self.at(at) & value).is_none()) {
                let facts = self.without(&cells, value);
                if best.as_ref().is_none_or(|best| facts.len() < best.len()) {
                    best = Some(facts);
                }
            }
        };
        for next in 1..3 {
            // Cells outside the box on another line through it.
            let outside = |own: u16, at: u16| (own * 3 + 3 + at) % 9;
            let line = band * 3 + (row + next) % 3;
            offer(std::array::from_fn(|at| {
                in_row(line, outside(stack, at as u16))
            }));
            let line = stack * 3 + (column + next) % 3;
            offer(std::array::from_fn(|at| {
                in_column(line, outside(band, at as u16))
            }));
            // Cells outside the line in another box that it crosses.
            let beside = |own: u16, at: u16| own / 3 * 3 + (own + 1 + at / 3) % 3;
            let other = (stack + next) % 3 * 3;
            offer(std::array::from_fn(|at| {
                in_row(beside(row, at as u16), other + at as u16 % 3)
            }));
            let other = (band + next) % 3 * 3;
            offer(std::array::from_fn(|at| {
                in_column(beside(column, at as u16), other + at as u16 % 3)
            }));
        }
        best
    }

    /// The values that have their only place in some house here, each with the reason.
    fn lone_values(self, cell: u16) -> impl Iterator<Item = (W, Vec<Fact<W>>)> {
        let own = Lattice::houses().filter(move |house| house.contains(&cell));
        own.flat_map(move |house| {
            let others = move || house.into_iter().filter(move |&other| other != cell);
            let elsewhere = others().fold(W::NONE, |all, at| all | self.at(at));
            let lone = self.at(cell) & !elsewhere;
            lone.each().map(move |bit| {
                let others: Vec<u16> = others().collect();
                (W::one(bit), self.without(&others, W::one(bit)))
            })
        })
    }

    fn lone(self, cell: u16) -> Option<(W, Vec<Fact<W>>)> {
        self.lone_values(cell).min_by_key(|(_, facts)| facts.len())
    }

    /// Why two values have their only place here.
    fn clash(self, cell: u16) -> Option<Vec<Fact<W>>> {
        let (one, mut facts) = self.lone(cell)?;
        let others = self.lone_values(cell).filter(|(value, _)| *value != one);
        let (_, other) = others.min_by_key(|(_, facts)| facts.len())?;
        facts.extend(other);
        Some(self.joined(facts))
    }

    /// Why no value is left for a cell.
    fn emptied(self, cell: u16) -> Option<Vec<Fact<W>>> {
        let within = self.at(cell);
        let reasons = within.each().map(|bit| self.confined(cell, W::one(bit)));
        let mut facts = reasons.collect::<Option<Vec<_>>>()?.concat();
        facts.push(Fact { var: cell, within });
        Some(self.joined(facts))
    }

    /// One fact for each cell.
    fn joined(self, facts: Vec<Fact<W>>) -> Vec<Fact<W>> {
        let mut joined: Vec<Fact<W>> = vec![];
        for fact in facts {
            match joined.iter_mut().find(|known| known.var == fact.var) {
                Some(known) => known.within &= fact.within,
                None => joined.push(fact),
            }
        }
        joined
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

/// The values of the two other lanes, in each lane.
#[inline(always)]
fn other_lanes(lanes: Lanes) -> Lanes {
    const ALL: Lanes = (1 << 48) - 1;
    (lanes >> 16 | lanes << 32 | lanes >> 32 | lanes << 16) & ALL
}

/// The values of the two other segments of the same box.
#[inline(always)]
fn other_segments(segments: &[Lanes; 9], at: usize) -> Lanes {
    let first = at / 3 * 3;
    segments[first + (at + 1) % 3] | segments[first + (at + 2) % 3]
}
