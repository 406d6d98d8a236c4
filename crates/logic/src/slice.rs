//! Finds the steps of a path on which the path's last board depends.
//!
//! Each candidate is removed by one step. Going backwards from the end, a step is needed in two cases: the step places a
//! digit, or it removes a candidate whose absence a needed step relies on.

use super::loosen::loosen;
use super::proof::{Room, proven};
use super::{Argument, Board, Cells, Ground, Path, Reads, RestsOn, Round, Sentence, Step};
use cluewright_puzzle::DigitSet;

/// A needed step, reduced to its needed conclusions.
#[derive(Clone, Debug)]
pub struct Needed<'p> {
    /// The index of the step in the path.
    pub place: usize,
    /// The round that contains the step.
    pub round: &'p Round,
    /// The step, reduced to its needed conclusions.
    pub step: Step,
}

/// Returns the steps on which the last board of a path depends, in the order of the path.
#[must_use]
pub fn needed<'p>(ground: &Ground<'_>, path: &'p Path) -> Vec<Needed<'p>> {
    slice(ground, path)
        .into_iter()
        .map(|one| one.needed)
        .collect()
}

/// A needed step, with the candidates on whose absence it rests.
pub(super) struct Sliced<'p> {
    pub(super) needed: Needed<'p>,
    pub(super) absent: Vec<(u16, DigitSet)>,
}

/// Returns the steps on which the last board of a path depends, with the candidates on whose absence they rest.
pub(super) fn slice<'p>(ground: &Ground<'_>, path: &'p Path) -> Vec<Sliced<'p>> {
    let steps: Vec<(&Round, &Step)> = path.steps().collect();
    let mut causes = Causes::of(ground, path);
    let turns = Turns::of(&steps);
    let mut kept = vec![];
    for (place, &(round, step)) in steps.iter().enumerate().rev() {
        if let Some(step) = causes.keep_needed_part(place, step) {
            let (told, rests) = with_needed_facts(ground, &round.board, step);
            let proof = proven(ground, &round.board, &told, turns.room(place, told.rating));
            let absent = find_absent(ground, &round.board, proof.as_ref().unwrap_or(&rests));
            causes.rest_on(ground, &round.board, &absent);
            let mut step = proof.map_or(told, |proof| with_facts(ground, &round.board, proof));
            step.reason.visible = find_visible(ground, &round.board, &step);
            let needed = Needed { place, round, step };
            kept.push(Sliced { needed, absent });
        }
    }
    kept.reverse();
    kept
}

/// The ratings of the turning points of a path: the hardest step, and the hardest one up to the first digit.
struct Turns {
    hardest: u16,
    break_in: u16,
    /// The index of the first step that places a digit.
    first: usize,
}

impl Turns {
    fn of(steps: &[(&Round, &Step)]) -> Self {
        let hardest = |steps: &[(&Round, &Step)]| {
            let ratings = steps.iter().map(|(_, step)| step.rating);
            ratings.max().unwrap_or(0)
        };
        let first = steps.iter().position(|(_, step)| step.placed.is_some());
        let first = first.unwrap_or(steps.len());
        Self {
            hardest: hardest(steps),
            break_in: hardest(&steps[..first]),
            first,
        }
    }

    /// Returns how long the proofs of a step may be.
    fn room(&self, place: usize, rating: u16) -> Room {
        let is_turn = rating == self.hardest || place < self.first && rating == self.break_in;
        if is_turn { Room::TURN } else { Room::USUAL }
    }
}

/// Returns two versions of a step. The first has its argument and only the facts that its conclusions need. The second has
/// everything on which the step rests.
fn with_needed_facts(ground: &Ground<'_>, board: &Board, step: Step) -> (Step, Step) {
    let whole = with_facts(ground, board, step.clone());
    let loose = loosen(ground, board, &whole);
    let whole = whole.argued(ground);
    let Some(facts) = loose else {
        return (whole, step);
    };
    let losers = step.removed.iter().map(|(var, _)| *var);
    let losers: Cells = losers
        .filter(|&var| step.reason.cells.contains(var))
        .collect();
    let named: Cells = facts.iter().map(|(var, _)| *var).collect();
    let mut told = step.clone();
    told.reason.cells = named | losers;
    told.reason.facts = facts;
    let told = told.argued(ground);
    // With all facts, the argument may name a bound or a set of digits. Such an argument explains more than a few missing
    // digits.
    if whole.sentence().argument() != Some(&Argument::Plain)
        && whole.sentence().kind() != told.sentence().kind()
    {
        return (whole, step);
    }
    let mut rests = told.clone();
    // An empty list of facts means that all candidates matter. The new list is not empty, so it must include the facts of
    // the cells that lose digits.
    if step.reason.facts.is_empty() {
        let own = (losers - named).iter().map(|cell| (cell, board.at(cell)));
        rests.reason.facts.extend(own);
    }
    (told, rests)
}

/// Adds facts to a step that reads clues or refutes an assumption, unless it already has some. The facts are the
/// candidates of the cells on which the step rests.
fn with_facts(ground: &Ground<'_>, board: &Board, mut step: Step) -> Step {
    let is_told = step.technique().reads != Reads::Nothing || step.technique().is_trial();
    if !is_told || !step.reason.facts.is_empty() {
        return step;
    }
    let loses = |var: u16| step.removed.iter().any(|(loser, _)| *loser == var);
    let cells = step.reason.cells.iter().filter(|&cell| !loses(cell));
    let facts = cells.map(|cell| (cell, board.at(cell)));
    step.reason.facts = facts.filter(|(_, left)| *left != ground.digits).collect();
    step
}

