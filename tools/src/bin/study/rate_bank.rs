//! Measures how well the ratings of classics agree with published ratings, and how long rating takes.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- rate_bank [PROFILE [FROM TO [list|plot [FILE]]]]` rates those
//! rows of `bank_dev.csv` whose published rating is between FROM and TO, and compares the ratings. PROFILE is a
//! built-in profile or a file.

use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_logic::grade::effort;
use cluewright_logic::{End, Ground, Profile, solve};
use cluewright_rules::Book;
use std::collections::BTreeMap;
use tools::{processor_time, scatter, spearman};

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let name = arguments.first().map_or("sukaku", String::as_str);
    let own = match std::fs::read_to_string(name) {
        Ok(text) => Some(Profile::parse(&text)?),
        Err(_) => None,
    };
    let profile = own.as_ref().or_else(|| Profile::builtin(name));
    let profile = profile.ok_or("no such profile")?;
    let number = |i: usize| arguments.get(i).and_then(|text| text.parse::<f64>().ok());
    let (from, to) = (number(1).unwrap_or(0.0), number(2).unwrap_or(20.0));
    let list = arguments.get(3).is_some_and(|word| word == "list");
    let data = std::env::var("CLUEWRIGHT_DATA")?;
    let bank = std::fs::read_to_string(format!("{data}/bank_dev.csv"))?;
    let mut pairs = vec![];
    let mut efforts = vec![];
    let mut seconds = BTreeMap::new();
    for line in bank.lines().skip(1) {
        let (puzzle, rating) = line.split_once(',').ok_or("a row has two columns")?;
        let rating: f64 = rating.parse()?;
        if rating < from || rating >= to {
            continue;
        }
        let reading = cluewright_formats::read_any(
            puzzle,
            None,
            &cluewright_formats::ReadOptions::default(),
        )?;
        let puzzle_read = &reading.puzzles[0];
        let started = processor_time();
        let clues = parts(puzzle_read, Book::builtin())?;
        let model = Model::new(puzzle_read, &clues);
        let ground = Ground::new(puzzle_read, Book::builtin(), &clues, &model)?;
        let path = solve(&ground, profile, |_| true);
        let time: &mut (usize, f64) = seconds.entry(rating as u32).or_default();
        time.0 += 1;
        time.1 += (processor_time() - started).as_secs_f64();
        let hardest = path.rounds.iter().map(|round| round.rating).max();
        let ours = match path.end {
            End::Solved => f64::from(hardest.unwrap_or(0)) / 10.0,
            _ => 20.0,
        };
        if list && (ours - rating).abs() > 0.05 {
            let top = path.rounds.iter().max_by_key(|round| round.rating);
            let technique = top.map_or("-", |r| r.steps[0].technique().name);
            println!("{puzzle} {rating} {ours} {technique}");
        }
        pairs.push((rating, ours));
        efforts.push((rating, effort(&ground, &path).effort));
    }
    for (unit, (count, time)) in seconds {
        let here = pairs.iter().filter(|(rating, _)| *rating as u32 == unit);
        let within = |far: f64| {
            let close = here
                .clone()
                .filter(|(a, b)| (a - b).abs() < far + 0.01)
                .count();
            100.0 * close as f64 / count as f64
        };
        println!(
            "{unit}.x: {count} rows, equal {:.1} %, within 0.2 {:.1} %, within 0.3 {:.1} %, unsolved {}, {:.0}/s",
            within(0.0),
            within(0.2),
            within(0.3),
            here.clone().filter(|(_, ours)| *ours > 19.0).count(),
            count as f64 / time
        );
    }
    if let Some(file) = arguments.get(4) {
        let plot = scatter(&pairs, "published rating", "rating by Cluewright");
        std::fs::write(file, plot)?;
    }
    println!(
        "Spearman {:.4}; of the effort {:.4}",
        spearman(&pairs),
        spearman(&efforts)
    );
    Ok(())
}
