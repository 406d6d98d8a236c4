//! Aligned exclusion: combinations of candidates of two or three cells that leave no candidate for another cell.
//!
//! These are techniques 26 and 32 of Sudoku Explainer (N. Juillerat). A combination is impossible if it repeats a digit in
//! cells that see each other. It is also impossible if it contains all candidates of a cell that sees all of these cells. A
//! candidate that is in no possible combination is removed.

use crate::Cells;
use crate::Context;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use cluewright_puzzle::DigitSet;

pub(super) const ALIGNED_PAIR_EXCLUSION: Technique = Technique {
    name: "aligned-pair-exclusion",
    help: "combinations of two cells that leave another cell no candidate",
    about: "Go through the combinations of two cells that see the same cells. A combination that leaves one \
            of those without a candidate is impossible, and so is a candidate that has no combination left.",
    family: Family::Exclusion,
    sentence: Sentence::Exclusion,
    price: Some(6.2),
    positions: &[Position::on_path(
        "se-1.2.1",
        6.2,
        ".8....1...1.....6....96....8.2..73.5..1..2..........8....1.6.4...52..6..3...4.89.",
    )],
    find: pair,
    ..Technique::USUAL
};

pub(super) const ALIGNED_TRIPLET_EXCLUSION: Technique = Technique {
    name: "aligned-triplet-exclusion",
    help: "combinations of three cells that leave another cell no candidate",
    about: "Go through the combinations of three cells that see the same cells. A combination that leaves \
            one of those without a candidate is impossible, and so is a candidate that has no combination \
            left.",
    family: Family::Exclusion,
    sentence: Sentence::Exclusion,
    price: Some(7.5),
    positions: &[Position::on_path(
        "sukaku",
        7.5,
        ".8......4....7...8..19...2.14.5...3......6.49.....8...3.72..........5...9.8.3.5..",
    )],
    find: triplet,
    ..Technique::USUAL
};

/// Finds pairs of cells that lose candidates. A combination is excluded if it would leave no candidate for a common
/// peer with two candidates.
fn pair(context: &Context<'_>, steps: &mut Steps) {
    let cells: Vec<u16> = context.board.open().iter().collect();
    for (i, &a) in cells.iter().enumerate() {
        for &b in &cells[..i] {
            let small = excluders(context, Cells::one(a) | Cells::one(b), 2);
            if !small.is_empty() {
                exclude(context, &[b, a], small, steps);
            }
        }
    }
}

/// Finds triplets of cells that lose candidates. A combination is excluded if it would leave no candidate for a
/// common peer with two or three candidates.
fn triplet(context: &Context<'_>, steps: &mut Steps) {
    let cells: Vec<u16> = context.board.open().iter().collect();
    for (i, &a) in cells.iter().enumerate() {
        for (j, &b) in cells[..i].iter().enumerate() {
            // A third cell can only reduce the number of common peers, so if a pair has too few of them, every triplet that
            // contains the pair does too.
            if excluders(context, Cells::one(a) | Cells::one(b), 3).len() < 2 {
                continue;
            }
            for &c in &cells[..j] {
                let small = excluders(context, [a, b, c].into_iter().collect(), 3);
                if small.len() >= 2 {
                    exclude(context, &[c, b, a], small, steps);
                }
            }
        }
    }
}

/// Returns the cells that have at most `most` candidates and see all of the given cells.
fn excluders(context: &Context<'_>, cells: Cells, most: usize) -> Cells {
    let common = context.ground.common_peers(cells) & context.board.open();
    common
        .iter()
        .filter(|&cell| context.board.at(cell).len() <= most)
        .collect()
}

fn exclude(context: &Context<'_>, cells: &[u16], excluders: Cells, steps: &mut Steps) {
    let board = context.board;
    let own = cells
        .iter()
        .fold(DigitSet::EMPTY, |all, &cell| all | board.at(cell));
    let small: Vec<DigitSet> = excluders
        .iter()
        .map(|cell| board.at(cell))
        // A cell with another candidate always keeps that candidate, so it excludes no combination.
        .filter(|digits| digits.without(own).is_empty())
        .collect();
    if small.is_empty() {
        return;
    }
    let mut kept = [DigitSet::EMPTY; 3];
    combine(context, cells, &small, &mut [0; 3], 0, &mut kept);
    let lost = |i: usize| board.at(cells[i]).without(kept[i]);
    if (0..cells.len()).all(|i| lost(i).is_empty()) {
        return;
    }
    steps.offer(0, || {
        let base: Cells = cells.iter().copied().collect();
        let mut step = Step::default();
        for (i, &cell) in cells.iter().enumerate() {
            if !lost(i).is_empty() {
                step.removed.push((cell, lost(i)));
            }
        }
        let all: Vec<u16> = base.iter().chain(excluders.iter()).collect();
        let pairs = all.iter().flat_map(|&a| cells.iter().map(move |&b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a != b);
        let cites: Vec<_> = pairs
            .filter_map(|(a, b)| context.ground.why_apart(a, b))
            .collect();
        step.citing(cites)
            .seeing(excluders)
            .pattern(base)
            .sized(base.len() + excluders.len())
    });
}

/// Collects the candidates that occur in a combination without exclusions.
fn combine(
    context: &Context<'_>,
    cells: &[u16],
    small: &[DigitSet],
    digits: &mut [u8; 3],
    at: usize,
    kept: &mut [DigitSet; 3],
) {
    let set = digits[..at]
        .iter()
        .fold(DigitSet::EMPTY, |set, &digit| set | DigitSet::one(digit));
    if small.iter().any(|s| s.without(set).is_empty()) {
        return;
    }
    let Some(&cell) = cells.get(at) else {
        for (kept, &digit) in kept.iter_mut().zip(&digits[..at]) {
            *kept = *kept | DigitSet::one(digit);
        }
        return;
    };
    let peers = context.ground.peers[usize::from(cell)];
    let before = &cells[..at];
    let repeats = before.iter().zip(&*digits);
    let taken = repeats
        .filter(|(cell, _)| peers.contains(**cell))
        .fold(DigitSet::EMPTY, |all, (_, &d)| all | DigitSet::one(d));
    for digit in context.board.at(cell).without(taken).iter() {
        digits[at] = digit;
        combine(context, cells, small, digits, at + 1, kept);
    }
}
