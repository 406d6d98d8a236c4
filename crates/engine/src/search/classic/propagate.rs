//! One round of deduction on all lanes in parallel, with plane operations only: no look-ups and no branches.
//!
//! A round finds naked and hidden singles and locked candidates of both kinds in all nodes. A *minirow* is the three cells that a row and a
//! box share, and a *minicolumn* is the three cells that a column and a box share. In a band, the three minirows of a digit lie in
//! different rows and different boxes, like the ones of a permutation matrix. [`keep_supported`] keeps the minirows that belong to such a
//! matrix, which covers all locked candidates. The method is bit slicing, known from fast implementations of DES (Biham 1997).

use super::lanes::{Lanes, Task};

/// The candidates of all lanes: `candidates[digit][cell]` contains the lanes in which the digit is possible in the cell.
pub(super) type Candidates<L> = [[L; 81]; 9];

/// The minis (minirows and minicolumns) of each digit: `minis[digit][group][3 * line + box]`. Groups 0 to 2 are the bands, divided into
/// minirows; groups 3 to 5 are the stacks, divided into minicolumns.
pub(super) type Minis<L> = [[[L; 9]; 6]; 9];

/// Data that a round passes on to the next one, in addition to the candidates.
pub(super) struct Marks<L> {
    /// Minis that may hold the digit. This is an upper bound, because the candidates may restrict the minis further. A branch stores its
    /// decision here for the next deduction.
    pub(super) minis: Minis<L>,
    /// Cells that are known to have a single candidate; cells that became single recently may be missing.
    pub(super) single: [L; 81],
    /// `placed[box][digit]`: lanes in which the digit has a single place in the box.
    placed: [[L; 9]; 9],
    /// Buffers for [`count_group`], indexed by `[digit][mini]`. `kept` contains the lanes in which the mini may hold the digit,
    /// because no three other digits must be in it. `claimed` contains the lanes in which the mini can hold at most three digits,
    /// including this one.
    kept: [[L; 9]; 9],
    claimed: [[L; 9]; 9],
}

impl<L: Lanes> Marks<L> {
    /// Creates marks without information.
    pub(super) fn new() -> Self {
        let blank = [[L::none(); 9]; 9];
        Self {
            minis: [[[L::all(); 9]; 6]; 9],
            single: [L::none(); 81],
            placed: blank,
            kept: blank,
            claimed: blank,
        }
    }

    /// Resets the minis and the cells known to have a single candidate.
    #[inline(always)]
    pub(super) fn forget(&mut self) {
        self.minis = [[[L::all(); 9]; 6]; 9];
        self.single = [L::none(); 81];
    }
}

/// Lanes with a contradiction, and lanes in which every cell has a single candidate.
#[derive(Clone, Copy)]
pub(super) struct Outcome<L> {
    pub(super) dead: L,
    pub(super) filled: L,
    /// Lanes that lost a candidate; only set by rounds that track changes.
    pub(super) changed: L,
}

/// A task that runs several rounds of deduction on a board, with one count of digits in minis between them. The last round verifies the
/// board and tracks changes. After it, each lane in `filled` that is not dead holds a solution.
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
        let mut out = Outcome {
            dead: L::none(),
            filled: L::none(),
            changed: L::none(),
        };
        // Only these rounds and the last one keep the minis, because the count and the next branch read them.
        for _ in 1..rounds / 2 {
            round::<L, true, true, false>(board, marks, &mut out);
        }
        count_minis(marks, &mut out);
        round::<L, true, false, false>(board, marks, &mut out);
        for _ in rounds / 2 + 1..rounds {
            round::<L, false, false, false>(board, marks, &mut out);
        }
        // The last round can verify only cells that were filled before it.
        let filled = out.filled;
        round::<L, false, true, true>(board, marks, &mut out);
        Outcome { filled, ..out }
    }
}

