//! Formats suggestions as text.

use cluewright_setter::setting::{Suggestion, Suggestions};
use std::fmt::Write;

/// Lists suggested changes, one per line.
#[must_use]
pub fn suggested_text(found: &Suggestions) -> String {
    let mut text = String::new();
    if let Some(rating) = found.rating {
        let _ = writeln!(text, "current rating {rating:.1}");
    }
    text.push('\n');
    let any = found.suggestions.iter().any(|suggestion| suggestion.unique);
    match (found.suggestions.is_empty(), any) {
        (true, _) => text.push_str("no such change was found; another --seed may find one\n"),
        _ if found.missed.is_some() => {
            text.push_str("no change found shifts the rating by that much; the nearest:\n");
        }
        (false, false) => {
            let known = found.known;
            let _ = writeln!(
                text,
                "none of the clues and pairs of clues that were tried makes the puzzle unique; these leave the fewest of the {known} known solutions:"
            );
        }
        (false, true) => {}
    }
    for suggestion in &found.suggestions {
        let _ = writeln!(text, "  {}{}", suggestion.text, suggestion_line(suggestion));
    }
    if !found.complete {
        text.push_str("\na limit was reached: there may be better ones\n");
    }
    text
}

fn suggestion_line(suggestion: &Suggestion) -> String {
    match (suggestion.rating, &suggestion.tier, suggestion.effort) {
        (Some(rating), Some(tier), Some(effort)) => {
            format!(": rating {rating:.1}, {tier}, effort {effort:.0}")
        }
        _ => suggestion
            .left
            .map_or_else(String::new, |left| format!(" leaves {left}")),
    }
}
