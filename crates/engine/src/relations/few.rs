//! Sums of two or three open variables, solved for all candidates in parallel by bit operations.
//!
//! In `x + y = s`, the possible values of `y` are the candidates of `x`, reversed and shifted; in `y - x = s`, they are only
//! shifted. So a sum of two variables takes a few machine operations. A sum of three variables takes as many for each candidate
//! of the variable with the fewest candidates.

use crate::propagation::Word;

/// A variable of a sum: its candidates as bits, and its sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    set: u64,
    /// `set` reversed: bit `i` moves to bit `63 - i`.
    reversed: u64,
    minus: bool,
}

impl Term {
    #[inline(always)]
    pub(super) fn new<W: Word>(set: W, minus: bool) -> Self {
        Self {
            set: set.bits(),
            reversed: set.bits().reverse_bits(),
            minus,
        }
    }

    /// Returns the term without one of its candidates.
    #[inline(always)]
    fn without(self, bit: u32) -> Self {
        Self {
            set: self.set & !(1 << bit),
            reversed: self.reversed & !(1 << (63 - bit)),
            ..self
        }
    }

    /// Returns the contribution of a candidate to the sum.
    #[inline(always)]
    fn worth(self, bit: u32) -> i64 {
        if self.minus {
            -i64::from(bit)
        } else {
            i64::from(bit)
        }
    }
}

/// Returns the candidates of `other` that sum to `total` with some candidate of `term`.
#[inline(always)]
fn partners(term: Term, other: Term, total: i64) -> u64 {
    let aim = if other.minus { -total } else { total };
    let moved = if term.minus == other.minus {
        shift(term.reversed, aim - 63)
    } else {
        shift(term.set, aim)
    };
    moved & other.set
}

/// Shifts every bit up by `by` places, or down if `by` is negative.
#[inline(always)]
fn shift(set: u64, by: i64) -> u64 {
    match by {
        0..=63 => set << by,
        -63..=-1 => set >> -by,
        // A larger shift would overflow, and it moves every bit out of the word anyway.
        _ => 0,
    }
}

/// Returns the candidates of one variable that equal the total.
#[inline(always)]
pub(super) fn one(a: Term, total: i64) -> u64 {
    let aim = if a.minus { -total } else { total };
    shift(1, aim) & a.set
}

/// Returns the candidates of two variables that occur in a solution. `apart` is `true` if the variables must differ.
#[inline(always)]
pub(super) fn two(a: Term, b: Term, total: i64, apart: bool) -> (u64, u64) {
    let (mut left, mut right) = (partners(b, a, total), partners(a, b, total));
    if apart {
        let equal = if a.minus != b.minus {
            if total == 0 { !0 } else { 0 }
        } else if total % 2 == 0 {
            // If both terms are subtracted, the total is negative.
            shift(1, total.abs() / 2)
        } else {
            0
        };
        left &= !equal;
        right &= !equal;
    }
    (left, right)
}

/// Returns the candidates of three variables that occur in a solution, and the values that every solution contains. The
/// latter are correct only if no term is subtracted and all variables differ. `apart` lists the pairs that differ: first and
/// second, first and third, second and third.
#[inline(always)]
pub(super) fn three(mut terms: [Term; 3], total: i64, mut apart: [bool; 3]) -> ([u64; 3], u64) {
    let sizes = terms.map(|term| term.set.count_ones());
    // `apart` lists pairs of terms, so it is permuted along with them.
    let smallest = if sizes[1] < sizes[0].min(sizes[2]) {
        apart.swap(1, 2);
        1
    } else if sizes[2] < sizes[0] {
        apart.swap(0, 2);
        2
    } else {
        0
    };
    terms.swap(0, smallest);
    let [a, b, c] = terms;
    let (mut first, mut second, mut third, mut required) = (0, 0, 0, !0);
    let mut rest = a.set;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        rest &= rest - 1;
        let b = if apart[0] { b.without(bit) } else { b };
        let c = if apart[1] { c.without(bit) } else { c };
        let (left, right) = two(b, c, total - a.worth(bit), apart[2]);
        if left != 0 {
            first |= 1 << bit;
            second |= left;
            third |= right;
            let pair = left | right;
            // Two different pairs of values with the same sum have no value in common.
            required &= 1 << bit | if pair.count_ones() == 2 { pair } else { 0 };
        }
    }
    let mut allowed = [first, second, third];
    allowed.swap(0, smallest);
    (allowed, required)
}