/// Runs one round of deduction. With `USE`, it uses the marked minis; with `KEEP`, it keeps them up to date; with `TRACK`, it
/// tracks the lanes that lose a candidate.
#[inline(always)]
fn round<L: Lanes, const USE: bool, const KEEP: bool, const TRACK: bool>(
    board: &mut Candidates<L>,
    marks: &mut Marks<L>,
    out: &mut Outcome<L>,
) {
    out.filled = L::all();
    for digit in 0..9 {
        lock::<L, USE, KEEP, TRACK>(&mut board[digit], marks, digit, out);
    }
    for house in 0..9 {
        place::<L, TRACK>(board, marks, house, out);
    }
}

/// Returns those minirows `x[3 * row + box]` of a band that lie in some permutation matrix.
#[inline(always)]
fn keep_supported<L: Lanes>(x: [L; 9]) -> [L; 9] {
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

/// Returns, for each of the six placements of a digit over the minirows `x[3 * row + box]`, the lanes in which that placement is possible.
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

/// Removes candidates of one digit by singles and locked candidates, and records its single places in boxes.
///
/// Afterwards, a digit with one place in a row or column also has one place in its box, so it is enough to look for hidden
/// singles in boxes.
#[inline(always)]
fn lock<L: Lanes, const USE: bool, const KEEP: bool, const TRACK: bool>(
    cells: &mut [L; 81],
    marks: &mut Marks<L>,
    digit: usize,
    out: &mut Outcome<L>,
) {
    let mut rows = [[L::none(); 9]; 3]; // rows[band][3 * row in band + stack]: minirows
    let mut columns = [[L::none(); 9]; 3]; // columns[stack][3 * column in stack + band]: minicolumns
    let mut lone_row = [[L::none(); 3]; 3]; // lone_row[band][stack]: one minirow left in the box
    for band in 0..3 {
        let mut sure_column = [[L::none(); 3]; 3]; // [stack][column in stack]
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
            for i in 0..3 {
                sure_row[i] = L::or3(sure[3 * i], sure[3 * i + 1], sure[3 * i + 2]);
                sure_column[stack][i] = L::or3(sure[i], sure[3 + i], sure[6 + i]);
            }
            for i in 0..3 {
                let row = L::or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
                // If the digit is certain in another row of the box, this minirow cannot hold it.
                rows[band][3 * i + stack] =
                    L::but_both(row, sure_row[(i + 1) % 3], sure_row[(i + 2) % 3]);
            }
        }
        if USE {
            for mini in 0..9 {
                rows[band][mini] = rows[band][mini].and(marks.minis[digit][band][mini]);
            }
        }
        let y = keep_supported(rows[band]);
        rows[band] = y;
        if KEEP {
            marks.minis[digit][band] = y;
        }
        for stack in 0..3 {
            lone_row[band][stack] = L::one_of(y[stack], y[3 + stack], y[6 + stack]);
            let corner = band * 27 + stack * 3;
            let mut x = [L::none(); 9];
            for i in 0..9 {
                // Minirows that have just been excluded are already removed here, so that the columns lose more in the same
                // round.
                x[i] = cells[corner + i / 3 * 9 + i % 3].and(y[i / 3 * 3 + stack]);
            }
            let sure = &sure_column[stack];
            for i in 0..3 {
                let column = L::or3(x[i], x[3 + i], x[6 + i]);
                columns[stack][3 * i + band] =
                    L::but_both(column, sure[(i + 1) % 3], sure[(i + 2) % 3]);
            }
        }
    }
    // If a band has no place for the digit, none of its minirows has a place, so checking one row is enough.
    let top = L::or3(rows[0][0], rows[0][1], rows[0][2]);
    out.dead = out.dead.or(top.not());
    if USE {
        for stack in 0..3 {
            for mini in 0..9 {
                columns[stack][mini] =
                    columns[stack][mini].and(marks.minis[digit][3 + stack][mini]);
            }
        }
    }
    for stack in 0..3 {
        let y = keep_supported(columns[stack]);
        columns[stack] = y;
        if KEEP {
            marks.minis[digit][3 + stack] = y;
        }
        for band in 0..3 {
            let lone_column = L::one_of(y[band], y[3 + band], y[6 + band]);
            // A minirow and a minicolumn have only one cell in common.
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

/// If a cell is a digit's only place in a box, removes the cell's other candidates. Then records the box's single candidates and
/// contradictions.
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
            board[digit][cell] = after;
            x[digit] = after;
        }
        let (one, two) = one_and_two(x);
        // If two digits have their only place in the same cell, both survive the restriction, which is a contradiction.
        out.dead = L::or_common(out.dead.or(one.not()), taken, two);
        let single = one.but(two);
        if TRACK {
            // A removal here always leaves a new single, so it is enough to compare the singles.
            out.changed = L::or_difference(out.changed, single, marks.single[cell]);
        }
        marks.single[cell] = single;
        out.filled = out.filled.and(single);
    }
}

