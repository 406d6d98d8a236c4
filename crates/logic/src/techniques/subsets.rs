//! Naked and hidden subsets: some cells and the same number of digits.
//!
//! Definitions and ratings follow Sudoku Explainer (N. Juillerat), techniques 11, 13, 14, 16, 20, 22. Every naked set in a
//! house has a hidden complement, and the smaller of the two is reported. Naked sets are therefore searched for only in
//! houses with at least twice as many open cells as the set. For hidden sets, there must be more than twice as many open
//! cells. Larger sets are found by matching, and priced by their size.

use super::sets::choose;
use crate::ground::House;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, RestsOn, Technique};
use crate::{Board, Cells, Context};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

pub(super) const NAKED_PAIR: Technique = Technique {
    name: "naked-pair",
    help: "two cells of a house with two candidates between them",
    about: "Two cells of a house hold the same two digits between them, so the other cells of the house lose \
            both. A cage whose digits differ counts as a house.",
    family: Family::Subset,
    sentence: Sentence::NakedSet,
    price: Some(3.0),
    positions: &[Position::on_path(
        "sukaku-1.18",
        3.0,
        "..........69..57......3..122.75......856....7.3.8.....7......4.8...4..21..1..26..",
    )],
    find: naked::<2>,
    ..Technique::USUAL
};

pub(super) const NAKED_TRIPLET: Technique = Technique {
    name: "naked-triplet",
    help: "three cells of a house with three candidates between them",
    about: "Three cells of a house hold three digits between them; none of the cells needs all three. The \
            other cells of the house lose them.",
    family: Family::Subset,
    sentence: Sentence::NakedSet,
    price: Some(3.6),
    positions: &[Position::on_path(
        "sukaku-1.18",
        3.6,
        "....4...517.2.8........9174......632......9...23.7..1..9.........2.3.7...186...5.",
    )],
    find: naked::<3>,
    ..Technique::USUAL
};

pub(super) const NAKED_QUAD: Technique = Technique {
    name: "naked-quad",
    help: "four cells of a house with four candidates between them",
    about: "Four cells of a house hold four digits between them. It is named only if the house has at least \
            eight open cells, since otherwise the hidden set next to it is smaller.",
    family: Family::Subset,
    sentence: Sentence::NakedSet,
    price: Some(5.0),
    positions: &[Position::on_path(
        "sukaku",
        7.1,
        ".8.5.97...1..2...3..9.6....4..1..9...7...3.....6........1.52.46..8..........8.2.9",
    )],
    find: naked::<4>,
    ..Technique::USUAL
};

pub(super) const NAKED_LARGE: Technique = Technique {
    name: "naked-large",
    help: "five or more cells of a house with as many candidates between them",
    about: "Five or more cells of a house hold as many digits between them. In a 9x9 grid a smaller hidden \
            set says the same; larger grids and cages have no other way.",
    family: Family::Subset,
    sentence: Sentence::SharedSet,
    price: Some(5.6),
    positions: &[Position::alone(
        ".2...75...1....76...6..5...6..4.....2..1...4......3.1..........83....67..5...6823",
    )],
    find: naked_large,
    ..Technique::USUAL
};

pub(super) const HIDDEN_PAIR: Technique = Technique {
    name: "hidden-pair",
    help: "two digits with two places in a house",
    about: "Two digits have the same two places in a house. They fill these cells, which lose all other \
            digits.",
    family: Family::Subset,
    rests_on: RestsOn::Places,
    sentence: Sentence::HiddenSet,
    price: Some(3.4),
    positions: &[Position::on_path(
        "sukaku-1.18",
        3.4,
        ".......4..7......62.6.3..8.7...51.6..9.4....5....89....142.7.3..6..9...2.8.......",
    )],
    find: hidden::<2>,
    ..Technique::USUAL
};

