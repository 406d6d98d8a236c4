//! Measures how many variants human logic solves, and checks every step with the judge.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- grade_variants [verify] [patient] [SECONDS] [FILE.jsonl…]
//! [every=N] [ID…]` grades the readable unique variants of the files (`iss_dev.jsonl` and `setter_dev.jsonl`). The
//! profile is `default` or `patient`, and the time limit for each puzzle is SECONDS (3). It reports the processor time.
//! For rows that contain the length of an expert's video, it also reports the correlation of rating and effort with
//! that length.

use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Deadline, Limits, Run, prove};
use cluewright_logic::grade::{effort, verify};
use cluewright_logic::{End, Ground, Path, Profile, Round, Step, judge, solve};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use serde_json::Value;
use std::time::{Duration, Instant};
use tools::{processor_time, spearman};

/// Time limit in seconds for the proof that a puzzle is unique, and default time limit for its path.
const LONGEST: u64 = 3;

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let verifying = arguments.iter().any(|a| a == "verify");
    let seconds = arguments
        .iter()
        .find_map(|a| a.parse().ok())
        .unwrap_or(LONGEST);
    let longest = Duration::from_secs(seconds);
    let files: Vec<&str> = match arguments.iter().filter(|a| a.ends_with(".jsonl")) {
        named if named.clone().count() > 0 => named.map(String::as_str).collect(),
        _ => vec!["iss_dev.jsonl", "setter_dev.jsonl"],
    };
    let every = arguments.iter().find_map(|a| a.strip_prefix("every="));
    let every: usize = every.map_or(Ok(1), str::parse)?;
    let wanted: Vec<&String> = arguments.iter().filter(|a| a.contains('-')).collect();
    let data = std::env::var("CLUEWRIGHT_DATA")?;
    let name = arguments.iter().find(|a| *a == "patient");
    let name = name.map_or("default", String::as_str);
    let profile = Profile::builtin(name).ok_or("no such profile")?;
    let (mut graded, mut plain, mut without, mut steps, mut refused) = (0, 0, 0, 0, 0);
    let (mut minimal, mut cited) = (0, 0);
    let mut times = vec![];
    let (mut told, mut stories, mut story_time) = (vec![], vec![], 0.0);
    let mut rated: Vec<Rated> = vec![];
    for file in files {
        let text = std::fs::read_to_string(format!("{data}/{file}"))?;
        for line in text.lines().step_by(every) {
            let row: Value = serde_json::from_str(line)?;
            let id = row["id"].as_str().unwrap_or("?");
            if !wanted.is_empty() && !wanted.iter().any(|w| *w == id) {
                continue;
            }
            let Some(puzzle) = read(&row) else { continue };
            let Ok(clues) = parts(&puzzle, Book::builtin()) else {
                continue;
            };
            if clues.is_empty() && row["kind"].is_null() {
                continue;
            }
            let model = Model::new(&puzzle, &clues);
            let limits = Limits {
                nodes: 300_000,
                deadline: Deadline::after(Duration::from_secs(LONGEST)),
                ..Limits::NONE
            };
            let run = Run {
                threads: 1,
                ..Run::default()
            };
            let Some(solution) = prove(&puzzle, &model, limits, run).only_solution() else {
                continue;
            };
            let started = processor_time();
            let Ok(ground) = Ground::new(&puzzle, Book::builtin(), &clues, &model) else {
                println!("{id}: too large");
                graded += 1;
                continue;
            };
            let ground = ground.with_only_solution(solution);
            // The limit applies to wall-clock time, because reading the processor time in each round is too slow.
            let clock = Instant::now();
            let path = solve(&ground, profile, |_| clock.elapsed() < longest);
            let time = (processor_time() - started).as_secs_f64();
            times.push(time);
            graded += 1;
            let hardest = path.rounds.iter().max_by_key(|round| round.rating);
            let rating = hardest.map_or(0, |round| round.rating);
            let name = hardest.map_or("", |r| r.steps[0].technique().name);
            let solved = path.end == End::Solved;
            plain += usize::from(
                solved
                    && !uses(
                        &path,
                        &[
                            "nishio",
                            "forcing",
                            "contradiction",
                            "cases",
                            "search",
                            "rest",
                        ],
                    ),
            );
            without += usize::from(solved && !uses(&path, &["dynamic", "search", "rest"]));
            let length: usize = path.rounds.iter().map(|r| r.steps.len()).sum();
            told.push(length);
            let started = processor_time();
            let story = cluewright_narrate::story(&ground, &path);
            let sentences: usize = story
                .iter()
                .map(|paragraph| paragraph.sentences.len())
                .sum();
            stories.push(sentences as f64 / length.max(1) as f64);
            story_time += (processor_time() - started).as_secs_f64();
            let [from, to] = [0, 1].map(|end| row["minutes"][end].as_f64());
            rated.push(Rated {
                featured: row["kind"] == "featured",
                minutes: from.zip(to).map(|(from, to)| (from * to).sqrt()),
                rating: f64::from(rating),
                effort: effort(&ground, &path).effort,
                searched: !solved || uses(&path, &["search", "rest"]),
            });
            let open = path.board.open().len();
            println!(
                "{id}: {:?} {} {name} {open} open {:.3} s: {}",
                path.end,
                cluewright_narrate::rating(rating),
                time,
                row["types"]
            );
            if let Some(first) = first_beyond(&path) {
                println!("  first beyond: {first}");
            }
            if verifying {
                for (round, place, why) in verify(&ground, &path, &|_| true).refused {
                    let step = &path.rounds[round].steps[place];
                    println!(
                        "  {why:?}: {}",
                        cluewright_narrate::step_full(&ground, step)
                    );
                    refused += 1;
                }
                steps += path.rounds.iter().map(|r| r.steps.len()).sum::<usize>();
                let (tight, all) = tightness(&ground, &path);
                minimal += tight;
                cited += all;
            }
        }
    }
    times.sort_by(f64::total_cmp);
    let percent = |n: usize| 100.0 * n as f64 / f64::from(graded.max(1));
    println!(
        "{graded} variants; without dynamic forcing {:.1} %, without any {:.1} %; median {:.4} s, 95 % {:.3} s",
        percent(without),
        percent(plain),
        times[times.len() / 2],
        times[times.len() * 95 / 100]
    );
    told.sort_unstable();
    println!(
        "steps: {} in all, {} of the median",
        told.iter().sum::<usize>(),
        told[told.len() / 2]
    );
    stories.sort_by(f64::total_cmp);
    println!(
        "stories: {:.2} sentences a step of the median, {story_time:.2} s of {:.2} s in all",
        stories[stories.len() / 2],
        times.iter().sum::<f64>() + story_time
    );
    follow(&rated);
    rated.retain(|one| !one.searched);
    println!("of those where nothing is searched:");
    follow(&rated);
    calibrate(&rated);
    if verifying {
        println!(
            "{steps} steps, {refused} refused; every cited clue needed in {minimal} of {cited} sampled"
        );
    }
    Ok(())
}

