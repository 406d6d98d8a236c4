//! Defines a custom rule in one line and uses it immediately: `cargo run --release --example
//! own_rule`
#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use cluewright::ask::{Host, Solve};
use cluewright::{Book, Prepared, ReadOptions, read_any};
use std::error::Error;

const RULE: &str = r#"
name     = "queue"
title    = "Queue"
family   = "lines"
shape    = "line"
label    = "the queue from {first} to {last}"
text     = "Each digit on the line is at most one above the one before it."
relation = "each adjacent (a, b) in cells: b <= a + 1"
"#;

const PUZZLE: &str = r#"
size = 4
grid = """
1 . | . .
. . | 3 .
----+----
. 1 | . .
. . | . 2
"""

[clues]
queue = "R1C1 R1C2 R1C3 R1C4"
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let mut book = Book::new();
    book.add("queue.toml", RULE)?;
    let options = ReadOptions {
        book: Some(book.clone()),
        ..ReadOptions::default()
    };
    let mut puzzles = read_any(PUZZLE, None, &options)?.puzzles;
    let prepared = Prepared::new(puzzles.remove(0), &book)?;
    let answer = prepared.ask(&Solve::default(), &Host::default())?;
    for solution in answer.solutions {
        println!("{solution}");
    }
    Ok(())
}
