//! Tests that every question ends soon after its time limit, wherever the limit interrupts the work.
//!
//! The clock in these tests does not measure time. Each limit expires at a chosen reading of the clock, which makes the
//! tests reproducible on any machine. After that, the tests count nodes, propagations and compilations.

use crate::one_in;
use cluewright::ask::{Host, answer, schema};
use cluewright_puzzle::clock::trial;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// Maximum amount of work after the limit. A search reads the clock every 256 nodes, and each node needs at most two
/// propagations. Writing the sentence of a step takes short searches. This amount takes a few milliseconds on 9x9, and
/// up to half a second on an empty 25x25.
const OVERRUN: u64 = 1_500;

/// The readings of the clock at which the limit may expire. The first reading starts the question's time, so the limit
/// expires either immediately or in the middle of later work.
const READINGS: [u64; 5] = [1, 2, 7, 25, 40];

const UNIQUE: &str = include_str!("../../corpus/variants/thermometer.toml");

/// A draft with open values.
const DRAFT: &str = include_str!("../cli/draft.toml");

/// Returns three puzzles: a unique one, one with a very large number of solutions, and one without a solution.
fn puzzles() -> [String; 3] {
    let open = r#"size = 6
[clues]
killer-cage = ["12: R1C1..R2C2", "7: R5C5 R5C6"]
thermometer = ["R3C3-R5C3", "R2C5-R4C5"]
"#;
    let impossible = format!("{open}white-dot = \"R1C1 R1C2\"\nblack-dot = \"R1C1 R1C2\"\n");
    [UNIQUE.to_owned(), open.to_owned(), impossible]
}

/// Returns questions with a time limit. Together they reach every part of the program that can take long.
fn questions() -> Vec<Value> {
    let was = puzzles()[0].clone();
    vec![
        json!({"ask": "check"}),
        json!({"ask": "solve", "most": 100_000}),
        json!({"ask": "count"}),
        json!({"ask": "candidates", "cap": 8}),
        json!({"ask": "estimate"}),
        json!({"ask": "grade", "explain": true, "story": true, "verify": true, "force": true}),
        json!({"ask": "hint", "strength": "step"}),
        json!({"ask": "diagnose", "grades": true, "minimise": 1, "was": was}),
        json!({"ask": "since", "was": was}),
        json!({"ask": "minimise", "keep_path": true, "values": true, "fewest": true}),
        json!({"ask": "suggest"}),
        json!({"ask": "suggest", "shift": -0.5}),
        json!({"ask": "suggest", "shift": 0.5}),
        json!({"ask": "generate", "count": 40}),
        json!({"ask": "generate", "count": 10, "rating": "3.0..3.2"}),
        json!({"ask": "generate", "rules": [{"rule": "anti-knight"}, {"rule": "thermometer", "count": 2}]}),
        json!({"ask": "fill", "count": 10}),
        json!({"ask": "fill", "all": true}),
        json!({"ask": "certificate"}),
        json!({"ask": "report"}),
    ]
}

/// Returns the names of the questions that have a time limit, according to the schema.
fn questions_with_limit() -> BTreeSet<String> {
    let schema = schema().to_value();
    let mut limited = BTreeSet::new();
    let mut rest = vec![&schema];
    while let Some(value) = rest.pop() {
        let properties = &value["properties"];
        if let Some(name) = properties["ask"]["const"].as_str()
            && properties.get("limits").is_some()
        {
            limited.insert(name.to_owned());
        }
        rest.extend(value.as_object().into_iter().flat_map(|map| map.values()));
        rest.extend(value.as_array().into_iter().flatten());
    }
    limited
}

#[test]
fn every_question_ends_soon_after_its_time_limit() {
    let asked: BTreeSet<String> = questions()
        .iter()
        .map(|question| question["ask"].as_str().expect("a name").to_owned())
        .collect();
    assert_eq!(asked, questions_with_limit());
    let mut late = 0;
    let cases = questions().into_iter().flat_map(|question| {
        puzzles().into_iter().flat_map(move |puzzle| {
            let question = question.clone();
            READINGS.map(move |readings| (question.clone(), puzzle.clone(), readings))
        })
    });
    for (mut question, puzzle, readings) in cases.step_by(one_in(3)) {
        let is_draft = question["ask"] == "fill";
        question["puzzle"] = if is_draft {
            DRAFT.into()
        } else {
            puzzle.into()
        };
        question["limits"] = json!({ "seconds": 1000 });
        let request = question.to_string();
        let (reply, trial) = trial::run(readings, || answer(&request, &Host::QUIET));
        assert!(
            trial.overrun <= OVERRUN && trial.longest <= OVERRUN,
            "{trial:?} after {readings} readings: {request}\n{reply}"
        );
        if question["ask"] == "check" {
            assert!(reply.contains("verdict"), "{reply}");
        }
        if question["ask"] == "report" {
            let reply: Value = serde_json::from_str(&reply).expect("an answer");
            assert_eq!(reply["stopped"] == "time", trial.passed, "{request}");
        }
        late += usize::from(trial.passed);
    }
    assert!(late > 20, "only {late} limits were reached");
}

