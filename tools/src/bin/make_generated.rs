//! Generates and grades the puzzles of `corpus/generated`.
//!
//! ```text
//! cargo run --release -p tools --bin make_generated -- corpus/generated [grade]
//! ```
//!
//! Each row of `expected.csv` contains `rules`, `band` and `seed`: the values of the options `--with`, `--rating` and
//! `--seed` of `cluewright generate`. The program writes the puzzle to the row's file and reads it back. It then proves
//! and grades it, and updates the rest of the row. With `grade`, the puzzles are kept and only graded again, which is
//! needed after a change to the grading.

use cluewright::Prepared;
use cluewright::ask::{Generate, Grade, Graded, Host, RuleCount};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// A row of `expected.csv`: the parameters of a puzzle, with its results.
#[derive(Deserialize, Serialize)]
struct Row {
    id: String,
    rules: String,
    band: String,
    seed: u64,
    verdict: String,
    solution: String,
    givens: usize,
    rating: String,
    tier: String,
    effort: String,
    minutes: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let only_grade = arguments.next().is_some_and(|word| word == "grade");
    let table = folder.join("expected.csv");
    let rows: Result<Vec<Row>, _> = csv::Reader::from_path(&table)?.deserialize().collect();
    let mut rows = rows?;
    for row in &mut rows {
        let file = folder.join(format!("{}.toml", row.id));
        if !only_grade {
            fs::write(&file, generate_row(row)?)?;
        }
        row.take(&file)?;
    }
    let mut written = csv::Writer::from_path(&table)?;
    for row in rows {
        written.serialize(row)?;
    }
    Ok(written.flush()?)
}

/// Generates the puzzle of a row, and returns it as the text of a puzzle file.
fn generate_row(row: &Row) -> Result<String, Box<dyn Error>> {
    let mut question = Generate::default();
    let rules = row.rules.split(',').map(str::parse::<RuleCount>);
    question.rules = rules.collect::<Result<_, _>>()?;
    question.rating = Some(row.band.parse()?);
    question.seed = row.seed;
    let made = question
        .of(&Host::QUIET)
        .map_err(|refusal| refusal.message)?;
    let new = made.puzzles.into_iter().next();
    Ok(new.ok_or_else(|| format!("no puzzle for {}", row.id))?.text)
}

impl Row {
    /// Proves and grades the puzzle in a file, and updates the row.
    fn take(&mut self, file: &Path) -> Result<(), Box<dyn Error>> {
        let reading = read_any(&fs::read_to_string(file)?, None, &ReadOptions::default())?;
        let puzzle: Puzzle = reading.puzzles.into_iter().next().ok_or("no puzzle")?;
        self.givens = puzzle.givens.len();
        let prepared = Prepared::new(puzzle, Book::builtin())?;
        let graded = prepared.ask(&Grade::default(), &Host::QUIET);
        let Graded { answer, grade, .. } = graded.map_err(|refusal| refusal.message)?;
        let grade = grade.ok_or_else(|| format!("{} is not unique", self.id))?;
        // Only unique puzzles are graded, so a graded puzzle has this verdict.
        "unique".clone_into(&mut self.verdict);
        self.solution = answer.solutions.into_iter().next().unwrap_or_default();
        self.rating = format!("{:.1}", grade.rating);
        self.tier = grade.tier;
        self.effort = format!("{:.1}", grade.effort);
        self.minutes = grade
            .minutes
            .map_or_else(String::new, |m| format!("{m:.1}"));
        Ok(())
    }
}