/// A graded puzzle and its solving time.
struct Rated {
    /// `true` if an expert solved the puzzle on video. Otherwise it was made to be approachable.
    featured: bool,
    minutes: Option<f64>,
    rating: f64,
    effort: f64,
    searched: bool,
}

/// Prints the correlation of rating and effort with the lengths of the videos, and the share of pairs in which the
/// approachable puzzle has a lower effort than the featured one.
fn follow(rated: &[Rated]) {
    let (featured, approachable): (Vec<_>, Vec<_>) = rated.iter().partition(|r| r.featured);
    let against = |number: fn(&Rated) -> f64| {
        let pairs = featured
            .iter()
            .filter_map(|r| Some((r.minutes?, number(r))));
        spearman(&pairs.collect::<Vec<_>>())
    };
    if featured.iter().filter(|r| r.minutes.is_some()).count() < 3 {
        return;
    }
    let pairs = featured
        .iter()
        .flat_map(|f| approachable.iter().map(move |a| (a, f)));
    let below = pairs.clone().filter(|(a, f)| a.effort < f.effort).count();
    println!(
        "Spearman with the length of the video: rating {:.3}, effort {:.3}; approachable below featured {:.1} % of {}",
        against(|r| r.rating),
        against(|r| r.effort),
        100.0 * below as f64 / pairs.clone().count().max(1) as f64,
        pairs.count()
    );
}

