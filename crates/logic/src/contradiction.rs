//! Contradictions: the cited clues and houses that fail under the consequences of a step's assumption.

use super::judge::clash;
use super::{Basis, Break, Fall, Ground, Step};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use std::collections::BTreeSet;

/// Maximum number of citations for which pairs are tested. With more, only single clues and houses are tested.
const MOST_PAIRED: usize = 6;

/// Maximum number of clues and houses to name as the cause of a contradiction. If there are more, only the clues are named.
const MOST_CITED: usize = 4;

/// Maximum number of tests of single clues and houses in the search for a chain of failures.
const MOST_GLANCES: u32 = 200;

/// Returns the citations that fail under a step's assumption, its consequences, and the facts about other cells. Prefers a
/// single clue or house to a pair. Returns `None` if no such subset is known to fail, or if the step does not refute an
/// assumption.
#[must_use]
pub fn broken(ground: &Ground<'_>, step: &Step) -> Option<Vec<Cite>> {
    let known = assumption_facts(step)?;
    let mut cites = step.reason.cites.clone();
    // Clues are tested before houses, so that a clue is named if one of each fails alone.
    cites.sort_by_key(|cite| matches!(cite, Cite::House(_)));
    let concerns: Vec<Vec<u16>> = cites.iter().map(|&cite| ground.cells_of(cite)).collect();
    let new: Vec<u16> = newly(step).map(|(var, _)| var).collect();
    let is_near = |place: usize| new.iter().any(|var| concerns[place].contains(var));
    // The assumption and its consequences are the only new facts, so a citation without any of their cells cannot fail.
    let near: Vec<usize> = (0..cites.len()).filter(|&place| is_near(place)).collect();
    let breaks = |cites: Vec<Cite>| clash(ground, &cites, &known).then_some(cites);
    let one = near.iter().find_map(|&place| breaks(vec![cites[place]]));
    one.or_else(|| {
        // Two citations are the full set, so a test of that pair would find nothing new.
        let is_few = (3..=MOST_PAIRED).contains(&cites.len());
        let pairs = near.iter().filter(|_| is_few).flat_map(|&place| {
            let others = (0..cites.len()).filter(move |&other| other != place);
            others.map(move |other| [place.min(other), place.max(other)])
        });
        let meet = |&[a, b]: &[usize; 2]| concerns[a].iter().any(|var| concerns[b].contains(var));
        // Without a common variable, a pair fails only if one of its citations fails alone, so such pairs are skipped.
        let mut pairs: Vec<[usize; 2]> = pairs.filter(meet).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut pairs = pairs.iter();
        pairs.find_map(|&[a, b]| breaks(vec![cites[a], cites[b]]))
    })
}

/// Orders two or three citations into a chain in which they fail one after another. Each citation leaves so few digits in a
/// cell that the next citation fails or restricts another cell. Of several chains, returns the one that leaves the fewest
/// digits; `None` if there is no chain.
#[must_use]
pub fn fall(ground: &Ground<'_>, step: &Step, cites: &[Cite]) -> Option<Fall> {
    if !(2..=3).contains(&cites.len()) {
        return None;
    }
    let mut falling = Falling {
        ground,
        known: assumption_facts(step)?,
        links: vec![],
        glances: MOST_GLANCES,
        best: None,
    };
    for (place, &first) in cites.iter().enumerate() {
        falling.go_on(first, &without(cites, place));
    }
    falling.best
}

/// Returns all citations except one.
fn without(cites: &[Cite], place: usize) -> Vec<Cite> {
    [&cites[..place], &cites[place + 1..]].concat()
}

/// A search for a chain of clues and houses that fail one after another.
struct Falling<'g, 'p> {
    ground: &'g Ground<'p>,
    /// The facts known so far, including the conclusions of the links in the chain.
    known: Vec<(u16, DigitSet)>,
    links: Vec<(Basis, u16, DigitSet)>,
    glances: u32,
    best: Option<Fall>,
}

impl Falling<'_, '_> {
    /// Extends the chain by the conclusions of a clue or house about each cell that it shares with another remaining
    /// citation.
    fn go_on(&mut self, cite: Cite, rest: &[Cite]) {
        if rest.is_empty() && self.clashes(cite) {
            self.keep(cite);
        }
        for (place, &next) in rest.iter().enumerate() {
            for var in self.common_cells(cite, next) {
                let before = self.within(var);
                let left = self.remaining_digits(cite, var, before);
                // A cell without digits would end the chain before the other citations are used.
                if left == before || left.is_empty() {
                    continue;
                }
                self.known.push((var, left));
                self.links.push((Basis::One(cite), var, left));
                self.go_on(next, &without(rest, place));
                self.links.pop();
                self.known.pop();
            }
        }
    }

    /// Returns the grid cells that two clues or houses share, in reading order.
    fn common_cells(&self, one: Cite, other: Cite) -> BTreeSet<u16> {
        let others = self.ground.cells_of(other);
        let is_shared = |var: &u16| usize::from(*var) < self.ground.cells() && others.contains(var);
        let own = self.ground.cells_of(one).into_iter();
        own.filter(is_shared).collect()
    }

