//! Proofs that a person can check line by line, because each line follows from one clue or one house.
//!
//! A listing or a long assumption has more conclusions than a person can follow. This module searches for a shorter proof of
//! only the conclusions that a story needs. The proof then replaces the step's argument. The judge checks every line of the
//! proof again, independently of how the proof was found.

mod alone;
mod cases;
mod chase;
mod division;
mod facts;
mod line;
mod path;
mod sums;
mod tally;

use crate::sentence::{Proof, Sentence, Way};
use crate::step::Reason;
use crate::{Argument, Board, Ground, Step};
use alone::Alone;
use chase::Link;
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use cluewright_rules::Clues;
use tally::Tallies;

/// How long the proofs of a step may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Maximum number of assumptions and tallies.
    assumed: usize,
    /// Maximum number of conclusions to prove one by one.
    proofs: usize,
    /// Maximum number of clauses in the sentence about one assumption.
    line: usize,
    /// Maximum number of clauses in the sentences about an assumption and all its cases.
    cases: usize,
    /// Maximum number of case splits to try.
    tried: usize,
    /// `true` if lines may subtract houses that cross, and use clues that the step does not cite.
    is_wide: bool,
}

impl Room {
    /// A step among many. A reader cannot keep more in mind.
    pub(crate) const USUAL: Self = Self {
        assumed: 3,
        proofs: 10,
        line: 7,
        cases: 10,
        tried: 16,
        is_wide: false,
    };
    /// A turning point, which has sentences of its own for each proof.
    pub(crate) const TURN: Self = Self {
        assumed: 8,
        proofs: 24,
        line: 9,
        cases: 16,
        tried: 64,
        is_wide: true,
    };
}

/// The candidates that a proof may use: those that its step cites, minus the removals of the earlier proofs.
struct Marks<'a> {
    ground: &'a Ground<'a>,
    board: &'a Board,
    reason: &'a Reason,
    earlier: &'a [Proof],
}

impl Marks<'_> {
    /// Returns the candidates of a variable.
    fn of(&self, var: u16) -> DigitSet {
        let is_cell = usize::from(var) < self.ground.cells();
        let is_cited = match is_cell {
            true => self.reason.cells.contains(var),
            false => self.reason.extras.contains(&var),
        };
        let cited = match (is_cited, is_cell) {
            (true, _) => self.board.at(var),
            (false, true) => self.ground.digits,
            // The domain of an auxiliary variable is part of the puzzle, so it needs no citation.
            (false, false) => self.ground.blank[usize::from(var)],
        };
        let earlier = self.earlier.iter().map(|proof| proof.removed);
        let own = earlier.filter(|(of, _)| *of == var);
        own.fold(cited, |left, (_, lost)| left.without(lost))
    }
}

/// A proof and the reason on which it rests.
type Found = (Proof, Reason);

/// Replaces an argument that gives no reason with a few short proofs of the step's conclusions. Each proof may use the
/// conclusions of the earlier ones. Returns `None` if the step keeps its argument.
pub(crate) fn proven(ground: &Ground<'_>, board: &Board, step: &Step, room: Room) -> Option<Step> {
    if step.placed.is_some() || !lacks_reason(ground, step) {
        return None;
    }
    let (proofs, reason) = prove(ground, board, step, room)?;
    // If one clue refutes each conclusion directly, the original sentence about all cells is shorter.
    let is_refutation = matches!(step.sentence(), Sentence::Refutation(_));
    if is_refutation && proofs.iter().all(|proof| proof.size() == 0) {
        return None;
    }
    let step = Step {
        reason,
        chain: vec![],
        sentence: Some(Sentence::Proven(proofs)),
        ..step.clone()
    };
    // Each proof was found on a board that earlier proofs had changed, so all are checked together, as the judge does.
    is_proven(ground, board, &step).then_some(step)
}

