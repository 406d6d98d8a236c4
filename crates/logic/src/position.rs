//! Example positions of techniques.

use super::{Board, Ground, Path, Profile, Step, cheapest, solve};

/// A puzzle in which a technique finds something.
#[derive(Debug)]
pub struct Position {
    /// The puzzle: the cells of a plain grid in a line, or the name of a file of the corpus.
    pub puzzle: &'static str,
    /// The board on which the technique finds something.
    pub moment: Moment,
}

/// A moment of a solve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// A board on the path of a built-in profile.
    OnPath {
        /// The name of the profile.
        profile: &'static str,
        /// The rating of the puzzle.
        rating: f64,
    },
    /// The first board on the path of a built-in profile, whose rest would take too long.
    First {
        /// The name of the profile.
        profile: &'static str,
        /// The rating of the first step.
        rating: f64,
    },
    /// The board as printed, with no other technique: others would come first.
    Alone,
}

impl Position {
    pub(super) const fn on_path(profile: &'static str, rating: f64, puzzle: &'static str) -> Self {
        let moment = Moment::OnPath { profile, rating };
        Self { puzzle, moment }
    }

    pub(super) const fn first(profile: &'static str, rating: f64, puzzle: &'static str) -> Self {
        let moment = Moment::First { profile, rating };
        Self { puzzle, moment }
    }

    pub(super) const fn alone(puzzle: &'static str) -> Self {
        let moment = Moment::Alone;
        Self { puzzle, moment }
    }
}

impl Moment {
    /// Returns the first step of a technique at this moment of a puzzle, and the board on which it is found.
    #[must_use]
    pub fn step(self, ground: &Ground<'_>, technique: u16) -> Option<(Board, Step)> {
        let board = Board::new(ground);
        let first = |profile: &Profile| {
            let (_, steps) = cheapest(ground, &board, profile, &|| true)?;
            let step = steps.into_iter().find(|step| step.technique == technique)?;
            Some((board.clone(), step))
        };
        match self {
            Self::OnPath { profile, .. } => {
                let path = solve(ground, Profile::builtin(profile)?, |_| true);
                first_on(&path, technique)
            }
            Self::First { profile, .. } => first(Profile::builtin(profile)?),
            Self::Alone => first(&Profile::of_one(technique)?),
        }
    }
}

fn first_on(path: &Path, technique: u16) -> Option<(Board, Step)> {
    let mut steps = path.steps();
    let (round, step) = steps.find(|(_, step)| step.technique == technique)?;
    Some((round.board.clone(), step.clone()))
}
