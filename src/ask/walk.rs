//! Human steps from any board, for hosts whose clients keep the pencil marks.

use super::grade::ground;
use super::{Ask, Choice, Host, Refusal};
use crate::Prepared;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Board, End, Ground, Profile, cheapest, minimal, solve_from};
use cluewright_narrate::step_full;
use cluewright_puzzle::DigitSet;

/// A request for human steps from a solver's digits and marks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk<'a> {
    /// The digit or the marks that each cell shows, in addition to the typed digits. If this is `None`, the steps start from
    /// the givens.
    pub(crate) shown: Option<&'a [DigitSet]>,
    /// The techniques that may be used.
    pub(crate) techniques: Choice,
    /// The solution, if it is proven to be the only one. Steps may use uniqueness arguments only in this case.
    pub(crate) solution: Option<Vec<u8>>,
    /// `true` to stop after the first step. If the cells do not show exactly the starting candidates yet, the result is
    /// these candidates and no step.
    pub(crate) single: bool,
}

/// The steps taken, and the resulting board.
#[derive(Debug)]
pub(crate) struct Walked {
    /// The steps in words.
    pub(crate) steps: Vec<String>,
    /// The board after the last step.
    pub(crate) board: Board,
    /// The reason why there are no further steps; `None` if the walk ended after a single step.
    pub(crate) end: Option<End>,
    /// The grade, if the walk reached the solution.
    pub(crate) grade: Option<Grade>,
}

impl Ask for Walk<'_> {
    type Reply = Walked;

    /// # Errors
    /// Returns an error if the chosen techniques are invalid, or the grid is too large for human logic.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Walked, Refusal> {
        let profile = self.techniques.profile()?;
        let mut ground = ground(prepared)?;
        if let Some(solution) = &self.solution {
            ground = ground.with_only_solution(solution.clone());
        }
        let board = self.board(&ground);
        let is_shown = self.shown.is_none_or(|shown| shown == board.grid());
        Ok(match self.single {
            false => walk(&ground, board, &profile, host),
            true if is_shown => step(&ground, board, &profile, host),
            true => Walked::nowhere(board, None),
        })
    }
}

impl Walk<'_> {
    fn board(&self, ground: &Ground<'_>) -> Board {
        let Some(shown) = self.shown else {
            return Board::new(ground);
        };
        let mut board = Board::with_entries(ground);
        for (cell, &marks) in (0u16..).zip(shown) {
            // A cell without marks may still hold every candidate, so nothing is removed from it.
            if board.open().contains(cell) && !marks.is_empty() {
                board.remove(cell, board.at(cell).without(marks));
            }
        }
        board
    }
}

impl Walked {
    fn nowhere(board: Board, end: Option<End>) -> Self {
        Self {
            steps: vec![],
            board,
            end,
            grade: None,
        }
    }
}

fn step(ground: &Ground<'_>, mut board: Board, profile: &Profile, host: &Host<'_>) -> Walked {
    let go_on = || host.has_time();
    if board.is_broken() || board.is_solved() {
        return Walked::nowhere(board, Some(End::Stuck));
    }
    let Some((_, steps)) = cheapest(ground, &board, profile, &go_on) else {
        return Walked::nowhere(board, Some(End::Stopped));
    };
    let step = steps.first();
    let step = step.map(|step| minimal(ground, &board, step, &go_on).step);
    if let Some(step) = &step {
        board.apply(ground, step);
    }
    Walked {
        steps: step.iter().map(|step| step_full(ground, step)).collect(),
        ..Walked::nowhere(board, Some(End::Stuck))
    }
}

fn walk(ground: &Ground<'_>, board: Board, profile: &Profile, host: &Host<'_>) -> Walked {
    let go_on = || host.has_time();
    let path = solve_from(ground, board, profile, |_| go_on());
    let steps = path.steps().map(|(round, step)| {
        let step = minimal(ground, &round.board, step, &go_on).step;
        step_full(ground, &step)
    });
    Walked {
        steps: steps.collect(),
        grade: (path.end == End::Solved).then(|| Grade::of(ground, &path, profile)),
        end: Some(path.end),
        board: path.board,
    }
}