/// Proves every conclusion of a step. Returns the proofs in order, with the reason on which they rest.
fn prove(
    ground: &Ground<'_>,
    board: &Board,
    step: &Step,
    room: Room,
) -> Option<(Vec<Proof>, Reason)> {
    let mut open = conclusions(step);
    let mut now = board.clone();
    let mut known = Tallies::of(ground, step);
    let mut all: Option<Tallies<'_>> = None;
    let (mut proofs, mut reason) = (vec![], Reason::default());
    while !open.is_empty() {
        // A conclusion can be split into several, so the limit is checked in each iteration.
        if proofs.len() + open.len() > room.proofs {
            return None;
        }
        let found = find_shortest(&mut known, &now, &open)
            .or_else(|| find_by_cases(&known, &now, &open, room))
            .or_else(|| find_widely(&known, &now, &open, room))
            .or_else(|| {
                room.is_wide.then_some(())?;
                let all = all.get_or_insert_with(|| Tallies::of_puzzle(ground));
                all.fill(&now);
                find_widely(all, &now, &open, room)
            });
        let Some((place, (proof, own))) = found else {
            // The digits of a variable can fail for different reasons, so each digit is tried by itself.
            open = digit_by_digit(&open)?;
            continue;
        };
        open.remove(place);
        now.apply(
            ground,
            &Step {
                removed: vec![proof.removed],
                ..Step::default()
            },
        );
        rest_on(&mut reason, &own);
        proofs.push(proof);
        if count_assumed(&proofs) > room.assumed {
            return None;
        }
    }
    Some((proofs, reason))
}

/// Returns the number of clauses that a sentence needs for some inferences. Consecutive inferences from the same clue or
/// house share a clause.
fn count_clauses(links: &[Link]) -> usize {
    links.chunk_by(|a, b| a.0 == b.0).count()
}

/// Returns the number of different assumptions and tallies among some proofs.
fn count_assumed(proofs: &[Proof]) -> usize {
    let mut shown: Vec<&Way> = vec![];
    for proof in proofs.iter().filter(|proof| proof.size() > 0) {
        if !shown.contains(&&proof.by) {
            shown.push(&proof.by);
        }
    }
    shown.len()
}

/// Returns the shortest proof found for any of the conclusions, with the index of that conclusion.
fn find_shortest(
    tallies: &mut Tallies<'_>,
    board: &Board,
    conclusions: &[(u16, DigitSet)],
) -> Option<(usize, Found)> {
    let each = conclusions.iter().enumerate();
    let found = each.filter_map(|(place, &one)| {
        let line = line::find(tallies.ground, board, one);
        let is_direct = line.as_ref().is_some_and(|(proof, _)| proof.size() == 0);
        // A direct proof has size 0, so no tally can be shorter.
        let tally = match is_direct {
            true => None,
            false => tally::find(tallies, board, one),
        };
        let both = line.into_iter().chain(tally);
        Some((place, both.min_by_key(|(proof, _)| proof.size())?))
    });
    found.min_by_key(|(_, (proof, _))| proof.size())
}

/// Returns the first proof found for any of the conclusions, with its index. Tries cases first, then all consequences of
/// single clues and houses.
fn find_by_cases(
    tallies: &Tallies<'_>,
    board: &Board,
    conclusions: &[(u16, DigitSet)],
    room: Room,
) -> Option<(usize, Found)> {
    find_first(conclusions, |one| cases::find(tallies.ground, board, one)).or_else(|| {
        let facts = tallies.facts(board, false);
        find_first(conclusions, |one| {
            line::find_by_facts(&facts, board, one, room)
        })
        .or_else(|| {
            find_first(conclusions, |one| {
                cases::find_by_facts(&facts, board, one, room)
            })
        })
    })
}

/// Like [`find_by_cases`], but lines may also subtract houses that cross and replace equal cells. Cases are tried only once
/// each conclusion is a single digit.
fn find_widely(
    tallies: &Tallies<'_>,
    board: &Board,
    conclusions: &[(u16, DigitSet)],
    room: Room,
) -> Option<(usize, Found)> {
    room.is_wide.then_some(())?;
    let facts = tallies.facts(board, true);
    let by_line = find_first(conclusions, |one| {
        line::find_by_facts(&facts, board, one, room)
    });
    let is_single = conclusions.iter().all(|(_, digits)| digits.len() == 1);
    by_line.or_else(|| {
        is_single.then_some(())?;
        find_first(conclusions, |one| {
            cases::find_by_facts(&facts, board, one, room)
        })
    })
}

