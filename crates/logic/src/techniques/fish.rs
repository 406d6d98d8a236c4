//! Fish: a digit whose places in some lines are in the same number of crossing lines.
//!
//! These are the basic fish of Sudoku Explainer (N. Juillerat), techniques 12, 15 and 21: X-wing, swordfish, jellyfish.

use super::sets::choose;
use crate::Cells;
use crate::Context;
use crate::ground::{House, HouseKind};
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, RestsOn, Technique};
use cluewright_engine::model::Cite;

pub(super) const X_WING: Technique = Technique {
    name: "x-wing",
    help: "a digit in two lines, confined to the same two crossing lines",
    about: "In two rows a digit has its places in the same two columns. The two rows use up these columns, \
            so all other rows lose the digit there; likewise with rows and columns exchanged.",
    family: Family::Fish,
    rests_on: RestsOn::Places,
    price: Some(3.2),
    positions: &[Position::on_path(
        "sukaku-1.18",
        3.2,
        "........8..5.913.64.7.3....16...4.52...5....3.4..2.....54......2....3.1....4..9..",
    )],
    find: find::<2>,
    ..Technique::USUAL
};

pub(super) const SWORDFISH: Technique = Technique {
    name: "swordfish",
    help: "a digit in three lines, confined to the same three crossing lines",
    about: "In three rows a digit has its places in the same three columns. The three rows use up these \
            columns, so all other rows lose the digit there; likewise with rows and columns exchanged.",
    family: Family::Fish,
    rests_on: RestsOn::Places,
    price: Some(3.8),
    positions: &[Position::on_path(
        "sukaku",
        4.0,
        "....52.4.23.........76..8..6...8.59.5.2.......8.....6.7....46.....53....4.32.9...",
    )],
    find: find::<3>,
    ..Technique::USUAL
};

pub(super) const JELLYFISH: Technique = Technique {
    name: "jellyfish",
    help: "a digit in four lines, confined to the same four crossing lines",
    about: "In four rows a digit has its places in the same four columns. The four rows use up these \
            columns, so all other rows lose the digit there; likewise with rows and columns exchanged.",
    family: Family::Fish,
    rests_on: RestsOn::Places,
    price: Some(5.2),
    positions: &[Position::on_path(
        "sukaku",
        7.2,
        ".1......7.8..3..4.3.6..2...8.14....6....5...4.....8.....3..1..2....7...357.8...9.",
    )],
    find: find::<4>,
    ..Technique::USUAL
};

/// Finds fish with `N` lines. Example: if the 5s of two rows are only in columns 2 and 7, these columns have no other
/// 5.
fn find<const N: usize>(context: &Context<'_>, steps: &mut Steps) {
    let [rows, columns] = lines(context);
    for digit in context.ground.digits.iter() {
        let places = context.board.places(digit);
        if places.is_empty() {
            continue;
        }
        swim::<N>(places, &columns, &rows, digit, steps);
        swim::<N>(places, &rows, &columns, digit, steps);
    }
}

fn swim<const N: usize>(
    places: Cells,
    base: &[&House],
    cover: &[&House],
    digit: u8,
    steps: &mut Steps,
) {
    let open = base.iter().filter(|line| line.cells.meets(places)).count();
    // With fewer open lines, the other lines form a smaller fish in the other direction, which is preferred.
    if open < 2 * N {
        return;
    }
    // Crossing lines are bits of a `u32`, so at most 32 lines are compared.
    let mut few = [(0, 0u32); 32];
    let mut count = 0;
    for (line, house) in base.iter().enumerate() {
        let here = places & house.cells;
        if (2..=N).contains(&here.len()) && count < few.len() {
            few[count] = (line, find_met_lines(here, cover));
            count += 1;
        }
    }
    choose::<N>(count, |chosen| {
        let across = chosen.iter().fold(0, |union, &i| union | few[i].1);
        if across.count_ones() as usize != N {
            return;
        }
        let bases = || chosen.iter().map(|&i| base[few[i].0]);
        let covers = || {
            (0..cover.len())
                .filter(|&i| across >> i & 1 == 1)
                .map(|i| cover[i])
        };
        let in_base = union(bases());
        let in_cover = union(covers());
        let lost = (in_cover & places) - in_base;
        if !lost.is_empty() {
            steps.offer(0, || {
                let bases = bases().map(|line| line.cite).collect();
                let covers = covers().map(|line| line.cite).collect();
                let houses: [Vec<Cite>; 2] = [bases, covers];
                Step::remove(digit, lost)
                    .citing(houses.iter().flatten().copied())
                    .seeing(in_base)
                    .pattern(in_base & places)
                    .arguing(Sentence::Fish(houses))
                    .sized(2 * N)
            });
        }
    });
}

/// Returns the rows, then the columns.
pub(super) fn lines<'a>(context: &Context<'a>) -> [Vec<&'a House>; 2] {
    [HouseKind::Row, HouseKind::Column].map(|kind| {
        let houses = context.ground.houses.iter();
        houses.filter(|house| house.kind == kind).collect()
    })
}

/// Returns all cells of some lines.
pub(super) fn union<'a>(lines: impl Iterator<Item = &'a House>) -> Cells {
    lines.fold(Cells::EMPTY, |all, line| all | line.cells)
}

/// Returns a bit mask of the lines that contain some of the cells.
fn find_met_lines(cells: Cells, lines: &[&House]) -> u32 {
    let mut bits = 0;
    for (i, line) in lines.iter().enumerate().take(32) {
        bits |= u32::from(line.cells.meets(cells)) << i;
    }
    bits
}
