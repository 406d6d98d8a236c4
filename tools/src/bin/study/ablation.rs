//! Measures the benefit of each strengthening of a model and of each recognition in lowering. Each puzzle is proven
//! with all of these parts, and with each one left out.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- ablation [NODES [NAME …]]` proves the puzzles of `iss_dev.jsonl`,
//! `ctc_dev.jsonl` and `ctc_rated_dev.jsonl`, and those of `corpus/variants`, which were generated for one rule each.
//! FILES in the environment names other files. NODES is the node limit (20,000).
//!
//! The program prints a table in Markdown with a row for each NAME (or for all) and file. It contains the number of
//! puzzles whose model changes, and the geometric means of guesses and of processor time without the part, divided by
//! those with it. The same values follow for puzzles that do not use the rules for which the part was made. A value
//! above 1 means that the part helps. A list of the puzzles that change most follows the table.
//!
//! For a proof that stops at the limit, the guesses made up to the limit are used. A puzzle that cannot be compiled
//! without the part counts as one that reaches the limit in the same time as with the part.

use cluewright_engine::compile;
use cluewright_engine::model::{Compiled, Model, Word, strengthenings};
use cluewright_engine::search::{Found, Limits, solve};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::{Clue, Puzzle};
use cluewright_rules::ablation::{self, Switch};
use cluewright_rules::{Book, recognitions};
use std::error::Error;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::Duration;
use tools::{processor_time, puzzles};

const FILES: &str = "iss_dev ctc_dev ctc_rated_dev variants";
const GUESSES: u64 = 20_000;
/// Total running time after which a proof is not repeated any more.
const ENOUGH: Duration = Duration::from_millis(10);
/// Minimum time to record. Shorter times count as this much, because the clock has no finer resolution.
const LEAST: Duration = Duration::from_micros(10);

/// Lists the rules for which a part was made. Empty if it was made for rules in general.
fn list_intended_rules(part: &Switch) -> &'static [&'static str] {
    match part.name() {
        "missing-digits" | "guarded-pairs" | "pair-unless" => &["doppelganger"],
        "ranks" | "openings" => &["full-rank"],
        "covers" | "value-classes" => &["global-entropy"],
        "crossings" => &["connected-values"],
        "long-sums" => &["little-killer"],
        "house-sums" => &["killer-cage"],
        "ascending-lines" => &["thermometer", "slow-thermometer"],
        "self-counting" => &["counting-circles"],
        "runs" => &["chaos-arrow"],
        "equal-sums" => &["region-sum-line", "equal-sums", "zipper-line"],
        "common-values" => &["same-difference-line"],
        "consecutive" => &["renban"],
        "same-groups" => &["region-same-values"],
        "elements" => &["numbered-room", "row-indexer", "column-indexer"],
        _ => &[],
    }
}

/// The cost of a proof.
struct Proof {
    /// Number of guesses plus one, so that it can be a divisor.
    nodes: f64,
    seconds: f64,
    finished: bool,
}

/// The effect on one puzzle of leaving out a part: the factors by which the guesses and the time change.
struct Change {
    id: String,
    nodes: f64,
    seconds: f64,
    /// `true` if the puzzle uses a rule for which the part was made.
    own: bool,
    guesses: [f64; 2],
    finished: [bool; 2],
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        println!("CLUEWRIGHT_DATA names no folder: nothing to measure");
        return Ok(());
    };
    let mut arguments = arguments.iter().cloned();
    let guesses = arguments.next().map(|n| n.parse()).transpose()?;
    let guesses = guesses.unwrap_or(GUESSES);
    let names: Vec<String> = arguments.collect();
    let mut switches = [strengthenings(), recognitions()].concat();
    switches.retain(|switch| names.is_empty() || names.iter().any(|name| name == switch.name()));
    println!("| left out | file | puzzles | guesses | time | others | guesses | time |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut most = vec![];
    let files = std::env::var("FILES");
    for file in files.as_deref().unwrap_or(FILES).split(' ') {
        let puzzles = match file {
            "variants" => read_generated()?,
            file => puzzles(&Path::new(&folder).join(format!("{file}.jsonl")))?,
        };
        let mut changes: Vec<Vec<Change>> = switches.iter().map(|_| vec![]).collect();
        for (id, puzzle) in &puzzles {
            ablate(id, puzzle, guesses, &switches, &mut changes);
        }
        for (switch, changes) in switches.iter().zip(changes) {
            if !changes.is_empty() {
                println!("{}", row(switch.name(), file, &changes));
            }
            most.extend(changes.into_iter().map(|change| (*switch, change)));
        }
    }
    println!("\nThe puzzles that change most:\n");
    println!("| left out | puzzle | with | without |\n| --- | --- | ---: | ---: |");
    most.sort_by(|(_, a), (_, b)| b.nodes.ln().abs().total_cmp(&a.nodes.ln().abs()));
    for (switch, change) in most.iter().take(40) {
        let text = |which: usize| match change.finished[which] {
            true => format!("{}", change.guesses[which] - 1.0),
            false => format!("over {}", change.guesses[which] - 1.0),
        };
        let name = switch.name();
        println!("| {name} | {} | {} | {} |", change.id, text(0), text(1));
    }
    Ok(())
}