/// Returns the lanes in which at least one, and at least two, of nine planes are set.
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
    // If no group of three has two planes set, `a`, `b` and `c` mark the groups that have one.
    let two = pair.or(L::majority(a, b, c));
    // If `a`, `b` and `c` are all unset, planes can only be set in pairs, and these are in `two`.
    (L::or3(a, b, c).or(two), two)
}

/// Returns the two other minirows in the row of a minirow, and the two others in its box.
pub(super) const fn rivals(mini: usize) -> [usize; 4] {
    let (line, place) = (mini / 3, mini % 3);
    [
        line * 3 + (place + 1) % 3,
        line * 3 + (place + 2) % 3,
        (line + 1) % 3 * 3 + place,
        (line + 2) % 3 * 3 + place,
    ]
}

/// Counts the digits in the marked minis. Three digits that must be in a mini exclude all other digits from it, and a mini with only three
/// digits left excludes these digits elsewhere.
///
/// Treating minis as variables with a count is an idea of tdoku (T. Dillon, 2019).
#[inline(always)]
fn count_minis<L: Lanes>(marks: &mut Marks<L>, out: &mut Outcome<L>) {
    for group in 0..6 {
        count_group(marks, group, out);
    }
}

#[inline(always)]
fn count_group<L: Lanes>(marks: &mut Marks<L>, group: usize, out: &mut Outcome<L>) {
    let Marks {
        minis,
        kept,
        claimed,
        ..
    } = marks;
    for mini in 0..9 {
        let [a, b, c, d] = rivals(mini);
        let mut must = [L::none(); 9];
        let mut may = [L::none(); 9];
        for digit in 0..9 {
            let x = &minis[digit][group];
            may[digit] = x[mini];
            // The digit must be in this mini if its line or its box has no other mini left for it.
            must[digit] = L::but_common(x[mini], x[a].or(x[b]), x[c].or(x[d]));
        }
        let (full, overfull) = three_and_four(must);
        let (enough, loose) = three_and_four(may);
        // A mini has three cells, so it can neither hold four digits nor be filled by fewer than three.
        out.dead = L::or3(out.dead, overfull, enough.not());
        for digit in 0..9 {
            kept[digit][mini] = L::restrict(may[digit], must[digit], full);
            claimed[digit][mini] = may[digit].but(loose);
        }
    }
    // This loop is separate, because it needs the claims of all minis.
    for digit in 0..9 {
        let claim = &claimed[digit];
        for mini in 0..9 {
            let [a, b, c, d] = rivals(mini);
            let left = L::but_both(kept[digit][mini], claim[a], claim[b]);
            minis[digit][group][mini] = L::but_both(left, claim[c], claim[d]);
        }
    }
}

/// Returns the lanes in which at least three, and at least four, of nine planes are set.
#[inline(always)]
fn three_and_four<L: Lanes>(x: [L; 9]) -> (L, L) {
    let (a, a2) = (L::xor3(x[0], x[1], x[2]), L::majority(x[0], x[1], x[2]));
    let (b, b2) = (L::xor3(x[3], x[4], x[5]), L::majority(x[3], x[4], x[5]));
    let (c, c2) = (L::xor3(x[6], x[7], x[8]), L::majority(x[6], x[7], x[8]));
    let (ones, d2) = (L::xor3(a, b, c), L::majority(a, b, c));
    let (e, e4) = (L::xor3(a2, b2, c2), L::majority(a2, b2, c2));
    // Each of `a2`, `b2`, `c2` and `d2` counts two planes, so two of these add up to four.
    let four = L::or_common(e4, e, d2);
    // Three planes are one pair and a single plane.
    (L::or_common(four, ones, e.xor(d2)), four)
}
