//! The human argument behind a conflict: steps of people's logic that end in a contradiction.

use super::conflict::Conflict;
use super::oracle::Oracle;
use super::suspect::without;
use crate::logic::{End, Ground, Path, Profile, Step, minimal, solve};
use crate::model::{Cite, Model};
use crate::parts;
use crate::puzzle::{Cell, Puzzle};
use crate::rules::Book;

/// Steps of higher tiers are no argument between people.
const HARDEST_TIER: &str = "extreme";

/// Rounds of steps in which a contradiction is looked for.
const ROUNDS: usize = 60;

/// Steps that lead from the clues of a conflict to a cell without a digit.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The puzzle with the clues of the conflict and no others.
    pub puzzle: Puzzle,
    /// The steps, each with the least that it rests on; none where the clues contradict at first sight.
    pub steps: Vec<Step>,
    /// The cell that has no digit left.
    pub emptied: Cell,
}

impl Argument {
    /// The steps as `tell` tells them, who may look at houses and clues.
    pub fn told(&self, book: &Book, tell: impl Fn(&Ground<'_>, &Step) -> String) -> Vec<String> {
        let Ok(parts) = parts(&self.puzzle, book) else {
            return vec![];
        };
        let model = Model::new(&self.puzzle, &parts);
        let ground = Ground::new(&self.puzzle, &parts, &model);
        let told = |ground| self.steps.iter().map(|step| tell(&ground, step)).collect();
        ground.map(told).unwrap_or_default()
    }

    /// The steps by which the clues of a puzzle contradict each other, if people's logic finds any.
    fn find(puzzle: Puzzle, book: &Book, go_on: impl FnMut() -> bool) -> Option<Self> {
        let parts = parts(&puzzle, book).ok()?;
        let model = Model::new(&puzzle, &parts);
        let ground = Ground::new(&puzzle, &parts, &model).ok()?;
        let profile = Profile::builtin("default")?.clone();
        let profile = profile.only(HARDEST_TIER).ok()?;
        let path = solve(&ground, &profile, go_on);
        if path.end != End::Broken {
            return None;
        }
        let candidates = path.board.candidates();
        let emptied = candidates.iter().position(|digits| digits.is_empty())?;
        let steps = leading_to(&ground, &path, emptied);
        Some(Self {
            puzzle: puzzle.clone(),
            steps,
            emptied: Cell::from_index(emptied),
        })
    }
}

impl Oracle<'_> {
    /// The human argument behind a conflict. None where houses are suspects too, or where a rule
    /// speaks of the cells that others do not mark: then its other clues cannot be left out.
    pub(super) fn argument(&self, conflict: &Conflict) -> Option<Argument> {
        let case = &self.case;
        let houses = case.suspects.number(Cite::House(0)).is_some();
        if houses || case.reads_marks || !conflict.minimal {
            return None;
        }
        let others = (0..case.suspects.count()).filter(|n| !conflict.members.contains(n));
        let gone: Vec<Cite> = others.map(|number| case.suspects.get(number)).collect();
        let mut rounds = 0;
        Argument::find(without(case.puzzle, &gone), case.book, || {
            rounds += 1;
            rounds <= ROUNDS && case.over().is_none()
        })
    }
}

/// The steps of a path without which a variable would not be empty: from the end back, those that took
/// candidates from it, then those that took candidates which these rest on.
fn leading_to(ground: &Ground<'_>, path: &Path, emptied: usize) -> Vec<Step> {
    let mut needed = vec![false; path.board.candidates().len()];
    needed[emptied] = true;
    let mut steps = vec![];
    for round in path.rounds.iter().rev() {
        for step in round.steps.iter().rev() {
            if !touches(ground, step, &needed) {
                continue;
            }
            let step = minimal(ground, &round.board, step);
            let rests_on = step
                .reason
                .cells
                .iter()
                .chain(step.reason.extras.iter().copied());
            rests_on.for_each(|var| needed[usize::from(var)] = true);
            steps.push(step);
        }
    }
    steps.reverse();
    steps
}

/// Whether a step changes the candidates of something that is needed.
fn touches(ground: &Ground<'_>, step: &Step, needed: &[bool]) -> bool {
    let is_needed = |var: u16| needed[usize::from(var)];
    let placed = step.placed.is_some_and(|(cell, _)| {
        let mut peers = ground.peers[usize::from(cell)].iter();
        is_needed(cell) || peers.any(is_needed)
    });
    placed || step.removed.iter().any(|&(var, _)| is_needed(var))
}