/// Reads the puzzles that were each generated for one rule, with clues that are true of a random solution.
fn read_generated() -> Result<Vec<(String, Puzzle)>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/variants");
    let mut puzzles = vec![];
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path)?;
            let mut reading = read_any(&text, None, &ReadOptions::default())?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            puzzles.push((name.into_owned(), reading.puzzles.remove(0)));
        }
    }
    puzzles.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(puzzles)
}

fn ablate(
    id: &str,
    puzzle: &Puzzle,
    guesses: u64,
    switches: &[&'static Switch],
    changes: &mut [Vec<Change>],
) {
    let Ok(model) = compile(puzzle, Book::builtin()) else {
        return;
    };
    let whole = fingerprint(&model);
    let mut with: Option<Proof> = None;
    for (switch, changes) in switches.iter().zip(changes) {
        let without = ablation::without(switch, || compile(puzzle, Book::builtin()));
        if without
            .as_ref()
            .is_ok_and(|model| fingerprint(model) == whole)
        {
            continue;
        }
        let with = with.get_or_insert_with(|| prove(&model, guesses));
        let without = match without {
            Ok(model) => prove(&model, guesses),
            Err(_) => Proof {
                nodes: guesses as f64 + 1.0,
                seconds: with.seconds,
                finished: false,
            },
        };
        changes.push(Change {
            id: id.to_owned(),
            nodes: without.nodes / with.nodes,
            seconds: without.seconds / with.seconds,
            own: uses(&puzzle.clues, list_intended_rules(switch)),
            guesses: [with.nodes, without.nodes],
            finished: [with.finished, without.finished],
        });
    }
}

fn uses(clues: &[Clue], rules: &[&str]) -> bool {
    let used = |clue: &Clue| rules.contains(&&*clue.rule) || uses(&clue.parts, rules);
    clues.iter().any(used)
}

/// Proves a puzzle until the total time reaches [`ENOUGH`], and returns the shortest time, because the first run starts
/// with cold caches.
fn prove(model: &Model, guesses: u64) -> Proof {
    let limits = Limits {
        solutions: 2,
        nodes: guesses,
        ..Limits::default()
    };
    let (mut found, mut best, mut all) = (Found::default(), Duration::MAX, Duration::ZERO);
    while all < ENOUGH {
        let before = processor_time();
        found = solve(model, limits);
        let took = processor_time().saturating_sub(before);
        best = best.min(took);
        all += took.max(LEAST);
    }
    Proof {
        nodes: found.nodes as f64 + 1.0,
        seconds: best.max(LEAST).as_secs_f64(),
        finished: found.nodes < guesses,
    }
}

/// Returns a hash of the model, for comparing models.
fn fingerprint(model: &Model) -> u64 {
    match model {
        Model::Narrow(compiled) => of_width(compiled),
        Model::Wide(compiled) => of_width(compiled),
        Model::Widest(compiled) => of_width(compiled),
    }
}

fn of_width<W: Word>(compiled: &Compiled<W>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for relation in compiled.program.relations() {
        std::mem::discriminant(relation).hash(&mut hasher);
        relation.vars().hash(&mut hasher);
    }
    for set in &compiled.start {
        set.bits().hash(&mut hasher);
    }
    compiled.openings.len().hash(&mut hasher);
    compiled.classes.are_told().hash(&mut hasher);
    hasher.finish()
}

fn row(name: &str, file: &str, changes: &[Change]) -> String {
    let all: Vec<&Change> = changes.iter().collect();
    let others: Vec<&Change> = changes.iter().filter(|change| !change.own).collect();
    let cells = |changes: &[&Change]| {
        let mean = |of: fn(&Change) -> f64| {
            let logs = changes.iter().map(|change| of(change).ln()).sum::<f64>();
            (logs / changes.len() as f64).exp()
        };
        match changes.len() {
            0 => "0 | |".to_owned(),
            count => format!(
                "{count} | {:.3} | {:.3}",
                mean(|c| c.nodes),
                mean(|c| c.seconds)
            ),
        }
    };
    format!("| {name} | {file} | {} | {} |", cells(&all), cells(&others))
}