/// Prints how the solving time of featured variants depends on their effort, on a logarithmic scale: the slope by least
/// squares, the median intercept, and the deviation within which two thirds of the variants lie.
fn calibrate(rated: &[Rated]) {
    let is_timed = |r: &&Rated| r.featured && r.effort > 0.0 && r.minutes > Some(0.0);
    let featured = rated.iter().filter(is_timed);
    let points: Vec<(f64, f64)> = featured
        .filter_map(|r| Some((r.effort.ln(), (60.0 * r.minutes?).ln())))
        .collect();
    if points.len() < 3 {
        return;
    }
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let both: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let slope = both / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>();
    let mut above: Vec<f64> = points.iter().map(|p| p.1 - slope * p.0).collect();
    above.sort_by(f64::total_cmp);
    let level = above[above.len() / 2];
    let mut off: Vec<f64> = above.iter().map(|one| (one - level).abs()).collect();
    off.sort_by(f64::total_cmp);
    let spread = off[off.len() * 2 / 3];
    println!("ln seconds = {level:.3} + {slope:.3} ln effort, two thirds within {spread:.3}");
}

/// Minimises the citations of one step per round, except in rounds with a search. Returns the number of steps that the
/// judge refuses without any one of their citations, and the number of examined steps.
fn tightness(ground: &Ground<'_>, path: &Path) -> (usize, usize) {
    let (mut tight, mut all) = (0, 0);
    let name = |round: &Round| round.steps[0].technique().name;
    for round in path.rounds.iter().filter(|round| name(round) != "search") {
        let step = cluewright_logic::minimal(ground, &round.board, &round.steps[0], &|| true).step;
        let without = |place: usize| {
            let mut step = step.clone();
            step.reason.cites.remove(place);
            step
        };
        let cites = step.reason.cites.len();
        all += 1;
        let needed = |place| judge(ground, &round.board, &without(place)).is_err();
        tight += usize::from((0..cites).all(needed));
    }
    (tight, all)
}

/// Describes the first round that uses dynamic forcing or search, with its number of open cells.
fn first_beyond(path: &Path) -> Option<String> {
    let name = |step: &Step| step.technique().name;
    let beyond = |step: &Step| name(step).contains("dynamic") || step.technique().is_search();
    let (number, round) =
        (path.rounds.iter().enumerate()).find(|(_, round)| round.steps.iter().any(beyond))?;
    let open = round.board.open().len();
    Some(format!(
        "{} in round {number} with {open} open",
        name(&round.steps[0])
    ))
}

fn uses(path: &Path, names: &[&str]) -> bool {
    let steps = path.rounds.iter().flat_map(|round| &round.steps);
    let mut used = steps.map(|step| step.technique().name);
    // A chain without branches that implies the opposite of its premise is an alternating chain, so it does not count
    // as forcing.
    used.any(|name| {
        let straight = name.starts_with("forcing");
        !straight && names.iter().any(|part| name.contains(part))
    })
}

fn read(row: &Value) -> Option<Puzzle> {
    if let Value::String(text) = &row["toml"] {
        let reading =
            cluewright_formats::read_any(text, None, &cluewright_formats::ReadOptions::default())
                .ok()?;
        return reading.puzzles.into_iter().next();
    }
    let text = match (&row["iss"], &row["json"], &row["payload"]) {
        (Value::String(iss), _, _) => iss.clone(),
        (_, json @ Value::Object(_), _) => json.to_string(),
        (_, _, Value::String(text)) => text.clone(),
        _ => return None,
    };
    let reading =
        cluewright_formats::read_any(&text, None, &cluewright_formats::ReadOptions::default())
            .ok()?;
    reading.puzzles.into_iter().next()
}
