//! Formats numbers, times and verdicts.

use cluewright_engine::search::{Answer, Stop, Verdict};
use std::time::Duration;

/// Returns the verdict in one line, with its proof and, if given, its time.
#[must_use]
pub fn verdict_line(answer: &Answer, time: impl Into<Option<Duration>>) -> String {
    let proof = match time.into() {
        Some(time) => format!("{}, {}", guesses(answer.nodes), seconds(time)),
        None => guesses(answer.nodes),
    };
    match answer.verdict {
        Verdict::Unique => format!("unique: there is exactly one solution ({proof})"),
        Verdict::None => format!("none: there is no solution ({proof})"),
        Verdict::Several => format!("several: there is more than one solution ({proof})"),
        Verdict::Undecided => {
            // With a second solution the verdict would be `Several`, so there is at most one.
            let found = match answer.count {
                0 => "no solution yet",
                _ => "one solution so far",
            };
            let done = answer.fraction.map_or(String::new(), search_share);
            format!(
                "undecided: {found}{done}; {} ({proof})",
                stop_reason(answer.stopped)
            )
        }
    }
}

/// Describes the share of a search that was completed before a limit stopped it.
fn search_share(share: f64) -> String {
    match share * 100.0 {
        ..1.0 => " after less than 1 % of the search".to_owned(),
        percent => format!(" after about {percent:.0} % of the search"),
    }
}

/// Describes the limit that stopped a search, and gives advice.
#[must_use]
pub fn stop_reason(stop: Option<Stop>) -> &'static str {
    match stop {
        None => "the search was finished",
        Some(Stop::Solutions) => "stopped at the limit of solutions; --limit raises it",
        Some(Stop::Nodes) => "stopped at the limit of guesses; --node-limit raises it",
        Some(Stop::Time) => "stopped at the time limit; --time-limit raises it",
        Some(Stop::Cancelled) => "stopped by Ctrl-C",
    }
}

/// Returns a complete line with the number of solutions and its proof.
#[must_use]
pub fn count_line(answer: &Answer, time: Duration) -> String {
    let proof = format!("{}, {}", guesses(answer.nodes), seconds(time));
    let solutions = match answer.count {
        1 => "1 solution".to_owned(),
        count => format!("{} solutions", with_commas(count)),
    };
    match answer.complete {
        true => format!("{solutions} ({proof})\n"),
        false => format!(
            "at least {solutions}; {} ({proof})\n",
            stop_reason(answer.stopped)
        ),
    }
}

/// Returns a number with its noun: `1 given`, `3 givens`, `no givens`.
pub fn count_of(count: usize, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// Formats a number of rows in words: `no rows`, `1 row`, `12,345 rows`.
pub fn row_count(rows: u64) -> String {
    match rows {
        0 => "no rows".to_owned(),
        1 => "1 row".to_owned(),
        _ => format!("{} rows", with_commas(rows)),
    }
}

/// Formats a number of guesses in words: `no guess`, `1 guess`, `12,345 guesses`.
#[must_use]
pub fn guesses(nodes: u64) -> String {
    match nodes {
        0 => "no guess".to_owned(),
        1 => "1 guess".to_owned(),
        _ => format!("{} guesses", with_commas(nodes)),
    }
}

/// Formats a number with commas between thousands.
#[must_use]
pub fn with_commas(number: u64) -> String {
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

/// Formats a time in readable form: `0.8 ms`, `12 ms` or `3.4 s`.
#[must_use]
pub fn seconds(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        ..10.0 => format!("{ms:.1} ms"),
        ..1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.1} s", ms / 1000.0),
    }
}

/// Returns a text with its first letter in upper case.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        None => String::new(),
        Some(first) => first.to_uppercase().chain(letters).collect(),
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
            assert_eq!(with_commas(number), text);
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
