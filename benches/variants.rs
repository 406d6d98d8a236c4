//! Benchmarks the engine on published variants, and compares the times with those of the fastest other solver (ISS).
//!
//! The program reads `iss_dev.jsonl` and `iss_dev_baseline.csv` from the folder that `CLUEWRIGHT_DATA` names. It prints
//! one line per puzzle, and a summary with the project's targets. See `benches/README.md`.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]

use cluewright_engine::search::{Deadline, Found, Limits, solve};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Maximum number of measurements of each puzzle. The best measurement counts.
const ROUNDS: u32 = 9;
/// Total measuring time after which a puzzle is not measured again.
const ENOUGH: Duration = Duration::from_millis(500);
/// Time limit of the ISS measurements.
const CAP: Duration = Duration::from_secs(10);

/// The ISS result for a puzzle.
#[derive(serde::Deserialize)]
struct Peer {
    id: String,
    status: String,
    solutions: u64,
    guesses: f64,
    total_ms: f64,
}

/// The measurements of both programs for a puzzle that both finished.
struct Pair {
    nodes: f64,
    guesses: f64,
    ms: f64,
    peer_ms: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        println!("CLUEWRIGHT_DATA names no folder: nothing to measure");
        return Ok(());
    };
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let folder = Path::new(&folder);
    let mut peers = HashMap::new();
    for row in csv::Reader::from_path(folder.join("iss_dev_baseline.csv"))?.deserialize() {
        let peer: Peer = row?;
        peers.insert(peer.id.clone(), peer);
    }
    let (mut pairs, mut unread, mut wrong) = (vec![], 0, 0);
    for line in fs::read_to_string(folder.join("iss_dev.jsonl"))?.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        let (id, name) = (text("id"), text("name"));
        if only
            .as_deref()
            .is_some_and(|only| !name.contains(only) && !id.contains(only))
        {
            continue;
        }
        let puzzle = match readable(text("iss")) {
            Ok(puzzle) => puzzle,
            Err(why) => {
                println!("{name:34.34} not readable: {why}");
                unread += 1;
                continue;
            }
        };
        let (ms, found) = measure(&puzzle)?;
        let peer = &peers[id];
        let finished = found.stopped != Some(cluewright_engine::search::Stop::Time);
        let agrees = !finished || peer.status == "capped" || peer.solutions == found.count;
        wrong += usize::from(!agrees);
        println!(
            "{name:34.34} {:>8} nodes {:>8} {:>10.3} ms {:>10.3} {:>7.2}x {}{}",
            found.nodes,
            peer.guesses,
            ms,
            peer.total_ms,
            ms / peer.total_ms,
            if peer.status == "capped" {
                "peer capped "
            } else {
                ""
            },
            match (finished, agrees) {
                (false, _) => "not finished",
                (true, true) => "",
                (true, false) => "DIFFERENT VERDICT",
            },
        );
        if peer.status != "capped" {
            pairs.push(Pair {
                nodes: found.nodes as f64,
                guesses: peer.guesses,
                ms,
                peer_ms: peer.total_ms,
            });
        }
    }
    summary(&pairs, unread, wrong);
    Ok(())
}

fn readable(text: &str) -> Result<Puzzle, String> {
    let reading = read_any(text, None, &ReadOptions::default()).map_err(|e| e.to_string())?;
    let puzzle = reading.puzzles.into_iter().next().ok_or("no puzzle")?;
    cluewright_engine::compile(&puzzle, Book::builtin()).map_err(|e| e.to_string())?;
    Ok(puzzle)
}

/// Returns the best time, in milliseconds, for compiling a puzzle and searching it completely for up to two solutions.
fn measure(puzzle: &Puzzle) -> Result<(f64, Found), Box<dyn Error>> {
    let limits = Limits {
        solutions: 2,
        deadline: Deadline::after(CAP),
        ..Limits::default()
    };
    let (mut best, mut found) = (f64::MAX, Found::default());
    let begun = Instant::now();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let model = cluewright_engine::compile(black_box(puzzle), Book::builtin())?;
        found = solve(&model, limits);
        best = best.min(started.elapsed().as_secs_f64() * 1e3);
        if begun.elapsed() > ENOUGH {
            break;
        }
    }
    Ok((best, found))
}

fn summary(pairs: &[Pair], unread: usize, wrong: usize) {
    let mut ratios: Vec<f64> = pairs
        .iter()
        .filter(|pair| pair.guesses >= 20.0)
        .map(|pair| (pair.nodes + 1.0) / (pair.guesses + 1.0))
        .collect();
    ratios.sort_by(f64::total_cmp);
    let logs: f64 = pairs.iter().map(|pair| (pair.ms / pair.peer_ms).ln()).sum();
    let slower: Vec<f64> = pairs
        .iter()
        .filter(|pair| pair.peer_ms > 20.0 && pair.ms > pair.peer_ms)
        .map(|pair| pair.ms / pair.peer_ms)
        .collect();
    println!();
    println!(
        "{} puzzles that the peer finished; {unread} not readable; {wrong} verdicts differ",
        pairs.len()
    );
    println!(
        "geometric mean of our time / its time: {:.3}",
        (logs / pairs.len() as f64).exp()
    );
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!(
            "median of our nodes / its guesses where it guessed 20 times or more: {median:.2}"
        );
    }
    println!(
        "slower than the peer where it took over 20 ms: {}, the worst by {:.1}",
        slower.len(),
        slower.iter().copied().fold(0.0, f64::max)
    );
}
