//! Measures how complete exports to SudokuPad are: the puzzles that read back unchanged, the solutions that are
//! proven during the export, the clues that have a picture, and the elements of the source that are kept.
//!
//! `cargo run --release -p tools -- export [FOLDER|FILE.jsonl…] [every=N] [list]` takes folders of puzzle files
//! (`corpus/variants`), and files whose rows have `iss`, `toml` or `payload`. `list` prints each puzzle whose
//! export is incomplete.

use cluewright::Prepared;
use cluewright::ask::{Convert, Host};
use cluewright_formats::sudokupad::SudokuPad;
use cluewright_formats::{Format, ReadOptions, read_any};
use cluewright_puzzle::{Clue, Puzzle};
use cluewright_rules::Book;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let every = arguments.iter().find_map(|a| a.strip_prefix("every="));
    let every: usize = every.map_or(Ok(1), str::parse)?;
    let is_listed = arguments.iter().any(|argument| argument == "list");
    let sources = arguments
        .iter()
        .filter(|a| *a != "list" && !a.starts_with("every="));
    for source in sources {
        let mut study = Study::default();
        for (id, text, format) in texts(Path::new(source))?.into_iter().step_by(every) {
            if let Some(fault) = study.add(&text, format).filter(|_| is_listed) {
                println!("{id}: {fault}");
            }
        }
        println!("{source}");
        study.print();
    }
    Ok(())
}

/// The name of a puzzle, its text, and its format (if known).
type Text = (String, String, Option<&'static str>);

/// Reads the puzzles in a folder, or in a file with one puzzle per row.
fn texts(source: &Path) -> Result<Vec<Text>, Box<dyn std::error::Error>> {
    let mut texts = vec![];
    if source.is_dir() {
        for entry in fs::read_dir(source)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                texts.push((path.display().to_string(), fs::read_to_string(path)?, None));
            }
        }
        texts.sort();
        return Ok(texts);
    }
    for line in fs::read_to_string(source)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let word = |name: &str| row[name].as_str().map(str::to_owned);
        let keys = [
            ("iss", Some("iss")),
            ("toml", Some("native")),
            ("payload", None),
        ];
        let text = keys
            .iter()
            .find_map(|(key, format)| Some((word(key)?, *format)));
        if let Some((text, format)) = text {
            texts.push((word("id").unwrap_or_default(), text, format));
        }
    }
    Ok(texts)
}

#[derive(Default)]
struct Study {
    unread: usize,
    puzzles: usize,
    written: usize,
    same: usize,
    solved: usize,
    clues: usize,
    in_words: BTreeMap<String, usize>,
    elements: usize,
    kept: usize,
}

impl Study {
    /// Exports a puzzle and counts the results. If the export is incomplete, returns the reason.
    fn add(&mut self, text: &str, format: Option<&str>) -> Option<String> {
        let options = ReadOptions::default();
        let Ok(mut reading) = read_any(text, format, &options) else {
            self.unread += 1;
            return None;
        };
        let puzzle = reading.puzzles.remove(0);
        self.puzzles += 1;
        self.clues += puzzle.clues.len();
        self.elements += puzzle.elements.len();
        let link = match write_link(&puzzle) {
            Ok(link) => link,
            Err(error) => return Some(error),
        };
        self.written += 1;
        for clues in SudokuPad.in_words(&puzzle, Book::builtin()) {
            let (rule, count) = clues.split_once(" (").unwrap_or((&clues, ""));
            let count = count.trim_end_matches(')').parse().unwrap_or(1);
            *self.in_words.entry(rule.to_owned()).or_default() += count;
        }
        let again = match read_any(&link, None, &options) {
            Ok(mut reading) => reading.puzzles.remove(0),
            Err(error) => return Some(format!("unreadable: {error}")),
        };
        self.solved += usize::from(again.solution.is_some());
        let is_kept = sort_texts(&again.elements) == sort_texts(&puzzle.elements);
        self.kept += if is_kept { puzzle.elements.len() } else { 0 };
        let is_same = sort_texts(&plain(&again)) == sort_texts(&plain(&puzzle))
            && sort_texts(&again.givens) == sort_texts(&puzzle.givens)
            && again.layout == puzzle.layout
            && again.extras == puzzle.extras;
        self.same += usize::from(is_same && is_kept);
        (!is_same || !is_kept).then(|| "it does not read back as it was".to_owned())
    }

    fn print(&self) {
        let Self {
            unread,
            puzzles,
            written,
            same,
            solved,
            clues,
            elements,
            kept,
            ..
        } = self;
        let in_words: usize = self.in_words.values().sum();
        println!("  puzzles {puzzles} (not read: {unread})");
        println!("  written {written}, read back the same {same}, with a solution {solved}");
        println!("  clues {clues}, of which drawn {}", clues - in_words);
        println!("  elements {elements}, of which kept {kept}");
        let rules = self.in_words.iter();
        let rules: Vec<String> = rules.map(|(rule, n)| format!("{rule} ({n})")).collect();
        println!("  in words: {}", rules.join(", "));
    }
}

/// Returns the link of a puzzle. The link includes the solution if it can be proven quickly.
fn write_link(puzzle: &Puzzle) -> Result<String, String> {
    let mut question = Convert::to("sudokupad");
    question.solve = true;
    match Prepared::new(puzzle.clone(), Book::builtin()) {
        Ok(prepared) => {
            let converted = prepared.ask(&question, &Host::default());
            Ok(converted.map_err(|refusal| refusal.message)?.text)
        }
        Err(_) => SudokuPad.write(puzzle).map_err(|error| error.to_string()),
    }
}

/// Returns the clues in a form that does not depend on the order of the alternatives in a clue.
fn plain(puzzle: &Puzzle) -> Vec<Clue> {
    let mut clues = puzzle.clues.clone();
    clues.iter_mut().for_each(|clue| clue.parts.sort());
    clues
}

fn sort_texts<T: std::fmt::Debug>(parts: &[T]) -> Vec<String> {
    let mut parts: Vec<String> = parts.iter().map(|part| format!("{part:?}")).collect();
    parts.sort();
    parts
}
