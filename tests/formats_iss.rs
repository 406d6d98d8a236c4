//! Reading and writing ISS text.

use cluewright::formats::{FORMATS, Format, ReadOptions};
use cluewright::puzzle::Puzzle;
use std::path::PathBuf;

fn iss() -> &'static dyn Format {
    let named = FORMATS.iter().find(|f| f.name() == "iss");
    *named.expect("the format is registered")
}

fn read(text: &str) -> Result<Puzzle, cluewright::formats::ReadError> {
    let mut puzzles = iss().read(text, &ReadOptions::default())?;
    assert_eq!(puzzles.len(), 1);
    Ok(puzzles.remove(0))
}

/// Rows of the corpus of real puzzles: name, text, solution. None where the corpus is not at hand.
fn corpus() -> Vec<(String, String, Option<String>)> {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        return vec![];
    };
    let path = PathBuf::from(folder).join("iss_dev.jsonl");
    let lines = std::fs::read_to_string(path).expect("CLUEWRIGHT_DATA has iss_dev.jsonl");
    let row = |line: &str| {
        let row: serde_json::Value =
            serde_json::from_str(line).expect("a JSON object in each line");
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        let id = format!("{} {}", row["id"], row["name"]);
        (id, text("iss").expect("a text"), text("expected_solution"))
    };
    lines.lines().map(row).collect()
}

#[test]
fn real_puzzles_read() {
    let mut failed = vec![];
    for (id, text, _) in corpus() {
        if let Err(error) = read(&text) {
            failed.push(format!(
                "{id}: {error} {:?}",
                error.span.clone().map(|s| text[s].to_owned())
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn real_puzzles_round_trip() {
    let mut failed = vec![];
    for (id, text, _) in corpus() {
        let puzzle = bare(read(&text).expect("it reads"));
        let written = iss().write(&puzzle);
        match written
            .as_ref()
            .map(|text| bare(read(text).expect("it reads again")))
        {
            Ok(again) if again == puzzle => {}
            Ok(again) => failed.push(format!(
                "{id}: {} {}\n{puzzle:?}\n{again:?}",
                text.len(),
                written.unwrap()
            )),
            Err(error) => failed.push(format!("{id}: {error}")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The puzzle without what constraint text cannot hold: names of groups and constraints.
fn bare(mut puzzle: Puzzle) -> Puzzle {
    puzzle.drawings.clear();
    puzzle
}
