//! Is the puzzle of this link unique? `cargo run --release --example check_link 'https://…'`
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use cluewright::ask::{Check, Host};
use cluewright::{Book, Prepared, ReadOptions, Verdict, read_any};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let link = std::env::args().nth(1).ok_or("name a link or a puzzle")?;
    let reading = read_any(&link, None, &ReadOptions::default())?;
    for puzzle in reading.puzzles {
        let prepared = Prepared::new(puzzle, Book::builtin())?;
        let checked = prepared.ask(&Check::default(), &Host::default())?;
        let answer = &checked.answer;
        match answer.verdict {
            Verdict::Unique => println!("unique: {}", answer.solutions[0]),
            Verdict::None => println!("no solution, after {} guesses", answer.nodes),
            Verdict::Several => println!("several: {}", answer.solutions.join(" and ")),
            Verdict::Undecided => println!("undecided after {} guesses", answer.nodes),
        }
    }
    Ok(())
}
