//! Which digits occur in some solution, and in how many? `cargo run --release --example true_candidates FILE`
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use cluewright::ask::{Candidates, Host};
use cluewright::{Book, Prepared, ReadOptions, read_any};
use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name a puzzle file")?;
    let text = fs::read_to_string(file)?;
    let mut puzzles = read_any(&text, None, &ReadOptions::default())?.puzzles;
    let prepared = Prepared::new(puzzles.remove(0), Book::builtin())?;
    let mut question = Candidates::default();
    question.cap = 8;
    let found = prepared.ask(&question, &Host::default())?;
    for (cell, counts) in found.candidates.iter().enumerate() {
        let digits = counts.iter().map(|(digit, count)| match count {
            8.. => format!("{digit} (8 or more)"),
            _ => format!("{digit} ({count})"),
        });
        println!(
            "cell {}: {}",
            cell + 1,
            digits.collect::<Vec<_>>().join(", ")
        );
    }
    Ok(())
}