pub(super) const HIDDEN_TRIPLET: Technique = Technique {
    name: "hidden-triplet",
    help: "three digits with three places in a house",
    about: "Three digits have three places in a house between them. They fill these cells, which lose all \
            other digits.",
    family: Family::Subset,
    rests_on: RestsOn::Places,
    sentence: Sentence::HiddenSet,
    price: Some(4.0),
    positions: &[Position::on_path(
        "sukaku-1.18",
        4.0,
        "..8.9.4.2......6..1.3..6........17...7..2.9...5.7.....6.5.3.......25.8...32....4.",
    )],
    find: hidden::<3>,
    ..Technique::USUAL
};

pub(super) const HIDDEN_QUAD: Technique = Technique {
    name: "hidden-quad",
    help: "four digits with four places in a house",
    about: "Four digits have four places in a house between them. They fill these cells, which lose all \
            other digits. The house must be almost empty.",
    family: Family::Subset,
    rests_on: RestsOn::Places,
    sentence: Sentence::HiddenSet,
    price: Some(5.4),
    positions: &[Position::alone(
        ".18..7........5.3...4.3.8..8.6.53............5376.....6..37..21......4.7....2.5..",
    )],
    find: hidden::<4>,
    ..Technique::USUAL
};

pub(super) const HIDDEN_LARGE: Technique = Technique {
    name: "hidden-large",
    help: "five or more digits with as many places in a house",
    about: "Five or more digits have as many places in a house between them. Only larger grids and houses \
            with many open cells need it.",
    family: Family::Subset,
    rests_on: RestsOn::Places,
    sentence: Sentence::HiddenSet,
    price: Some(5.8),
    positions: &[Position::alone(
        "5...........31.25..4..891..9.12..7.3..7...8..4...........17.4......3..2...6.9...8",
    )],
    find: hidden_large,
    ..Technique::USUAL
};

/// Finds `N` cells that have `N` candidates between them, in a house or in another set of cells that all differ.
fn naked<const N: usize>(context: &Context<'_>, steps: &mut Steps) {
    for house in &context.ground.houses {
        let open = house.cells & context.board.open();
        if open.len() >= 2 * N {
            naked_in::<N>(context, open, house.cite, steps);
        }
    }
    // A clique need not contain every digit, so a naked set in it has no hidden complement to prefer.
    for clique in &context.ground.cliques {
        naked_in::<N>(
            context,
            clique.cells & context.board.open(),
            clique.cite,
            steps,
        );
    }
}

fn naked_in<const N: usize>(context: &Context<'_>, cells: Cells, cite: Cite, steps: &mut Steps) {
    let board = context.board;
    let mut small = [(0, DigitSet::EMPTY); 64];
    let mut count = 0;
    for cell in cells.iter() {
        let digits = board.at(cell);
        if (2..=N).contains(&digits.len()) && count < small.len() {
            small[count] = (cell, digits);
            count += 1;
        }
    }
    if count < N {
        return;
    }
    choose::<N>(count, |chosen| {
        let digits = chosen
            .iter()
            .fold(DigitSet::EMPTY, |union, &i| union | small[i].1);
        if digits.len() != N {
            return;
        }
        let set: Cells = chosen.iter().map(|&i| small[i].0).collect();
        let places = digits
            .iter()
            .fold(Cells::EMPTY, |all, d| all | board.places(d));
        let lost = (cells - set) & places;
        if !lost.is_empty() {
            steps.offer(0, || {
                Step::strip(board.candidates(), digits, lost)
                    .citing([cite])
                    .pattern(set)
                    .sized(N)
            });
        }
    });
}

/// The smallest size of a subset that has no common name.
const LARGE: usize = 5;
/// The surcharge, in tenths, for each cell beyond [`LARGE`].
const LARGER: u16 = 2;

/// Finds naked sets with more than four cells, in a house or in another set of cells that all differ.
fn naked_large(context: &Context<'_>, steps: &mut Steps) {
    let houses = context.ground.houses.iter();
    let houses = houses.map(|house| (house.cells, house.cite));
    let cliques = context.ground.cliques.iter();
    let cliques = cliques.map(|clique| (clique.cells, clique.cite));
    for (cells, cite) in houses.chain(cliques) {
        let open = cells & context.board.open();
        for (set, digits) in hall_sets(context.board, open) {
            let size = set.len();
            if size < LARGE {
                continue;
            }
            steps.offer(LARGER * (size - LARGE) as u16, || {
                Step::strip(context.board.candidates(), digits, open - set)
                    .citing([cite])
                    .pattern(set)
                    .about(digits)
                    .sized(size)
            });
        }
    }
}

