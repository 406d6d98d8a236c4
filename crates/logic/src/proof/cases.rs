//! Proofs by cases: after an assumption, only a few cases remain, and each case fails at one clue or house.

use super::alone::full_house;
use super::chase::Link;
use super::division;
use super::facts::Facts;
use super::line::{follow, holds as line_holds, merge_links, missing, rest_on_account, within};
use super::{Marks, Room};
use crate::sentence::{Basis, Fall, Proof, Split, SplitCase, Way};
use crate::step::Reason;
use crate::trial;
use crate::{Board, Ground};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// Finds a proof by cases that `removed.0` cannot hold the digits `removed.1`. Returns it with the reason on which it
/// rests.
pub(super) fn find(
    ground: &Ground<'_>,
    board: &Board,
    removed: (u16, DigitSet),
) -> Option<(Proof, Reason)> {
    let found = trial::cases(ground, board, removed)?;
    let mut reason = rest_on_account(ground, found.account);
    if let Some(house) = found.house {
        reason
            .cites
            .extend((!reason.cites.contains(&house)).then_some(house));
        // The cases are complete only because the other cells of the house lack the digit, so these cells matter too.
        reason.cells |= full_house(ground, house)?;
    }
    let cases = found.cases.into_iter();
    let cases = cases.map(|(case, line)| (case, merge_links(line.links), Basis::One(line.breaks)));
    let lead = merge_links(found.lead);
    proof(
        ground,
        board,
        removed,
        reason,
        (lead, found.house, cases.collect()),
    )
}

/// Like [`find`], but uses all consequences of each clue or house by itself instead of the inferences of relations.
pub(super) fn find_by_facts(
    facts: &Facts<'_>,
    board: &Board,
    removed: (u16, DigitSet),
    room: Room,
) -> Option<(Proof, Reason)> {
    let found = division::refute(facts, removed, room)?;
    let house = found
        .house
        .and_then(|house| full_house(facts.ground, house));
    let mut used = found.facts;
    let mut stated: Vec<(Basis, u16)> = vec![];
    let mut cases = vec![];
    let state = |link: &Link| (link.0.clone(), link.1);
    stated.extend(found.lead.iter().map(state));
    for ((cell, digit), case) in found.cases {
        used.extend(case.facts);
        stated.extend(case.links.iter().map(state));
        // Both assumed digits may exclude digits from the failing clue, so the reasons for these exclusions are cited too.
        stated.extend([cell, removed.0].map(|cell| (case.breaks.clone(), cell)));
        cases.push(((cell, digit), case.links, case.breaks));
    }
    if let (Some(cite), Some(cells)) = (found.house, house) {
        stated.extend(cells.iter().map(|cell| (Basis::One(cite), cell)));
    }
    let stated: Vec<(&Basis, u16)> = stated.iter().map(|(basis, var)| (basis, *var)).collect();
    let reason = facts.reason(&used, &stated);
    let told = (found.lead, found.house, cases);
    proof(facts.ground, board, removed, reason, told)
}

/// A proof by cases as a tuple: the inferences that lead to the cases; the house, if the cases are places in a house;
/// and for each case, its candidate, its inferences, and the clue or house that fails.
type Told = (Vec<Link>, Option<Cite>, Vec<((u16, u8), Vec<Link>, Basis)>);

fn proof(
    ground: &Ground<'_>,
    board: &Board,
    removed: (u16, DigitSet),
    reason: Reason,
    (lead, house, cases): Told,
) -> Option<(Proof, Reason)> {
    let marks = Marks {
        ground,
        board,
        reason: &reason,
        earlier: &[],
    };
    let cases = cases.into_iter().map(|((cell, digit), links, breaks)| {
        let case = [removed, (cell, DigitSet::one(digit))];
        let all: Vec<Link> = [&lead[..], &links[..]].concat();
        SplitCase {
            cell,
            digit,
            missing: missing(&marks, &case, &all, &breaks),
            fall: Fall { links, breaks },
        }
    });
    let split = Split {
        cases: cases.collect(),
        house,
        lead: lead.clone(),
    };
    let is_proof = holds(&marks, removed, &split);
    let by = Way::Cases(split);
    is_proof.then_some((Proof { removed, by }, reason))
}

/// Returns `true` if the proof is correct: the cases are complete, and each of them fails.
pub(super) fn holds(marks: &Marks<'_>, assumed: (u16, DigitSet), split: &Split) -> bool {
    let Some(known) = follow(marks, &[assumed], &split.lead) else {
        return false;
    };
    let fails = |case: &SplitCase| {
        let one = (case.cell, DigitSet::one(case.digit));
        line_holds(marks, &[&known[..], &[one]].concat(), &case.fall)
    };
    is_complete(marks, &known, split) && split.cases.iter().all(fails)
}

/// Returns `true` if the cases include every remaining digit of the cell or, for a split in a house, every remaining cell
/// for the digit.
fn is_complete(marks: &Marks<'_>, known: &[(u16, DigitSet)], split: &Split) -> bool {
    let Some(first) = split.cases.first() else {
        return false;
    };
    let is_case = |cell: u16, digit: u8| {
        let mut cases = split.cases.iter();
        cases.any(|case| (case.cell, case.digit) == (cell, digit))
    };
    match split.house {
        None => {
            let mut digits = within(marks, known, first.cell).iter();
            digits.all(|digit| is_case(first.cell, digit))
        }
        Some(house) => full_house(marks.ground, house).is_some_and(|cells| {
            let holds = |cell: u16| within(marks, known, cell).contains(first.digit);
            let mut places = cells.iter().filter(|&cell| holds(cell));
            places.all(|cell| is_case(cell, first.digit))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_engine::model::Model;
    use cluewright_puzzle::{Cell, Given, Layout, Puzzle};
    use cluewright_rules::Book;

    /// A classic sudoku in which a few inferences from one cell contradict most wrong digits.
    const CLASSIC: &str =
        "000000907000420180000705026100904000050000040000507009920108000034059000507000000";

    #[test]
    fn cases_are_proven_only_if_none_is_left_out() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let givens = CLASSIC
            .bytes()
            .enumerate()
            .filter(|(_, digit)| *digit > b'0');
        puzzle.givens = givens
            .map(|(cell, digit)| Given {
                cell: Cell(cell as u16),
                digits: DigitSet::one(digit - b'0'),
            })
            .collect();
        let parts = cluewright_engine::parts(&puzzle, Book::builtin())
            .expect("a puzzle without clues compiles");
        let model = Model::new(&puzzle, &parts);
        let ground =
            Ground::new(&puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
        let board = Board::new(&ground);
        let candidates = (0..81).flat_map(|cell| {
            let digits: Vec<u8> = board.at(cell).iter().collect();
            digits
                .into_iter()
                .map(move |digit| (cell, DigitSet::one(digit)))
        });
        let found = candidates.filter_map(|one| find(&ground, &board, one));
        let mut count = 0;
        for (proof, reason) in found.take(5) {
            let marks = Marks {
                ground: &ground,
                board: &board,
                reason: &reason,
                earlier: &[],
            };
            let Way::Cases(split) = &proof.by else {
                panic!("{proof:?} has no cases");
            };
            assert!(holds(&marks, proof.removed, split), "{proof:?}");
            for place in 0..split.cases.len() {
                let mut fewer = split.clone();
                fewer.cases.remove(place);
                assert!(!holds(&marks, proof.removed, &fewer), "{proof:?}");
            }
            count += 1;
        }
        assert_eq!(count, 5);
    }
}
