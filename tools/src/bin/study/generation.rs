//! Counts the givens of generated variants, for each rule of the book that can be generated and for pairs of such
//! rules.
//!
//! `cargo run --release -p tools -- generation [SEEDS] [SECONDS] [PAIRS] [RULE...]` generates, for each rule, the
//! puzzles of the seeds 1 to SEEDS (3) on one thread, with a limit of SECONDS for each puzzle (10). Then it does the
//! same for PAIRS pairs of rules (60), chosen with a fixed seed. If RULEs are named, only these rules are studied, and
//! no pairs.
//!
//! A rule is within its limit if the median number of givens in its puzzles is at most 4, or at most two more than are
//! forced because the clues do not distinguish some digits.

use cluewright::ask::{Bounds, Generate, Host, RuleCount};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_rules::{Book, count_forced_givens};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use std::error::Error;
use std::time::Instant;

/// The results for a combination of rules, over all seeds.
#[derive(Default)]
struct Row {
    givens: Vec<usize>,
    clues: Vec<usize>,
    limit: usize,
    solutions: Vec<String>,
    reason: String,
    seconds: f64,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let mut arguments = arguments.iter().cloned();
    let mut number = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (seeds, seconds, pairs) = (number(3)?, number(10)?, number(60)?);
    let only: Vec<String> = arguments.collect();
    println!("| rules | made | givens | limit | clues | seconds | reason |");
    println!("| --- | --: | --: | --: | --: | --: | --- |");
    let mut rules: Vec<String> = only.clone();
    if rules.is_empty() {
        let names = Book::builtin().rules().flatten();
        rules = names.map(|rule| rule.name.clone()).collect();
    }
    let mut generated = vec![];
    let mut rows = vec![];
    for rule in rules {
        let row = study(&[&rule], 1..=seeds, seconds)?;
        print(&rule, &row);
        if !row.givens.is_empty() {
            generated.push(rule);
            rows.push(row);
        }
    }
    summarise("rules", &rows);
    if !only.is_empty() {
        return Ok(());
    }
    let mut random = ChaCha8Rng::seed_from_u64(60);
    let mut rows = vec![];
    for pair in 1..=pairs {
        let rules: Vec<&str> = generated
            .sample(&mut random, 2)
            .map(String::as_str)
            .collect();
        let row = study(&rules, pair..=pair, seconds)?;
        print(&rules.join(", "), &row);
        rows.push(row);
    }
    summarise("pairs", &rows);
    Ok(())
}

fn study(
    rules: &[&str],
    seeds: impl Iterator<Item = u64>,
    seconds: u64,
) -> Result<Row, Box<dyn Error>> {
    let mut row = Row::default();
    let begun = Instant::now();
    for seed in seeds {
        let mut question = Generate::default();
        question.rules = rules
            .iter()
            .map(|rule| rule.parse::<RuleCount>())
            .collect::<Result<_, _>>()?;
        question.seed = seed;
        question.limits = Bounds {
            nodes: None,
            seconds: Some(seconds as f64),
        };
        match question.of(&Host::QUIET) {
            Err(refusal) => {
                row.reason = refusal.message;
                break;
            }
            Ok(made) => {
                row.reason = made.reason.unwrap_or_default();
                for new in made.puzzles {
                    let reading = read_any(&new.text, None, &ReadOptions::default())?;
                    let puzzle = reading.puzzles.into_iter().next().ok_or("no puzzle")?;
                    row.limit = row
                        .limit
                        .max(4.max(count_forced_givens(&puzzle, Book::builtin())? + 2));
                    row.givens.push(new.givens);
                    row.clues.push(puzzle.clues.len());
                    row.solutions.push(new.solution);
                }
            }
        }
    }
    row.seconds = begun.elapsed().as_secs_f64();
    row.solutions.sort();
    row.solutions.dedup();
    Ok(row)
}

fn print(name: &str, row: &Row) {
    println!(
        "| {name} | {} | {:?} | {} | {:?} | {:.1} | {} |",
        row.solutions.len(),
        row.givens,
        row.limit,
        row.clues,
        row.seconds,
        row.reason
    );
}

/// Prints the median of the rows' medians, and the number of rows within their limits.
fn summarise(name: &str, rows: &[Row]) {
    let medians: Vec<(usize, usize)> = rows
        .iter()
        .filter_map(|row| Some((median(&row.givens)?, row.limit)))
        .collect();
    let all: Vec<usize> = medians.iter().map(|(givens, _)| *givens).collect();
    let within = medians.iter().filter(|(givens, limit)| givens <= limit);
    println!(
        "\n{name}: {} of {} made; median givens {:?}; {} within their limits\n",
        medians.len(),
        rows.len(),
        median(&all),
        within.count()
    );
}

fn median(numbers: &[usize]) -> Option<usize> {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied()
}
