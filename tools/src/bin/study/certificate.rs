//! Measures certificates of published puzzles: how many puzzles get one, its size, and the time it takes to make and to
//! check it.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- certificate [CONFLICTS [SECONDS]]` makes and checks a certificate
//! of each puzzle in `corpus` and in the collections, with limits of CONFLICTS (5,000,000, as in the command) and
//! SECONDS (600). It prints a row for each puzzle, and a table in Markdown. Puzzles that our own search does not decide
//! within 1,000,000 guesses are left out.
//!
//! In the environment, FILES names other collections, SAMPLE is the number of puzzles to pick from each, and OUT is a
//! folder for the proofs. Sizes are measured after `gzip`.

use cluewright_certificates::{Certificate, Claim, certify, make};
use cluewright_engine::compile;
use cluewright_engine::search::{Limits, solve};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use cluewright_puzzle::budget::{Budget, Deadline};
use cluewright_rules::statement::Holds;
use cluewright_rules::{Book, Statement, lower};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tools::{processor_time, puzzles};

const FILES: &str = "corpus iss_dev ctc_dev ctc_rated_dev";
const CONFLICTS: u64 = 5_000_000;
const SECONDS: u64 = 600;
const GUESSES: u64 = 1_000_000;

/// The results for one puzzle.
struct Row {
    id: String,
    outcome: &'static str,
    /// `true` if some clue is about connected cells or drawn areas. The formulas of such clues are the largest.
    is_connected: bool,
    conflicts: u64,
    /// Size of the formula and the proof after compression, in bytes.
    bytes: usize,
    /// The seconds spent on our own search, on making the certificate, and on checking it.
    times: [f64; 3],
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let data = std::env::var_os("CLUEWRIGHT_DATA").map(PathBuf::from);
    let mut numbers = arguments.iter().map(|text| text.parse::<u64>());
    let conflicts = numbers.next().transpose()?.unwrap_or(CONFLICTS);
    let seconds = numbers.next().transpose()?.unwrap_or(SECONDS);
    let files = std::env::var("FILES").unwrap_or_else(|_| FILES.to_owned());
    let mut tables = vec![];
    for file in files.split_whitespace() {
        let puzzles = match (file, &data) {
            ("corpus", _) => corpus(Path::new("corpus"))?,
            (_, Some(data)) => puzzles(&data.join(file).with_extension("jsonl"))?,
            (_, None) => continue,
        };
        let puzzles = sample(puzzles)?;
        let rows = puzzles.iter().filter_map(|(id, puzzle)| {
            measure(id, puzzle, conflicts, Duration::from_secs(seconds))
        });
        let rows: Vec<Row> = rows.inspect(|row| print(file, row)).collect();
        tables.push(summary(file, &rows));
    }
    println!(
        "\n| file | decided | certified | without areas | refused | median kB | 95 % kB | median check | 95 % check | making time / search time |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    println!("{}", tables.join("\n"));
    Ok(())
}

/// Picks as many random puzzles as SAMPLE specifies; without SAMPLE, returns all puzzles.
fn sample(
    mut puzzles: Vec<(String, Puzzle)>,
) -> Result<Vec<(String, Puzzle)>, std::num::ParseIntError> {
    if let Ok(count) = std::env::var("SAMPLE") {
        puzzles.shuffle(&mut ChaCha8Rng::seed_from_u64(46));
        puzzles.truncate(count.parse()?);
    }
    Ok(puzzles)
}

/// Reads the puzzles in a folder and its subfolders.
fn corpus(folder: &Path) -> Result<Vec<(String, Puzzle)>, Box<dyn Error>> {
    let mut found = vec![];
    let mut entries: Vec<PathBuf> = vec![];
    for entry in fs::read_dir(folder)? {
        entries.push(entry?.path());
    }
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(corpus(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path)?;
            let reading = read_any(&text, Some("native"), &ReadOptions::default());
            let puzzles = reading.map(|reading| reading.puzzles).unwrap_or_default();
            let name = path.display().to_string();
            found.extend(puzzles.into_iter().map(|puzzle| (name.clone(), puzzle)));
        }
    }
    Ok(found)
}

/// Makes and checks the certificate of a puzzle. `None` if the puzzle cannot be compiled, or if our own search does not
/// decide it.
fn measure(id: &str, puzzle: &Puzzle, conflicts: u64, time: Duration) -> Option<Row> {
    let book = Book::builtin();
    let (found, search) = measure_time(|| {
        let model = compile(puzzle, book).ok()?;
        let limits = Limits::within(Budget::NONE.with_nodes(GUESSES), 2);
        Some(solve(&model, limits))
    });
    let found = found.filter(|found| found.stopped.is_none() || found.count > 1)?;
    let known = found.solutions.first().map(Vec::as_slice);
    let budget = Budget {
        deadline: Deadline::after(time),
        ..Budget::NONE.with_nodes(conflicts)
    };
    let (made, making) = measure_time(|| make(puzzle, book, known, budget));
    let mut row = Row {
        id: id.to_owned(),
        outcome: "undecided",
        is_connected: is_connected(puzzle, book),
        conflicts,
        bytes: 0,
        times: [search, making, 0.0],
    };
    match made {
        Err(_) => row.outcome = "refused",
        Ok(None) => {}
        Ok(Some(certificate)) => {
            row.conflicts = certificate.conflicts;
            row.bytes = compress(&certificate);
            let agrees = match certificate.claim {
                Claim::None => found.count == 0,
                Claim::Unique => found.count == 1,
                Claim::Several => found.count > 1,
            };
            let (holds, checking) = measure_time(|| holds(puzzle, book, &certificate));
            row.times[2] = checking;
            row.outcome = if agrees && holds {
                "certified"
            } else {
                "WRONG"
            };
            keep(id, &certificate);
        }
    }
    Some(row)
}

