//! The proof that a reading needs before it is trusted.

use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, prove_parts};
use cluewright_puzzle::{DOUBT, Puzzle, Unread, digit_of_char, open_part};
use cluewright_rules::Book;

/// Maximum number of search nodes for the proof of a reading. Nearly all published puzzles need less than a hundredth
/// of this number.
pub(crate) const NODES: u64 = 400_000;

/// Maximum number of search nodes for a puzzle with layers; they take about four seconds. The limit is lower than
/// [`NODES`] because each node of such a puzzle takes much longer.
pub(crate) const LAYERED_NODES: u64 = 40_000;

/// Maximum number of search nodes for a puzzle with layers and open parts. The limit is low because nearly all such
/// puzzles have several solutions.
pub(crate) const OPEN_LAYERED_NODES: u64 = 4_000;

/// Maximum number of search nodes for a puzzle with open parts and without a stated solution. A proof only leads to a
/// question, so it must not delay the reading.
pub(crate) const OPEN_NODES: u64 = 4_000;

/// The number of solutions of the clues, and the relation of a unique solution to the stated one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Exactly one solution, which the file states.
    Stated,
    /// Exactly one solution, given here. The file states no solution, or only some digits, which agree.
    Unique(String),
    /// Exactly one solution, which contradicts the stated solution.
    Contradicted,
    /// No solution.
    None,
    /// At least two solutions.
    Several,
    /// Unknown, because the budget ran out during the search.
    Undecided,
}

/// Searches for up to two solutions of a puzzle, and compares a unique one with the stated solution.
pub(crate) fn prove(puzzle: &Puzzle, book: &Book, budget: Budget<'_>) -> Proof {
    // The only error is a clue that does not fit its rule, which is as much a misreading as a contradiction is.
    let Ok(parts) = parts(puzzle, book) else {
        return Proof::None;
    };
    let model = Model::new(puzzle, &parts);
    let answer = prove_parts(
        puzzle,
        &parts,
        &model,
        // The second solution already shows that there are several, so the search does not look for more.
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
    /// Returns the reason why the reading has no verdict; `None` if it has a verdict.
    pub(crate) fn doubt(&self) -> Option<Unread> {
        let found = match self {
            Self::Stated | Self::Unique(_) => return None,
            Self::Contradicted => {
                "the clues that were read have one solution, but not the one that the file states"
            }
            Self::None => "the clues that were read have no solution, so something was misread",
            Self::Several => {
                "the clues that were read have several solutions, so a rule is missing"
            }
            Self::Undecided => {
                "the clues that were read could not be proven unique within the limit of guesses or time"
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
