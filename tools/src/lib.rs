//! Provides the shared parts of the studies: reading collections, random clues, rank correlation, plots, and
//! processor time.

pub mod clues;

use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use serde_json::Value;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Reads the puzzles of a collection (`.jsonl`), with their ids. Puzzles that cannot be read are skipped.
///
/// # Errors
/// Returns an error if the file cannot be read, or a line is not JSON.
pub fn puzzles(file: &Path) -> Result<Vec<(String, Puzzle)>, Box<dyn Error>> {
    let mut puzzles = vec![];
    for line in fs::read_to_string(file)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let text = row["iss"].as_str().or(row["toml"].as_str());
        let reading = read_any(text.unwrap_or_default(), None, &ReadOptions::default());
        let puzzle = reading
            .ok()
            .and_then(|reading| reading.puzzles.into_iter().next());
        let id = row["id"].as_str().unwrap_or_default();
        puzzles.extend(puzzle.map(|puzzle| (id.to_owned(), puzzle)));
    }
    Ok(puzzles)
}

/// Returns Spearman's rank correlation of pairs.
pub fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let a = ranks(pairs.iter().map(|p| p.0).collect());
    let b = ranks(pairs.iter().map(|p| p.1).collect());
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let dot = |x: &[f64], y: &[f64]| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
}

fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    for run in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let below = values.iter().filter(|&&v| v < values[run[0]]).count();
        for &i in run {
            ranks[i] = below as f64 + (run.len() as f64 - 1.0) / 2.0;
        }
    }
    ranks
}

/// Draws a scatter plot of pairs as SVG; `across` and `up` are the labels of the axes.
pub fn scatter(pairs: &[(f64, f64)], across: &str, up: &str) -> String {
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(low, high), v| {
            (low.min(v), high.max(v))
        })
    };
    let (left, right) = range(&mut pairs.iter().map(|p| p.0));
    let (low, high) = range(&mut pairs.iter().map(|p| p.1));
    let x = |v: f64| 60.0 + 480.0 * (v - left) / (right - left).max(1e-9);
    let y = |v: f64| 380.0 - 340.0 * (v - low) / (high - low).max(1e-9);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 560 430\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"560\" height=\"430\" fill=\"white\"/>\n",
    );
    for &(a, b) in pairs {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2\" fill=\"#1f77b4\" fill-opacity=\"0.3\"/>",
            x(a),
            y(b)
        );
    }
    for step in 0..=4 {
        let part = f64::from(step) / 4.0;
        let (a, b) = (left + part * (right - left), low + part * (high - low));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"396\" text-anchor=\"middle\">{a:.1}</text>\n<text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">{b:.1}</text>",
            x(a),
            y(b) + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M60 30V380H540\" fill=\"none\" stroke=\"black\"/>\n<text x=\"300\" y=\"420\" text-anchor=\"middle\">{across}</text>\n<text x=\"60\" y=\"20\">{up}</text>\n</svg>"
    );
    svg
}

/// Counts the items whose rank, counted from 0, is below `first`. An item that was not listed has the rank `None`.
pub fn among_first(first: usize, places: impl Iterator<Item = Option<usize>>) -> usize {
    places.flatten().filter(|&place| place < first).count()
}

/// Returns the processor time that this thread has used; works on Linux only.
pub fn processor_time() -> Duration {
    // Yielding makes the kernel update its count, which would otherwise lag by a few milliseconds.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// The processor time of some work, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shares {
    /// Time during which only one thread was running.
    pub alone: f64,
    /// Total time of all threads while several were running.
    pub together: f64,
}

/// Time between two samples of the threads.
const LOOK: Duration = Duration::from_millis(1);

/// Measures the processor time of `work`, on Linux only. It samples each thread of this process: whether the thread
/// is ready to run, and how much time it has used. So other programs on the machine do not affect the result.
pub fn shares<R>(work: impl FnOnce() -> R) -> (R, Shares) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| watch_threads(&done));
        let result = work();
        done.store(true, Ordering::Relaxed);
        (result, watch.join().unwrap_or_default())
    })
}

fn watch_threads(done: &AtomicBool) -> Shares {
    let mut shares = Shares::default();
    let own = std::fs::canonicalize("/proc/thread-self").ok();
    let mut used: BTreeMap<std::path::PathBuf, f64> = BTreeMap::new();
    let mut first = true;
    while !done.load(Ordering::Relaxed) {
        let (mut time, mut running) = (0.0, 0);
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten();
        for task in tasks.filter_map(|task| task.ok()?.path().canonicalize().ok()) {
            if Some(&task) == own.as_ref() {
                continue;
            }
            let now = number(&task.join("schedstat")) / 1e9;
            let before = used.insert(task.clone(), now);
            // Time that a thread used before the first sample does not belong to the measured work.
            time += now - before.unwrap_or(if first { now } else { 0.0 });
            running += u32::from(is_running(&task));
        }
        match running {
            0 | 1 => shares.alone += time,
            _ => shares.together += time,
        }
        first = false;
        std::thread::sleep(LOOK);
    }
    shares
}

/// Reads the number at the start of a file.
fn number(file: &std::path::Path) -> f64 {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let first = text.split(' ').next().unwrap_or_default();
    first.parse().unwrap_or(0.0)
}

/// Returns `true` if a thread is running, or would be if a processor were free.
fn is_running(task: &std::path::Path) -> bool {
    let text = std::fs::read_to_string(task.join("stat")).unwrap_or_default();
    let state = text.rsplit(')').next().unwrap_or_default();
    state.trim_start().starts_with('R')
}