/// Finds hidden sets with more than four digits in a house, as the complements of naked sets.
fn hidden_large(context: &Context<'_>, steps: &mut Steps) {
    for house in &context.ground.houses {
        let open = house.cells & context.board.open();
        for (naked, taken) in hall_sets(context.board, open) {
            let set = open - naked;
            let size = set.len();
            if size < LARGE {
                continue;
            }
            steps.offer(LARGER * (size - LARGE) as u16, || {
                let digits = digits_of(context.board, open).without(taken);
                make_confined_step(context, house, digits, taken, set)
            });
        }
    }
}

fn digits_of(board: &Board, cells: Cells) -> DigitSet {
    let digits = cells.iter().map(|cell| board.at(cell));
    digits.fold(DigitSet::EMPTY, |all, digits| all | digits)
}

/// Returns sets of cells that have as many digits as cells and remove candidates from other cells, each with its digits.
/// Sets of any size are found by matching cells with digits (P. Hall). If any such set removes a candidate, one of the
/// returned sets also removes it.
fn hall_sets(board: &Board, cells: Cells) -> Vec<(Cells, DigitSet)> {
    let Some(matched) = matching(board, cells) else {
        return vec![];
    };
    let mut found: Vec<(Cells, DigitSet)> = vec![];
    for cell in cells.iter() {
        // If the cell takes a matched digit, the previous cell of that digit must take another digit. These exchanges form
        // an alternating path.
        let (mut set, mut digits, mut news) = (Cells::EMPTY, DigitSet::EMPTY, Cells::one(cell));
        let mut is_whole = true;
        while is_whole && !news.is_empty() {
            set |= news;
            let fresh = digits_of(board, news).without(digits);
            digits = digits | fresh;
            let holders = || fresh.iter().map(|digit| matched[usize::from(digit)]);
            // A digit that no cell has to take leaves a choice, so the set has more digits than cells.
            is_whole = holders().all(|holder| holder.is_some());
            news = holders().flatten().collect::<Cells>() - set;
        }
        // Different cells can lead to the same set, so it is compared with the known ones.
        let is_new = found.iter().all(|(known, _)| *known != set);
        let loses = !(digits_of(board, cells - set) & digits).is_empty();
        if is_whole && is_new && loses {
            found.push((set, digits));
        }
    }
    found
}

/// Matches the cells with different digits, and returns the cell of each digit. Returns `None` if there is no such matching.
fn matching(board: &Board, cells: Cells) -> Option<[Option<u16>; 64]> {
    let mut matched = [None; 64];
    let all = cells.iter().all(|cell| {
        let mut tried = DigitSet::EMPTY;
        give(board, cell, &mut matched, &mut tried)
    });
    all.then_some(matched)
}

/// Matches a cell with a digit. Rematches other cells along an augmenting path if necessary.
fn give(board: &Board, cell: u16, matched: &mut [Option<u16>; 64], tried: &mut DigitSet) -> bool {
    for digit in board.at(cell).iter() {
        if tried.contains(digit) {
            continue;
        }
        // Each digit is tried only once, because otherwise the path could form a cycle.
        *tried = *tried | DigitSet::one(digit);
        let holder = matched[usize::from(digit & 63)];
        if holder.is_none_or(|holder| give(board, holder, matched, tried)) {
            matched[usize::from(digit & 63)] = Some(cell);
            return true;
        }
    }
    false
}

/// Finds `N` digits that have only `N` places in a house between them.
fn hidden<const N: usize>(context: &Context<'_>, steps: &mut Steps) {
    each_hidden::<N>(context, 2 * N, |house, digits, cells| {
        let others = context.ground.digits.without(digits);
        let has_others = cells
            .iter()
            .any(|cell| !(context.board.at(cell) & others).is_empty());
        if has_others {
            steps.offer(0, || {
                make_confined_step(context, house, digits, others, cells)
            });
        }
    });
}

