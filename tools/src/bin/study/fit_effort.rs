//! Fits the effort model to solving times, on classics and variants together, with cross-validation.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- fit_effort [FILE]` reads `human_dev.csv` (classics with mean
//! seconds) and `ctc_rated_dev.jsonl` (variants with the length of an expert's video; rows without a known length are
//! left out). It first measures the current model.
//!
//! It then runs five-fold cross-validation on five shuffles of both files: in each fold, the parameters of `Sight` are
//! fitted to four fifths of the rows and evaluated on the remaining fifth. Finally, it fits the parameters to all rows,
//! and reports how the solving time depends on the effort. The time limit for each path is three seconds. A plot of the
//! classics is written to FILE.

use cluewright_engine::model::Model;
use cluewright_engine::model::Part;
use cluewright_engine::parts;
use cluewright_engine::search::{Deadline, Limits, Run, prove};
use cluewright_logic::grade::{Sight, effort, looks};
use cluewright_logic::{Ground, Path, Profile, solve};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::time::{Duration, Instant};
use tools::{scatter, spearman};

struct Row {
    puzzle: Puzzle,
    players: u32,
    seconds: f64,
    rating: f64,
}

/// A variant and its solving time.
struct Rated {
    puzzle: Puzzle,
    parts: Vec<Part>,
    model: Model,
    /// `true` if an expert solved the puzzle on video. Otherwise it was made to be approachable.
    featured: bool,
    /// The range of the solving time in minutes.
    minutes: [f64; 2],
}

impl Rated {
    /// Returns the geometric mean of the range, in seconds. The class of videos shorter than twelve minutes starts at
    /// zero, so at least eight minutes are used as the lower bound.
    fn seconds(&self) -> f64 {
        let [from, to] = self.minutes;
        60.0 * (from.max(8.0) * to).sqrt()
    }
}

/// A puzzle with its solve path and its solving time in seconds.
struct Solve<'p> {
    ground: Ground<'p>,
    path: Path,
    seconds: f64,
}

impl Solve<'_> {
    fn is_searched(&self) -> bool {
        self.path
            .steps()
            .any(|(_, step)| step.technique().is_search())
    }
}

/// Data for classics and for variants.
struct Both<T> {
    classics: Vec<T>,
    variants: Vec<T>,
}

/// The parameters `line`, `naked`, `crowd` and `tiring`. The cost of writing a digit is not among them, because it
/// cannot be fitted to the data.
type Numbers = [f64; 4];

const START: Numbers = [0.5, 0.1, 0.5, 1.25];
const FOLDS: usize = 5;
const SHUFFLES: u64 = 5;
/// Time limit for each path, and for each proof that a puzzle is unique.
const LONGEST: Duration = Duration::from_secs(3);
/// The lower bounds of the classes of video lengths, in minutes.
const CLASSES: [f64; 9] = [0.0, 12.0, 18.0, 25.0, 33.0, 42.0, 55.0, 70.0, 95.0];

