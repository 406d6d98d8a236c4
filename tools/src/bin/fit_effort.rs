//! Fits the effort to the times of people, with cross-validation.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools --bin fit_effort [FILE]` reads `human_dev.csv`. It measures the
//! effort as it is; fits the numbers of `Sight` on four fifths of the rows and measures on the fifth, for
//! every fifth of five shuffles; fits on all; and says how seconds follow from the effort. The plot goes
//! to FILE.

#![expect(clippy::print_stdout, reason = "the study is its output")]

use cluewright::grade::{Sight, effort, looks};
use cluewright::logic::{Ground, Path, Profile, solve};
use cluewright::rules::Book;
use cluewright::{formats, model::Model, puzzle::Puzzle};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use tools::{scatter, spearman};

struct Row {
    puzzle: Puzzle,
    players: u32,
    seconds: f64,
    rating: f64,
}

/// A puzzle with its path, and the seconds that people took.
struct Solve<'p> {
    ground: Ground<'p>,
    path: Path,
    seconds: f64,
}

/// Line, naked, crowd, hard: the cost of writing is not told apart by the data.
type Numbers = [f64; 4];

const START: Numbers = [0.5, 0.1, 0.5, 1.0];
const FOLDS: usize = 5;
const SHUFFLES: u64 = 5;

fn sight(&[line, naked, crowd, hard]: &Numbers) -> Sight {
    let write = Sight::FITTED.write;
    Sight {
        line,
        naked,
        crowd,
        write,
        hard,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows = read(&std::env::var("CLUEWRIGHT_DATA")?)?;
    let models: Vec<Model> = rows.iter().map(|r| Model::new(&r.puzzle, &[])).collect();
    let profile = Profile::builtin("default").ok_or("no such profile")?;
    let mut solves = vec![];
    for (row, model) in rows.iter().zip(&models) {
        let ground = Ground::new(&row.puzzle, Book::builtin(), &[], model)?;
        let path = solve(&ground, profile, |_| true);
        let seconds = row.seconds;
        solves.push(Solve {
            ground,
            path,
            seconds,
        });
    }
    as_it_is(&rows, &solves);
    cross_validate(&solves);
    let all: Vec<&Solve<'_>> = solves.iter().collect();
    let fitted = climb(START, |numbers| agreement(&all, numbers));
    println!("all: {fitted:.3?} -> {:.3}", agreement(&all, &fitted));
    let plot = calibrate(&solves);
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, plot)?;
    }
    Ok(())
}

fn read(data: &str) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let mut rows = vec![];
    for row in csv::Reader::from_path(format!("{data}/human_dev.csv"))?.records() {
        let row = row?;
        let reading = formats::read_any(&row[0], None, &formats::ReadOptions::default())?;
        rows.push(Row {
            puzzle: reading.puzzles[0].clone(),
            players: row[1].parse()?,
            seconds: row[2].parse()?,
            rating: row[3].parse()?,
        });
    }
    Ok(rows)
}

/// How rating and effort follow the time: over all rows, and where the mean is of more people.
fn as_it_is(rows: &[Row], solves: &[Solve<'_>]) {
    for least in [10, 12, 15, 18] {
        let some = || {
            let both = rows.iter().zip(solves);
            both.filter(|(row, _)| row.players >= least)
        };
        let ratings: Vec<_> = some().map(|(row, _)| (row.seconds, row.rating)).collect();
        let effort = |solve: &Solve<'_>| effort(&solve.ground, &solve.path).effort;
        let efforts: Vec<_> = some().map(|(row, s)| (row.seconds, effort(s))).collect();
        println!(
            "{least} people and more, {} rows: rating {:.3}, effort {:.3}",
            ratings.len(),
            spearman(&ratings),
            spearman(&efforts)
        );
    }
}

/// Spearman of looks with seconds.
fn agreement(solves: &[&Solve<'_>], numbers: &Numbers) -> f64 {
    let sight = sight(numbers);
    let pair = |s: &&Solve<'_>| (s.seconds, looks(&s.ground, &s.path, &sight));
    spearman(&solves.iter().map(pair).collect::<Vec<_>>())
}

fn cross_validate(solves: &[Solve<'_>]) {
    let mut held_out = vec![];
    for seed in 0..SHUFFLES {
        let mut order: Vec<&Solve<'_>> = solves.iter().collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        for fold in 0..FOLDS {
            let (test, train): (Vec<_>, Vec<_>) = (0..order.len()).partition(|i| i % FOLDS == fold);
            let pick = |some: Vec<usize>| some.into_iter().map(|i| order[i]).collect::<Vec<_>>();
            let (test, train) = (pick(test), pick(train));
            let fitted = climb(START, |numbers| agreement(&train, numbers));
            held_out.push(agreement(&test, &fitted));
        }
    }
    let mean = held_out.iter().sum::<f64>() / held_out.len() as f64;
    println!("cross-validated {mean:.3}");
}

/// Climbs to better numbers by steps in one at a time: coarse ones, as finer fit the noise.
fn climb(mut best: Numbers, value: impl Fn(&Numbers) -> f64) -> Numbers {
    let mut top = value(&best);
    let mut factor = 2.0;
    while factor > 1.3 {
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

/// How seconds follow from the effort as it is: slope by least squares, level and spread so that half
/// and two thirds of the rows are within. Gives the plot.
fn calibrate(solves: &[Solve<'_>]) -> String {
    let effort = |s: &Solve<'_>| effort(&s.ground, &s.path);
    let point = |s: &Solve<'_>| (effort(s).effort.ln(), s.seconds.ln());
    let points: Vec<(f64, f64)> = solves.iter().map(point).collect();
    let n = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / n;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / n;
    let slope = points
        .iter()
        .map(|p| (p.0 - mean_x) * (p.1 - mean_y))
        .sum::<f64>()
        / points.iter().map(|p| (p.0 - mean_x).powi(2)).sum::<f64>();
    let above = |p: &(f64, f64)| p.1 - slope * p.0;
    let level = quantile(points.iter().map(above).collect(), 0.5);
    let spread = quantile(
        points.iter().map(|p| (above(p) - level).abs()).collect(),
        2.0 / 3.0,
    );
    println!("ln seconds = {level:.3} + {slope:.3} ln effort, two thirds within {spread:.3}");
    let off = |s: &Solve<'_>| (effort(s).minutes * 60.0 / s.seconds - 1.0).abs();
    let off = quantile(solves.iter().map(off).collect(), 0.5);
    println!("minutes as they are: median error {:.1} %", 100.0 * off);
    scatter(&points, "ln effort", "ln seconds of people")
}

fn quantile(mut values: Vec<f64>, part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() as f64 * part) as usize]
}
