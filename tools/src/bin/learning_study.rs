//! The benefit of a search that learns nogoods: proofs by the plain search, by one that learns, and by one that learns
//! without each of its parts.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools --bin learning_study [LEAST [MOST]]` takes the puzzles of
//! `iss_dev.jsonl`, `ctc_dev.jsonl` and `ctc_rated_dev.jsonl` for which the plain search needs more than LEAST guesses
//! (1,000) and at most MOST (20,000), searches each to the end for up to two solutions, on one thread, and prints two
//! tables in Markdown: each puzzle with guesses and milliseconds of processor time, and for each part the geometric
//! means of guesses and time over those of the plain search. A search that learns gets as many guesses as the plain one
//! needed; one that ends there counts with its cost so far, and as undecided. FILES in the environment names other
//! files.

#![expect(clippy::print_stdout, reason = "the study is its output")]

use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Found, Limits, Stop, learning_parts, solve, solve_learning};
use cluewright_rules::Book;
use cluewright_rules::ablation::{self, Switch};
use std::error::Error;
use std::path::Path;
use tools::{processor_time, puzzles};

const FILES: &str = "iss_dev ctc_dev ctc_rated_dev";
const LEAST: u64 = 1_000;
const MOST: u64 = 20_000;

/// A search with its cost.
struct Run {
    found: Found,
    milliseconds: f64,
}

/// The results of one way of learning relative to the plain search.
#[derive(Default)]
struct Total {
    /// For each puzzle the logarithms of the factors of guesses and time.
    factors: Vec<[f64; 2]>,
    undecided: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        println!("CLUEWRIGHT_DATA names no folder: nothing to measure");
        return Ok(());
    };
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (least, most) = (number(LEAST)?, number(MOST)?);
    let ways = ways();
    let mut totals: Vec<Total> = ways.iter().map(|_| Total::default()).collect();
    println!("| puzzle | guesses | ms | learning: guesses | ms | time over plain |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let files = std::env::var("FILES");
    for file in files.as_deref().unwrap_or(FILES).split(' ') {
        for (id, puzzle) in puzzles(&Path::new(&folder).join(format!("{file}.jsonl")))? {
            let Ok(parts) = parts(&puzzle, Book::builtin()) else {
                continue;
            };
            let model = Model::new(&puzzle, &parts);
            let plain = time_search(|| solve(&model, limits(most)));
            if plain.found.nodes <= least || plain.found.stopped == Some(Stop::Nodes) {
                continue;
            }
            for (at, (total, (_, without))) in totals.iter_mut().zip(&ways).enumerate() {
                let limits = limits(plain.found.nodes);
                let learn = || time_search(|| solve_learning(&model, limits).found);
                let learnt = match without {
                    Some(part) => ablation::without(part, learn),
                    None => learn(),
                };
                let decided = learnt.found.stopped != Some(Stop::Nodes);
                if decided && learnt.found.count != plain.found.count {
                    return Err(format!("{id}: the searches disagree").into());
                }
                total.add(&plain, &learnt);
                if at == 0 {
                    println!("| {id} {}", row(&plain, &learnt));
                }
            }
        }
    }
    println!("\n| learning | puzzles | undecided | guesses | time |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (total, (name, _)) in totals.iter().zip(&ways) {
        println!("| {name} {}", total.row());
    }
    Ok(())
}

/// Learning with everything, and without each part.
fn ways() -> Vec<(String, Option<&'static Switch>)> {
    let parts = learning_parts().iter();
    let without = parts.map(|&part| (format!("without {}", part.name()), Some(part)));
    let whole = ("with everything".to_owned(), None);
    std::iter::once(whole).chain(without).collect()
}

fn limits(nodes: u64) -> Limits<'static> {
    Limits {
        solutions: 2,
        nodes,
        ..Limits::NONE
    }
}

impl Total {
    fn add(&mut self, plain: &Run, learnt: &Run) {
        let guesses = |run: &Run| run.found.nodes as f64 + 1.0;
        let factors = [
            guesses(learnt) / guesses(plain),
            learnt.milliseconds / plain.milliseconds,
        ];
        self.factors.push(factors.map(f64::ln));
        self.undecided += usize::from(learnt.found.stopped == Some(Stop::Nodes));
    }

    fn row(&self) -> String {
        let count = self.factors.len();
        let mean = |at: usize| {
            let sum: f64 = self.factors.iter().map(|factors| factors[at]).sum();
            (sum / count as f64).exp()
        };
        let undecided = self.undecided;
        format!(
            "| {count} | {undecided} | {:.2} | {:.2} |",
            mean(0),
            mean(1)
        )
    }
}

fn row(plain: &Run, learnt: &Run) -> String {
    let over = match learnt.found.stopped {
        Some(Stop::Nodes) => "over ",
        _ => "",
    };
    format!(
        "| {} | {:.1} | {over}{} | {:.1} | {:.2} |",
        plain.found.nodes,
        plain.milliseconds,
        learnt.found.nodes,
        learnt.milliseconds,
        learnt.milliseconds / plain.milliseconds
    )
}

fn time_search(search: impl FnOnce() -> Found) -> Run {
    let before = processor_time();
    let found = search();
    let took = processor_time().saturating_sub(before);
    Run {
        found,
        milliseconds: took.as_secs_f64() * 1e3,
    }
}
