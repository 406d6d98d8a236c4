//! Branching, on every lane at once: choose a digit and a minirow; in one child it lies there, in the
//! other it does not.

use super::lanes::Lanes;
use super::propagate::{Candidates, Marks, mini_cell, minis, placements, rivals};

/// What each lane branches on: at most one digit and one minirow of one line group.
pub(super) struct Choice<L> {
    digit: [L; 9],
    mini: [[L; 9]; 6],
    /// The lanes that have a choice.
    pub(super) made: L,
}

/// For each band and stack, how its nine digits can be laid.
struct Census<L> {
    /// Lanes in which this line group is the one with the fewest layings, fixed ones aside.
    narrowest: [L; 6],
    /// `[group][digit]`: exactly two, exactly three, four or more layings.
    two: [[L; 9]; 6],
    three: [[L; 9]; 6],
    more: [[L; 9]; 6],
}

/// Chooses in the lanes of `active`: in the band or stack with the fewest layings over all digits, a
/// digit with two of them (else three, else more), and its first minirow that is not settled.
#[inline(always)]
pub(super) fn choose<L: Lanes>(board: &Candidates<L>, active: L) -> Choice<L> {
    let census = census(board);
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
            let x = minis(&board[digit], group);
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
fn census<L: Lanes>(board: &Candidates<L>) -> Census<L> {
    let blank = [[L::none(); 9]; 6];
    let mut out = Census {
        narrowest: [L::none(); 6],
        two: blank,
        three: blank,
        more: blank,
    };
    let mut fewest = [L::all(); 6]; // a binary number, lowest digit first
    for group in 0..6 {
        let mut sum = [L::none(); 6];
        for digit in 0..9 {
            let number = add_six(placements(minis(&board[digit], group)));
            out.two[group][digit] = L::but_both(number[1], number[0], number[2]);
            out.three[group][digit] = number[0].and(number[1]).but(number[2]);
            out.more[group][digit] = number[2];
            add(&mut sum, number);
        }
        let open = L::or3(
            L::or3(sum[1], sum[2], sum[4]),
            sum[5],
            sum[0].and(sum[3]).not(),
        ); // not nine
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

/// How many of six planes are set, as a binary number.
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

/// A board beside the working one, with the lanes that move in the next exchange.
pub(super) struct Store<L> {
    /// Nodes.
    pub(super) board: Box<Candidates<L>>,
    /// Lanes in which it has a node.
    pub(super) held: L,
    /// Lanes whose split gives it a child.
    pub(super) push: L,
    /// Lanes whose node goes to the working board.
    pub(super) pop: L,
}

/// Splits the lanes of `taken` (a part of those with a choice): the child in which the digit lies in
/// its minirow stays on the board, the other one goes to the store that waits for it. In the same pass
/// the board takes the nodes it is to get from stores.
#[inline(always)]
pub(super) fn exchange<L: Lanes>(
    board: &mut Candidates<L>,
    marks: &mut Marks<L>,
    choice: &Choice<L>,
    taken: L,
    stores: &mut [Store<L>],
) {
    let mut chosen = [L::none(); 81]; // cells of the chosen minirow
    let mut rival = [L::none(); 81]; // cells that the digit leaves if it lies in the chosen one
    for group in 0..6 {
        let x = &choice.mini[group];
        for mini in 0..9 {
            let [a, b, c, d] = rivals(mini);
            let rivals = L::or3(x[a], x[b], x[c].or(x[d]));
            for i in 0..3 {
                let cell = mini_cell(group, mini, i);
                chosen[cell] = chosen[cell].or(x[mini]);
                rival[cell] = rival[cell].or(rivals);
            }
        }
    }
    let mut replaced = L::none();
    for store in stores.iter() {
        replaced = replaced.or(store.pop);
    }
    for single in &mut marks.single {
        *single = single.but(replaced);
    }
    let mut leaves = [L::none(); 81];
    for digit in 0..9 {
        let split = choice.digit[digit].and(taken);
        let cells = &mut board[digit];
        for cell in 0..81 {
            let x = cells[cell];
            cells[cell] = L::but_common(x, split, rival[cell]);
            leaves[cell] = L::but_common(x, split, chosen[cell]);
        }
        for store in stores.iter_mut() {
            let kept = &mut store.board[digit];
            if !store.push.is_none() {
                for cell in 0..81 {
                    let x = kept[cell];
                    cells[cell] = L::select(store.pop, x, cells[cell]);
                    kept[cell] = L::select(store.push, leaves[cell], x);
                }
            } else if !store.pop.is_none() {
                for cell in 0..81 {
                    cells[cell] = L::select(store.pop, kept[cell], cells[cell]);
                }
            }
        }
    }
    for store in stores {
        store.held = store.held.but(store.pop).or(store.push);
        (store.push, store.pop) = (L::none(), L::none());
    }
}
