//! One round of deduction on every lane at once: no look-ups, no branches, only plane operations.
//!
//! A round does for all nodes what a person calls hidden and naked singles and locked candidates of
//! both kinds. Notation: a *minirow* is the three cells that a row and a box share, a *minicolumn*
//! the three of a column and a box. In a band, a digit's three minirows lie one in each row and one
//! in each box, like the ones of a permutation matrix; [`supported`] keeps the minirows that belong
//! to such a matrix, which is all that locked candidates can say. The method is bit slicing, known
//! from fast DES (Biham 1997).

use super::lanes::{Lanes, Task};

/// Candidates: `candidates[digit][cell]`, the lanes that still allow the digit in the cell.
pub(super) type Candidates<L> = [[L; 81]; 9];

/// What a round leaves for the next one, and room for it to work in.
pub(super) struct Marks<L> {
    /// Cells with a single candidate. May lag behind, never ahead.
    pub(super) single: [L; 81],
    /// `placed[box][digit]`: the digit has one place in the box.
    placed: [[L; 9]; 9],
    /// For [`count_minis`], `[digit][mini]`: minirows open to a digit; those left to it when three others
    /// must be there; those that have no more than three digits left.
    open: [[L; 9]; 9],
    kept: [[L; 9]; 9],
    claimed: [[L; 9]; 9],
}

impl<L: Lanes> Marks<L> {
    /// Nothing known.
    pub(super) fn new() -> Self {
        let blank = [[L::none(); 9]; 9];
        Self {
            single: [L::none(); 81],
            placed: blank,
            open: blank,
            kept: blank,
            claimed: blank,
        }
    }
}

/// The lanes in which a contradiction showed, and those in which every cell has a single candidate.
#[derive(Clone, Copy)]
pub(super) struct Outcome<L> {
    pub(super) dead: L,
    pub(super) filled: L,
    /// Lanes that lost a candidate; only kept by rounds that track it.
    pub(super) changed: L,
}

/// Minis (minirows and minicolumns) of each digit: `minis[digit][group][3 * line + box]`. Groups 0 to 2
/// are the bands, cut in minirows, 3 to 5 the stacks, cut in minicolumns.
pub(super) type Minis<L> = [[[L; 9]; 6]; 9];

/// Rounds on a board, with one count of digits in minis among them. The last round verifies and tracks:
/// `filled` are then the lanes that hold a solution if they are not dead.
pub(super) struct Deduce<'a, L> {
    pub(super) board: &'a mut Candidates<L>,
    pub(super) marks: &'a mut Marks<L>,
    pub(super) rounds: usize,
}

impl<L: Lanes> Task<L> for Deduce<'_, L> {
    type Output = Outcome<L>;

    #[inline(always)]
    fn run(self) -> Outcome<L> {
        let Self {
            board,
            marks,
            rounds,
        } = self;
        let mut dead = L::none();
        let mut filled = L::none();
        for index in 1..rounds {
            if index == rounds / 2 {
                dead = dead.or(count_minis(board, marks));
            }
            let outcome = round::<L, false>(board, marks);
            dead = dead.or(outcome.dead);
            filled = outcome.filled;
        }
        let last = round::<L, true>(board, marks);
        Outcome {
            dead: dead.or(last.dead),
            filled,
            changed: last.changed,
        }
    }
}

/// One round. `TRACK` says whether to note the lanes that lost a candidate.
#[inline(always)]
fn round<L: Lanes, const TRACK: bool>(
    board: &mut Candidates<L>,
    marks: &mut Marks<L>,
) -> Outcome<L> {
    let mut out = Outcome {
        dead: L::none(),
        filled: L::all(),
        changed: L::none(),
    };
    for digit in 0..9 {
        lock::<L, TRACK>(&mut board[digit], marks, digit, &mut out);
    }
    for house in 0..9 {
        place::<L, TRACK>(board, marks, house, &mut out);
    }
    out
}

/// The minirows `x[3 * row + box]` of a band that lie in a permutation matrix.
#[inline(always)]
fn supported<L: Lanes>(x: [L; 9]) -> [L; 9] {
    let [p0, p1, p2, p3, p4, p5] = placements(x);
    [
        p0.or(p1),
        p2.or(p3),
        p4.or(p5),
        p2.or(p4),
        p0.or(p5),
        p1.or(p3),
        p3.or(p5),
        p1.or(p4),
        p0.or(p2),
    ]
}

/// The six ways to lay a digit over the minirows `x[3 * row + box]` of a band.
#[inline(always)]
pub(super) fn placements<L: Lanes>(x: [L; 9]) -> [L; 6] {
    [
        L::and3(x[0], x[4], x[8]),
        L::and3(x[0], x[5], x[7]),
        L::and3(x[1], x[3], x[8]),
        L::and3(x[1], x[5], x[6]),
        L::and3(x[2], x[3], x[7]),
        L::and3(x[2], x[4], x[6]),
    ]
}

