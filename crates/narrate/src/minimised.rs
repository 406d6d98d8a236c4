//! Formats the result of removing redundant clues.

use crate::count_of;
use cluewright_rules::Named;
use cluewright_setter::setting::{Minimised, Sets};
use std::fmt::Write;

/// Maximum number of selections to list. The others are only counted.
const MOST: usize = 20;

/// Lists the removed clues, then the remaining clues.
#[must_use]
pub fn minimised_text(minimised: &Minimised) -> String {
    let mut text = String::new();
    let gone = count_of(minimised.removed.len(), "clue was", "clues were");
    let left = count_of(minimised.left, "is left", "are left");
    let proven = match minimised.proven {
        true => "nothing else can be removed",
        false => "a limit was reached; perhaps more can be removed",
    };
    let _ = writeln!(text, "\n{gone} removed, {left}; {proven}");
    list(
        &mut text,
        minimised.removed.iter().map(|clue| clue.name.clone()),
    );
    if !minimised.weakened.is_empty() {
        text.push_str("\nparts of clues that were removed too:\n");
        let weaker = minimised.weakened.iter();
        list(
            &mut text,
            weaker.map(|weaker| format!("{}: {}", weaker.clue.name, weaker.part)),
        );
    }
    if !minimised.kept_for_path.is_empty() {
        text.push_str("\nwithout any one of these it is unique, but the break-in or the hardest step changes:\n");
        list(
            &mut text,
            minimised.kept_for_path.iter().map(|clue| clue.name.clone()),
        );
    }
    if let Some(sets) = &minimised.sets {
        selections(sets, &mut text);
    }
    text
}

fn selections(sets: &Sets, text: &mut String) {
    let all = match sets.complete {
        true => "these are all",
        false => "a limit was reached; perhaps there are more",
    };
    let count = count_of(sets.sets.len(), "minimal selection", "minimal selections");
    let size = count_of(sets.size, "clue", "clues");
    let _ = writeln!(text, "\n{count} of at most {size} ({all}):");
    let names = |set: &Vec<Named>| {
        let names: Vec<&str> = set.iter().map(|clue| clue.name.as_str()).collect();
        match names.is_empty() {
            true => "nothing but what is kept".to_owned(),
            false => names.join(", "),
        }
    };
    list(text, sets.sets.iter().take(MOST).map(names));
    if let Some(more) = sets.sets.len().checked_sub(MOST).filter(|&more| more > 0) {
        let _ = writeln!(text, "  and {more} more (--json lists them)");
    }
}

fn list(text: &mut String, lines: impl Iterator<Item = String>) {
    lines.for_each(|line| {
        let _ = writeln!(text, "  {line}");
    });
}
