//! Measures the general engine on plain sudoku, on one thread: compiles each puzzle, and searches for two
//! solutions.
//!
//! The program reads the first thousand puzzles of each collection `classic/*.txt` in the folder that
//! `CLUEWRIGHT_DATA` names, and prints a row per collection. Times are the best of five rounds.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
use cluewright_engine::compile;
use cluewright_engine::search::{Limits, solve};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Maximum number of puzzles to read from each collection.
const PUZZLES: usize = 1000;
/// Number of rounds. The fastest round counts.
const ROUNDS: u32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        println!("CLUEWRIGHT_DATA names no folder: nothing to measure");
        return Ok(());
    };
    let mut files: Vec<_> = fs::read_dir(Path::new(&folder).join("classic"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    println!("| collection | puzzles/s | compile us | search us | guesses | peak MiB |");
    println!("|---|---|---|---|---|---|");
    for path in files {
        let text = fs::read_to_string(&path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        measure(&name, &text)?;
    }
    Ok(())
}

fn measure(name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let lines: Vec<&str> = text.lines().take(PUZZLES).collect();
    let reading =
        cluewright_formats::read_any(&lines.join("\n"), Some("text-line"), &Default::default())?;
    let puzzles = reading.puzzles;
    let mut best = (Duration::MAX, Duration::MAX, 0);
    for _ in 0..ROUNDS {
        let round = round(&puzzles)?;
        if round.0 + round.1 < best.0.saturating_add(best.1) {
            best = round;
        }
    }
    let (compiling, searching, guesses) = best;
    let count = puzzles.len() as f64;
    let each = |time: Duration| time.as_secs_f64() * 1e6 / count;
    println!(
        "| {name} | {:.0} | {:.1} | {:.1} | {:.2} | {} |",
        count / (compiling + searching).as_secs_f64(),
        each(compiling),
        each(searching),
        guesses as f64 / count,
        peak_mebibytes().map_or("?".to_owned(), |peak| peak.to_string()),
    );
    Ok(())
}

/// Returns the time to compile the puzzles, the time to search them, and the number of guesses.
fn round(puzzles: &[Puzzle]) -> Result<(Duration, Duration, u64), Box<dyn Error>> {
    let (mut compiling, mut searching, mut guesses) = (Duration::ZERO, Duration::ZERO, 0);
    for puzzle in puzzles {
        let start = Instant::now();
        let model = compile(puzzle, Book::builtin())?;
        let compiled = Instant::now();
        let found = black_box(solve(&model, Limits::solutions(2)));
        searching += compiled.elapsed();
        compiling += compiled - start;
        guesses += found.nodes;
    }
    Ok((compiling, searching, guesses))
}

/// Returns the peak memory of this process, if the system reports it.
fn peak_mebibytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}