fn sight(&[line, naked, crowd, tiring]: &Numbers) -> Sight {
    let write = Sight::FITTED.write;
    Sight {
        line,
        naked,
        crowd,
        write,
        tiring,
    }
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let data = std::env::var("CLUEWRIGHT_DATA")?;
    let rows = read(&data)?;
    let models: Vec<Model> = rows.iter().map(|r| Model::new(&r.puzzle, &[])).collect();
    let profile = Profile::builtin("default").ok_or("no such profile")?;
    let mut classics = vec![];
    for (row, model) in rows.iter().zip(&models) {
        let ground = Ground::new(&row.puzzle, Book::builtin(), &[], model)?;
        let path = solve(&ground, profile, |_| true);
        let seconds = row.seconds;
        classics.push(Solve {
            ground,
            path,
            seconds,
        });
    }
    as_it_is(&rows, &classics);
    let rated = read_rated(&data)?;
    let solved: Vec<(&Rated, Solve<'_>)> = rated
        .iter()
        .filter_map(|row| Some((row, solve_rated(row, profile)?)))
        .collect();
    variants_as_they_are(&solved);
    let featured = solved.into_iter().filter(|(row, _)| row.featured);
    let variants: Vec<Solve<'_>> = featured.map(|(_, solve)| solve).collect();
    let all = Both {
        classics: classics.iter().collect(),
        variants: variants.iter().collect(),
    };
    cross_validate(&all);
    let fitted = climb(START, |numbers| mean(agreement(&all, numbers)));
    println!("all: {fitted:.3?} -> {:.3?}", agreement(&all, &fitted));
    let plot = calibrate("classics", &classics);
    let deduced: Vec<Solve<'_>> = variants.into_iter().filter(|s| !s.is_searched()).collect();
    calibrate("variants", &deduced);
    if let Some(file) = arguments.first() {
        std::fs::write(file, plot)?;
    }
    Ok(())
}

fn read(data: &str) -> Result<Vec<Row>, Box<dyn std::error::Error>> {
    let mut rows = vec![];
    for row in csv::Reader::from_path(format!("{data}/human_dev.csv"))?.records() {
        let row = row?;
        let reading = cluewright_formats::read_any(
            &row[0],
            None,
            &cluewright_formats::ReadOptions::default(),
        )?;
        rows.push(Row {
            puzzle: reading.puzzles[0].clone(),
            players: row[1].parse()?,
            seconds: row[2].parse()?,
            rating: row[3].parse()?,
        });
    }
    Ok(rows)
}

/// Prints the correlations of rating and effort with the solving time, for rows whose mean time comes from at least 10,
/// 12, 15 and 18 people.
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

/// Reads the puzzles whose solving time is known.
fn read_rated(data: &str) -> Result<Vec<Rated>, Box<dyn std::error::Error>> {
    let mut rated = vec![];
    for line in std::fs::read_to_string(format!("{data}/ctc_rated_dev.jsonl"))?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let [Some(from), Some(to)] = [0, 1].map(|end| row["minutes"][end].as_f64()) else {
            continue;
        };
        let text = row["toml"].as_str().ok_or("no puzzle")?;
        let reading =
            cluewright_formats::read_any(text, None, &cluewright_formats::ReadOptions::default())?;
        let puzzle = reading.puzzles[0].clone();
        let parts = parts(&puzzle, Book::builtin())?;
        rated.push(Rated {
            model: Model::new(&puzzle, &parts),
            puzzle,
            parts,
            featured: row["kind"] == "featured",
            minutes: [from, to],
        });
    }
    Ok(rated)
}

/// Returns the solve path of a puzzle, if the puzzle is proven unique within the time limit.
fn solve_rated<'p>(row: &'p Rated, profile: &Profile) -> Option<Solve<'p>> {
    let limits = Limits {
        deadline: Deadline::after(LONGEST),
        ..Limits::NONE
    };
    let run = Run {
        threads: 1,
        ..Run::default()
    };
    let solution = prove(&row.puzzle, &row.model, limits, run).only_solution()?;
    let ground = Ground::new(&row.puzzle, Book::builtin(), &row.parts, &row.model).ok()?;
    let ground = ground.with_only_solution(solution);
    let clock = Instant::now();
    let path = solve(&ground, profile, |_| clock.elapsed() < LONGEST);
    let seconds = row.seconds();
    Some(Solve {
        ground,
        path,
        seconds,
    })
}