/// Removes what singles and locked candidates of one digit exclude, and notes its places in boxes.
///
/// After this, a digit with one place in a row or column has one place in its box as well, so that
/// boxes alone show all hidden singles.
#[inline(always)]
fn lock<L: Lanes, const TRACK: bool>(
    cells: &mut [L; 81],
    marks: &mut Marks<L>,
    digit: usize,
    out: &mut Outcome<L>,
) {
    let mut rows = [[L::none(); 9]; 3]; // rows[band][3 * row in band + stack]: minirows
    let mut columns = [[L::none(); 9]; 3]; // columns[stack][3 * column in stack + band]: minicolumns
    for band in 0..3 {
        for stack in 0..3 {
            let corner = band * 27 + stack * 3;
            let mut x = [L::none(); 9];
            let mut sure = [L::none(); 9];
            for i in 0..9 {
                let cell = corner + i / 3 * 9 + i % 3;
                x[i] = cells[cell];
                sure[i] = x[i].and(marks.single[cell]);
            }
            let mut sure_row = [L::none(); 3];
            let mut sure_column = [L::none(); 3];
            for i in 0..3 {
                sure_row[i] = L::or3(sure[3 * i], sure[3 * i + 1], sure[3 * i + 2]);
                sure_column[i] = L::or3(sure[i], sure[3 + i], sure[6 + i]);
            }
            for i in 0..3 {
                let (next, last) = ((i + 1) % 3, (i + 2) % 3);
                let row = L::or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
                rows[band][3 * i + stack] = L::but_both(row, sure_row[next], sure_row[last]);
                let column = L::or3(x[i], x[3 + i], x[6 + i]);
                columns[stack][3 * i + band] =
                    L::but_both(column, sure_column[next], sure_column[last]);
            }
        }
    }
    let mut lone_row = [[L::none(); 3]; 3]; // lone_row[band][stack]: one minirow left in the box
    for band in 0..3 {
        let y = supported(rows[band]);
        rows[band] = y;
        for stack in 0..3 {
            lone_row[band][stack] = L::one_of(y[stack], y[3 + stack], y[6 + stack]);
        }
    }
    // a band without the digit loses all its minirows, so that one row of each band shows it
    out.dead = out
        .dead
        .or(L::or3(rows[0][0], rows[0][1], rows[0][2]).not());
    for stack in 0..3 {
        let y = supported(columns[stack]);
        columns[stack] = y;
        for band in 0..3 {
            let lone_column = L::one_of(y[band], y[3 + band], y[6 + band]);
            marks.placed[band * 3 + stack][digit] = lone_row[band][stack].and(lone_column);
        }
    }
    for band in 0..3 {
        for stack in 0..3 {
            for row in 0..3 {
                for column in 0..3 {
                    let cell = band * 27 + stack * 3 + row * 9 + column;
                    let before = cells[cell];
                    let after = L::and3(
                        before,
                        rows[band][3 * row + stack],
                        columns[stack][3 * column + band],
                    );
                    if TRACK {
                        out.changed = L::or_difference(out.changed, before, after);
                    }
                    cells[cell] = after;
                }
            }
        }
    }
}

/// In the cells of one box: a digit with one place there drives out the others; then single
/// candidates and contradictions are noted.
#[inline(always)]
fn place<L: Lanes, const TRACK: bool>(
    board: &mut Candidates<L>,
    marks: &mut Marks<L>,
    house: usize,
    out: &mut Outcome<L>,
) {
    let placed = marks.placed[house];
    for i in 0..9 {
        let cell = (house / 3 * 3 + i / 3) * 9 + house % 3 * 3 + i % 3;
        let mut x = [L::none(); 9];
        let mut taken = L::none();
        for digit in 0..9 {
            x[digit] = board[digit][cell];
            taken = L::or_common(taken, x[digit], placed[digit]);
        }
        for digit in 0..9 {
            let after = L::restrict(x[digit], placed[digit], taken);
            if TRACK {
                out.changed = L::or_difference(out.changed, x[digit], after);
            }
            board[digit][cell] = after;
            x[digit] = after;
        }
        let (one, two) = one_and_two(x);
        out.dead = L::or_common(out.dead.or(one.not()), taken, two);
        let single = one.but(two);
        marks.single[cell] = single;
        out.filled = out.filled.and(single);
    }
}

