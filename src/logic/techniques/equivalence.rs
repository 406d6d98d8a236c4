//! Set equivalence: houses added and as many taken away leave two sets of cells with the same digits.
//!
//! So a digit, or a class of digits, stands equally often on both sides. What the one side must hold at least
//! and the other can hold at most is compared: with five cells of a set low for sure, and five cells in all
//! that can be low on the other side, these five are low. For a single digit the houses count as well: each
//! row, column or box holds it once. The ring around the middle box and the corners are J. Wieser's
//! ("Phistomefel"); the general method is SET (set equivalence theory) of the same source.

use super::classes::partitions;
use crate::logic::balance::Balance;
use crate::logic::path::Look;
use crate::logic::step::Step;
use crate::logic::steps::Steps;
use crate::logic::{Cells, HouseKind};
use crate::model::Cite;
use crate::puzzle::DigitSet;

/// Compares what both sides of each balance can hold.
pub(super) fn equivalence(look: &Look<'_>, steps: &mut Steps) {
    if look.ground.plain() {
        return;
    }
    let wholes: Vec<Whole> = sets(look.ground.digits)
        .into_iter()
        .map(|digits| Whole::of(look, digits))
        .collect();
    for balance in look.ground.balances() {
        let more = 3 * (balance.houses[0].len() as u16 - 1);
        if more > steps.room() {
            continue;
        }
        for whole in &wholes {
            compare(look, balance, whole, more, steps);
        }
    }
}

/// The sets of digits that are counted: single ones, low and high ones, classes.
fn sets(digits: DigitSet) -> Vec<DigitSet> {
    let all: Vec<u8> = digits.iter().collect();
    let set = |part: &[u8]| part.iter().copied().collect::<DigitSet>();
    let mut sets: Vec<DigitSet> = all.iter().map(|&digit| DigitSet::one(digit)).collect();
    sets.extend((2..all.len()).map(|cut| set(&all[..cut])));
    sets.extend((1..all.len() - 1).map(|cut| set(&all[cut..])));
    for class in partitions(digits).concat() {
        if !sets.contains(&class) {
            sets.push(class);
        }
    }
    sets
}

/// The cells of the grid that hold one of some digits for sure, and those that may.
struct Whole {
    digits: DigitSet,
    sure: Cells,
    possible: Cells,
}

impl Whole {
    fn of(look: &Look<'_>, digits: DigitSet) -> Self {
        let cells = || 0..look.ground.cells() as u16;
        let outside = |cell: &u16| look.board.at(*cell).without(digits).is_empty();
        let meets = |cell: &u16| !(look.board.at(*cell) & digits).is_empty();
        Self {
            digits,
            sure: cells().filter(outside).collect(),
            possible: cells().filter(meets).collect(),
        }
    }
}

/// How many of a side's cells hold one of the digits, at least or at most, and why.
struct Bound {
    count: usize,
    cites: Vec<Cite>,
    seen: Cells,
    /// The cells of the side where the digits stand if the bound is met.
    there: Cells,
    /// The houses that were counted.
    counted: Cells,
}

fn compare(look: &Look<'_>, balance: &Balance, whole: &Whole, more: u16, steps: &mut Steps) {
    let least = balance.sides.map(|side| least(look, whole, side));
    let most = balance.sides.map(|side| most(look, whole, side));
    for (here, there) in [(0, 1), (1, 0)] {
        let side = balance.sides[here];
        let highest = best(&least[there], |bound| bound.count);
        for bound in most[here]
            .iter()
            .filter(|bound| bound.count == highest.count)
        {
            // All that the bound allows is needed: cells are in the set, or houses have their digit here.
            let (cells, digits) = match bound.counted.is_empty() {
                true => (
                    (bound.there - whole.sure),
                    look.ground.digits.without(whole.digits),
                ),
                false => ((bound.counted & whole.possible) - side, whole.digits),
            };
            offer(
                look,
                balance,
                (cells, digits),
                [bound, highest],
                more,
                steps,
            );
        }
        let lowest = best(&most[there], |bound| usize::MAX - bound.count);
        for bound in least[here]
            .iter()
            .filter(|bound| bound.count == lowest.count)
        {
            // All that is allowed stands where the bound has counted.
            let cells = (side & whole.possible) - bound.there;
            offer(
                look,
                balance,
                (cells, whole.digits),
                [bound, lowest],
                more,
                steps,
            );
        }
    }
}

fn best(bounds: &[Bound], value: impl Fn(&Bound) -> usize) -> &Bound {
    let mut best = &bounds[0];
    for bound in bounds {
        if value(bound) > value(best) {
            best = bound;
        }
    }
    best
}

fn offer(
    look: &Look<'_>,
    balance: &Balance,
    (cells, digits): (Cells, DigitSet),
    bounds: [&Bound; 2],
    more: u16,
    steps: &mut Steps,
) {
    let cells = cells & look.board.open();
    if cells.is_empty() {
        return;
    }
    let houses = || balance.houses.iter().flatten();
    steps.offer(more, || {
        let of = |&number: &u16| look.ground.houses[usize::from(number)].cite;
        let mut step = Step::strip(look.board, digits, cells)
            .citing(houses().map(of))
            .pattern(balance.sides[0] | balance.sides[1])
            .sized(balance.sides[0].len());
        for bound in bounds {
            step = step.citing(bound.cites.iter().copied()).seeing(bound.seen);
        }
        step.balance = balance.houses.clone();
        step
    });
}

/// What a side holds at least: by its cells, and by houses that have nowhere else for a digit.
fn least(look: &Look<'_>, whole: &Whole, side: Cells) -> Vec<Bound> {
    let sure = whole.sure & side;
    let mut bounds = vec![by_cells(sure)];
    if whole.digits.len() == 1 {
        bounds.extend(KINDS.map(|kind| {
            by_houses(look, kind, |house| {
                let places = whole.possible & house;
                (!places.is_empty() && places.within(side)).then_some(places)
            })
        }));
    }
    bounds
}

/// What a side holds at most: by its cells, and by houses that have it once.
fn most(look: &Look<'_>, whole: &Whole, side: Cells) -> Vec<Bound> {
    let possible = whole.possible & side;
    let mut bounds = vec![by_cells(possible)];
    if whole.digits.len() == 1 {
        bounds.extend(KINDS.map(|kind| {
            let mut bound = by_houses(look, kind, |house| {
                let here = possible & house;
                (!here.is_empty()).then_some(here)
            });
            // Where the houses do not cover all, they say nothing.
            if bound.there != possible {
                bound.count = usize::MAX;
            }
            bound
        }));
    }
    bounds
}

/// Houses that do not meet others of their kind.
const KINDS: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Box];

fn by_cells(cells: Cells) -> Bound {
    Bound {
        count: cells.len(),
        cites: vec![],
        seen: Cells::EMPTY,
        there: cells,
        counted: Cells::EMPTY,
    }
}

/// Counts the houses of a kind that have places for `count`.
fn by_houses(look: &Look<'_>, kind: HouseKind, count: impl Fn(Cells) -> Option<Cells>) -> Bound {
    let mut bound = by_cells(Cells::EMPTY);
    for house in look.ground.houses.iter().filter(|house| house.kind == kind) {
        if let Some(there) = count(house.cells) {
            bound.count += 1;
            bound.cites.push(house.cite);
            bound.there |= there;
            bound.counted |= house.cells;
        }
    }
    bound.seen = bound.counted;
    bound
}
