//! Example steps of techniques, in their example positions.

use super::{Board, Ground, Moment, Path, Profile, Step, cheapest, solve};

impl Moment {
    /// Returns the first step that a technique finds in this example position, with the board on which it
    /// is found.
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
