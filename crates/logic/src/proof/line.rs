//! Proofs by one assumption. The assumption is followed one inference at a time until a clue or house fails.

use super::chase::{self, Link, Refuted, drop_redundant};
use super::facts::Facts;
use super::{Alone, Marks, Room, count_clauses, sums};
use crate::sentence::{Basis, Fall, Proof, Way};
use crate::step::Reason;
use crate::trial::{self, Account};
use crate::{Board, Ground};
use cluewright_puzzle::DigitSet;

/// Maximum number of rounds until the assumption fails.
const ROUNDS: usize = 6;

/// Maximum number of inferences after one assumption.
const MOST_LINKS: usize = 10;

/// Finds a proof by contradiction that `removed.0` cannot hold the digits `removed.1`. Returns it with the
/// reason on which it rests.
pub(super) fn find(
    ground: &Ground<'_>,
    board: &Board,
    removed: (u16, DigitSet),
) -> Option<(Proof, Reason)> {
    let line = trial::line(ground, board, &[removed], ROUNDS)?;
    let reason = rest_on_account(ground, line.account);
    let links = merge_links(line.links);
    if !is_short(&links, Room::USUAL) {
        return None;
    }
    let marks = Marks {
        ground,
        board,
        reason: &reason,
        earlier: &[],
    };
    let breaks = Basis::One(line.breaks);
    let missing = missing(&marks, &[removed], &links, &breaks);
    let fall = Fall { links, breaks };
    let is_proof = holds(&marks, &[removed], &fall);
    let by = Way::Line { fall, missing };
    is_proof.then_some((Proof { removed, by }, reason))
}

/// Returns `true` if the inferences are few enough for a person to follow.
fn is_short(links: &[Link], room: Room) -> bool {
    links.len() <= MOST_LINKS && count_clauses(links) <= room.line
}

/// Like [`find`], but uses all consequences of each clue or house by itself instead of the inferences of relations.
pub(super) fn find_by_facts(
    facts: &Facts<'_>,
    board: &Board,
    removed: (u16, DigitSet),
    room: Room,
) -> Option<(Proof, Reason)> {
    let Refuted {
        mut links,
        breaks,
        facts: used,
    } = chase::refute(facts, removed, ROUNDS)?;
    if !is_short(&links, room) {
        return None;
    }
    let stated = links.iter().map(|(basis, var, _)| (basis, *var));
    let stated: Vec<(&Basis, u16)> = stated.chain([(&breaks, removed.0)]).collect();
    let reason = facts.reason(&used, &stated);
    let marks = Marks {
        ground: facts.ground,
        board,
        reason: &reason,
        earlier: &[],
    };
    let fall = |links: &[Link]| Fall {
        links: links.to_vec(),
        breaks: breaks.clone(),
    };
    holds(&marks, &[removed], &fall(&links)).then_some(())?;
    // A link is redundant if the clue of a later link also implies it, for example if it only states the last digit
    // left in a cell.
    drop_redundant(&mut links, |fewer| holds(&marks, &[removed], &fall(fewer)));
    let missing = missing(&marks, &[removed], &links, &breaks);
    let by = Way::Line {
        fall: fall(&links),
        missing,
    };
    Some((Proof { removed, by }, reason))
}

/// Converts an account to a reason, including all citations of the account.
pub(super) fn rest_on_account(ground: &Ground<'_>, account: Account) -> Reason {
    let (cells, extras) = account.seen(ground.cells());
    Reason {
        cites: account.cites,
        cells,
        extras,
        ..Reason::default()
    }
}

/// Merges consecutive links in which the same clue removes digits from the same variable.
pub(super) fn merge_links(links: Vec<trial::Link>) -> Vec<Link> {
    let mut merged: Vec<Link> = vec![];
    for (cite, var, left) in links {
        let link = (Basis::One(cite), var, left);
        match merged.last_mut() {
            // Candidates are only removed, so the later link also implies the earlier one.
            Some(last) if (&last.0, last.1) == (&link.0, link.1) => last.2 = link.2,
            _ => merged.push(link),
        }
    }
    merged
}

/// Returns `true` if each link follows from its clue or house, and the final clue or house then fails.
pub(super) fn holds(marks: &Marks<'_>, assumed: &[(u16, DigitSet)], fall: &Fall) -> bool {
    let known = follow(marks, assumed, &fall.links);
    known.is_some_and(|known| fails(marks, &known, &fall.breaks))
}

/// Returns the assumption and all facts that the links add. Returns `None` if a link does not follow from its clue or
/// house.
pub(super) fn follow(
    marks: &Marks<'_>,
    assumed: &[(u16, DigitSet)],
    links: &[Link],
) -> Option<Vec<(u16, DigitSet)>> {
    let mut known = assumed.to_vec();
    for (basis, var, left) in links {
        let (var, left) = (*var, *left);
        let lost = within(marks, &known, var).without(left);
        let is_implied = lost.is_empty() || {
            let otherwise = [&known[..], &[(var, lost)]].concat();
            fails(marks, &otherwise, basis)
        };
        if !is_implied {
            return None;
        }
        known.push((var, left));
    }
    Some(known)
}

/// Returns `true` if the basis of an inference cannot be satisfied with the known facts.
fn fails(marks: &Marks<'_>, known: &[(u16, DigitSet)], basis: &Basis) -> bool {
    let at = |var: u16| within(marks, known, var);
    match basis {
        Basis::One(cite) => Alone::new(marks.ground, *cite).fails(at),
        Basis::Path(clues) => Alone::together(marks.ground, clues).fails(at),
        Basis::Sum(sum) => {
            sums::is_derived(marks.ground, sum)
                && sums::fails(marks.ground, &sum.terms, sum.total, at)
        }
    }
}

/// Returns the candidates that remain for a variable under the known facts about it and about the cells that it sees.
pub(super) fn within(marks: &Marks<'_>, known: &[(u16, DigitSet)], var: u16) -> DigitSet {
    let own = known.iter().filter(|(of, _)| *of == var);
    let own = own.fold(marks.of(var), |all, (_, within)| all & *within);
    let Some(peers) = marks.ground.peers.get(usize::from(var)) else {
        return own;
    };
    let seen = known.iter().filter(|(of, _)| peers.contains(*of));
    let seen = seen.filter_map(|(_, within)| within.single());
    seen.fold(own, |all, digit| all.without(DigitSet::one(digit)))
}

/// Returns a digit that has no place left, if the failing citation is a house.
pub(super) fn missing(
    marks: &Marks<'_>,
    assumed: &[(u16, DigitSet)],
    links: &[Link],
    breaks: &Basis,
) -> Option<u8> {
    let mut houses = marks.ground.houses.iter();
    let house = houses.find(|house| Some(house.cite) == breaks.one())?;
    let links = links.iter().map(|(_, var, left)| (*var, *left));
    let known: Vec<(u16, DigitSet)> = links.chain(assumed.iter().copied()).collect();
    let mut digits = marks.ground.digits.iter();
    digits.find(|&digit| {
        let mut cells = house.cells.iter();
        cells.all(|cell| !within(marks, &known, cell).contains(digit))
    })
}
