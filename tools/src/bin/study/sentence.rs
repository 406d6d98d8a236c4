//! Lists the sentences of published rules texts that no rule of the book explains.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- sentence [FILE] [--read] [--with-solution]` reads the SudokuPad
//! payloads of `drawn_dev.jsonl`. A sentence counts if it would stay open even if the puzzle had clues of every rule.
//! With `--read`, it counts if it stays open after the drawings are read. The solution is withheld unless requested.
//!
//! Standard error lists the puzzles, those with the fewest open sentences first. Standard output lists the words that
//! keep most puzzles open, ranked by the number of puzzles in which they occur in the only open sentence.

use cluewright::{Book, Puzzle, ReadOptions};
use cluewright_formats::read_any;
use cluewright_puzzle::SENTENCE;
use cluewright_puzzle::budget::Budget;
use cluewright_recognition::{Unaccounted, find_unaccounted, recognise};
use cluewright_setter::diagnose::broken_by_file;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

/// Number of words to list.
const WORDS: usize = 60;

/// A puzzle with open sentences.
struct Row {
    id: String,
    open: Vec<Unaccounted>,
    /// Groups of drawings that stay open; empty without `--read`.
    groups: Vec<String>,
    reading: Reading,
}

/// The result of recognition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Open,
    Unique,
    /// The puzzle is unique, but the stated solution breaks some of its clues.
    Wrong,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let has = |option: &str| arguments.iter().any(|arg| arg == option);
    let (is_read, is_solved) = (has("--read"), has("--with-solution"));
    let file = arguments.iter().find(|arg| !arg.starts_with("--"));
    let data = PathBuf::from(env::var("CLUEWRIGHT_DATA")?);
    let file = file.map_or_else(|| data.join("drawn_dev.jsonl"), PathBuf::from);
    let mut rows = vec![];
    for line in fs::read_to_string(file)?.lines() {
        rows.extend(study(&serde_json::from_str(line)?, is_read, is_solved));
    }
    rows.sort_by_key(|row: &Row| row.open.len() + row.groups.len());
    for row in &rows {
        print_puzzle(row);
    }
    report(&rows);
    Ok(())
}

/// Returns the open sentences of a payload. `None` if nothing stays open, if the payload is in another format than
/// SudokuPad's, or if it states no solution.
fn study(row: &Value, is_read: bool, is_solved: bool) -> Option<Row> {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let is_pad = ["scl", "ctc", "ctc-zip-text"].contains(&text("format"));
    if !is_pad || !row["solution"].is_string() {
        return None;
    }
    let reading = read_any(text("payload"), None, &ReadOptions::default()).ok()?;
    let puzzle = reading.puzzles.into_iter().next()?;
    if puzzle.unread.is_empty() {
        return None;
    }
    let solution = puzzle.solution.clone();
    let blind = Puzzle {
        solution: solution.clone().filter(|_| is_solved),
        ..puzzle
    };
    let mut open = find_unaccounted(&blind, Book::builtin());
    let mut groups = vec![];
    let mut reading = Reading::Open;
    if is_read {
        let known: BTreeMap<String, Unaccounted> = open
            .into_iter()
            .map(|sentence| (sentence.text.clone(), sentence))
            .collect();
        let mut read = recognise(&blind, Book::builtin(), &[], Budget::NONE);
        read.solution = solution;
        reading = judge(&read);
        let (sentences, others): (Vec<_>, Vec<_>) = read
            .unread
            .into_iter()
            .partition(|open| open.kind == SENTENCE);
        let of = |text: String| {
            known.get(&text).cloned().unwrap_or(Unaccounted {
                text,
                rules: vec![],
                words: vec![],
            })
        };
        let sentences = sentences.into_iter();
        open = sentences.filter_map(|open| open.text).map(of).collect();
        let others = others.into_iter();
        groups = others
            .map(|open| format!("{} {}", open.count, open.kind))
            .collect();
    }
    Some(Row {
        id: text("id").to_owned(),
        open,
        groups,
        reading,
    })
}

/// Classifies a reading. If nothing is open, the solution is proven unique, so it is sufficient to check that it
/// satisfies the clues.
fn judge(read: &Puzzle) -> Reading {
    let breaks = || !broken_by_file(Book::builtin(), read).is_empty();
    match read.unread.is_empty() {
        false => Reading::Open,
        true if breaks() => Reading::Wrong,
        true => Reading::Unique,
    }
}

fn print_puzzle(row: &Row) {
    let reading = match row.reading {
        Reading::Open => "",
        Reading::Unique => "unique",
        Reading::Wrong => "WRONG",
    };
    let groups = row.groups.join("; ");
    eprintln!("{}\t{}\t{reading}\t{groups}", row.id, row.open.len());
    for sentence in &row.open {
        let rules = sentence.rules.join(", ");
        let words = sentence.words.join(" ");
        eprintln!("    {}\t[{rules}]\t{words}", sentence.text);
    }
}

fn report(rows: &[Row]) {
    let count = |open: usize| rows.iter().filter(|row| row.open.len() == open).count();
    println!("{} puzzles: {} with no open sentence", rows.len(), count(0));
    println!("{} with one, {} with two", count(1), count(2));
    let is = |reading: Reading| rows.iter().filter(|row| row.reading == reading).count();
    let (unique, wrong) = (is(Reading::Unique), is(Reading::Wrong));
    println!("{unique} read as unique and equal, {wrong} as unique and different");
    let sentences: usize = rows.iter().map(|row| row.open.len()).sum();
    println!("{sentences} open sentences");
    let mut puzzles: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for row in rows {
        let words: BTreeSet<&String> = row.open.iter().flat_map(|open| &open.words).collect();
        for word in words {
            let (single, all) = puzzles.entry(word).or_default();
            *single += usize::from(row.open.len() == 1);
            *all += 1;
        }
    }
    let mut ranked: Vec<(&str, (usize, usize))> = puzzles.into_iter().collect();
    ranked.sort_by_key(|&(_, counts)| std::cmp::Reverse(counts));
    println!("word: puzzles with one open sentence, all");
    for (word, (single, all)) in ranked.into_iter().take(WORDS) {
        println!("    {word}: {single}, {all}");
    }
}
