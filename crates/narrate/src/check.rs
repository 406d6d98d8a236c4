//! Formats the results of `cluewright check`.

use super::solution::differences;
use crate::one_line;
use crate::{count_of, verdict_line};
use cluewright_engine::search::{Answer, Verdict};
use cluewright_puzzle::{Puzzle, Unread, digit_char, summarise_unread};
use cluewright_rules::Named;
use cluewright_setter::diagnose::Checked;
use std::fmt::Write;
use std::time::Duration;

/// Returns the message that a puzzle was not checked, followed by the drawings that are the reason. The text consists of
/// complete lines.
#[must_use]
pub fn unchecked_text(unread: &[Unread], name: Option<&str>) -> String {
    const MOST_LISTED: usize = 10;
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    let mut text = format!("{name}not checked: {}\n", summarise_unread(unread));
    for drawing in unread.iter().take(MOST_LISTED) {
        let words = drawing
            .text
            .iter()
            .map(|text| format!("`{}`", one_line(text)));
        let words: Vec<String> = words.chain(places(&drawing.cells)).collect();
        let kind = one_line(&drawing.kind);
        let count = match drawing.count {
            0 | 1 => String::new(),
            count => format!("{count} x "),
        };
        let rules = match drawing.rules.is_empty() {
            true => String::new(),
            false => format!("; {}?", drawing.rules.join(", ")),
        };
        let _ = writeln!(text, "  {count}{kind} {}{rules}", words.join(" at "));
    }
    if let Some(more) = unread
        .len()
        .checked_sub(MOST_LISTED)
        .filter(|&more| more > 0)
    {
        let _ = writeln!(text, "  and {more} more");
    }
    text.push_str(
        "say what they mean with --read 'DRAWING = RULE' (= decoration: no rule), or check the clues alone with \
         --ignore-drawings\n",
    );
    text
}

/// Names the first few cells of a drawing; `None` if it has no cells.
fn places(cells: &[String]) -> Option<String> {
    const MOST_NAMED: usize = 6;
    let named = cells[..cells.len().min(MOST_NAMED)].join(" ");
    match cells.len() {
        0 => None,
        count if count > MOST_NAMED => Some(format!("{named} ...")),
        _ => Some(named),
    }
}

/// Returns the result as complete lines. `name` is placed before the verdict if several puzzles are
/// checked.
#[must_use]
pub fn check_text(
    puzzle: &Puzzle,
    checked: &Checked,
    time: Duration,
    name: Option<&str>,
) -> String {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    let mut text = breaks_text(&checked.violated, &name);
    let answer = &checked.answer;
    let _ = writeln!(text, "{name}{}", verdict_line(answer, time));
    match (checked.matches, answer.verdict) {
        (Some(true), _) => text.push_str("it is the file's solution\n"),
        (Some(false), _) => text.push_str(&other_solution(puzzle, answer)),
        (None, Verdict::Several) => text.push_str(&two_solutions(puzzle, answer)),
        _ => {}
    }
    text
}

/// Lists the clues that the file's own solution violates, as complete lines.
pub(super) fn breaks_text(violated: &[Named], name: &str) -> String {
    let mut text = String::new();
    if !violated.is_empty() {
        let _ = writeln!(text, "{name}the file's own solution violates");
    }
    for broken in violated {
        let _ = writeln!(text, "  {}", broken.name);
    }
    text
}

fn two_solutions(puzzle: &Puzzle, answer: &Answer) -> String {
    let [one, other] = &answer.solutions[..] else {
        return String::new();
    };
    let cells = one
        .chars()
        .zip(other.chars())
        .filter(|(a, b)| a != b)
        .count();
    let extras = [answer.extras.first(), answer.extras.get(1)];
    let grids = differences(puzzle, [one, other], extras);
    match cells {
        0 => format!("two that differ only outside the grid:\n{grids}\n"),
        _ => format!(
            "two that differ in {}:\n{grids}\n",
            count_of(cells, "cell", "cells")
        ),
    }
}

pub(super) fn other_solution(puzzle: &Puzzle, answer: &Answer) -> String {
    let found = answer.solutions.first().map_or("", String::as_str);
    let digits = puzzle.solution.iter().flatten();
    // The file's solution may have blanks, which cannot differ from any solution.
    let expected: String = digits
        .zip(found.chars())
        .map(|(digit, found)| digit.map_or(found, digit_char))
        .collect();
    let grids = differences(puzzle, [found, &expected], [None, None]);
    format!("but the file has another (on the right):\n{grids}\n")
}
