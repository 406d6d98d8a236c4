//! Grades a puzzle, and grades it again without each redundant clue.

use super::answer::{Difficulty, Role, Worth};
use crate::oracle::{Case, Oracle};
use crate::suspect::without;
use cluewright_engine::model::Cite;
use cluewright_logic::Prepared;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Profile, solve};
use cluewright_puzzle::Puzzle;

/// Maximum number of rounds of steps for a grade.
const ROUNDS: usize = 300;

impl Oracle<'_> {
    /// Grades the puzzle without each redundant clue, and stores the difficulty in the clue's role.
    /// Returns the difficulty of the whole puzzle.
    pub(super) fn difficulties(&mut self, roles: &mut [Role]) -> Option<Difficulty> {
        let redundant = |(_, role): &(usize, &Role)| role.worth == Worth::Redundant;
        let numbered = roles.iter().enumerate().filter(redundant);
        let numbers: Vec<usize> = numbered.map(|(number, _)| number).collect();
        let found = self.each(&numbers, |oracle, &number| {
            let case = &oracle.case;
            let gone: Cite = case.suspects.get(number);
            case.difficulty(&without(case.puzzle, &[gone]))
        });
        for (number, difficulty) in numbers.into_iter().zip(found) {
            roles[number].difficulty = difficulty;
        }
        self.case.difficulty(self.case.puzzle)
    }
}

impl Case<'_> {
    /// Grades a unique puzzle. Returns `None` if human logic does not solve it, or if time runs
    /// out.
    fn difficulty(&self, puzzle: &Puzzle) -> Option<Difficulty> {
        if !self.budget.has_time() {
            return None;
        }
        let prepared = Prepared::new(puzzle.clone(), self.book).ok()?;
        let ground = prepared.ground().ok()?;
        let profile = Profile::builtin("default")?;
        let path = solve(&ground, profile, |rounds| {
            rounds < ROUNDS && self.budget.has_time()
        });
        let grade = Grade::of(&ground, &path, profile);
        grade.solved.then_some(Difficulty {
            rating: grade.rating,
            tier: grade.tier,
            effort: grade.effort,
        })
    }
}
