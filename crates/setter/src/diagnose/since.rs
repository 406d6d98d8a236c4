//! Lists the changes since an earlier version of a puzzle, and finds the ones to blame.

use super::answer::Since;
use super::named;
use crate::suspect::{Suspects, without};
use cluewright_engine::compile;
use cluewright_engine::model::Cite;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, prove};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, ClueError};

/// Compares a puzzle with an earlier version. If the new version is not unique, each change is undone on its own to
/// test whether that makes the puzzle unique. After the deadline, no further change is undone, and the verdict of
/// the earlier version is "undecided".
///
/// # Errors
/// Returns an error if a clue of the earlier version does not fit its rule.
pub fn since(
    puzzle: &Puzzle,
    was: &Puzzle,
    verdict: Verdict,
    book: &Book,
    budget: Budget<'_>,
    run: Run<'_>,
) -> Result<Since, ClueError> {
    let verdict_of = |puzzle: &Puzzle| -> Result<Verdict, ClueError> {
        let model = compile(puzzle, book)?;
        Ok(prove(puzzle, &model, Limits::within(budget, 2), run).verdict)
    };
    let added = missing_in(puzzle, was);
    let removed = missing_in(was, puzzle);
    let layout_changed = puzzle.layout != was.layout
        || puzzle.extras != was.extras
        || puzzle.own_rules != was.own_rules;
    let mut to_blame = vec![];
    // If the layout differs, clues of one version may not fit the other, so single changes cannot be undone.
    if verdict != Verdict::Unique && !layout_changed {
        for change in changes(puzzle, was, &added, &removed) {
            if !budget.has_time() {
                break;
            }
            let undone = change.undone(puzzle, was);
            if verdict_of(&undone)? == Verdict::Unique {
                to_blame.extend(change.added.map(|cite| named(book, puzzle, cite)));
                to_blame.extend(change.removed.map(|cite| named(book, was, cite)));
            }
        }
    }
    Ok(Since {
        added: added
            .iter()
            .map(|&cite| named(book, puzzle, cite))
            .collect(),
        removed: removed.iter().map(|&cite| named(book, was, cite)).collect(),
        layout_changed,
        verdict: verdict_of(was)?,
        to_blame,
    })
}

/// Returns the clues and givens of one puzzle that are missing from the other.
fn missing_in(puzzle: &Puzzle, other: &Puzzle) -> Vec<Cite> {
    let lacks = |cite: &Cite| match *cite {
        Cite::Clue(index) => !other.clues.contains(&puzzle.clues[usize::from(index)]),
        Cite::Given(index) => !other.givens.contains(&puzzle.givens[usize::from(index)]),
        Cite::House(_) => false,
    };
    Suspects::of(puzzle, false).all().filter(lacks).collect()
}

/// A clue that was added, removed or replaced.
struct Edit {
    added: Option<Cite>,
    removed: Option<Cite>,
}

/// Lists the changes between two versions. Each added clue is paired with the first removed clue that may be its
/// earlier version, if there is one. Such a pair is a replacement.
fn changes(puzzle: &Puzzle, was: &Puzzle, added: &[Cite], removed: &[Cite]) -> Vec<Edit> {
    let mut gone = removed.to_vec();
    let mut edits = vec![];
    for &new in added {
        let twin = gone
            .iter()
            .position(|&old| is_version_of(puzzle, new, was, old));
        // A removed clue is the earlier version of at most one new clue, so it is paired only once.
        let removed = twin.map(|place| gone.remove(place));
        edits.push(Edit {
            added: Some(new),
            removed,
        });
    }
    edits.extend(gone.into_iter().map(|old| Edit {
        added: None,
        removed: Some(old),
    }));
    edits
}

/// Returns `true` if one clue may be a version of the other: they share cells or belong to the same global rule.
fn is_version_of(puzzle: &Puzzle, new: Cite, was: &Puzzle, old: Cite) -> bool {
    match (new, old) {
        (Cite::Given(new), Cite::Given(old)) => {
            puzzle.givens[usize::from(new)].cell == was.givens[usize::from(old)].cell
        }
        (Cite::Clue(new), Cite::Clue(old)) => {
            let (new, old) = (
                &puzzle.clues[usize::from(new)],
                &was.clues[usize::from(old)],
            );
            let common = new
                .cells()
                .any(|cell| old.cells().any(|other| other == cell));
            // Global clues have no cells to share, so only their rules are compared.
            let global = new.slots.is_empty() && old.slots.is_empty();
            common || (global && new.rule == old.rule)
        }
        _ => false,
    }
}

impl Edit {
    fn undone(&self, puzzle: &Puzzle, was: &Puzzle) -> Puzzle {
        let mut undone = match self.added {
            Some(added) => without(puzzle, &[added]),
            None => puzzle.clone(),
        };
        match self.removed {
            Some(Cite::Clue(index)) => undone.clues.push(was.clues[usize::from(index)].clone()),
            Some(Cite::Given(index)) => undone.givens.push(was.givens[usize::from(index)]),
            _ => {}
        }
        undone
    }
}