/// Creates the step for digits that have as many places in a house as there are digits. The cells lose all other digits.
fn make_confined_step(
    context: &Context<'_>,
    house: &House,
    digits: DigitSet,
    others: DigitSet,
    cells: Cells,
) -> Step {
    Step::strip(context.board.candidates(), others, cells)
        .citing([house.cite])
        .seeing(house.cells - cells)
        .pattern(cells)
        .about(digits)
        .sized(cells.len())
}

/// Calls `see` with each set of `N` digits that share `N` places in a house and have at least two places each. Only houses
/// with more than `least` open cells are searched.
pub(super) fn each_hidden<const N: usize>(
    context: &Context<'_>,
    least: usize,
    mut see: impl FnMut(&House, DigitSet, Cells),
) {
    for house in &context.ground.houses {
        if (house.cells & context.board.open()).len() <= least {
            continue;
        }
        let mut few = [(0, Cells::EMPTY); 64];
        let mut count = 0;
        for digit in context.ground.digits.iter() {
            let places = context.board.places(digit) & house.cells;
            if (2..=N).contains(&places.len()) {
                few[count] = (digit, places);
                count += 1;
            }
        }
        choose::<N>(count, |chosen| {
            let cells = chosen
                .iter()
                .fold(Cells::EMPTY, |union, &i| union | few[i].1);
            if cells.len() == N {
                let digits = chosen.iter().map(|&i| few[i].0).collect();
                see(house, digits, cells);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ground;
    use cluewright_engine::model::Model;
    use cluewright_puzzle::{Layout, Puzzle};
    use cluewright_rules::Book;

    /// Calls `see` with boards of a grid without clues. The candidates in the first row come from a fixed random series.
    fn on_rows(size: u8, times: usize, mut see: impl FnMut(&Board, Cells)) {
        let puzzle = Puzzle::new(Layout::square(size));
        let model = Model::new(&puzzle, &[]);
        let ground = Ground::new(&puzzle, Book::builtin(), &[], &model).expect("it is small");
        let row: Cells = (0..u16::from(size)).collect();
        let mut random = 1u64;
        for _ in 0..times {
            let mut board = Board::new(&ground);
            for cell in row.iter() {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                // Cells with an odd index lose half of their candidates on average, and other cells a quarter, so that some
                // sets are tight.
                let lost = (random >> 40) & ((random >> 20) | (u64::from(cell % 2) * 0xFFFF));
                board.remove(cell, DigitSet::from_bits(lost << 1) & ground.digits);
            }
            see(&board, row);
        }
    }

    /// Finds, by brute force, the candidates that sets of cells remove from other cells.
    fn plainly(board: &Board, cells: Cells) -> Vec<DigitSet> {
        let all: Vec<u16> = cells.iter().collect();
        let mut lost = vec![DigitSet::EMPTY; all.len()];
        for chosen in 1..1u32 << all.len() {
            let inside = |place: usize| chosen >> place & 1 == 1;
            let set: Cells = (0..all.len())
                .filter(|&p| inside(p))
                .map(|p| all[p])
                .collect();
            let digits = digits_of(board, set);
            if digits.len() == set.len() {
                for place in (0..all.len()).filter(|&place| !inside(place)) {
                    lost[place] = lost[place] | digits & board.at(all[place]);
                }
            }
        }
        lost
    }

    #[test]
    fn matching_finds_all_that_sets_of_every_size_say() {
        let (mut possible, mut said) = (0, 0);
        on_rows(9, 400, |board, row| {
            let found = hall_sets(board, row);
            if matching(board, row).is_none() {
                return;
            }
            possible += 1;
            let expected = plainly(board, row);
            for (cell, expected) in row.iter().zip(expected) {
                let outside = found.iter().filter(|(set, _)| !set.contains(cell));
                let lost = outside.fold(DigitSet::EMPTY, |all, (_, digits)| all | *digits);
                assert_eq!(lost & board.at(cell), expected);
                said += expected.len();
            }
            assert!(found.iter().all(|(set, digits)| set.len() == digits.len()));
        });
        assert!(possible > 50 && said > 50, "{possible} {said}");
    }
}
