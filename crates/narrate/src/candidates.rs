//! Formats true candidates, and estimates of the number of solutions.

use crate::Paint;
use crate::{Grid, Look};
use crate::{count_of, guesses, seconds, stop_reason, with_commas};
use cluewright_engine::search::{Candidates, Counts, Estimate, Verdict};
use cluewright_puzzle::{Cell, Puzzle, digit_char};
use std::fmt::Write;
use std::time::Duration;

/// Draws the grid with the digits that each cell has in some solution. If the cap is above 1, appends the number of
/// solutions with each digit.
#[must_use]
pub fn candidates_text(puzzle: &Puzzle, found: &Candidates, time: Duration) -> String {
    let mut text = String::new();
    if found.verdict != Verdict::None {
        let looks = found.candidates.iter().map(look);
        let _ = writeln!(text, "{}", Grid::new(&puzzle.layout, looks.collect()));
    }
    let grid = found.candidates.iter().enumerate();
    let grid = grid.map(|(cell, counts)| (puzzle.cell_name(Cell::from_index(cell)), counts));
    let beside = found.extras.iter().flat_map(|(name, cells)| {
        let name = move |place: usize| match cells.len() {
            1 => name.clone(),
            _ => format!("{name}[{}]", place + 1),
        };
        cells
            .iter()
            .enumerate()
            .map(move |(place, counts)| (name(place), counts))
    });
    // With a cap of 1 every number would be 1, so only a higher cap adds lines.
    let shown = |counts: &Counts| found.cap > 1 && counts.len() > 1;
    // The grid does not show auxiliary variables, so they are always listed.
    for (name, counts) in grid.filter(|(_, counts)| shown(counts)).chain(beside) {
        let _ = writeln!(text, "{name}: {}", counts_text(counts, found.cap));
    }
    let proof = format!("{}, {}", guesses(found.nodes), seconds(time));
    let _ = match (found.verdict, found.complete) {
        (Verdict::None, _) => writeln!(text, "none: there is no solution ({proof})"),
        (_, true) => {
            let open = found
                .candidates
                .iter()
                .filter(|counts| counts.len() > 1)
                .count();
            let open = count_of(open, "open cell", "open cells");
            writeln!(
                text,
                "{open}: each digit shown occurs in some solution ({proof})"
            )
        }
        (_, false) => {
            let left = count_of(found.open as usize, "candidate", "candidates");
            writeln!(
                text,
                "{left} not settled; {} ({proof})",
                stop_reason(found.stopped)
            )
        }
    };
    text
}

fn look(counts: &Counts) -> Look {
    let paint = match counts.len() {
        1 => Paint::Bold,
        _ => Paint::Plain,
    };
    let digits = counts.keys().copied().map(digit_char);
    Look {
        paint,
        ..Look::plain(digits.collect::<String>())
    }
}

/// Formats the number of solutions with each digit: `1 in 2, 4 in 3 or more`.
fn counts_text(counts: &Counts, cap: u64) -> String {
    let one = |(digit, &count): (&u8, &u64)| {
        let more = if count >= cap { " or more" } else { "" };
        format!("{} in {}{more}", digit_char(*digit), with_commas(count))
    };
    let all: Vec<String> = counts.iter().map(one).collect();
    all.join(", ")
}

/// Returns a complete line with the estimated number of solutions and its confidence interval, or with the exact
/// number if it is known.
#[must_use]
pub fn estimate_line(found: &Estimate, time: Duration) -> String {
    let time = seconds(time);
    if found.exact {
        return format!("exactly {} solutions ({time})\n", round_figure(found.mean));
    }
    let probes = format!("{} probes, {time}", with_commas(found.probes));
    let why = match found.stopped {
        None => String::new(),
        stop => format!("; {}", stop_reason(stop)),
    };
    match found.interval {
        None => format!("unknown: too few probes found a solution{why} ({probes})\n"),
        Some([low, high]) => format!(
            "about {} solutions; with 95% confidence {} to {}{why} ({probes})\n",
            mean(found),
            round_figure(low),
            round_figure(high)
        ),
    }
}

/// Formats the mean of an estimate. If the mean exceeds the range of `f64`, it is computed from the logarithm.
fn mean(found: &Estimate) -> String {
    match found.log10 {
        Some(log) if found.mean == f64::MAX => {
            format!("{:.2}e{}", 10f64.powf(log.fract()), log.floor())
        }
        _ => round_figure(found.mean),
    }
}

/// Formats a number, rounded to three significant digits if it is 10,000 or more: `5,470,000`, `6.67e21`.
pub(super) fn round_figure(number: f64) -> String {
    match number {
        ..1e4 => with_commas(number.round() as u64),
        ..1e15 => {
            let unit = 10f64.powf(number.log10().floor() - 2.0);
            with_commas(((number / unit).round() * unit).round() as u64)
        }
        f64::MAX => "over 1.79e308".to_owned(),
        _ => format!("{number:.2e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_keep_three_digits() {
        let cases = [
            (0.0, "0"),
            (812.4, "812"),
            (5_472_831.2, "5,470,000"),
            (6.670_9e21, "6.67e21"),
        ];
        for (number, text) in cases {
            assert_eq!(round_figure(number), text);
        }
    }
}
