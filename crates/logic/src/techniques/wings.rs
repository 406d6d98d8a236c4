//! Wings: as many cells as digits, around a pivot that sees them all, where one digit only may repeat.
//!
//! Each digit but one has its places in the set see each other, so it stands there at most once; the
//! cells being as many as the digits, the last digit stands there at least once, and cells that see all
//! its places lose it. XY- and XYZ-wing have three cells (Sudoku Explainer, N. Juillerat, techniques 17
//! and 18), WXYZ to TUVWXYZ four to seven (Sukaku Explainer).

use crate::Cells;
use crate::Context;
use crate::step::Step;
use crate::steps::Steps;
use cluewright_puzzle::DigitSet;

/// A pivot of two candidates and two pincers.
pub(super) fn xy(context: &Context<'_>, steps: &mut Steps) {
    find::<3>(context, 2, steps);
}

/// A pivot of three candidates and two pincers.
pub(super) fn xyz(context: &Context<'_>, steps: &mut Steps) {
    find::<3>(context, 3, steps);
}

/// Four cells.
pub(super) fn wxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<4>(context, 0, steps);
}

/// Five cells.
pub(super) fn vwxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<5>(context, 0, steps);
}

/// Six cells.
pub(super) fn uvwxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<6>(context, 0, steps);
}

/// Seven cells.
pub(super) fn tuvwxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<7>(context, 0, steps);
}

/// A wing that is being built.
#[derive(Clone, Copy)]
struct Wing {
    cells: Cells,
    digits: DigitSet,
    /// Digits with two places in the set that do not see each other.
    loose: DigitSet,
    left: usize,
}

/// Wings of `N` cells; `pivot` is how many candidates the pivot has, 0 for any number.
fn find<const N: usize>(context: &Context<'_>, pivot: usize, steps: &mut Steps) {
    for cell in context.board.open().iter() {
        let digits = context.board.at(cell);
        if !(2..=N).contains(&digits.len()) || (pivot > 0 && digits.len() != pivot) {
            continue;
        }
        let around = context.ground.peers[usize::from(cell)] & context.board.open();
        let around: Vec<(u16, DigitSet)> = around
            .iter()
            .map(|cell| (cell, context.board.at(cell)))
            .filter(|(_, d)| d.len() >= 2 && (*d | digits).len() <= N)
            .collect();
        let wing = Wing {
            cells: Cells::one(cell),
            digits,
            loose: DigitSet::EMPTY,
            left: N - 1,
        };
        grow::<N>(context, &around, wing, steps);
    }
}

fn grow<const N: usize>(
    context: &Context<'_>,
    around: &[(u16, DigitSet)],
    wing: Wing,
    steps: &mut Steps,
) {
    if wing.left == 0 {
        if wing.digits.len() == N {
            spread::<N>(context, wing, steps);
        }
        return;
    }
    for (i, &(cell, digits)) in around.iter().enumerate() {
        let union = wing.digits | digits;
        if union.len() <= N && around.len() - i >= wing.left {
            let peers = context.ground.peers[usize::from(cell)];
            let apart = |d: u8| (context.board.places(d) & wing.cells).within(peers);
            let mut loose = wing.loose;
            for digit in (digits & wing.digits).without(loose).iter() {
                if !apart(digit) {
                    loose = loose | DigitSet::one(digit);
                }
            }
            if loose.len() > 1 {
                continue;
            }
            let wider = Wing {
                cells: wing.cells | Cells::one(cell),
                digits: union,
                loose,
                left: wing.left - 1,
            };
            grow::<N>(context, &around[i + 1..], wider, steps);
        }
    }
}

/// Whether all cells but one lie in one house, as Sukaku Explainer wants it of sets of five cells and more (what the ratings of
/// its bank show); smaller ones lie so by themselves.
fn is_wing<const N: usize>(context: &Context<'_>, cells: Cells) -> bool {
    let mut houses = context.ground.houses.iter();
    N < 5 || houses.any(|house| (house.cells & cells).len() + 1 >= N)
}

/// What loses a digit that may repeat in the set; when none may, any digit.
fn spread<const N: usize>(context: &Context<'_>, wing: Wing, steps: &mut Steps) {
    let digits = if wing.loose.is_empty() {
        wing.digits
    } else {
        wing.loose
    };
    let mut step = Step::default();
    for digit in digits.iter() {
        let places = context.board.places(digit);
        let lost = (context.ground.common_peers(places & wing.cells) & places) - wing.cells;
        if !lost.is_empty() {
            let one = DigitSet::one(digit);
            step.removed.extend(lost.iter().map(|cell| (cell, one)));
        }
    }
    if step.removed.is_empty() || !is_wing::<N>(context, wing.cells) {
        return;
    }
    steps.offer(surcharge::<N>(context, wing), || {
        describe(context, wing, step)
    });
}

/// A set without a large cell costs more, though less where all cells have two candidates: so do the ratings of Sukaku
/// Explainer's bank.
fn surcharge<const N: usize>(context: &Context<'_>, wing: Wing) -> u16 {
    let largest = wing
        .cells
        .iter()
        .map(|cell| context.board.at(cell).len())
        .max();
    match (N, largest.unwrap_or(0)) {
        (4, 3) | (5, 2 | 4) => 1,
        (5, 3) => 2,
        _ => 0,
    }
}

fn describe(context: &Context<'_>, wing: Wing, step: Step) -> Step {
    let ground = context.ground;
    let mut cites = vec![];
    let losers: Vec<(u16, DigitSet)> = step.removed.clone();
    for digit in wing.digits.iter() {
        let places = context.board.places(digit) & wing.cells;
        let gone = losers
            .iter()
            .filter(|(_, d)| d.contains(digit))
            .map(|(cell, _)| *cell);
        let others: Vec<u16> = places.iter().chain(gone).collect();
        for a in places.iter() {
            cites.extend(
                others
                    .iter()
                    .filter_map(|&b| (a != b).then(|| ground.why_apart(a, b)).flatten()),
            );
        }
    }
    let size = wing.cells.len();
    step.citing(cites)
        .pattern(wing.cells)
        .about(wing.digits)
        .sized(size)
}
