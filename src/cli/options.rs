//! Options that mean the same for every command.

use super::complaint::Complaint;
use super::input::Source;
use crate::formats::{FORMATS, ReadOptions};
use crate::puzzle::Puzzle;
use crate::search::Limits;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::time::Duration;

/// How to read puzzles.
#[derive(Args, Clone, Debug)]
pub struct Reading {
    /// The format the puzzle is written in; found out from the text when left out
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(format_names()))]
    pub format: Option<String>,

    /// Go on when the puzzle holds a rule that Cluewright does not know, and say so with the answer
    ///
    /// The unknown rule is left out, so the answer is about the rest of the puzzle: "unique" stays
    /// true with the rule added only if the solution happens to obey it, and "several" may well become
    /// "unique".
    #[arg(long)]
    pub ignore_unknown: bool,
}

/// How hard to try.
#[derive(Args, Clone, Debug)]
pub struct Effort {
    /// How many processor threads to use; 0 means all. Answers do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Limits")]
    pub threads: usize,

    /// Stop after so many guesses ("nodes") and answer "undecided"; `none` never stops
    ///
    /// Counting guesses, not seconds, makes the same answer come out on a slow and on a fast machine.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_NODES, value_parser = nodes, help_heading = "Limits")]
    pub node_limit: u64,

    /// Stop after so much time and answer "undecided": 30, 30s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub time_limit: Option<Duration>,
}

/// How to answer.
#[derive(Args, Clone, Copy, Debug)]
pub struct Answering {
    /// Answer in JSON, for programs: one object per puzzle, each on a line of its own
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Say nothing but the answer: no echo of what was read, no progress
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// About a minute of a hard puzzle.
const DEFAULT_NODES: u64 = 20_000_000;

impl Reading {
    /// Reads the puzzles that the argument names (standard input when there is none), and the format
    /// they were in.
    ///
    /// # Errors
    /// When there is no such file, no format knows the text, or something in it is not understood.
    pub fn read(&self, argument: Option<&str>) -> Result<Vec<Puzzle>, Complaint> {
        let source = Source::open(argument)?;
        let options = ReadOptions {
            ignore_unknown: self.ignore_unknown,
        };
        let read = crate::formats::read_any(&source.text, self.format.as_deref(), &options);
        read.map_err(|error| Complaint::about(&source, error))
    }
}

impl Effort {
    /// The search's limits. A run that Ctrl-C ends gives the answer so far.
    #[must_use]
    pub fn limits(&self) -> Limits<'static> {
        Limits {
            nodes: self.node_limit,
            time: self.time_limit,
            cancel: Some(super::interrupt::flag()),
            ..Limits::default()
        }
    }
}

fn format_names() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name()).collect()
}

fn nodes(text: &str) -> Result<u64, String> {
    match text {
        "none" => Ok(u64::MAX),
        _ => text
            .replace('_', "")
            .parse()
            .map_err(|_| "expected a number such as 1000000, or `none`".to_owned()),
    }
}

/// A time such as `30`, `30s`, `500ms`, `2m`, `1h`.
fn duration(text: &str) -> Result<Duration, String> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &text[..text.len() - unit.len()];
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; expected ms, s, m or h")),
    };
    let amount: f64 = number
        .parse()
        .map_err(|_| "expected a time such as 30s, 500ms or 2m".to_owned())?;
    Duration::try_from_secs_f64(amount * seconds).map_err(|_| "the time is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        let seconds = |text| duration(text).map(|d| d.as_secs_f64());
        assert_eq!(seconds("30"), Ok(30.0));
        assert_eq!(seconds("1.5m"), Ok(90.0));
        assert_eq!(seconds("250ms"), Ok(0.25));
        for wrong in ["", "s", "10 apples", "-3", "1e9", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
