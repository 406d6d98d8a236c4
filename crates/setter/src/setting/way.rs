//! The break-in and the hardest step of a solve path.

use cluewright_logic::Prepared;
use cluewright_logic::{Path, Profile, Round, solve};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;

/// The break-in and the hardest step of a path, each as a technique and a rating in tenths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The hardest step up to the first placed digit.
    break_in: (&'static str, u16),
    hardest: (&'static str, u16),
}

impl Way {
    /// Finds the break-in and the hardest step of a unique puzzle with the given solution. Returns `None` if the techniques
    /// of the profile do not solve it, or if `go_on` returns `false` first.
    pub(super) fn of(
        puzzle: &Puzzle,
        book: &Book,
        solution: &[u8],
        profile: &Profile,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let prepared = Prepared::new(puzzle.clone(), book).ok()?;
        let ground = prepared.ground().ok()?;
        let ground = ground.with_only_solution(solution.to_vec());
        let path = solve(&ground, profile, |_| go_on());
        Self::along(&path)
    }

    fn along(path: &Path) -> Option<Self> {
        if path.end != cluewright_logic::End::Solved {
            return None;
        }
        let places = |round: &&Round| round.steps.iter().any(|step| step.placed.is_some());
        let first = path.rounds.iter().position(|round| places(&round))?;
        Some(Self {
            break_in: hardest(&path.rounds[..=first])?,
            hardest: hardest(&path.rounds)?,
        })
    }
}

fn hardest(rounds: &[Round]) -> Option<(&'static str, u16)> {
    let most = rounds.iter().map(|round| round.rating).max()?;
    let round = rounds.iter().find(|round| round.rating == most)?;
    Some((round.steps.first()?.technique().name, most))
}