/// Returns the maximum delay of an answer after its time limit. Nightly campaigns run with optimisation. Daily tests
/// run without it and are several times slower.
fn lateness_limit() -> Duration {
    Duration::from_millis(200 * one_in::<u64>(5))
}

/// The time limits to test, in seconds.
const LIMITS: [f64; 2] = [0.1, 1.0];

/// Returns the processor time of this thread. Unlike elapsed time, it does not depend on the load of the machine.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Returns puzzles for which at least one question takes longer than all limits.
fn worst_cases() -> Vec<(&'static str, String)> {
    let corpus = [
        (
            "negative",
            include_str!("../../corpus/generated/xv-negative.toml"),
        ),
        (
            "cages",
            include_str!("../../corpus/generated/killer-cage-3.toml"),
        ),
        (
            "sandwiches",
            include_str!("../../corpus/generated/sandwich-3.toml"),
        ),
        (
            "regions",
            include_str!("../../corpus/seeds/unknown-regions.toml"),
        ),
        ("loop", include_str!("../../corpus/seeds/loop.toml")),
        (
            "letters",
            include_str!("../../corpus/seeds/indexed-letters.toml"),
        ),
        (
            "parts",
            include_str!("../../corpus/seeds/zippery-when-wet.toml"),
        ),
    ];
    let mut puzzles = corpus.map(|(name, text)| (name, text.to_owned())).to_vec();
    puzzles.push(("palindrome", palindrome()));
    puzzles.push(("diagonals", diagonals()));
    puzzles.push(("empty", "size = 25\n".to_owned()));
    puzzles.push(("open cages", open_cages()));
    puzzles.push(("marks", marks()));
    puzzles
}

/// Returns a puzzle with a long palindrome and no solution.
fn palindrome() -> String {
    let mut cells = String::new();
    for column in [3, 5, 7] {
        let up = (2..=9).rev().map(|row| (row, column));
        let down = (2..=9).map(|row| (row, column + 1));
        up.chain(down)
            .for_each(|(row, column)| _ = write!(cells, "R{row}C{column} "));
    }
    let grid = format!("987654321{}", ".".repeat(72));
    format!("grid = \"{grid}\"\n[clues]\npalindrome = \"{cells}\"\n")
}

/// Returns a puzzle with little killers on all diagonals of one direction. Their totals leave no solution.
fn diagonals() -> String {
    let mut clues = String::new();
    for start in 2..=9 {
        let total = 5 * start + start % 3;
        _ = write!(clues, "\"{total}: R{}C0 UR\", ", start + 1);
    }
    for start in 2..=8 {
        let total = 5 * (10 - start) - start % 2;
        _ = write!(clues, "\"{total}: R10C{} UR\", ", start - 1);
    }
    format!("size = 9\n[clues]\nlittle-killer = [{clues}]\n")
}

/// Returns a large grid with some cages but no givens.
fn open_cages() -> String {
    let mut clues = String::new();
    for row in 1..=16 {
        let first = 1 + row * 5 % 11;
        _ = write!(clues, "\"34: R{row}C{first}..R{row}C{}\", ", first + 3);
    }
    format!("size = 16\n[clues]\nkiller-cage = [{clues}]\n")
}

/// Returns a puzzle with several solutions and a large number of clues of one rule.
fn marks() -> String {
    let mut clues = String::new();
    for row in 1..=9 {
        for column in (1 + row % 2..=8).step_by(2) {
            _ = write!(clues, "\"R{row}C{column} R{row}C{}\", ", column + 1);
        }
    }
    format!("size = 9\n[clues]\ninequality = [{clues}]\n")
}

#[test]
fn every_answer_comes_at_its_time_limit() {
    let mut slow = String::new();
    let late = lateness_limit();
    let cases = worst_cases().into_iter().flat_map(|puzzle| {
        questions().into_iter().flat_map(move |question| {
            let puzzle = puzzle.clone();
            LIMITS.map(|limit| (puzzle.clone(), question.clone(), limit))
        })
    });
    for ((name, puzzle), mut question, limit) in cases.step_by(one_in(7)) {
        let is_draft = question["ask"] == "fill";
        question["puzzle"] = if is_draft {
            DRAFT.into()
        } else {
            puzzle.into()
        };
        question["limits"] = json!({ "seconds": limit });
        let request = question.to_string();
        let before = processor_time();
        trial::run_by(processor_time, || answer(&request, &Host::QUIET));
        let took = processor_time().saturating_sub(before);
        if took > Duration::from_secs_f64(limit) + late {
            _ = writeln!(slow, "{name}, {limit} s: {took:?}: {question}");
        }
    }
    assert!(slow.is_empty(), "{slow}");
}
