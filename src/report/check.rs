//! What `cluewright check` found, as JSON and as text.

use super::echo::counted;
use super::named::Named;
use super::solution::differences;
use crate::puzzle::{Puzzle, digit_char};
use crate::search::{Answer, Stop, Verdict};
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// What `cluewright check --json` says of a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct Checked<'a> {
    /// The file, `standard input` or `the command line`.
    pub puzzle: &'a str,
    /// Its place in the file, from 1, where the file holds several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The puzzle's title.
    pub title: Option<&'a str>,
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// Whether the one solution is the file's; null when there is not one of each.
    pub matches: Option<bool>,
    /// What the file's own solution breaks.
    pub violated: Vec<Named>,
    /// What the reader wants the setter to know; the verdict is about the puzzle as it was read.
    pub warnings: &'a [String],
}

/// The result as a setter reads it, in whole lines. `name` stands before the verdict where several
/// puzzles are checked.
#[must_use]
pub fn check_text(
    puzzle: &Puzzle,
    checked: &Checked<'_>,
    time: Duration,
    name: Option<&str>,
) -> String {
    let mut text = String::new();
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    if !checked.violated.is_empty() {
        let _ = writeln!(text, "{name}the file's own solution breaks");
        for broken in &checked.violated {
            let _ = writeln!(text, "  {}", broken.name);
        }
    }
    let answer = &checked.answer;
    let _ = writeln!(text, "{name}{}", verdict_line(answer, time));
    match (checked.matches, answer.verdict) {
        (Some(true), _) => text.push_str("it is the file's solution\n"),
        (Some(false), _) => text.push_str(&other_solution(puzzle, answer)),
        (None, Verdict::Several) => text.push_str(&two_solutions(puzzle, answer)),
        _ => {}
    }
    for warning in checked.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

/// The verdict in one line, with what proves it.
#[must_use]
pub fn verdict_line(answer: &Answer, time: Duration) -> String {
    let proof = format!("{}, {}", guesses(answer.nodes), seconds(time));
    match answer.verdict {
        Verdict::Unique => format!("unique: there is exactly one solution ({proof})"),
        Verdict::None => format!("none: there is no solution ({proof})"),
        Verdict::Several => format!("several: there is more than one solution ({proof})"),
        Verdict::Undecided => {
            let found = match answer.count {
                0 => "no solution yet",
                _ => "one solution so far",
            };
            format!("undecided: {found}; {} ({proof})", stopped(answer.stopped))
        }
    }
}

/// What stopped a search, and what to do about it.
#[must_use]
pub fn stopped(stop: Option<Stop>) -> &'static str {
    match stop {
        None => "the search went to its end",
        Some(Stop::Solutions) => "stopped at the limit of solutions; --limit raises it",
        Some(Stop::Nodes) => "stopped at the limit of guesses; --node-limit raises it",
        Some(Stop::Time) => "stopped at the time limit; --time-limit raises it",
        Some(Stop::Cancelled) => "stopped by Ctrl-C",
    }
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
        0 => format!("two that differ only beside the grid:\n{grids}\n"),
        _ => format!(
            "two that differ in {}:\n{grids}\n",
            counted(cells, "cell", "cells")
        ),
    }
}

fn other_solution(puzzle: &Puzzle, answer: &Answer) -> String {
    let found = answer.solutions.first().map_or("", String::as_str);
    let digits = puzzle.solution.iter().flatten();
    // Where the file is silent it cannot differ.
    let expected: String = digits
        .zip(found.chars())
        .map(|(digit, found)| digit.map_or(found, digit_char))
        .collect();
    let grids = differences(puzzle, [found, &expected], [None, None]);
    format!("but the file has another (on the right):\n{grids}\n")
}

/// `no guess`, `1 guess`, `12,345 guesses`.
#[must_use]
pub fn guesses(nodes: u64) -> String {
    match nodes {
        0 => "no guess".to_owned(),
        1 => "1 guess".to_owned(),
        _ => format!("{} guesses", grouped(nodes)),
    }
}

/// A number with a comma at each thousand.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time as people say it: `0.8 ms`, `12 ms`, `3.4 s`.
#[must_use]
pub fn seconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        ..10.0 => format!("{ms:.1} ms"),
        ..1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.1} s", ms / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn times_keep_two_or_three_digits() {
        let shown = |micros| seconds(Duration::from_micros(micros));
        assert_eq!(shown(840), "0.8 ms");
        assert_eq!(shown(12_345), "12 ms");
        assert_eq!(shown(3_400_000), "3.4 s");
    }
}
