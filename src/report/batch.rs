//! Descriptions of a batch in words: its progress and its result.

use crate::batch::{Distribution, Gauge, Status, Tally};
use cluewright_narrate::{row_count, seconds, with_commas};
use std::fmt::Write;
use std::time::Duration;

/// Describes the progress on one line. Names the puzzle that has been processed for the longest time, if that time
/// exceeds `slow`.
#[must_use]
pub(crate) fn batch_progress(status: &Status, time: Duration, slow: Duration) -> String {
    let mut text = format!("{}/s  {}", rate(status, time), counts(&status.tally));
    if let Some((name, time)) = status.slowest.as_ref().filter(|(_, time)| *time > slow) {
        let _ = write!(text, "  at {name} for {}", seconds(*time));
    }
    text
}

/// Describes the result on one line.
#[must_use]
pub(crate) fn batch_line(status: &Status, time: Duration) -> String {
    let new = status.tally.rows().saturating_sub(status.kept);
    if status.finished && new == 0 && status.kept > 0 {
        return match status.kept {
            1 => "nothing to do: the row is complete\n".to_owned(),
            kept => format!(
                "nothing to do: all {} rows are complete\n",
                with_commas(kept)
            ),
        };
    }
    let rows = row_count(new);
    let before = match status.kept {
        0 => String::new(),
        kept => format!(" after {} of an earlier run", with_commas(kept)),
    };
    let (took, rate) = (seconds(time), rate(status, time));
    format!(
        "{rows}{before} in {took} ({rate}/s): {}\n",
        counts(&status.tally)
    )
}

/// Returns a table of the verdicts, followed by the summaries of the columns.
#[must_use]
pub(crate) fn batch_summary(status: &Status) -> String {
    let rows = status.tally.rows();
    let mut text = String::new();
    shares(&mut text, status.tally.named(), rows);
    let _ = writeln!(text, "{:WIDTH$} {:>14}", "rows", with_commas(rows));
    if status.kept > 0 && status.gauges.iter().next().is_some() {
        let kept = row_count(status.kept);
        let _ = writeln!(text, "\nwithout the {kept} of an earlier run:");
    }
    for (name, gauge) in status.gauges.iter() {
        if let Gauge::Words(words) = gauge
            && words.iter().any(|(_, count)| *count > 0)
        {
            let _ = writeln!(text, "\n{name}");
            let total = words.iter().map(|(_, count)| count).sum();
            let words = words.iter().map(|(word, count)| (word.as_str(), *count));
            shares(&mut text, words, total);
        }
    }
    numbers(&mut text, status);
    text
}

/// Width of the first column of the table, in characters.
const WIDTH: usize = 26;

/// Writes a line for each word that occurs, with its count and its share of `total`.
fn shares<'a>(text: &mut String, words: impl IntoIterator<Item = (&'a str, u64)>, total: u64) {
    for (word, count) in words.into_iter().filter(|(_, count)| *count > 0) {
        let share = 100.0 * count as f64 / total as f64;
        let _ = writeln!(
            text,
            "{word:WIDTH$} {:>14}  {share:5.1}%",
            with_commas(count)
        );
    }
}

/// Writes the quantiles of every column of numbers.
fn numbers(text: &mut String, status: &Status) {
    let numbers = status
        .gauges
        .iter()
        .filter_map(|(name, gauge)| match gauge {
            Gauge::Numbers(all) if all.count() > 0 => Some((name, all)),
            _ => None,
        });
    for (index, (name, all)) in numbers.enumerate() {
        if index == 0 {
            let _ = write!(text, "\n{:16}", "");
            for (name, _) in QUANTILES {
                let _ = write!(text, " {name:>10}");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "{name:16}{}", quantiles(all));
    }
}

/// The quantiles in the table, each with its heading.
const QUANTILES: [(&str, f64); 5] = [
    ("median", 0.5),
    ("90%", 0.9),
    ("99%", 0.99),
    ("99.9%", 0.999),
    ("most", 1.0),
];

fn quantiles(all: &Distribution) -> String {
    let value = |(_, part)| match all.at(part).unwrap_or_default() {
        value @ ..0.01 => format!("{value:.4}"),
        value @ ..10.0 => format!("{value:.2}"),
        value => with_commas(value.round() as u64),
    };
    QUANTILES
        .map(|quantile| format!(" {:>10}", value(quantile)))
        .concat()
}

/// Returns the number of rows per second in this run.
fn rate(status: &Status, time: Duration) -> String {
    // The rows of an earlier run are subtracted, because `time` covers only this run.
    let rows = status.tally.rows().saturating_sub(status.kept) as f64;
    match rows / time.as_secs_f64().max(1e-9) {
        rate @ ..10.0 => format!("{rate:.1}"),
        rate => with_commas(rate as u64),
    }
}

fn counts(tally: &Tally) -> String {
    let named = tally.named().into_iter().filter(|(_, count)| *count > 0);
    let counts: Vec<String> = named
        .map(|(name, count)| match (name, count) {
            ("errors", 1) => "1 error".to_owned(),
            _ => format!("{} {name}", with_commas(count)),
        })
        .collect();
    match counts.is_empty() {
        true => "nothing".to_owned(),
        false => counts.join(", "),
    }
}