/// Prints the correlation of effort with the lengths of the videos, and the share of featured variants whose minutes
/// fall in the right class or a neighbouring one. Also prints the share of pairs in which the approachable variant has
/// less effort than the featured one.
fn variants_as_they_are(solved: &[(&Rated, Solve<'_>)]) {
    let now = |solve: &Solve<'_>| effort(&solve.ground, &solve.path);
    let class = |minutes: f64| CLASSES.iter().filter(|&&from| from <= minutes).count();
    let (featured, approachable): (Vec<_>, Vec<_>) = solved.iter().partition(|(r, _)| r.featured);
    let pairs: Vec<_> = featured
        .iter()
        .map(|(_, solve)| (solve.seconds, now(solve).effort))
        .collect();
    let near = featured.iter().filter(|(row, solve)| {
        let own = class(row.seconds() / 60.0);
        class(now(solve).minutes).abs_diff(own) <= 1
    });
    let efforts = |some: &[&(&Rated, Solve<'_>)]| -> Vec<f64> {
        some.iter().map(|(_, solve)| now(solve).effort).collect()
    };
    let (above, below) = (efforts(&featured), efforts(&approachable));
    let right: usize = below
        .iter()
        .map(|low| above.iter().filter(|high| low < high).count())
        .sum();
    println!(
        "{} featured variants: Spearman {:.3}; minutes within one class {:.1} %; approachable below featured {:.1} %",
        featured.len(),
        spearman(&pairs),
        100.0 * near.count() as f64 / featured.len().max(1) as f64,
        100.0 * right as f64 / (above.len() * below.len()).max(1) as f64
    );
}

/// Returns the Spearman correlation of the number of looks with the seconds, for classics and for variants.
fn agreement(solves: &Both<&Solve<'_>>, numbers: &Numbers) -> [f64; 2] {
    let sight = sight(numbers);
    let pair = |s: &&Solve<'_>| (s.seconds, looks(&s.ground, &s.path, &sight));
    [&solves.classics, &solves.variants]
        .map(|some| spearman(&some.iter().map(pair).collect::<Vec<_>>()))
}

fn mean(both: [f64; 2]) -> f64 {
    f64::midpoint(both[0], both[1])
}

fn cross_validate(all: &Both<&Solve<'_>>) {
    let mut held_out = vec![];
    for seed in 0..SHUFFLES {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut shuffled = |some: &[_]| {
            let mut order = some.to_vec();
            order.shuffle(&mut random);
            order
        };
        let order = Both {
            classics: shuffled(&all.classics),
            variants: shuffled(&all.variants),
        };
        for fold in 0..FOLDS {
            let part = |some: &[_], held: bool| {
                let places = (0..some.len()).filter(|i| (i % FOLDS == fold) == held);
                places.map(|i| some[i]).collect::<Vec<_>>()
            };
            let pick = |held| Both {
                classics: part(&order.classics, held),
                variants: part(&order.variants, held),
            };
            let (test, train) = (pick(true), pick(false));
            let fitted = climb(START, |numbers| mean(agreement(&train, numbers)));
            held_out.push(agreement(&test, &fitted));
        }
    }
    let of = |kind: usize| {
        let sum: f64 = held_out.iter().map(|both| both[kind]).sum();
        sum / held_out.len() as f64
    };
    println!(
        "cross-validated: classics {:.3}, variants {:.3}",
        of(0),
        of(1)
    );
}

/// Improves one parameter at a time by hill climbing. The steps are coarse, because finer steps would fit the
/// noise.
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

/// Prints how the seconds depend on the current effort: the slope by least squares, the median level, and the spread
/// that contains two thirds of the rows. Returns the plot.
fn calibrate(kind: &str, solves: &[Solve<'_>]) -> String {
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
    println!(
        "{kind}: ln seconds = {level:.3} + {slope:.3} ln effort, two thirds within {spread:.3}"
    );
    let off = |s: &Solve<'_>| (effort(s).minutes * 60.0 / s.seconds - 1.0).abs();
    let off = quantile(solves.iter().map(off).collect(), 0.5);
    println!(
        "{kind}: minutes as they are: median error {:.1} %",
        100.0 * off
    );
    scatter(&points, "ln effort", "ln seconds of people")
}

fn quantile(mut values: Vec<f64>, part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() as f64 * part) as usize]
}