    /// Returns the digits that a cell may hold according to the known facts.
    fn within(&self, var: u16) -> DigitSet {
        let own = self.known.iter().filter(|(known, _)| *known == var);
        own.fold(self.ground.digits, |all, (_, digits)| all & *digits)
    }

    /// Returns the subset of `digits` that a clue or house allows in a cell.
    fn remaining_digits(&mut self, cite: Cite, var: u16, digits: DigitSet) -> DigitSet {
        let is_left = |&digit: &u8| {
            self.known.push((var, DigitSet::one(digit)));
            let clashes = self.clashes(cite);
            self.known.pop();
            !clashes
        };
        digits.iter().filter(is_left).collect()
    }

    /// Returns `true` if a clue or house cannot be satisfied with the known facts. Returns `false` once the budget is spent.
    fn clashes(&mut self, cite: Cite) -> bool {
        self.glances = self.glances.saturating_sub(1);
        self.glances > 0 && clash(self.ground, &[cite], &self.known)
    }

    /// Keeps the current chain if it leaves fewer digits than the best chain so far.
    fn keep(&mut self, breaks: Cite) {
        let digits = |links: &[(Basis, u16, DigitSet)]| -> usize {
            links.iter().map(|(.., left)| left.len()).sum()
        };
        let is_fewer = |best: &Fall| digits(&self.links) < digits(&best.links);
        if self.best.as_ref().is_none_or(is_fewer) {
            self.best = Some(Fall {
                links: self.links.clone(),
                breaks: Basis::One(breaks),
            });
        }
    }
}

impl Break {
    /// Finds the clues and houses that a step's assumption breaks.
    pub(super) fn of(ground: &Ground<'_>, step: &Step) -> Self {
        let known = broken(ground, step);
        let is_known = known.is_some();
        let cites = known.unwrap_or_else(|| step.shown_in());
        let missing = match cites[..] {
            [house @ Cite::House(_)] => find_unplaced_digit(ground, step, house),
            _ => None,
        };
        Self {
            fall: fall(ground, step, &cites),
            cites,
            is_known,
            missing,
        }
    }
}

/// Returns a digit that has no place left in a house under the assumption of a step and its consequences.
fn find_unplaced_digit(ground: &Ground<'_>, step: &Step, house: Cite) -> Option<u8> {
    let house = ground.houses.iter().find(|other| other.cite == house)?;
    let known = step.reason.facts.iter().copied().chain(newly(step));
    let known: Vec<(u16, DigitSet)> = known.collect();
    let may_hold = |cell: u16, digit: u8| {
        let mut own = known.iter().filter(|(var, _)| *var == cell);
        own.all(|(_, within)| within.contains(digit))
    };
    let mut digits = ground.digits.iter();
    // A house with fewer cells than digits need not hold every digit.
    let is_full = house.cells.len() == ground.digits.len();
    digits.find(|&digit| is_full && !house.cells.iter().any(|cell| may_hold(cell, digit)))
}

impl Step {
    /// Returns the candidate that the step assumes in order to refute it, if there is one.
    #[must_use]
    pub fn assumed(&self) -> Option<(u16, u8)> {
        let (&[(var, lost)], [first, ..]) = (&self.removed[..], &self.chain[..]) else {
            return None;
        };
        let is_followed = first.on && first.cell == var && lost.single() == Some(first.digit);
        is_followed.then_some((var, first.digit))
    }

    /// Returns the citations to name as the cause of a contradiction: all clues and houses, or only the clues if there are
    /// more than `MOST_CITED` citations.
    #[must_use]
    pub fn shown_in(&self) -> Vec<Cite> {
        let cites = &self.reason.cites;
        let clues = cites.iter().filter(|cite| !matches!(cite, Cite::House(_)));
        let clues: Vec<Cite> = clues.copied().collect();
        match clues.is_empty() || cites.len() <= MOST_CITED {
            true => cites.clone(),
            false => clues,
        }
    }
}

/// Iterates over the assumption of a step and its consequences.
fn newly(step: &Step) -> impl Iterator<Item = (u16, DigitSet)> {
    let follows = step.chain.iter().filter(|link| link.on);
    let follows = follows.map(|link| (link.cell, DigitSet::one(link.digit)));
    step.removed.iter().copied().chain(follows)
}

/// Returns the facts of a step with an assumption: the candidates of other cells, the assumption, and its consequences.
/// Returns `None` unless the step refutes a single assumption.
fn assumption_facts(step: &Step) -> Option<Vec<(u16, DigitSet)>> {
    let is_one = step.removed.len() == 1 && step.chain.iter().skip(1).all(|link| !link.starts);
    let facts = step.reason.facts.iter().copied();
    is_one.then(|| facts.chain(newly(step)).collect())
}
