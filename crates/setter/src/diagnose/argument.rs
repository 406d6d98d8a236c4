//! A human argument for a conflict: steps of logic that end in a contradiction.
//!
//! A path of the logic engine stops at the first cell without candidates. An argument may stop earlier, when a house
//! has no place left for a digit, because setters notice that first.

use super::conflict::Conflict;
use crate::oracle::Oracle;
use crate::suspect::without;
use cluewright_engine::model::Cite;
use cluewright_logic::Prepared;
use cluewright_logic::{Board, Ground, Profile, Step, cheapest, minimal};
use cluewright_puzzle::{Cell, Puzzle};
use cluewright_rules::Book;
use std::sync::Arc;

/// Highest tier of steps that an argument may contain. Harder steps would be too difficult to follow.
const HARDEST_TIER: &str = "fiendish";

/// Maximum number of rounds of steps in the search for a contradiction.
const ROUNDS: usize = 60;

/// The contradiction at the end of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A cell has no digit left.
    Cell(Cell),
    /// A digit has no place left in a house.
    Place(u8, Cite),
}

/// Steps that lead from the clues of a conflict to a contradiction.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The puzzle with only the clues of the conflict.
    pub puzzle: Arc<Puzzle>,
    /// The steps, each with a minimal reason. Empty if the initial board already contains the contradiction.
    pub steps: Vec<Step>,
    /// The contradiction at the end.
    pub ending: Ending,
}

/// A board and the steps found on it.
struct Round {
    board: Board,
    steps: Vec<Step>,
}

impl Argument {
    /// Converts the steps to sentences. `tell` renders one step, given the names of the cited houses and clues.
    pub fn sentences(
        &self,
        book: &Book,
        tell: impl Fn(&Ground<'_>, &Step) -> String,
    ) -> Vec<String> {
        let Ok(prepared) = Prepared::new(Arc::clone(&self.puzzle), book) else {
            return vec![];
        };
        let told = |ground| self.steps.iter().map(|step| tell(&ground, step)).collect();
        prepared.ground().map(told).unwrap_or_default()
    }

    /// Solves the puzzle with human logic until a contradiction appears, and returns the steps that lead to it. Returns
    /// `None` if the techniques find no contradiction, or if `go_on` returns `false`.
    fn find(puzzle: Puzzle, book: &Book, mut go_on: impl FnMut() -> bool) -> Option<Self> {
        let prepared = Prepared::new(puzzle, book).ok()?;
        let ground = prepared.ground().ok()?;
        let profile = Profile::builtin("default")?.clone();
        let profile = profile.only(HARDEST_TIER).ok()?;
        let mut board = Board::new(&ground);
        let mut rounds = vec![];
        let (ending, cells) = loop {
            if let Some(found) = ending(&ground, &board) {
                break found;
            }
            if !go_on() {
                return None;
            }
            // `leading_to` needs the board on which a step was found, because it minimises the reason of the step on
            // that board.
            let before = board.clone();
            let (_, mut steps) = cheapest(&ground, &board, &profile, &|| true)?;
            // Drop the steps that change nothing, because an earlier step of the round removed the same candidates.
            steps.retain(|step| ending(&ground, &board).is_none() && board.apply(&ground, step));
            if steps.is_empty() {
                return None;
            }
            rounds.push(Round {
                board: before,
                steps,
            });
        };
        let mut needed = vec![false; board.candidates().len()];
        cells.into_iter().for_each(|cell| needed[cell] = true);
        let steps = leading_to(&ground, &rounds, needed);
        Some(Self {
            puzzle: Arc::clone(prepared.puzzle()),
            steps,
            ending,
        })
    }
}

impl Oracle<'_> {
    /// Returns a human argument for a conflict. Returns `None` if houses are suspects too, or if the conflict may not
    /// be minimal. Also returns `None` if a rule depends on unmarked cells, because its meaning would change without
    /// the clues outside the conflict.
    pub(super) fn argument(&self, conflict: &Conflict) -> Option<Argument> {
        let case = &self.case;
        let houses = case.suspects.number(Cite::House(0)).is_some();
        if houses || case.may_tighten || !conflict.minimal {
            return None;
        }
        let others = (0..case.suspects.count()).filter(|n| !conflict.members.contains(n));
        let gone: Vec<Cite> = others.map(|number| case.suspects.get(number)).collect();
        let mut rounds = 0;
        Argument::find(without(case.puzzle, &gone), case.book, || {
            rounds += 1;
            rounds <= ROUNDS && case.budget.has_time()
        })
    }
}

/// Returns the contradiction on a board, with the variables that it involves. Returns `None` if there is no contradiction.
fn ending(ground: &Ground<'_>, board: &Board) -> Option<(Ending, Vec<usize>)> {
    let candidates = board.candidates();
    if let Some(var) = candidates.iter().position(|digits| digits.is_empty()) {
        return Some((Ending::Cell(Cell::from_index(var)), vec![var]));
    }
    ground.houses.iter().find_map(|house| {
        let has_place = |digit: &u8| {
            let mut cells = house.cells.iter();
            cells.any(|cell| board.at(cell).contains(*digit))
        };
        let digit = ground.digits.iter().find(|digit| !has_place(digit))?;
        let cells = house.cells.iter().map(usize::from).collect();
        Some((Ending::Place(digit, house.cite), cells))
    })
}

/// Selects the steps that lead to a contradiction. Goes backwards from the end, and keeps each step that changes a
/// needed variable. The variables in the reason of that step are then needed too.
fn leading_to(ground: &Ground<'_>, rounds: &[Round], mut needed: Vec<bool>) -> Vec<Step> {
    let mut steps = vec![];
    for round in rounds.iter().rev() {
        for step in round.steps.iter().rev() {
            if !touches(ground, step, &needed) {
                continue;
            }
            let step = minimal(ground, &round.board, step, &|| true).step;
            let extras = step.reason.extras.iter().copied();
            for var in step.reason.cells.iter().chain(extras) {
                needed[usize::from(var)] = true;
            }
            steps.push(step);
        }
    }
    steps.reverse();
    steps
}

/// Returns `true` if a step changes a needed variable: it removes candidates of the variable, or places a digit in its
/// cell or in a peer of that cell.
fn touches(ground: &Ground<'_>, step: &Step, needed: &[bool]) -> bool {
    let is_needed = |var: u16| needed[usize::from(var)];
    let placed = step.placed.is_some_and(|(cell, _)| {
        let mut peers = ground.peers[usize::from(cell)].iter();
        is_needed(cell) || peers.any(is_needed)
    });
    placed || step.removed.iter().any(|&(var, _)| is_needed(var))
}
