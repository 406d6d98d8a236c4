//! Almost locked sets: cells of one house that together have one candidate more than there are cells.
//!
//! ALS-XZ: two such sets share a digit x that cannot be in both, because all its places in one set see all its places in
//! the other. One of the sets is therefore without x and locked: it contains each of its other digits. If both sets have a
//! digit z, one of them contains it, so a cell that sees all places of z in both sets loses z. Example: if r1c1 = {1, 5}
//! and r1c5, r2c5 = {1, 3, 5}, then x = 1, and cells that see r1c1 and the 5s in column 5 can't be 5. The definition
//! follows HoDoKu (B. Hobiger). Wings of more than three cells are the special case with a pivot.

use crate::Context;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use crate::{Cells, House};
use cluewright_puzzle::DigitSet;

pub(super) const ALS_XZ: Technique = Technique {
    name: "als-xz",
    help: "two almost locked sets joined by a digit that only one of them can hold",
    about: "Two almost locked sets share a digit that only one of them can hold. The other set is then \
            locked, so a second digit that both have is in one of them, and cells that see all its places \
            lose it.",
    family: Family::Chain,
    sentence: Sentence::AlmostLocked,
    price: Some(5.5),
    positions: &[Position::on_path(
        "default",
        5.5,
        ".....8.2....46........1.56..2..8.4.6.459.18....7.......3...91.......7....5.....48",
    )],
    find: xz,
    ..Technique::USUAL
};

/// Maximum number of cells in a set.
const MOST_CELLS: usize = 4;
/// Maximum number of sets on one board. It is limited because every pair of sets is compared.
const MOST_SETS: usize = 600;

/// An almost locked set.
pub(super) struct Als<'a> {
    pub(super) cells: Cells,
    digits: DigitSet,
    pub(super) house: &'a House,
    /// For each digit, its places in the set and the cells that see all these places.
    places: Vec<(u8, Cells, Cells)>,
}

impl Als<'_> {
    pub(super) fn of(&self, digit: u8) -> Option<(Cells, Cells)> {
        let mut places = self.places.iter();
        let found = places.find(|(other, _, _)| *other == digit);
        found.map(|&(_, cells, peers)| (cells, peers))
    }
}

/// Finds two almost locked sets with a common digit that cannot be in both sets.
fn xz(context: &Context<'_>, steps: &mut Steps) {
    let all = sets(context);
    for (i, one) in all.iter().enumerate() {
        for other in &all[..i] {
            // The argument needs a digit x that links the sets and a digit z to remove, so one common digit is not enough.
            let common = one.digits & other.digits;
            if common.len() < 2 || one.cells.meets(other.cells) {
                continue;
            }
            for x in common.iter() {
                if apart(one, other, x) {
                    for z in common.without(DigitSet::one(x)).iter() {
                        conclude(context, (one, other), (x, z), steps);
                    }
                }
            }
        }
    }
}

/// Returns `true` if all places of a digit in one set see all its places in the other.
fn apart(one: &Als<'_>, other: &Als<'_>, digit: u8) -> bool {
    let places = one.of(digit).zip(other.of(digit));
    places.is_some_and(|((cells, _), (_, peers))| cells.within(peers))
}

fn conclude(
    context: &Context<'_>,
    (one, other): (&Als<'_>, &Als<'_>),
    (x, z): (u8, u8),
    steps: &mut Steps,
) {
    let Some(((here, sees), (there, sees_too))) = one.of(z).zip(other.of(z)) else {
        return;
    };
    let lost = (context.board.places(z) & sees & sees_too) - one.cells - other.cells;
    let size = one.cells.len() + other.cells.len();
    // Each cell is a step of its own, because different houses or clues make it see the places.
    for cell in lost.iter() {
        steps.offer(size.saturating_sub(4) as u16, || {
            let seen = (here | there).iter();
            let why = seen.filter_map(|place| context.ground.why_apart(cell, place));
            let ends = one.of(x).zip(other.of(x));
            let between = ends.into_iter().flat_map(|((a, _), (b, _))| {
                let pairs = a.iter().flat_map(move |a| b.iter().map(move |b| (a, b)));
                pairs.filter_map(|(a, b)| context.ground.why_apart(a, b))
            });
            Step::remove(z, Cells::one(cell))
                .citing([one.house.cite, other.house.cite])
                .citing(why)
                .citing(between)
                .pattern(one.cells | other.cells)
                .about(DigitSet::one(x) | DigitSet::one(z))
                .sized(size)
        });
    }
}

/// Returns the almost locked sets of all houses, without duplicates.
pub(super) fn sets<'a>(context: &Context<'a>) -> Vec<Als<'a>> {
    let mut found: Vec<Als<'a>> = vec![];
    for house in &context.ground.houses {
        let open: Vec<u16> = (house.cells & context.board.open()).iter().collect();
        grow(
            context,
            house,
            &open,
            (Cells::EMPTY, DigitSet::EMPTY),
            &mut found,
        );
    }
    found
}

/// Adds the almost locked sets that consist of the given cells and some cells of `rest`.
fn grow<'a>(
    context: &Context<'a>,
    house: &'a House,
    rest: &[u16],
    (cells, digits): (Cells, DigitSet),
    found: &mut Vec<Als<'a>>,
) {
    for (i, &cell) in rest.iter().enumerate() {
        let cells = cells | Cells::one(cell);
        let digits = digits | context.board.at(cell);
        if digits.len() == cells.len() + 1
            && found.len() < MOST_SETS
            // A set of cells in the crossing of two houses would otherwise be found once for each house.
            && !found.iter().any(|als| als.cells == cells)
        {
            let places = digits.iter().map(|digit| {
                let places = context.board.places(digit) & cells;
                (digit, places, context.ground.common_peers(places))
            });
            found.push(Als {
                cells,
                digits,
                house,
                places: places.collect(),
            });
        }
        if cells.len() < MOST_CELLS && digits.len() <= MOST_CELLS + 1 {
            grow(context, house, &rest[i + 1..], (cells, digits), found);
        }
    }
}
