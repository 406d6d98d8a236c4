//! Measures the classic kernel and the `sudoku` crate on the same puzzles; see README.md.

use cluewright_engine::search::classic::{Isa, Prover, Verdict, text_lines};
use cpu_time::ThreadTime;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let passes = option("--passes", 9)?;
    let limit = option("--limit", 20_000)?;
    let data = std::env::var_os("CLUEWRIGHT_DATA")
        .ok_or("set CLUEWRIGHT_DATA to a folder with classic/*.txt")?;
    println!("| collection | puzzles | contestant | us/puzzle | ratio | none | unique | several |");
    println!("|---|---|---|---|---|---|---|---|");
    for path in collections(&PathBuf::from(data).join("classic"))? {
        let text = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines: Vec<&[u8]> = text_lines(&text)
            .filter(|line| line.len() == 81)
            .take(limit)
            .collect();
        compare(
            &path.file_stem().unwrap_or_default().to_string_lossy(),
            &lines,
            passes,
        )?;
    }
    Ok(())
}

/// Returns the number after a command-line flag, or the default.
fn option(flag: &str, default: usize) -> Result<usize, String> {
    let mut arguments = std::env::args()
        .skip_while(|argument| argument != flag)
        .skip(1);
    match arguments.next() {
        None => Ok(default),
        Some(number) => number
            .parse()
            .map_err(|_| format!("{flag}: expected a number, found {number}")),
    }
}

fn collections(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    Ok(paths)
}

/// Numbers of puzzles with no solution, one solution and several solutions.
type Counts = [usize; 3];

/// A solver under test: its name, and a function that solves the lines once.
type Contestant<'a> = (String, Box<dyn FnMut(&[&[u8]]) -> Counts + 'a>);

fn contestants() -> Result<Vec<Contestant<'static>>, String> {
    let mut all: Vec<Contestant<'static>> = vec![("sudoku crate".into(), Box::new(peer))];
    for isa in Isa::EVERY.into_iter().filter(|isa| isa.is_available()) {
        let mut prover = Prover::new(isa).map_err(|error| error.to_string())?;
        all.push((
            format!("kernel {isa}"),
            Box::new(move |lines| kernel(&mut prover, lines)),
        ));
    }
    Ok(all)
}

fn peer(lines: &[&[u8]]) -> Counts {
    let mut counts = [0; 3];
    for line in lines {
        let text = std::str::from_utf8(line).unwrap_or_default();
        if let Ok(puzzle) = sudoku::Sudoku::from_str_line(text) {
            counts[puzzle.solutions_count_up_to(2)] += 1;
        }
    }
    counts
}

fn kernel(prover: &mut Prover, lines: &[&[u8]]) -> Counts {
    let mut counts = [0; 3];
    for verdict in prover
        .prove_lines(lines.iter().copied())
        .into_iter()
        .flatten()
    {
        counts[match verdict {
            Verdict::None => 0,
            Verdict::Unique => 1,
            Verdict::Several => 2,
        }] += 1;
    }
    counts
}

/// Measures each contestant on one collection, and prints their rows.
fn compare(name: &str, lines: &[&[u8]], passes: usize) -> Result<(), String> {
    let mut contestants = contestants()?;
    let mut times = vec![Vec::new(); contestants.len()];
    let mut counts = vec![[0; 3]; contestants.len()];
    for _ in 0..passes.max(1) {
        for (index, (_, prove)) in contestants.iter_mut().enumerate() {
            let start = ThreadTime::now();
            counts[index] = prove(lines);
            times[index].push(start.elapsed().as_secs_f64() * 1e6 / lines.len().max(1) as f64);
        }
    }
    let medians: Vec<f64> = times.into_iter().map(median).collect();
    for (index, (contestant, _)) in contestants.iter().enumerate() {
        let ([none, unique, several], median) = (counts[index], medians[index]);
        let ratio = medians[0] / median;
        let doubt = if counts[index] == counts[0] {
            ""
        } else {
            " DIFFERS"
        };
        println!(
            "| {name} | {} | {contestant} | {median:.3} | {ratio:.1} | {none} | {unique} | {several}{doubt} |",
            lines.len()
        );
    }
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