/// Lanes in which at least one, and at least two, of nine planes are set.
#[inline(always)]
fn one_and_two<L: Lanes>(x: [L; 9]) -> (L, L) {
    let a = L::xor3(x[0], x[1], x[2]);
    let b = L::xor3(x[3], x[4], x[5]);
    let c = L::xor3(x[6], x[7], x[8]);
    let pair = L::or3(
        L::majority(x[0], x[1], x[2]),
        L::majority(x[3], x[4], x[5]),
        L::majority(x[6], x[7], x[8]),
    );
    let two = pair.or(L::majority(a, b, c));
    (L::or3(a, b, c).or(two), two)
}

/// Index of a cell in a *line group*: groups 0 to 2 are the bands, cut in minirows; 3 to 5 the stacks,
/// cut in minicolumns. `mini` is 3 * line in group + box in group, `i` the place in the minirow.
pub(super) const fn mini_cell(group: usize, mini: usize, i: usize) -> usize {
    let (line, across) = (group % 3 * 3 + mini / 3, mini % 3 * 3 + i);
    if group < 3 {
        line * 9 + across
    } else {
        across * 9 + line
    }
}

/// The minirows (or minicolumns) of one digit in a line group.
#[inline(always)]
pub(super) fn open_minis<L: Lanes>(cells: &[L; 81], group: usize) -> [L; 9] {
    let mut x = [L::none(); 9];
    for mini in 0..9 {
        x[mini] = L::or3(
            cells[mini_cell(group, mini, 0)],
            cells[mini_cell(group, mini, 1)],
            cells[mini_cell(group, mini, 2)],
        );
    }
    x
}

/// The two other minirows in the row of a minirow, and the two other ones in its box.
pub(super) const fn rivals(mini: usize) -> [usize; 4] {
    let (line, place) = (mini / 3, mini % 3);
    [
        line * 3 + (place + 1) % 3,
        line * 3 + (place + 2) % 3,
        (line + 1) % 3 * 3 + place,
        (line + 2) % 3 * 3 + place,
    ]
}

/// Counts digits in minirows: three digits that must be in a minirow drive out the others, and a
/// minirow with only three digits left keeps them for itself. Yields the lanes where that fails.
///
/// The idea of treating minirows as variables with a count is from tdoku (T. Dillon, 2019).
#[inline(always)]
fn count_minis<L: Lanes>(board: &mut Candidates<L>, marks: &mut Marks<L>) -> L {
    let mut dead = L::none();
    for group in 0..6 {
        dead = dead.or(count_group(board, marks, group));
    }
    dead
}

#[inline(always)]
fn count_group<L: Lanes>(board: &mut Candidates<L>, marks: &mut Marks<L>, group: usize) -> L {
    let Marks {
        open,
        kept,
        claimed,
        ..
    } = marks;
    for digit in 0..9 {
        open[digit] = open_minis(&board[digit], group);
    }
    let mut dead = L::none();
    for mini in 0..9 {
        let [a, b, c, d] = rivals(mini);
        let mut must = [L::none(); 9];
        let mut may = [L::none(); 9];
        for digit in 0..9 {
            let x = &open[digit];
            may[digit] = x[mini];
            must[digit] = L::but_common(x[mini], x[a].or(x[b]), x[c].or(x[d]));
        }
        let (full, overfull) = three_and_four(must);
        let (enough, loose) = three_and_four(may);
        dead = L::or3(dead, overfull, enough.not());
        for digit in 0..9 {
            kept[digit][mini] = L::restrict(may[digit], must[digit], full);
            claimed[digit][mini] = may[digit].but(loose);
        }
    }
    for digit in 0..9 {
        for mini in 0..9 {
            let [a, b, c, d] = rivals(mini);
            let claim = &claimed[digit];
            let left = L::but_both(
                L::but_both(kept[digit][mini], claim[a], claim[b]),
                claim[c],
                claim[d],
            );
            for i in 0..3 {
                let cell = mini_cell(group, mini, i);
                board[digit][cell] = board[digit][cell].and(left);
            }
        }
    }
    dead
}

/// Lanes in which at least three, and at least four, of nine planes are set.
#[inline(always)]
fn three_and_four<L: Lanes>(x: [L; 9]) -> (L, L) {
    let (a, a2) = (L::xor3(x[0], x[1], x[2]), L::majority(x[0], x[1], x[2]));
    let (b, b2) = (L::xor3(x[3], x[4], x[5]), L::majority(x[3], x[4], x[5]));
    let (c, c2) = (L::xor3(x[6], x[7], x[8]), L::majority(x[6], x[7], x[8]));
    let (ones, d2) = (L::xor3(a, b, c), L::majority(a, b, c));
    let (e, e4) = (L::xor3(a2, b2, c2), L::majority(a2, b2, c2));
    let four = L::or_common(e4, e, d2);
    (L::or_common(four, ones, e.xor(d2)), four)
}