/// Returns the open cells about which the facts of a step only state what placed digits in sight exclude.
fn find_visible(ground: &Ground<'_>, board: &Board, step: &Step) -> Cells {
    let is_visible = |&(var, within): &(u16, DigitSet)| {
        let is_open = usize::from(var) < ground.cells() && board.open().contains(var);
        let unseen = find_unexplained_losses(ground, board, var);
        is_open && unseen.without(within).is_empty()
    };
    let facts = step.reason.facts.iter().copied();
    facts.filter(is_visible).map(|(var, _)| var).collect()
}

/// Returns the candidates of a variable that were removed, except those that a placed digit in sight removes. Every
/// placement is part of the story, so such a candidate needs no other step. The set is empty for a placed cell.
fn find_unexplained_losses(ground: &Ground<'_>, board: &Board, var: u16) -> DigitSet {
    let absent = ground.blank[usize::from(var)].without(board.at(var));
    let Some(peers) = ground.peers.get(usize::from(var)) else {
        return absent;
    };
    if !board.open().contains(var) {
        return DigitSet::EMPTY;
    }
    let placed = (*peers - board.open()).iter();
    placed.fold(absent, |left, peer| left.without(board.at(peer)))
}

/// Returns the candidates on whose absence a step rests.
fn find_absent(ground: &Ground<'_>, board: &Board, step: &Step) -> Vec<(u16, DigitSet)> {
    let absent = |var: u16| ground.blank[usize::from(var)].without(board.at(var));
    let reason = &step.reason;
    let mut all = vec![];
    // A search runs on the whole board, so any removed candidate may matter.
    if step.technique().is_search() {
        let vars = 0..board.candidates().len() as u16;
        all.extend(vars.map(|var| (var, absent(var))));
    }
    let of_places = step.technique().rests_on == RestsOn::Places;
    for var in reason.cells.iter() {
        let facts = reason.facts.iter().filter(|(of, _)| *of == var);
        let facts: Vec<DigitSet> = facts.map(|(_, within)| *within).collect();
        let lost = match facts[..] {
            _ if of_places => absent(var) & step.digits,
            [] if reason.facts.is_empty() => absent(var),
            [] => continue,
            _ => facts
                .iter()
                .fold(DigitSet::EMPTY, |all, &w| all | absent(var).without(w)),
        };
        all.push((var, lost));
    }
    all.extend(reason.extras.iter().map(|&var| (var, absent(var))));
    all.retain(|(_, lost)| !lost.is_empty());
    all
}

/// Returns `true` if the digits that a step removes are separate conclusions. The restriction of a cell by a clue or a set
/// is one conclusion, because a sentence about only some of the digits would be longer.
fn is_divisible(step: &Step) -> bool {
    matches!(
        step.sentence(),
        Sentence::Filling(_)
            | Sentence::Listing
            | Sentence::Path
            | Sentence::Digit
            | Sentence::Cases
            | Sentence::ClueCases
            | Sentence::Classes
    )
}

/// The index of "no step", for a candidate that is never removed.
const NOBODY: u32 = u32::MAX;

/// For each candidate, the step that removed it, and a flag that is set if its absence matters.
struct Causes {
    by: Vec<[u32; 64]>,
    matters: Vec<DigitSet>,
}

impl Causes {
    fn of(ground: &Ground<'_>, path: &Path) -> Self {
        let vars = path.board.candidates().len();
        let mut causes = Self {
            by: vec![[NOBODY; 64]; vars],
            matters: vec![DigitSet::EMPTY; vars],
        };
        let mut place = 0;
        for round in &path.rounds {
            let mut board = round.board.clone();
            for step in &round.steps {
                let before = board.candidates().to_vec();
                board.apply(ground, step);
                for (var, (before, after)) in before.iter().zip(board.candidates()).enumerate() {
                    for digit in before.without(*after).iter() {
                        causes.by[var][usize::from(digit)] = place;
                    }
                }
                place += 1;
            }
        }
        causes
    }

    /// Reduces a step to the conclusions that matter. A placement or a search always matters. Returns `None` if no
    /// conclusion matters.
    fn keep_needed_part(&self, place: usize, step: &Step) -> Option<Step> {
        if step.technique().is_search() {
            return Some(step.clone());
        }
        let needed = |var: u16, lost: DigitSet| -> DigitSet {
            let index = usize::from(var);
            let taken = (lost & self.matters[index]).iter();
            taken
                .filter(|digit| self.by[index][usize::from(*digit)] == place as u32)
                .collect()
        };
        let is_divisible = is_divisible(step);
        let mut step = step.clone();
        let losses = step.removed.iter().zip(&step.left);
        let kept = losses.filter_map(|(&(var, lost), &left)| match needed(var, lost) {
            needed if needed.is_empty() => None,
            // The reduced step no longer removes the other digits, so they count as remaining.
            needed if is_divisible => Some(((var, needed), left | lost.without(needed))),
            _ => Some(((var, lost), left)),
        });
        (step.removed, step.left) = kept.unzip();
        (step.placed.is_some() || !step.removed.is_empty()).then_some(step)
    }

    /// Marks the removed candidates on which a step rests, except those that a placed digit in sight removes.
    fn rest_on(&mut self, ground: &Ground<'_>, board: &Board, absent: &[(u16, DigitSet)]) {
        for &(var, lost) in absent {
            self.mark(var, lost & find_unexplained_losses(ground, board, var));
        }
    }

    fn mark(&mut self, var: u16, digits: DigitSet) {
        let all = &mut self.matters[usize::from(var)];
        *all = *all | digits;
    }
}
