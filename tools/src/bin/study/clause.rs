//! Measures the benefit of a clause-learning solver that shares the time with the search.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- clause [LEAST [MOST]]` takes the puzzles of `iss_dev.jsonl`,
//! `ctc_dev.jsonl` and `ctc_rated_dev.jsonl` for which the plain search needs at least LEAST guesses (65,536). It
//! proves each puzzle twice on one thread, with the plain search and with the search that uses the solver, with a limit
//! of MOST nodes (1,000,000).
//!
//! It prints a row for each puzzle in Markdown, with nodes and milliseconds of processor time. FILES in the environment
//! names other files. CLAUSES=alone also runs the solver alone; its nodes are conflicts.

use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Limits, Run, Stop, prove, prove_parts, solve_by_clauses};
use cluewright_rules::Book;
use std::error::Error;
use std::path::Path;
use tools::{processor_time, puzzles};

const FILES: &str = "iss_dev ctc_dev ctc_rated_dev";
const LEAST: u64 = 65_536;
const MOST: u64 = 1_000_000;

/// The cost of a search, and the number of solutions if the search decided it.
struct Cost {
    solutions: Option<u64>,
    nodes: u64,
    milliseconds: f64,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        println!("CLUEWRIGHT_DATA names no folder: nothing to measure");
        return Ok(());
    };
    let mut arguments = arguments.iter().cloned();
    let mut number = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (least, most) = (number(LEAST)?, number(MOST)?);
    let files = std::env::var("FILES");
    let is_alone = std::env::var("CLAUSES").is_ok_and(|clauses| clauses == "alone");
    println!("| puzzle | search | ms | with the solver | ms | solver alone | ms |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let limits = Limits {
        solutions: 2,
        nodes: most,
        ..Limits::NONE
    };
    for file in files.as_deref().unwrap_or(FILES).split(' ') {
        for (id, puzzle) in puzzles(&Path::new(&folder).join(format!("{file}.jsonl")))? {
            let Ok(parts) = parts(&puzzle, Book::builtin()) else {
                continue;
            };
            let model = Model::new(&puzzle, &parts);
            let plain = Cost::of(|| {
                let answer = prove(&puzzle, &model, limits, Run::QUIET);
                (answer.count, answer.nodes, answer.stopped)
            });
            if plain.nodes < least {
                continue;
            }
            let mut costs = vec![plain];
            costs.push(Cost::of(|| {
                let answer = prove_parts(&puzzle, &parts, &model, limits, Run::QUIET);
                (answer.count, answer.nodes, answer.stopped)
            }));
            if is_alone {
                costs.push(Cost::of(|| {
                    let found = solve_by_clauses(&puzzle, &parts, &model, limits);
                    let found = found.unwrap_or_default();
                    (found.count, found.nodes, found.stopped)
                }));
            }
            let mut decided = costs.iter().filter_map(|cost| cost.solutions);
            let first = decided.next();
            if decided.any(|count| Some(count) != first) {
                return Err(format!("{id}: the searches disagree").into());
            }
            let cells: Vec<String> = costs.iter().map(Cost::cells).collect();
            println!("| {id} | {} |", cells.join(" | "));
        }
    }
    Ok(())
}

impl Cost {
    /// Runs and measures a search. The search returns its number of solutions, its nodes, and the limit that
    /// stopped it.
    fn of(search: impl FnOnce() -> (u64, u64, Option<Stop>)) -> Self {
        let before = processor_time();
        let (count, nodes, stopped) = search();
        let took = processor_time().saturating_sub(before);
        let is_decided = stopped.is_none_or(|stop| stop == Stop::Solutions);
        Self {
            solutions: is_decided.then_some(count),
            nodes,
            milliseconds: took.as_secs_f64() * 1e3,
        }
    }

    fn cells(&self) -> String {
        let over = match self.solutions {
            Some(_) => "",
            None => "over ",
        };
        format!("{over}{} | {:.0}", self.nodes, self.milliseconds)
    }
}
