//! Which clue is to blame, and which change would repair it? `cargo run --release --example clue_to_blame FILE`
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use cluewright::ask::{Diagnose, Host};
use cluewright::{Book, Prepared, ReadOptions, read_any};
use std::error::Error;
use std::fs;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name a puzzle file")?;
    let text = fs::read_to_string(file)?;
    for puzzle in read_any(&text, None, &ReadOptions::default())?.puzzles {
        let prepared = Prepared::new(puzzle, Book::builtin())?;
        blame(&prepared)?;
    }
    Ok(())
}

fn blame(prepared: &Prepared) -> Result<(), Box<dyn Error>> {
    let found = prepared.ask(&Diagnose::default(), &Host::default())?;
    println!("{:?}", found.diagnosis.answer.verdict);
    for conflict in &found.diagnosis.conflicts {
        let names: Vec<&str> = conflict
            .clues
            .iter()
            .map(|clue| clue.name.as_str())
            .collect();
        println!("these contradict each other: {}", names.join(", "));
    }
    for change in &found.diagnosis.changes {
        println!("{} -> {}", change.clue.name, change.becomes);
    }
    Ok(())
}
