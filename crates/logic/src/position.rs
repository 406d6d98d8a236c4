//! Example positions of techniques.

/// A puzzle in which a technique finds a step.
#[derive(Debug)]
pub struct Position {
    /// The puzzle: the cells of a plain grid in one line, or the name of a corpus file.
    pub puzzle: &'static str,
    /// The board on which the technique finds a step.
    pub moment: Moment,
}

/// The point in a solve at which a technique finds a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moment {
    /// The first board on the path of a built-in profile at which the technique finds a step.
    OnPath {
        /// The name of the profile.
        profile: &'static str,
        /// The rating of the puzzle.
        rating: f64,
    },
    /// The initial board, searched by the techniques of a built-in profile. Used if grading the whole puzzle would take too
    /// long.
    First {
        /// The name of the profile.
        profile: &'static str,
        /// The rating of the first step.
        rating: f64,
    },
    /// The initial board, searched by this technique alone, because cheaper techniques would find other steps first.
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
