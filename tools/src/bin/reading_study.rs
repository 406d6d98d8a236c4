//! The number of published payloads that are read, and the reasons for the others: `reading_study [FILE]
//! [--with-solution]`.
//!
//! Reads `drawn_dev.jsonl` from the folder of `CLUEWRIGHT_DATA`. The stated solution is withheld from recognition
//! unless requested, and compared afterwards. One line a puzzle goes to standard error, the table to standard output.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the study is its output"
)]

use cluewright::ask::{Bounds, Check, Host};
use cluewright::{Book, Prepared, Puzzle, ReadOptions, Verdict};
use cluewright_formats::read_any;
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{env, fs};

const NODES: u64 = 200_000;
const SECONDS: f64 = 20.0;

/// The result for one payload.
struct Row {
    id: String,
    format: String,
    has_solution: bool,
    has_rules: bool,
    before: String,
    after: String,
    open: Vec<String>,
    read: Vec<String>,
    millis: f64,
    broken: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let with_solution = env::args().any(|arg| arg == "--with-solution");
    let file = env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let data = PathBuf::from(env::var("CLUEWRIGHT_DATA")?);
    let file = file.map_or_else(|| data.join("drawn_dev.jsonl"), PathBuf::from);
    let text = fs::read_to_string(file)?;
    let rows: Vec<Value> = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let row = study(row, with_solution);
                    done.lock().expect("no thread panics").push(row);
                }
            });
        }
    });
    let mut rows = done.into_inner()?;
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    for row in &rows {
        eprintln!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{:.1}\t{}\t{}",
            row.id,
            row.format,
            row.has_solution,
            row.has_rules,
            row.before,
            row.after,
            row.millis,
            row.read.join("; "),
            row.open.join(" | ")
        );
    }
    report(&rows);
    Ok(())
}

fn study(row: &Value, with_solution: bool) -> Row {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let (format, payload) = (text("format"), text("payload"));
    let start = Instant::now();
    let mut found = Row {
        id: text("id"),
        format: format.clone(),
        has_solution: row["solution"].is_string(),
        has_rules: !text("rules").is_empty(),
        before: String::new(),
        after: String::new(),
        open: vec![],
        read: vec![],
        millis: 0.0,
        broken: 0,
    };
    let options = ReadOptions::default();
    let puzzle = match read_any(&payload, None, &options) {
        Ok(reading) => reading.puzzles.into_iter().next().unwrap_or_default(),
        Err(error) => {
            found.before = "error".to_owned();
            found.after = "error".to_owned();
            found.open = vec![error.to_string().chars().take(200).collect()];
            return found;
        }
    };
    let mut blind = puzzle.clone();
    if !with_solution {
        blind.solution = None;
    }
    let mut recognised = cluewright_recognition::recognise(&blind, Book::builtin(), &[]);
    found.millis = start.elapsed().as_secs_f64() * 1000.0;
    recognised.solution = puzzle.solution.clone();
    found.before = match puzzle.unread.is_empty() {
        true => verdict(puzzle.clone()),
        false => "unchecked".to_owned(),
    };
    if puzzle.solution.is_some() {
        let broken = cluewright_setter::diagnose::broken_by_file(Book::builtin(), &recognised);
        found.broken = broken.len();
        if let Some(first) = broken.first() {
            found
                .open
                .push(format!("BROKEN {first:?}").chars().take(160).collect());
        }
    }
    found.read = recognised
        .recognised
        .iter()
        .map(|r| format!("{} {} = {}", r.clues, r.drawing, r.rule))
        .collect();
    found.open.extend(recognised.unread.iter().map(|open| {
        format!(
            "{} {} {}",
            open.count,
            open.kind,
            open.text.as_deref().unwrap_or_default()
        )
    }));
    let is_whole = recognised.unread.is_empty();
    recognised.unread.clear();
    let verdict = verdict(recognised);
    found.after = match is_whole {
        true => verdict,
        false => format!("open:{verdict}"),
    };
    found
}

fn verdict(puzzle: Puzzle) -> String {
    let Ok(prepared) = Prepared::new(puzzle, Book::builtin()) else {
        return "misfit".to_owned();
    };
    let mut check = Check::default();
    check.limits = Bounds {
        nodes: Some(NODES),
        seconds: Some(SECONDS),
    };
    match prepared.ask(&check, &Host::default()) {
        Ok(checked) => match (checked.answer.verdict, checked.matches) {
            (Verdict::Unique, Some(true)) => "unique=".to_owned(),
            (Verdict::Unique, Some(false)) => "unique!".to_owned(),
            (verdict, _) => format!("{verdict:?}").to_lowercase(),
        },
        Err(refusal) => format!("refused: {refusal}"),
    }
}

fn report(rows: &[Row]) {
    let pad = |row: &&Row| ["scl", "ctc", "ctc-zip-text"].contains(&row.format.as_str());
    let drawn: Vec<&Row> = rows
        .iter()
        .filter(pad)
        .filter(|row| row.has_solution && row.before == "unchecked")
        .collect();
    tally("drawn only, with a stated solution", &drawn);
    let stated: Vec<&Row> = rows
        .iter()
        .filter(pad)
        .filter(|row| row.has_solution)
        .collect();
    tally("SudokuPad, with a stated solution", &stated);
    let all: Vec<&Row> = rows.iter().filter(pad).collect();
    tally("SudokuPad", &all);
    let fpuz: Vec<&Row> = rows
        .iter()
        .filter(|row| row.format.starts_with("fpuz"))
        .collect();
    tally("f-puzzles", &fpuz);
    let mut times: Vec<f64> = rows.iter().map(|row| row.millis).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    println!(
        "reading: median {:.1} ms, 95th percentile {:.1} ms",
        at(0.5),
        at(0.95)
    );
    let open: Vec<usize> = rows
        .iter()
        .filter(pad)
        .filter(|row| row.after.starts_with("open"))
        .map(|row| row.open.len())
        .collect();
    let mut open = open;
    open.sort_unstable();
    println!("questions, median: {:?}", open.get(open.len() / 2));
    let mut lost = vec![];
    for row in rows {
        if row.before == "unique=" && row.after != "unique=" {
            lost.push(row.id.as_str());
        }
    }
    println!("right before and not now: {} {lost:?}", lost.len());
}

fn tally(title: &str, rows: &[&Row]) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(&row.after).or_default() += 1;
    }
    let share = |key: &str| {
        100.0 * counts.get(key).copied().unwrap_or_default() as f64 / rows.len().max(1) as f64
    };
    println!(
        "{title}: {} puzzles, unique and equal {:.1} %",
        rows.len(),
        share("unique=")
    );
    for (after, count) in counts {
        println!("    {after}: {count}");
    }
}
