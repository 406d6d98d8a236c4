//! Proves the generated puzzles with our engine.

use super::make::Made;
use super::{Study, write_lines};
use cluewright::{Book, Prepared, Stop};
use cluewright_engine::search::Deadline;
use cluewright_engine::search::Limits;
use cluewright_engine::search::Run;
use cluewright_formats::native::Native;
use cluewright_formats::{Format, ReadOptions};
use cluewright_puzzle::Puzzle;
use std::error::Error;
use std::time::Duration;
use tools::processor_time;

/// Total running time after which a proof is not repeated any more. The shortest run counts.
const ENOUGH: Duration = Duration::from_millis(30);

/// Proves each puzzle on one thread.
pub(crate) fn all(study: &Study, seconds: u64) -> Result<(), Box<dyn Error>> {
    let mut lines = study.others("ours.csv", "")?;
    for made in study.puzzles()? {
        let puzzles = Native.read(&made.puzzle, &ReadOptions::default())?;
        let puzzle = puzzles.into_iter().next().ok_or("no puzzle")?;
        lines.push(prove(&made, &puzzle, Duration::from_secs(seconds))?);
    }
    write_lines(&study.path("ours.csv"), &lines)
}

/// Proves a puzzle and returns its row. The columns are the family, the number, the verdict (`capped` at the limit),
/// the guesses, and the milliseconds of compilation and search together.
fn prove(made: &Made, puzzle: &Puzzle, limit: Duration) -> Result<String, Box<dyn Error>> {
    let limits = Limits {
        deadline: Deadline::after(limit),
        ..Limits::NONE
    };
    let (mut least, mut used) = (Duration::MAX, Duration::ZERO);
    let answer = loop {
        let start = processor_time();
        let prepared = Prepared::new(puzzle.clone(), Book::builtin())?;
        let answer = prepared.check(limits, Run::QUIET);
        let time = processor_time().saturating_sub(start);
        least = least.min(time);
        used += time.max(Duration::from_micros(100));
        if used > ENOUGH {
            break answer;
        }
    };
    let verdict = match answer.stopped {
        Some(Stop::Time) => "capped".to_owned(),
        _ => format!("{:?}", answer.verdict).to_lowercase(),
    };
    let (family, number) = made.id.split_once(' ').ok_or("no number")?;
    let milliseconds = least.as_secs_f64() * 1e3;
    let line = format!(
        "{family},{number},{verdict},{},{milliseconds:.3}",
        answer.nodes
    );
    Ok(line)
}
