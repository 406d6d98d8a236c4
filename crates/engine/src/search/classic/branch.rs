//! Branches on all lanes in parallel. Each lane chooses a digit and a mini; one child places the digit in that mini, and the
//! other excludes it.

use super::lanes::{Lanes, Task};
use super::propagate::{Minis, placements, rivals};

/// The choice of each lane: at most one digit, and one mini of one band or stack.
struct Choice<L> {
    digit: [L; 9],
    mini: [[L; 9]; 6],
    /// Lanes that have a choice.
    made: L,
}

/// For each band and stack, the number of placements of each digit, per lane.
struct Census<L> {
    /// Lanes in which this band or stack has the fewest placements, ignoring bands and stacks whose digits are all placed.
    narrowest: [L; 6],
    /// `[group][digit]`: lanes with exactly two placements (`two`), exactly three (`three`), and four or more (`more`).
    two: [[L; 9]; 6],
    three: [[L; 9]; 6],
    more: [[L; 9]; 6],
}

/// Chooses a digit and a mini for each lane of `active`. In the band or stack with the fewest placements, it takes a digit with two
/// placements or, if there is none, a digit with three or more. The mini is the first one of this digit that is not settled.
#[inline(always)]
fn choose<L: Lanes>(minis: &Minis<L>, active: L) -> Choice<L> {
    let census = census(minis);
    let mut choice = Choice {
        digit: [L::none(); 9],
        mini: [[L::none(); 9]; 6],
        made: L::none(),
    };
    for group in 0..6 {
        let here = active.and(census.narrowest[group]);
        let (two, three, more) = (
            &census.two[group],
            &census.three[group],
            &census.more[group],
        );
        let (mut any_two, mut any_three) = (L::none(), L::none());
        for digit in 0..9 {
            any_two = any_two.or(two[digit]);
            any_three = any_three.or(three[digit]);
        }
        let mut done = L::none();
        let mut open = [L::none(); 9]; // minirows of the chosen digit
        for digit in 0..9 {
            let fits = L::or3(
                two[digit],
                three[digit].but(any_two),
                L::but_both(more[digit], any_two, any_three),
            );
            let chosen = fits.and(here).but(done);
            done = done.or(chosen);
            choice.digit[digit] = choice.digit[digit].or(chosen);
            let x = &minis[digit][group];
            for mini in 0..9 {
                open[mini] = L::or_common(open[mini], chosen, x[mini]);
            }
        }
        let mut made = L::none();
        for mini in 0..9 {
            let [a, b, _, _] = rivals(mini);
            let unsettled = open[mini].and(open[a].or(open[b])).but(made);
            made = made.or(unsettled);
            choice.mini[group][mini] = unsettled;
        }
        choice.made = choice.made.or(made);
    }
    choice
}

#[inline(always)]
fn census<L: Lanes>(minis: &Minis<L>) -> Census<L> {
    let blank = [[L::none(); 9]; 6];
    let mut out = Census {
        narrowest: [L::none(); 6],
        two: blank,
        three: blank,
        more: blank,
    };
    // A group has at most 54 placements, so it always has fewer than this initial number, which is 63.
    let mut fewest = [L::all(); 6]; // a binary number, lowest digit first
    for group in 0..6 {
        let mut sum = [L::none(); 6];
        for digit in 0..9 {
            let number = add_six(placements(minis[digit][group]));
            out.two[group][digit] = L::but_both(number[1], number[0], number[2]);
            out.three[group][digit] = number[0].and(number[1]).but(number[2]);
            out.more[group][digit] = number[2];
            add(&mut sum, number);
        }
        // Each of the nine digits has at least one placement, so a sum of nine means that all of them have exactly one.
        let open = L::or3(
            L::or3(sum[1], sum[2], sum[4]),
            sum[5],
            sum[0].and(sum[3]).not(),
        ); // lanes in which the sum is not nine
        let less = less_than(sum, fewest).and(open);
        for bit in 0..6 {
            fewest[bit] = L::select(less, sum[bit], fewest[bit]);
        }
        for other in 0..group {
            out.narrowest[other] = out.narrowest[other].but(less);
        }
        out.narrowest[group] = less;
    }
    out
}

/// Returns the number of set planes among six, per lane, as a binary number.
#[inline(always)]
fn add_six<L: Lanes>(x: [L; 6]) -> [L; 3] {
    let (a, a2) = (L::xor3(x[0], x[1], x[2]), L::majority(x[0], x[1], x[2]));
    let (b, b2) = (L::xor3(x[3], x[4], x[5]), L::majority(x[3], x[4], x[5]));
    let c2 = a.and(b);
    [a.xor(b), L::xor3(a2, b2, c2), L::majority(a2, b2, c2)]
}

#[inline(always)]
fn add<L: Lanes>(sum: &mut [L; 6], number: [L; 3]) {
    let mut carry = L::none();
    for bit in 0..3 {
        let (a, b) = (sum[bit], number[bit]);
        sum[bit] = L::xor3(a, b, carry);
        carry = L::majority(a, b, carry);
    }
    for bit in 3..6 {
        let a = sum[bit];
        sum[bit] = a.xor(carry);
        carry = a.and(carry);
    }
}

#[inline(always)]
fn less_than<L: Lanes>(a: [L; 6], b: [L; 6]) -> L {
    let mut borrow = L::none();
    for bit in 0..6 {
        borrow = L::majority(a[bit].not(), b[bit], borrow);
    }
    borrow
}

/// A task that branches the lanes of `active`. The digit is placed in the chosen mini in `minis`, and excluded from that mini in
/// `other`. Returns the lanes that were branched; the other lanes are equal in `minis` and `other`.
pub(super) struct Branch<'a, L> {
    pub(super) minis: &'a mut Minis<L>,
    pub(super) other: &'a mut Minis<L>,
    pub(super) active: L,
}

impl<L: Lanes> Task<L> for Branch<'_, L> {
    type Output = L;

    #[inline(always)]
    fn run(self) -> L {
        let Self {
            minis,
            other,
            active,
        } = self;
        let choice = choose(minis, active);
        for group in 0..6 {
            let chosen = &choice.mini[group];
            for mini in 0..9 {
                let [a, b, c, d] = rivals(mini);
                let rivals = L::or3(chosen[a], chosen[b], chosen[c].or(chosen[d]));
                for digit in 0..9 {
                    let x = minis[digit][group][mini];
                    minis[digit][group][mini] = L::but_common(x, choice.digit[digit], rivals);
                    other[digit][group][mini] = L::but_common(x, choice.digit[digit], chosen[mini]);
                }
            }
        }
        choice.made
    }
}