/// Returns the first proof found for any of the conclusions, with its index.
fn find_first(
    conclusions: &[(u16, DigitSet)],
    find: impl Fn((u16, DigitSet)) -> Option<Found>,
) -> Option<(usize, Found)> {
    let mut each = conclusions.iter().enumerate();
    each.find_map(|(place, &one)| Some((place, find(one)?)))
}

/// Splits conclusions into single digits. Returns `None` if each conclusion already is a single digit.
fn digit_by_digit(conclusions: &[(u16, DigitSet)]) -> Option<Vec<(u16, DigitSet)>> {
    let single = conclusions.iter().flat_map(|&(var, digits)| {
        let digits: Vec<u8> = digits.iter().collect();
        digits
            .into_iter()
            .map(move |digit| (var, DigitSet::one(digit)))
    });
    let single: Vec<(u16, DigitSet)> = single.collect();
    (single.len() > conclusions.len()).then_some(single)
}

/// Returns `true` if the argument of a step does not explain why its conclusions follow.
fn lacks_reason(ground: &Ground<'_>, step: &Step) -> bool {
    match step.sentence() {
        Sentence::Filling(_) | Sentence::Listing | Sentence::Path | Sentence::Digit => true,
        Sentence::Cases | Sentence::ClueCases | Sentence::Classes => true,
        Sentence::Clues(Argument::Plain) => !has_own_words(ground, step),
        // Sentences do not name the clues behind the first consequences of an assumption.
        Sentence::Refutation(broken) => broken.fall.is_none() || step.chain.len() > 1,
        _ => false,
    }
}

/// Returns `true` if the step rests on one clue whose rule has its own phrase for the step's conclusions.
fn has_own_words(ground: &Ground<'_>, step: &Step) -> bool {
    match Argument::told_by(ground, step)[..] {
        [Cite::Clue(clue)] => {
            let clue = &ground.puzzle.clues[usize::from(clue)];
            ground.book.because(ground.puzzle, clue).is_some()
        }
        _ => false,
    }
}

/// Returns the digits that a step removes, with one entry for each variable.
fn conclusions(step: &Step) -> Vec<(u16, DigitSet)> {
    let mut all: Vec<(u16, DigitSet)> = vec![];
    for &(var, lost) in &step.removed {
        match all.iter_mut().find(|(known, _)| *known == var) {
            Some((_, own)) => *own = *own | lost,
            None => all.push((var, lost)),
        }
    }
    all
}

fn rest_on(reason: &mut Reason, more: &Reason) {
    reason.cells |= more.cells;
    let cites = more.cites.iter().copied();
    let new: Vec<_> = cites.filter(|cite| !reason.cites.contains(cite)).collect();
    reason.cites.extend(new);
    let extras = more.extras.iter().copied();
    let new: Vec<u16> = extras.filter(|var| !reason.extras.contains(var)).collect();
    reason.extras.extend(new);
}

/// Returns `true` if the step's proofs are correct and cover all its conclusions. Each line must follow from one clue or
/// house and the lines before it. A step without proofs counts as proven.
pub(crate) fn is_proven(ground: &Ground<'_>, board: &Board, step: &Step) -> bool {
    let Sentence::Proven(proofs) = step.sentence() else {
        return true;
    };
    let is_proof = |(place, proof): (usize, &Proof)| {
        let marks = Marks {
            ground,
            board,
            reason: &step.reason,
            earlier: &proofs[..place],
        };
        match &proof.by {
            Way::Line { fall, .. } => line::holds(&marks, &[proof.removed], fall),
            Way::Cases(split) => cases::holds(&marks, proof.removed, split),
            Way::Tally(tally) => tally::holds(&marks, proof.removed, tally),
        }
    };
    let is_covered = |(var, lost): (u16, DigitSet)| {
        let own = proofs.iter().filter(|proof| proof.removed.0 == var);
        let proven = own.fold(DigitSet::EMPTY, |all, proof| all | proof.removed.1);
        lost.without(proven).is_empty()
    };
    proofs.iter().enumerate().all(is_proof) && conclusions(step).into_iter().all(is_covered)
}
