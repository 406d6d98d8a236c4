//! Converts repairs to edits that programs can apply.

use super::slips::Variation;
use cluewright_engine::model::Cite;
use cluewright_formats::{write_clue, write_given};
use cluewright_puzzle::{Edit, GIVEN, Puzzle};
use serde_json::{Map, Value};

/// Returns the edits that remove the cited clues and givens. The list is empty if one of the citations
/// is a house, because no edit can remove a house.
pub(super) fn make_removals(puzzle: &Puzzle, cites: &[Cite]) -> Vec<Edit> {
    let remove = |cite: &Cite| {
        let (rule, index) = place(puzzle, *cite)?;
        Some(Edit::Remove { rule, index })
    };
    let edits: Option<Vec<Edit>> = cites.iter().map(remove).collect();
    edits.unwrap_or_default()
}

/// Returns the edits that turn a puzzle into a variation of it. The list is empty if the new clue cannot
/// be written to a puzzle file.
pub(super) fn make_variation(puzzle: &Puzzle, variation: &Variation) -> Vec<Edit> {
    let edits = match variation.changed {
        None => make_addition(variation).map(|edit| vec![edit]),
        Some(changed) => {
            let pairs = [
                Some((changed, variation.becomes)),
                variation.with.map(|w| (w, w)),
            ];
            let replaced = pairs.into_iter().flatten().map(|(old, new)| {
                let (rule, index) = place(puzzle, old)?;
                let new = write_part(&variation.puzzle, new)?;
                Some(Edit::Replace { rule, index, new })
            });
            replaced.collect()
        }
    };
    edits.unwrap_or_default()
}

fn make_addition(variation: &Variation) -> Option<Edit> {
    let (rule, _) = place(&variation.puzzle, variation.becomes)?;
    let new = write_part(&variation.puzzle, variation.becomes)?;
    Some(Edit::Add { rule, new })
}

fn place(puzzle: &Puzzle, cite: Cite) -> Option<(String, usize)> {
    match cite {
        Cite::Clue(index) => {
            let index = usize::from(index);
            Some((puzzle.clues[index].rule.clone(), index))
        }
        Cite::Given(index) => Some((GIVEN.to_owned(), index.into())),
        Cite::House(_) => None,
    }
}

fn write_part(puzzle: &Puzzle, cite: Cite) -> Option<Map<String, Value>> {
    match cite {
        Cite::Clue(index) => write_clue(puzzle, &puzzle.clues[usize::from(index)]),
        Cite::Given(index) => write_given(puzzle, puzzle.givens[usize::from(index)]),
        Cite::House(_) => None,
    }
}
