//! Fits the effort to the times of people, with cross-validation.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release --example fit_effort` reads `human_dev.csv`, fits the numbers of
//! `Sight` on four fifths of it and measures on the fifth, five times; then fits on all.

#![expect(clippy::print_stdout, reason = "the study is its output")]

#[expect(dead_code, reason = "other studies use the rest")]
mod study;

use cluewright::grade::{Sight, looks};
use cluewright::logic::{Ground, Path, Profile, solve};
use cluewright::rules::Book;
use cluewright::{formats, model::Model, parts, puzzle::Puzzle};
use study::{scatter, spearman};

struct Row {
    puzzle: Puzzle,
    seconds: f64,
    rating: f64,
}

type Numbers = [f64; 6];

fn sight(n: &Numbers) -> Sight {
    Sight {
        line: n[0],
        naked: n[1],
        crowd: n[2],
        rare: n[3],
        write: n[4],
        hard: n[5],
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = std::env::var("CLUEWRIGHT_DATA")?;
    let profile = Profile::builtin("default").ok_or("no such profile")?;
    let mut rows = vec![];
    for row in csv::Reader::from_path(format!("{data}/human_dev.csv"))?.records() {
        let row = row?;
        let reading = formats::read_any(&row[0], None, &formats::ReadOptions::default())?;
        rows.push(Row {
            puzzle: reading.puzzles[0].clone(),
            seconds: row[2].parse()?,
            rating: row[3].parse()?,
        });
    }
    let models: Vec<Model> = rows
        .iter()
        .map(|row| Model::new(&row.puzzle, &[]))
        .collect();
    let grounds: Vec<Ground<'_>> = rows
        .iter()
        .zip(&models)
        .map(|(row, model)| Ground::new(&row.puzzle, &[], model))
        .collect::<Result<_, _>>()?;
    debug_assert!(parts(&rows[0].puzzle, Book::builtin())?.is_empty());
    let paths: Vec<Path> = grounds
        .iter()
        .map(|ground| solve(ground, profile, || true))
        .collect();
    let value = |numbers: &Numbers, keep: &dyn Fn(usize) -> bool| {
        let some = (0..rows.len()).filter(|&i| keep(i));
        let pairs: Vec<(f64, f64)> = some
            .map(|i| {
                (
                    rows[i].seconds,
                    looks(&grounds[i], &paths[i], &sight(numbers)),
                )
            })
            .collect();
        spearman(&pairs)
    };
    let ratings: Vec<(f64, f64)> = rows.iter().map(|r| (r.seconds, r.rating)).collect();
    println!("rating alone {:.3}", spearman(&ratings));
    let start: Numbers = [0.6, 0.1, 0.5, 0.5, 1.0, 0.8];
    println!("start {:.3}", value(&start, &|_| true));
    let mut held_out = vec![];
    for fold in 0..5 {
        let fitted = climb(start, |numbers| value(numbers, &|i| i % 5 != fold));
        let test = value(&fitted, &|i| i % 5 == fold);
        println!("fold {fold}: {fitted:.3?} -> {test:.3}");
        held_out.push(test);
    }
    println!("cross-validated {:.3}", held_out.iter().sum::<f64>() / 5.0);
    let fitted = climb(start, |numbers| value(numbers, &|_| true));
    println!("all: {fitted:.3?} -> {:.3}", value(&fitted, &|_| true));
    let pairs: Vec<(f64, f64)> = (0..rows.len())
        .map(|i| {
            (
                looks(&grounds[i], &paths[i], &sight(&fitted)).ln(),
                rows[i].seconds.ln(),
            )
        })
        .collect();
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, scatter(&pairs, "ln effort", "ln seconds of people"))?;
    }
    let n = pairs.len() as f64;
    let (mx, my) = (
        pairs.iter().map(|p| p.0).sum::<f64>() / n,
        pairs.iter().map(|p| p.1).sum::<f64>() / n,
    );
    let slope = pairs.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum::<f64>()
        / pairs.iter().map(|p| (p.0 - mx).powi(2)).sum::<f64>();
    let rest = pairs
        .iter()
        .map(|p| (p.1 - my - slope * (p.0 - mx)).powi(2))
        .sum::<f64>()
        / n;
    println!(
        "ln seconds = {:.3} + {slope:.3} ln effort, standard deviation {:.3}",
        my - slope * mx,
        rest.sqrt()
    );
    Ok(())
}

/// Climbs to better numbers by steps in one at a time.
fn climb(mut best: Numbers, value: impl Fn(&Numbers) -> f64) -> Numbers {
    let mut top = value(&best);
    let mut factor = 2.0;
    while factor > 1.05 {
        let mut better = false;
        for i in 0..best.len() {
            for by in [factor, 1.0 / factor] {
                let mut next = best;
                next[i] *= by;
                let now = value(&next);
                if now > top + 1e-5 {
                    (best, top, better) = (next, now, true);
                }
            }
        }
        if !better {
            factor = f64::sqrt(factor);
        }
    }
    best
}
