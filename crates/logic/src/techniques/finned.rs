//! Finned fish: a fish that has some places outside its cover lines.
//!
//! The places of a digit in `N` lines are in `N` crossing lines, except for the *fins*. Either a fin holds the digit, or
//! the fish is valid and removes the digit from the rest of the crossing lines. A cell in these lines that sees all fins
//! loses the digit in either case. Example: the 7s of rows 2, 5 and 7 are in columns 1, 4 and 8, with one more at r2c9.
//! Then r3c8, which sees that fin in its box, can't be 7. The fish may lack places in its own lines (*sashimi*), and the
//! argument is the same. A fish of two lines is a pair of strong links, for which there is a separate technique. The
//! definition follows HoDoKu (B. Hobiger).

use super::fish::{lines, union};
use super::sets::choose;
use crate::Cells;
use crate::Context;
use crate::ground::House;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, RestsOn, Technique};

pub(super) const FINNED_SWORDFISH: Technique = Technique {
    name: "finned-swordfish",
    help: "a swordfish with a few extra places (fins)",
    about: "A swordfish is spoilt by a few extra places, the fins. Either a fin holds the digit or the \
            swordfish works, so a cell that both would clear loses the digit.",
    family: Family::Fish,
    rests_on: RestsOn::Places,
    sentence: Sentence::FinnedFish,
    price: Some(5.0),
    positions: &[Position::on_path(
        "default",
        5.0,
        "12.68...........8...9.2......17.4.6...5...2.7....1...36......3.....31...4..5..97.",
    )],
    find: find::<3>,
    ..Technique::USUAL
};

pub(super) const FINNED_JELLYFISH: Technique = Technique {
    name: "finned-jellyfish",
    help: "a jellyfish with a few extra places (fins)",
    about: "A jellyfish is spoilt by a few extra places, the fins. Either a fin holds the digit or the \
            jellyfish works, so a cell that both would clear loses the digit.",
    family: Family::Fish,
    rests_on: RestsOn::Places,
    sentence: Sentence::FinnedFish,
    price: Some(5.6),
    positions: &[Position::on_path(
        "default",
        6.0,
        "....9.2..1....7.....9238...........88....9.71.95..1.2..7.4.6.1...6....9...2...8..",
    )],
    find: find::<4>,
    ..Technique::USUAL
};

/// Maximum number of fins. It is small, because a cell must see all fins to lose the digit.
const MOST_FINS: usize = 4;

/// Finds finned fish with `N` lines.
fn find<const N: usize>(context: &Context<'_>, steps: &mut Steps) {
    let [rows, columns] = lines(context);
    for digit in context.ground.digits.iter() {
        swim::<N>(context, &columns, &rows, digit, steps);
        swim::<N>(context, &rows, &columns, digit, steps);
    }
}

fn swim<const N: usize>(
    context: &Context<'_>,
    base: &[&House],
    cover: &[&House],
    digit: u8,
    steps: &mut Steps,
) {
    let places = context.board.places(digit);
    let few = |line: &&&House| (2..=N + MOST_FINS).contains(&(line.cells & places).len());
    let base: Vec<&House> = base.iter().filter(few).copied().collect();
    choose::<N>(base.len(), |chosen| {
        let bases = || chosen.iter().map(|&i| base[i]);
        let in_base = union(bases());
        let here = in_base & places;
        let met = cover.iter().filter(|line| line.cells.meets(here));
        let met: Vec<&House> = met.copied().collect();
        // If the base lines have many places, no `N` crossing lines can contain all but a few of these places.
        let mut held: Vec<usize> = met.iter().map(|line| (line.cells & here).len()).collect();
        held.sort_unstable_by(|a, b| b.cmp(a));
        if held.iter().take(N).sum::<usize>() + MOST_FINS < here.len() {
            return;
        }
        choose::<N>(met.len(), |crossing| {
            let covers = || crossing.iter().map(|&i| met[i]);
            let in_cover = union(covers());
            let fins = here - in_cover;
            if !(1..=MOST_FINS).contains(&fins.len()) {
                return;
            }
            let lost = ((in_cover & places) - in_base) & context.ground.common_peers(fins);
            // Each cell is a step of its own, because different houses or clues make it see the fins.
            for cell in lost.iter() {
                steps.offer(0, || {
                    let why = fins.iter().map(|fin| context.ground.why_apart(cell, fin));
                    Step::remove(digit, Cells::one(cell))
                        .citing(bases().chain(covers()).map(|line| line.cite))
                        .citing(why.flatten())
                        .seeing(in_base)
                        .pattern(here)
                        .sized(2 * N + fins.len())
                });
            }
        });
    });
}