/// Returns `true` if a clue is about connected cells or drawn areas.
fn is_connected(puzzle: &Puzzle, book: &Book) -> bool {
    let lowered = lower(puzzle, book).unwrap_or_default();
    let mut statements = lowered.iter().flat_map(|clue| &clue.statements);
    statements.any(draws_areas)
}

fn draws_areas(statement: &Statement) -> bool {
    match statement {
        Statement::Connected(_) | Statement::Regions(_) => true,
        Statement::All(parts) | Statement::Any(parts) => parts.iter().any(draws_areas),
        Statement::Holds(Holds { parts, .. }) => parts.iter().any(draws_areas),
        Statement::Not(part) => draws_areas(part),
        _ => false,
    }
}

/// Returns the size of the formula and the proof after `gzip`, in bytes; 0 if this machine does not have `gzip`.
fn compress(certificate: &Certificate) -> usize {
    let run = |text: &str| {
        let mut gzip = Command::new("gzip");
        let child = gzip.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.ok()?;
        let mut input = child.stdin.take()?;
        std::thread::scope(|scope| {
            scope.spawn(move || input.write_all(text.as_bytes()));
            child.wait_with_output().ok()
        })
    };
    let proof = certificate.proof.as_deref().unwrap_or_default();
    let texts = [certificate.formula.as_str(), proof].into_iter();
    let outputs = texts.filter_map(run);
    outputs.map(|output| output.stdout.len()).sum()
}

fn holds(puzzle: &Puzzle, book: &Book, certificate: &Certificate) -> bool {
    let proof = certificate.proof.as_deref();
    let certified = certify(
        puzzle,
        book,
        &certificate.solutions,
        &certificate.formula,
        proof,
    );
    if let Err(fault) = &certified {
        println!("{fault}");
    }
    certified.is_ok()
}

/// Writes the formula and the proof to files, for other checkers.
fn keep(id: &str, certificate: &Certificate) {
    let Some(folder) = std::env::var_os("OUT").map(PathBuf::from) else {
        return;
    };
    let name = id.replace(['/', ' '], "_");
    let files = [
        ("cnf", Some(&certificate.formula)),
        ("drat", certificate.proof.as_ref()),
    ];
    for (ending, text) in files {
        if let Some(text) = text
            && let Err(error) = fs::write(folder.join(format!("{name}.{ending}")), text)
        {
            println!("{name}: {error}");
        }
    }
}

fn measure_time<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = processor_time();
    let result = work();
    (result, (processor_time() - start).as_secs_f64())
}

fn print(file: &str, row: &Row) {
    let [search, making, checking] = row.times.map(|seconds| (seconds * 1e6).round() / 1e3);
    let (id, outcome, conflicts, bytes) = (&row.id, row.outcome, row.conflicts, row.bytes);
    let areas = if row.is_connected { "areas" } else { "plain" };
    println!("{file},{id},{outcome},{areas},{conflicts},{bytes},{search},{making},{checking}");
}

fn summary(file: &str, rows: &[Row]) -> String {
    let share = |counts: &dyn Fn(&&Row) -> bool| {
        let counted: Vec<&Row> = rows.iter().filter(counts).collect();
        let certified = counted.iter().filter(|row| row.outcome == "certified");
        let certified = certified.count();
        let percent = 100.0 * certified as f64 / counted.len().max(1) as f64;
        format!("{certified} of {} ({percent:.1} %)", counted.len())
    };
    let count = |outcome: &str| rows.iter().filter(|row| row.outcome == outcome).count();
    let made: Vec<&Row> = rows
        .iter()
        .filter(|row| row.outcome == "certified")
        .collect();
    let at = |value: &dyn Fn(&Row) -> f64, share: f64| {
        let mut values: Vec<f64> = made.iter().map(|row| value(row)).collect();
        values.sort_by(f64::total_cmp);
        let place = (values.len() as f64 * share) as usize;
        values.get(place).copied().unwrap_or_default()
    };
    /// Minimum time to record. Shorter times count as this much, because the clock has no finer resolution.
    const LEAST: Duration = Duration::from_micros(10);
    let ratios = made
        .iter()
        .map(|row| row.times[1] / row.times[0].max(LEAST.as_secs_f64()));
    let logs: f64 = ratios.map(f64::ln).sum();
    let mean = (logs / made.len().max(1) as f64).exp();
    let (bytes, check) = (|row: &Row| row.bytes as f64 / 1e3, |row: &Row| row.times[2]);
    format!(
        "| {file} | {} | {} | {} | {} | {:.0} | {:.0} | {:.2} s | {:.2} s | {mean:.1} |",
        rows.len(),
        share(&|_| true),
        share(&|row| !row.is_connected),
        count("refused") + count("WRONG"),
        at(&bytes, 0.5),
        at(&bytes, 0.95),
        at(&check, 0.5),
        at(&check, 0.95),
    )
}
