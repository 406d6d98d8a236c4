//! The proof that a reading needs before it is trusted.

use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, prove_parts};
use cluewright_puzzle::{DOUBT, Puzzle, Unread, digit_of_char, open_part};
use cluewright_rules::Book;

/// Nodes of the search that proves a reading. Nearly all published puzzles need fewer than a hundredth.
pub(crate) const NODES: u64 = 400_000;

/// The same for a puzzle with layers, whose nodes take many times as long: some four seconds.
pub(crate) const LAYERED_NODES: u64 = 40_000;

/// The same for a puzzle with layers that has open parts: nearly all of them are not unique.
pub(crate) const OPEN_LAYERED_NODES: u64 = 4_000;

/// The solutions that the clues leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Exactly one solution, which is the one that the file states.
    Stated,
    /// Exactly one solution, this one; the file states none, or a part of one that agrees.
    Unique(String),
    /// One solution that contradicts the stated one.
    Contradicted,
    /// No solution.
    None,
    /// At least two.
    Several,
    /// Not known within the limit.
    Undecided,
}

/// Searches for what the clues of a puzzle leave, within a budget.
pub(crate) fn prove(puzzle: &Puzzle, book: &Book, budget: Budget<'_>) -> Proof {
    let Ok(parts) = parts(puzzle, book) else {
        return Proof::None;
    };
    let model = Model::new(puzzle, &parts);
    let answer = prove_parts(
        puzzle,
        &parts,
        &model,
        Limits::within(budget, 2),
        Run::default(),
    );
    match answer.verdict {
        Verdict::None => Proof::None,
        Verdict::Several => Proof::Several,
        Verdict::Undecided => Proof::Undecided,
        Verdict::Unique => match answer.solutions.first() {
            Some(solution) => compare(puzzle, solution),
            None => Proof::Undecided,
        },
    }
}

fn compare(puzzle: &Puzzle, solution: &str) -> Proof {
    let Some(stated) = &puzzle.solution else {
        return Proof::Unique(solution.to_owned());
    };
    let digits = solution.chars().map(digit_of_char);
    let agrees = stated
        .iter()
        .zip(digits)
        .all(|(stated, digit)| stated.is_none() || *stated == digit);
    match (agrees, stated.iter().all(Option::is_some)) {
        (false, _) => Proof::Contradicted,
        (true, true) => Proof::Stated,
        (true, false) => Proof::Unique(solution.to_owned()),
    }
}

impl Proof {
    /// The reason why the reading has no verdict; `None` if it has one.
    pub(crate) fn doubt(&self) -> Option<Unread> {
        let found = match self {
            Self::Stated | Self::Unique(_) => return None,
            Self::Contradicted => {
                "the only solution of what was read is not the one that the file states"
            }
            Self::None => "what was read leaves no solution, so something is misread",
            Self::Several => "what was read leaves several solutions, so a rule is missing",
            Self::Undecided => {
                "what was read could not be proven unique within the limit of guesses or time"
            }
        };
        Some(open_part(DOUBT, vec![], Some(found.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::Layout;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_proof_ends_with_its_budget() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.about.rules = Some("Normal sudoku rules apply.".to_owned());
        let cancel = AtomicBool::new(true);
        let cancelled = Budget {
            cancel: Some(&cancel),
            ..Budget::NONE
        };
        for (budget, doubt) in [
            (Budget::NONE, Proof::Several.doubt()),
            (cancelled, Proof::Undecided.doubt()),
        ] {
            let read = crate::recognise(&puzzle, Book::builtin(), &[], budget);
            assert_eq!(read.unread, Vec::from_iter(doubt));
        }
    }
}
