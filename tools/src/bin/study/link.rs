//! Reads published SudokuMaker and Penpa+ links. Lists the refused links, and the clues that the setters' solutions
//! violate.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- link` reads `drawn_dev.jsonl`.

use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, Clues, Violation};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

/// Statistics about the links of one format.
#[derive(Debug, Default)]
struct Study {
    read: usize,
    /// Number of links with open parts, keyed by the kinds of these parts.
    open: BTreeMap<String, usize>,
    refused: usize,
    /// The number of clues and of violated clues in puzzles with a full solution, keyed by rule.
    clues: BTreeMap<String, [usize; 2]>,
    longest: Duration,
}

impl Study {
    fn add(&mut self, id: &str, payload: &str) {
        let start = Instant::now();
        let reading = read_any(payload, None, &ReadOptions::default());
        self.longest = self.longest.max(start.elapsed());
        match reading {
            Err(error) => {
                self.refused += 1;
                println!("{id} refused: {error}, at {:?}", error.place);
            }
            Ok(reading) => {
                let puzzle = &reading.puzzles[0];
                let kinds: BTreeSet<&str> = puzzle.unread.iter().map(|u| u.kind.as_str()).collect();
                self.read += usize::from(kinds.is_empty());
                let kinds = Vec::from_iter(kinds).join(", ");
                if !kinds.is_empty() {
                    *self.open.entry(kinds).or_default() += 1;
                }
                self.judge(id, puzzle);
            }
        }
    }

    fn judge(&mut self, id: &str, puzzle: &Puzzle) {
        let solution = puzzle.solution.iter().flatten().copied();
        let solution: Option<Vec<u8>> = solution.collect();
        let cells = puzzle.layout.cell_count();
        let Some(solution) = solution.filter(|digits| digits.len() == cells) else {
            return;
        };
        for clue in &puzzle.clues {
            self.clues.entry(clue.rule.clone()).or_default()[0] += 1;
        }
        match Book::builtin().violated(puzzle, &solution) {
            Err(error) => println!("{id} has a clue that is refused: {error:?}"),
            Ok(broken) => {
                for violation in broken {
                    let name = match violation {
                        Violation::Clue(index) => puzzle.clues[index].rule.clone(),
                        other => format!("{other:?}"),
                    };
                    println!("{id} breaks {name}");
                    self.clues.entry(name).or_default()[1] += 1;
                }
            }
        }
    }
}

fn study(rows: &[Value], format: &str) {
    let mut study = Study::default();
    for row in rows.iter().filter(|row| row["format"] == format) {
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        study.add(text("id"), text("payload"));
    }
    println!("{format}: {study:#?}");
}

pub(crate) fn run(_arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(env::var("CLUEWRIGHT_DATA")?).join("drawn_dev.jsonl");
    let text = fs::read_to_string(path)?;
    let rows: Vec<Value> = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    study(&rows, "sudokumaker");
    study(&rows, "penpa");
    Ok(())
}
