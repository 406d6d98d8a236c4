//! Wings: a pivot and cells that it sees. Together they have as many digits as cells, and only one of these digits may
//! repeat.
//!
//! For each digit but one, all places in the set see each other, so the set contains this digit at most once. The set has
//! as many cells as digits, so it contains the remaining digit at least once. Cells that see all places of that digit lose
//! it. XY- and XYZ-wings have three cells (Sudoku Explainer, N. Juillerat, techniques 17 and 18). WXYZ- to TUVWXYZ-wings
//! have four to seven (Sukaku Explainer).

use crate::Cells;
use crate::Context;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use cluewright_puzzle::DigitSet;

pub(super) const XY_WING: Technique = Technique {
    name: "xy-wing",
    help: "three cells with two candidates each: a pivot and two wings",
    about: "A pivot with two candidates sees two wings, each of which shares one of them and has the same \
            third digit. Whatever the pivot holds, one wing holds that digit, so cells that see both wings \
            lose it.",
    family: Family::Wing,
    sentence: Sentence::Wing,
    price: Some(4.2),
    positions: &[Position::on_path(
        "sukaku-1.18",
        4.2,
        "............3.94.89..1..26..13.....7..26...3..6...1..9..69.4....8...5.1.......58.",
    )],
    find: xy,
    ..Technique::USUAL
};

pub(super) const XYZ_WING: Technique = Technique {
    name: "xyz-wing",
    help: "an XY-wing whose pivot holds all three digits",
    about: "An XY-wing whose pivot can hold the third digit too. Cells that see the pivot and both wings \
            lose it.",
    family: Family::Wing,
    sentence: Sentence::Wing,
    price: Some(4.4),
    positions: &[Position::on_path(
        "sukaku-1.18",
        4.4,
        ".........8......56..7..2..4.1.2.7....5..8..6.6...4..1..2..1...3.....34....5674...",
    )],
    find: xyz,
    ..Technique::USUAL
};

pub(super) const WXYZ_WING: Technique = Technique {
    name: "wxyz-wing",
    help: "four cells with four digits, of which one may repeat",
    about: "Four cells with four digits around a pivot, of which only one digit can repeat. It is somewhere \
            among them, so cells that see all its places lose it.",
    family: Family::Wing,
    sentence: Sentence::Wing,
    price: Some(5.5),
    positions: &[Position::on_path(
        "sukaku-1.18",
        5.5,
        "....9......45....6..712...9..59...373.....1........45.7..41..8..........6.8...3..",
    )],
    find: wxyz,
    ..Technique::USUAL
};

pub(super) const VWXYZ_WING: Technique = Technique {
    name: "vwxyz-wing",
    help: "five cells with five digits, of which one may repeat",
    about: "Five cells with five digits around a pivot, of which only one digit can repeat. It is somewhere \
            among them, so cells that see all its places lose it.",
    family: Family::Wing,
    sentence: Sentence::Wing,
    price: Some(6.2),
    positions: &[Position::on_path(
        "sukaku-1.18",
        6.2,
        "..6.1..7..3.....2......5..3..72..8..8..7..142.....6...5..4.83.7.........9..63....",
    )],
    find: vwxyz,
    ..Technique::USUAL
};

pub(super) const UVWXYZ_WING: Technique = Technique {
    name: "uvwxyz-wing",
    help: "six cells with six digits, of which one may repeat",
    about: "Six cells with six digits around a pivot, of which only one digit can repeat. It is somewhere \
            among them, so cells that see all its places lose it.",
    family: Family::Wing,
    sentence: Sentence::Wing,
    price: Some(6.6),
    positions: &[Position::on_path(
        "sukaku-1.18",
        6.6,
        "...3.5..9......4..137.......1..9.8.49.62.4......1.....5.2...9...9.8...17.......2.",
    )],
    find: uvwxyz,
    ..Technique::USUAL
};

pub(super) const TUVWXYZ_WING: Technique = Technique {
    name: "tuvwxyz-wing",
    help: "seven cells with seven digits, of which one may repeat",
    about: "Seven cells with seven digits around a pivot, of which only one digit can repeat. It is \
            somewhere among them, so cells that see all its places lose it.",
    family: Family::Wing,
    sentence: Sentence::Wing,
    price: Some(7.5),
    positions: &[Position::alone(
        ".2...75...1....76...6..5...6..4.....2..1...4......3.1..........83....67..5...6823",
    )],
    find: tuvwxyz,
    ..Technique::USUAL
};

/// Finds an XY-wing: a pivot with two candidates, and two pincers.
fn xy(context: &Context<'_>, steps: &mut Steps) {
    find::<3>(context, 2, steps);
}

/// Finds an XYZ-wing: a pivot with three candidates, and two pincers.
fn xyz(context: &Context<'_>, steps: &mut Steps) {
    find::<3>(context, 3, steps);
}

/// Finds wings with four cells.
fn wxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<4>(context, 0, steps);
}

/// Finds wings with five cells.
fn vwxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<5>(context, 0, steps);
}

/// Finds wings with six cells.
fn uvwxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<6>(context, 0, steps);
}

/// Finds wings with seven cells.
fn tuvwxyz(context: &Context<'_>, steps: &mut Steps) {
    find::<7>(context, 0, steps);
}

/// The cells chosen for a wing so far, and their digits.
#[derive(Clone, Copy)]
struct Wing {
    cells: Cells,
    digits: DigitSet,
    /// Digits that may repeat, because two of their places in the set do not see each other.
    loose: DigitSet,
    left: usize,
}

/// Finds wings with `N` cells. `pivot` is the required number of candidates of the pivot, or 0 for any number.
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
            // With two digits that may repeat, neither of them has to be in the set.
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

/// Returns `true` if all cells but one are in one house. The ratings in Sukaku Explainer's puzzle bank show that the
/// program requires this for sets of five or more cells. Smaller sets always satisfy the requirement.
fn is_wing<const N: usize>(context: &Context<'_>, cells: Cells) -> bool {
    let mut houses = context.ground.houses.iter();
    N < 5 || houses.any(|house| (house.cells & cells).len() + 1 >= N)
}

/// Offers to remove digits from the cells that see all their places in the set. If a digit may repeat, only this digit is
/// removed; otherwise every digit of the set is.
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

/// Returns the surcharge of a wing for its size and its largest cell, in tenths. It follows the ratings in Sukaku
/// Explainer's puzzle bank.
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
